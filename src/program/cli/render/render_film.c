// Draws the films of `sinew render`: chooses frames and frame rate, and passes the frames to a driver.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "draw/output/compare_images.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/render_outputs.h"

/// Limit in bytes of the frames in memory that determine the palette of a film.
static const size_t max_palette_memory = (size_t)64 << 20;

int render_check_film(const cli_context *context, const render_settings *settings)
{
    const output_driver *driver = render_film_driver(settings);
    if (settings->format >= 0 && (!settings->output || strcmp(settings->output, "-") != 0))
        return cli_fail_usage(context, "bad-value", "use -o -", "--format is that of standard output");
    if (settings->format > 0 && settings->sheet.width)
        return cli_fail_usage(context, "bad-value", "use --format png", "a sheet is one image");
    if (!driver) return 0;
    if (settings->times.at.count && !render_turntable_repeats_clip(settings)) {
        return cli_fail_usage(context, "bad-value", "use --range A..B", "--at draws images, and .%s is a film",
                              driver->name);
    }
    if (settings->reference.path) {
        return cli_fail_usage(context, "bad-value", "use -o image.png",
                              "--reference compares one image, and .%s is a film", driver->name);
    }
    return settings->transparent && driver->drops_alpha
               ? render_fail_opaque(context, driver, sinew__output_film_drivers)
               : 0;
}

// ---- one film ------------------------------------------------------------------------------------------------------

/// The state of writing one film.
typedef struct film_writer {
    render_job *job;
    frame_source *source;
    output out;
    const cli_output_times *clip;
    size_t size;      ///< bytes of one frame
    size_t written;   ///< number of frames written
    uint8_t *first;   ///< a copy of the first frame
    double step;      ///< difference of the first two frames: 1 − similarity
    uint8_t *palette; ///< [palette_count × size] frames that determine the palette, drawn first
    size_t palette_count;
} film_writer;

static int fail(const film_writer *film, const sinew_error *error)
{
    cli_progress_end(film->source->progress);
    return cli_fail(film->job->context, cli_output_label(film->out.path), error);
}

/// Returns the number of frames that determine the palette; 0: the format has no palette.
static size_t palette_count(const render_job *job, size_t frames)
{
    const size_t fit = max_palette_memory / render_job_frame_size(job);
    size_t count = frames < OUTPUT_PALETTE_IMAGES ? frames : OUTPUT_PALETTE_IMAGES;
    if (count > fit) count = fit > 0 ? fit : 1;
    return render_film_driver(job->settings)->has_palette ? count : 0;
}

/// Returns the index of the i-th frame that determines the palette; these frames are evenly spread.
static size_t palette_frame(size_t i, size_t count, size_t frames)
{
    return i * frames / count;
}

/// Returns the index of a film frame among the palette's frames, or `count`.
static size_t find_in_palette(size_t frame, size_t count, size_t frames)
{
    size_t i = 0;
    while (i < count && palette_frame(i, count, frames) != frame) ++i;
    return i;
}

static void free_film(film_writer *film)
{
    free(film->out.state);
    free(film->first);
    free(film->palette);
}

static int begin_film(film_writer *film, const char *path)
{
    sinew_error error;
    const render_settings *settings = film->job->settings;
    const output_driver *driver = render_film_driver(settings);
    const cli_output_times *clip = film->clip;
    // frames per second in real time; for a single frame, the clip's rate, or 1
    const double span = clip->count > 1 ? clip->times[clip->count - 1] - clip->times[0] : 0;
    double fps = clip->fps > 0 ? clip->fps : 1;
    if (span > 0) fps = (double)(clip->count - 1) / span;
    if (render_turntable_repeats_clip(settings)) fps = render_turntable_rate(clip);
    film->palette_count = palette_count(film->job, clip->count);
    const output_film options = {.width = film->job->frame_width,
                                 .height = film->job->look.height,
                                 .fps = fps,
                                 .quality = settings->quality,
                                 .transparent = settings->transparent,
                                 .palette_images = (int)film->palette_count};
    film->size = render_job_frame_size(film->job);
    film->out = (output){.driver = driver, .path = path, .film = options};
    film->out.state = calloc(1, driver->state_size);
    film->first = malloc(film->size);
    film->palette = malloc(film->palette_count * film->size + 1);
    const int has_memory = film->out.state && film->first && film->palette;
    const int is_open = has_memory && driver->open(&film->out, &error) == SINEW_OK;
    if (is_open) return 0;
    const int code = has_memory ? fail(film, &error) : cli_fail_memory(film->job->context);
    free_film(film);
    return code;
}

