/// Writes films, encoded or raw. To encode a film, raw frames go through a pipe to the program ffmpeg, which encodes
/// while the next frame is drawn. ffmpeg writes to a file that sinew has opened: between the choice of a name and its
/// opening by ffmpeg, another user could replace the file by a link. A private folder would not prevent that, because
/// users who may rename entries of its parent folder can replace the folder. ffmpeg's output cannot be a pipe, because
/// MP4 is written in two passes.

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/printable.h"
#include "core/platform/descriptor.h"
#include "core/platform/encoder_process.h"
#include "core/platform/file.h"
#include "core/platform/standard_output.h"
#include "draw/output/output.h"

// Films as raw frames on standard output, for other programs: YUV4MPEG2 or plain RGB.

typedef struct stream_state {
    uint8_t *frame; ///< [frame_size + header_size] the bytes of one frame
    size_t frame_size;
} stream_state;

static const char frame_header[] = "FRAME\n"; // precedes each frame of YUV4MPEG2

enum { HEADER_SIZE = sizeof frame_header - 1 };

/// Writes bytes to standard output. If the reader has closed the pipe, sets is_closed and reports no error.
static sinew_result write_bytes(output *out, const void *bytes, size_t size, sinew_error *out_error)
{
    const int code = out->is_closed ? 0 : sinew__write_all(SINEW__STDOUT, bytes, size);
    if (code == EPIPE) out->is_closed = 1;
    if (code == 0 || code == EPIPE) return SINEW_OK;
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot write: %s", strerror(code));
}

static sinew_result open_stream(output *out, sinew_error *out_error)
{
    stream_state *state = out->state;
    if (sinew__is_terminal(SINEW__STDOUT)) return sinew__fail_binary_output(out_error);
    state->frame_size = 3 * (size_t)out->film.width * (size_t)out->film.height;
    state->frame = sinew__allocate(state->frame_size + HEADER_SIZE);
    return state->frame ? SINEW_OK : sinew__fail_memory(out_error);
}

static sinew_result close_stream(output *out, sinew_error *out_error)
{
    (void)out_error;
    stream_state *state = out->state;
    sinew_free(state->frame);
    return SINEW_OK;
}

// ---- RGB -----------------------------------------------------------------------------------------------------------

static sinew_result write_rgb(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    const stream_state *state = out->state;
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i) memcpy(state->frame + 3 * i, image->pixels + 4 * i, 3);
    return write_bytes(out, state->frame, state->frame_size, out_error);
}

// ---- YUV4MPEG2 -----------------------------------------------------------------------------------------------------

static sinew_result open_y4m(output *out, sinew_error *out_error)
{
    // Denominators to try for the frame rate: 1 for whole numbers, 1001 for NTSC's rates, else 1,000,000.
    static const long denominators[] = {1, 1001, 1000000};
    const double fps = out->film.fps;
    char header[160];
    int i = 0;
    while (i < 2 && !(fabs((double)lround(fps * (double)denominators[i]) / (double)denominators[i] - fps) < 1e-6 * fps))
        ++i;
    const long denominator = denominators[i], numerator = lround(fps * (double)denominator);
    const sinew_result result = open_stream(out, out_error);
    if (result != SINEW_OK) return result;
    const int length = snprintf(header, sizeof header, "YUV4MPEG2 W%d H%d F%ld:%ld Ip A1:1 C444 XCOLORRANGE=LIMITED\n",
                                (int)out->film.width, (int)out->film.height, numerator, denominator);
    return write_bytes(out, header, (size_t)length, out_error);
}

/// Returns one component of BT.709 video from RGB, computed in 16.16 fixed point: luma in 219 steps from 16, colour
/// differences in 224 steps around 128.
static uint8_t weighted(const uint8_t color[3], const int weights[3], int offset)
{
    const int sum = weights[0] * color[0] + weights[1] * color[1] + weights[2] * color[2];
    return (uint8_t)((sum + (offset << 16) + (1 << 15)) >> 16);
}

static sinew_result write_y4m(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    const stream_state *state = out->state;
    memcpy(state->frame, frame_header, HEADER_SIZE);
    uint8_t *out_planes = state->frame + HEADER_SIZE;
    static const int luma[3] = {11966, 40254, 4064}, blue[3] = {-6596, -22188, 28784}, red[3] = {28784, -26145, -2639};
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i) {
        const uint8_t *color = image->pixels + 4 * i;
        out_planes[i] = weighted(color, luma, 16);
        out_planes[count + i] = weighted(color, blue, 128);
        out_planes[2 * count + i] = weighted(color, red, 128);
    }
    return write_bytes(out, state->frame, HEADER_SIZE + state->frame_size, out_error);
}

const output_driver sinew__output_y4m = {.name = "y4m",
                                         .state_size = sizeof(stream_state),
                                         .drops_alpha = 1,
                                         .open = open_y4m,
                                         .write = write_y4m,
                                         .close = close_stream};

const output_driver sinew__output_rgb = {.name = "rgb",
                                         .state_size = sizeof(stream_state),
                                         .drops_alpha = 1,
                                         .open = open_stream,
                                         .write = write_rgb,
                                         .close = close_stream};

/// Arguments of ffmpeg, terminated by NULL, and the texts that they point to.
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

