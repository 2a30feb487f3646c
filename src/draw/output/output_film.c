/// Films: raw frames go through a pipe to the program ffmpeg, which encodes while the next frame is drawn. It writes to
/// an open file: a name could be that of a link when ffmpeg opens it. A folder that only its owner may use would not
/// help, because who may rename in the folder above can put another in its place. A pipe would not do for MP4, which is
/// written twice.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/platform/encoder_process.h"
#include "core/platform/file.h"
#include "draw/output/output.h"

/// ffmpeg's arguments, terminated by NULL, and the texts they point to.
typedef struct film_arguments {
    const char *words[64];
    size_t count;
    char size[32], fps[32], quality[16], filter[280];
} film_arguments;

typedef struct film_state {
    sinew__encoder_process encoder;
    sinew__foreign_file *file;
} film_state;

// ---- arguments -----------------------------------------------------------------------------------------------------

static void add(film_arguments *arguments, const char *const *words)
{
    for (; *words; ++words) arguments->words[arguments->count++] = *words;
}

#define ADD(arguments, ...) add(arguments, (const char *const[]){__VA_ARGS__, NULL})

/// Without -xerror ffmpeg calls a film complete whose last bytes it could not write.
static void add_input(film_arguments *arguments, const output_film *film)
{
    snprintf(arguments->size, sizeof arguments->size, "%dx%d", (int)film->width, (int)film->height);
    snprintf(arguments->fps, sizeof arguments->fps, "%.6f", film->fps);
    ADD(arguments, "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror", "-y");
    ADD(arguments, "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", arguments->size);
    ADD(arguments, "-framerate", arguments->fps, "-i", "pipe:0");
}

/// One palette for the film, of the images before it: of all images it would hold the whole film in memory, and a
/// palette per image takes five times as long and makes files twice as large.
static void add_gif(film_arguments *arguments, const output_film *film)
{
    const int colors = 16 + 240 * film->quality / 100, images = film->palette_images;
    snprintf(arguments->filter, sizeof arguments->filter,
             "split[a][b];[a]trim=end_frame=%d,palettegen=max_colors=%d:reserve_transparent=%d[p];"
             "[b]trim=start_frame=%d,setpts=PTS-STARTPTS[f];[f][p]paletteuse=dither=bayer:bayer_scale=4",
             images, colors, film->transparent, images);
    ADD(arguments, "-filter_complex", arguments->filter, "-loop", "0", "-f", "gif");
}

/// Converts to the colours of high-definition video, and says so in the file.
static void add_video_colors(film_arguments *arguments, const char *pixel_format)
{
    ADD(arguments, "-vf", "scale=out_color_matrix=bt709:out_range=tv", "-pix_fmt", pixel_format);
    ADD(arguments, "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv");
}

static void add_mp4(film_arguments *arguments, const output_film *film)
{
    snprintf(arguments->quality, sizeof arguments->quality, "%d", 48 - 2 * film->quality / 5);
    add_video_colors(arguments, "yuv420p");
    ADD(arguments, "-c:v", "libx264", "-crf", arguments->quality, "-movflags", "+faststart", "-f", "mp4");
}

static void add_webm(film_arguments *arguments, const output_film *film)
{
    snprintf(arguments->quality, sizeof arguments->quality, "%d", 63 - film->quality / 2);
    add_video_colors(arguments, film->transparent ? "yuva420p" : "yuv420p");
    ADD(arguments, "-c:v", "libvpx-vp9", "-crf", arguments->quality, "-b:v", "0", "-row-mt", "1", "-cpu-used", "4");
    if (film->transparent) ADD(arguments, "-auto-alt-ref", "0");
    ADD(arguments, "-f", "webm");
}

static void add_webp(film_arguments *arguments, const output_film *film)
{
    snprintf(arguments->quality, sizeof arguments->quality, "%d", film->quality);
    ADD(arguments, "-c:v", "libwebp_anim", "-pix_fmt", "bgra", "-quality", arguments->quality, "-loop", "0");
    ADD(arguments, "-f", "webp");
}

static void add_format(film_arguments *arguments, const output *out)
{
    if (out->driver == &sinew__output_gif) add_gif(arguments, &out->film);
    if (out->driver == &sinew__output_mp4) add_mp4(arguments, &out->film);
    if (out->driver == &sinew__output_webm) add_webm(arguments, &out->film);
    if (out->driver == &sinew__output_webp) add_webp(arguments, &out->film);
}

// ---- the driver ----------------------------------------------------------------------------------------------------

/// Discards the temporary file.
static void remove_file(film_state *state)
{
    const sinew_result removed = sinew__foreign_file_end(state->file, 0, NULL);
    (void)removed; // nothing can be done about a file that cannot be removed
    state->file = NULL;
}

static sinew_result start_encoder(output *out, sinew_error *out_error)
{
    film_state *state = out->state;
    film_arguments arguments = {.count = 0};
    add_input(&arguments, &out->film);
    add_format(&arguments, out);
    ADD(&arguments, "file:" SINEW__ENCODER_OUTPUT);
    return sinew__encoder_process_start(arguments.words, sinew__foreign_file_descriptor(state->file), &state->encoder,
                                        out_error);
}

static sinew_result open_film(output *out, sinew_error *out_error)
{
    film_state *state = out->state;
    sinew_result result = sinew__foreign_file_begin(out->path, &state->file, out_error);
    if (result != SINEW_OK) return result;
    result = start_encoder(out, out_error);
    if (result != SINEW_OK) remove_file(state);
    return result;
}

/// Ends an encoder that has failed or is complete, with its last line as the reason of a failure.
static sinew_result finish_encoder(film_state *state, int is_cut_off, sinew_error *out_error)
{
    char line[200], reason[200];
    const int is_complete = sinew__encoder_process_finish(&state->encoder, line, sizeof line);
    if (is_complete && !is_cut_off) return SINEW_OK;
    sinew__printable(line, reason, sizeof reason);
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: ffmpeg failed%s%s", *reason ? ": " : "", reason);
}

static sinew_result write_film(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    film_state *state = out->state;
    const size_t size = 4 * (size_t)image->width * (size_t)image->height;
    const int code = sinew__encoder_process_write(&state->encoder, image->pixels, size);
    if (code == 0) return SINEW_OK;
    const sinew_result result = finish_encoder(state, 1, out_error);
    remove_file(state);
    return result;
}

static sinew_result close_film(output *out, sinew_error *out_error)
{
    film_state *state = out->state;
    if (!state->file) return SINEW_OK; // a write has failed
    if (out->is_cancelled) {
        sinew__encoder_process_cancel(&state->encoder);
        remove_file(state);
        return SINEW_OK;
    }
    const sinew_result result = finish_encoder(state, 0, out_error);
    if (result != SINEW_OK) {
        remove_file(state);
        return result;
    }
    return sinew__foreign_file_end(state->file, 1, out_error);
}

#define FILM_DRIVER .state_size = sizeof(film_state), .open = open_film, .write = write_film, .close = close_film

const output_driver sinew__output_gif = {.name = "gif", .extension = "gif", .has_palette = 1, FILM_DRIVER};

const output_driver sinew__output_mp4 = {
    .name = "mp4", .extension = "mp4", .drops_alpha = 1, .even_sizes = 1, FILM_DRIVER};

const output_driver sinew__output_webm = {.name = "webm", .extension = "webm", .even_sizes = 1, FILM_DRIVER};

const output_driver sinew__output_webp = {.name = "webp", .extension = "webp", FILM_DRIVER};