/// Computes the difference between the first frame and another one: 1 − similarity.
static sinew_result compare_with_first(const film_writer *film, const uint8_t *pixels, double *out_difference,
                                       sinew_error *out_error)
{
    const output_film *options = &film->out.film;
    return sinew__output_compare_images(film->first, pixels, options->width, options->height, out_difference,
                                        out_error);
}

static int write_frame(film_writer *film, const uint8_t *pixels)
{
    sinew_error error;
    const output_image image = {.width = film->out.film.width, .height = film->out.film.height, .pixels = pixels};
    return film->out.driver->write(&film->out, &image, 0, &error) == SINEW_OK ? 0 : fail(film, &error);
}

/// Adds a frame. The last frame of a closed loop is not added, because the loop would pause there. A loop counts as
/// closed if the last frame differs from the first by at most 1 % of the difference between the first two frames.
static int add_frame(film_writer *film, const uint8_t *pixels)
{
    sinew_error error;
    sinew_result result = SINEW_OK;
    double difference = (double)INFINITY;
    if (film->written == 0) memcpy(film->first, pixels, film->size);
    if (film->written == 1) result = compare_with_first(film, pixels, &film->step, &error);
    if (film->written >= 2 && film->written + 1 >= film->clip->count)
        result = compare_with_first(film, pixels, &difference, &error);
    if (result != SINEW_OK) return fail(film, &error);
    if (difference <= film->step / 100) return 0;
    ++film->written;
    return write_frame(film, pixels);
}

/// Draws the frames that determine the palette, then the film. Returns 0, or the exit code after printing the error.
static int draw_frames(film_writer *film)
{
    const size_t count = film->clip->count;
    const uint8_t *pixels;
    int code = 0;
    for (size_t i = 0; i < film->palette_count && !code; ++i) {
        uint8_t *held = film->palette + i * film->size;
        code = render_frame_source_next(film->source, &pixels);
        if (code) return code;
        memcpy(held, pixels, film->size);
        code = write_frame(film, held);
    }
    for (size_t i = 0; i < count && !code && !film->out.is_closed; ++i) {
        const size_t held = find_in_palette(i, film->palette_count, count);
        pixels = film->palette + held * film->size;
        if (held == film->palette_count) code = render_frame_source_next(film->source, &pixels);
        if (!code) code = add_frame(film, pixels);
    }
    return code;
}

// ---- all films -----------------------------------------------------------------------------------------------------

int render_draw_films(render_job *job, const render_outputs *outputs, cli_progress *progress)
{
    frame_index *order = malloc((outputs->frames + 1) * sizeof *order);
    if (!order) return cli_fail_memory(job->context);
    size_t listed = 0; // frames that determine a clip's palette come before its other frames
    for (size_t clip = 0; clip < job->clip_count; ++clip) {
        const size_t frames = job->clips[clip].count, held = palette_count(job, frames);
        for (size_t i = 0; i < held; ++i) order[listed++] = (frame_index){clip, palette_frame(i, held, frames)};
        for (size_t i = 0; i < frames; ++i)
            if (find_in_palette(i, held, frames) == held) order[listed++] = (frame_index){clip, i};
    }
    frame_source source;
    int code = render_frame_source_open(&source, job, order, outputs->frames, progress);
    for (size_t i = 0; i < outputs->count && !code; ++i) {
        film_writer film = {.job = job, .source = &source, .clip = &job->clips[i]};
        code = begin_film(&film, outputs->names[i]);
        if (code) break;
        code = draw_frames(&film);
        film.out.is_cancelled = code != 0; // the driver discards the film
        sinew_error error;
        if (film.out.driver->close(&film.out, &error) != SINEW_OK && code == 0) code = fail(&film, &error);
        free_film(&film);
    }
    render_frame_source_close(&source);
    free(order);
    return code;
}