/// Adds the arguments that convert images to the colours of high-definition video (BT.709), and that state these
/// colours in the file and, for ProRes, in each frame.
static void add_video_colors(film_arguments *arguments, const char *pixel_format)
{
    ADD(arguments, "-vf",
        "scale=out_color_matrix=bt709:out_range=tv,setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709",
        "-pix_fmt", pixel_format);
    ADD(arguments, "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv");
}

/// Adds the codec, its quality and the container format.
static void add_format(film_arguments *arguments, const output_driver *driver, const output_film *film)
{
    if (driver == &sinew__output_gif) {
        // Makes one palette for the film, from the palette_images that precede its first image. A palette from all
        // images would hold the whole film in memory, and one per image takes five times as long and makes files twice
        // as large.
        const int colors = 16 + 240 * film->quality / 100, images = film->palette_images;
        snprintf(arguments->filter, sizeof arguments->filter,
                 "split[a][b];[a]trim=end_frame=%d,palettegen=max_colors=%d:reserve_transparent=%d[p];"
                 "[b]trim=start_frame=%d,setpts=PTS-STARTPTS[f];[f][p]paletteuse=dither=bayer:bayer_scale=4",
                 images, colors, film->transparent, images);
        ADD(arguments, "-filter_complex", arguments->filter, "-loop", "0", "-f", "gif");
    } else if (driver == &sinew__output_mp4) {
        snprintf(arguments->quality, sizeof arguments->quality, "%d", 48 - 2 * film->quality / 5);
        add_video_colors(arguments, "yuv420p");
        ADD(arguments, "-c:v", "libx264", "-crf", arguments->quality, "-movflags", "+faststart", "-f", "mp4");
    } else if (driver == &sinew__output_webm) {
        snprintf(arguments->quality, sizeof arguments->quality, "%d", 63 - film->quality / 2);
        add_video_colors(arguments, film->transparent ? "yuva420p" : "yuv420p");
        ADD(arguments, "-c:v", "libvpx-vp9", "-crf", arguments->quality, "-b:v", "0", "-row-mt", "1", "-cpu-used", "4");
        if (film->transparent) ADD(arguments, "-auto-alt-ref", "0");
        ADD(arguments, "-f", "webm");
    } else if (driver == &sinew__output_webp) {
        snprintf(arguments->quality, sizeof arguments->quality, "%d", film->quality);
        ADD(arguments, "-c:v", "libwebp_anim", "-pix_fmt", "bgra", "-quality", arguments->quality, "-loop", "0");
        ADD(arguments, "-f", "webp");
    } else if (driver == &sinew__output_mov) {
        static const char *const profiles[] = {"proxy", "lt", "standard", "hq"}; // ProRes without transparency
        const int profile = film->quality / 25;
        add_video_colors(arguments, film->transparent ? "yuva444p10le" : "yuv422p10le");
        ADD(arguments, "-c:v", "prores_ks", "-vendor", "apl0", "-profile:v");
        ADD(arguments, film->transparent ? "4444" : profiles[profile < 3 ? profile : 3], "-movflags", "+write_colr",
            "-f", "mov");
    } else if (driver == &sinew__output_apng)
        ADD(arguments, "-c:v", "apng", "-pix_fmt", film->transparent ? "rgba" : "rgb24", "-plays", "0", "-f", "apng");
}

// ---- the driver ----------------------------------------------------------------------------------------------------

/// Discards the temporary file.
static void remove_file(film_state *state)
{
    const sinew_result removed = sinew__foreign_file_end(state->file, 0, NULL);
    (void)removed; // a file that cannot be removed is left
    state->file = NULL;
}

static sinew_result open_film(output *out, sinew_error *out_error)
{
    film_state *state = out->state;
    sinew_result result = sinew__foreign_file_begin(out->path, &state->file, out_error);
    if (result != SINEW_OK) return result;
    film_arguments arguments = {.count = 0};
    snprintf(arguments.size, sizeof arguments.size, "%dx%d", (int)out->film.width, (int)out->film.height);
    snprintf(arguments.fps, sizeof arguments.fps, "%.6f", out->film.fps);
    // Without -xerror, ffmpeg reports success even if it could not write the last bytes.
    ADD(&arguments, "ffmpeg", "-hide_banner", "-nostdin", "-loglevel", "error", "-xerror", "-y");
    ADD(&arguments, "-f", "rawvideo", "-pix_fmt", "rgba", "-video_size", arguments.size);
    ADD(&arguments, "-framerate", arguments.fps, "-i", "pipe:0");
    add_format(&arguments, out->driver, &out->film);
    ADD(&arguments, "file:" SINEW__ENCODER_OUTPUT);
    result = sinew__encoder_process_start(arguments.words, sinew__foreign_file_descriptor(state->file), &state->encoder,
                                          out_error);
    if (result != SINEW_OK) remove_file(state);
    return result;
}

/// Waits for an encoder that has failed or has all frames. Its last line is the reason of a failure.
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

const output_driver sinew__output_mov = {.name = "mov", .extension = "mov", .even_sizes = 1, FILM_DRIVER};

const output_driver sinew__output_apng = {.name = "apng", .extension = "apng", FILM_DRIVER};
