#include "cli/commands/render_film.h"

#include <stdlib.h>
#include <string.h>

#include "cli/framework/report.h"
#include "output/compare_images.h"

const output_driver *cli_film_driver(const char *path)
{
    return path ? sinew__output_film_driver_for(path) : NULL;
}

int cli_film_check(const cli_context *context, const cli_film_options *options)
{
    const output_driver *driver = cli_film_driver(options->output);
    if (!driver) return 0;
    if (options->times->at.count) {
        return cli_fail_usage(context, "bad-value", "use --range A..B", "--at draws images, and .%s is a film",
                              driver->extension);
    }
    if (options->reference) {
        return cli_fail_usage(context, "bad-value", "use -o image.png",
                              "--reference compares one image, and .%s is a film", driver->extension);
    }
    if (options->transparent && driver->drops_alpha) {
        return cli_fail_usage(context, "bad-value", "use .webm, .webp or .gif", ".%s has no transparency",
                              driver->extension);
    }
    return 0;
}

cli_time_options cli_film_times(const cli_time_options *options)
{
    cli_time_options times = *options;
    if (!cli_times_are_given(options)) {
        times.range.from = (cli_time){"start", {.origin = SINEW_TIME_FROM_START}};
        times.range.to = (cli_time){"end", {.origin = SINEW_TIME_FROM_END}};
    }
    return times;
}

/// Frames per second at which the times are played in real time; `fps` for a single frame, or 1 without it.
static double playback_rate(const cli_output_times *clip)
{
    const double span = clip->count > 1 ? clip->times[clip->count - 1] - clip->times[0] : 0;
    if (span > 0) return (double)(clip->count - 1) / span;
    return clip->fps > 0 ? clip->fps : 1;
}

static int fail(const cli_film *film, const sinew_error *error)
{
    return cli_fail(film->context, film->out.path, error);
}

/// Gives up the memory of a film that is no longer open.
static void free_film(cli_film *film)
{
    free(film->out.state);
    free(film->first);
}

int cli_film_begin(const cli_context *context, const char *path, const cli_film_options *options,
                   const cli_output_times *clip, int32_t width, int32_t height, cli_film *film)
{
    sinew_error error;
    const output_driver *driver = cli_film_driver(path);
    const output_film settings = {width, height, playback_rate(clip), options->quality, options->transparent};
    *film = (cli_film){.context = context,
                       .out = {.driver = driver, .path = path, .film = settings},
                       .total = clip->count,
                       .size = 4 * (size_t)width * (size_t)height};
    film->out.state = calloc(1, driver->state_size);
    film->first = malloc(film->size);
    const int has_memory = film->out.state && film->first;
    const int is_open = has_memory && driver->open(&film->out, &error) == SINEW_OK;
    if (is_open) return 0;
    const int code = has_memory ? fail(film, &error) : cli_fail_memory(context);
    free_film(film);
    return code;
}

/// 1 − similarity of the first frame and another.
static sinew_result compare_with_first(const cli_film *film, const uint8_t *pixels, double *out_difference,
                                       sinew_error *out_error)
{
    const output_film *settings = &film->out.film;
    return sinew__output_compare_images(film->first, pixels, settings->width, settings->height, out_difference,
                                        out_error);
}

/// Whether a frame closes a loop: it is a hundred times more like the first than the second frame is.
static sinew_result closes_loop(cli_film *film, const uint8_t *pixels, int *out_closes, sinew_error *out_error)
{
    double difference = 0;
    sinew_result result = SINEW_OK;
    *out_closes = 0;
    if (film->written == 0) memcpy(film->first, pixels, film->size);
    if (film->written == 1) result = compare_with_first(film, pixels, &film->step, out_error);
    if (film->written < 2 || film->written + 1 < film->total) return result;
    result = compare_with_first(film, pixels, &difference, out_error);
    *out_closes = result == SINEW_OK && difference <= film->step / 100;
    return result;
}

int cli_film_add(cli_film *film, const uint8_t *pixels)
{
    sinew_error error;
    const output_image image = {film->out.film.width, film->out.film.height, pixels};
    int closes = 0;
    if (closes_loop(film, pixels, &closes, &error) != SINEW_OK) return fail(film, &error);
    if (closes) return 0;
    ++film->written;
    return film->out.driver->write(&film->out, &image, 0, &error) == SINEW_OK ? 0 : fail(film, &error);
}

int cli_film_end(cli_film *film, int code)
{
    sinew_error error;
    film->out.is_cancelled = code != 0;
    const sinew_result result = film->out.driver->close(&film->out, &error);
    if (result != SINEW_OK && code == 0) code = fail(film, &error);
    free_film(film);
    return code;
}
