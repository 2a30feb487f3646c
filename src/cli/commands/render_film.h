/// The films of `sinew render`: which times, at which rate, into which driver.
#ifndef SINEW_CLI_COMMANDS_RENDER_FILM_H
#define SINEW_CLI_COMMANDS_RENDER_FILM_H

#include "cli/framework/output_name.h"
#include "cli/framework/time_options.h"
#include "output/output.h"

/// What `sinew render` is told about a film.
typedef struct cli_film_options {
    const char *output; ///< or NULL
    int32_t quality;    ///< 0 … 100
    int transparent;
    const char *reference; ///< of --reference, or NULL
    const cli_time_options *times;
} cli_film_options;

/// Returns the driver of the output name if it writes films, else NULL.
const output_driver *cli_film_driver(const char *output);

/// Refuses options that a film cannot have. Returns 0, or the exit code after printing the error.
int cli_film_check(const cli_context *context, const cli_film_options *options);

/// The time options of a film: the whole clip if no time is given.
cli_time_options cli_film_times(const cli_time_options *options);

/// A film being written.
typedef struct cli_film {
    const cli_context *context;
    output out;
    size_t total;   ///< frames
    size_t written; ///< of them
    uint8_t *first; ///< a copy of the first frame
    double step;    ///< 1 − similarity of the first two frames
    size_t size;    ///< bytes of a frame
} cli_film;

/// Starts a film of the times of a clip, which plays in the time of the clip. `width` and `height` are those of the
/// frames. Returns 0, or the exit code after printing the error.
int cli_film_begin(const cli_context *context, const char *path, const cli_film_options *options,
                   const cli_output_times *clip, int32_t width, int32_t height, cli_film *out_film);

/// Adds a frame. The last one is left out if it closes a loop, so that a loop does not pause.
int cli_film_add(cli_film *film, const uint8_t *pixels);

/// Completes the film, or discards it when `code`, the exit code so far, is not 0. Returns the exit code.
int cli_film_end(cli_film *film, int code);

#endif
