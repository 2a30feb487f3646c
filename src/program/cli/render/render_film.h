/// The films of `sinew render`: which frames, at which rate, into which driver.
#ifndef SINEW_PROGRAM_CLI_RENDER_RENDER_FILM_H
#define SINEW_PROGRAM_CLI_RENDER_RENDER_FILM_H

#include "program/cli/render/frame_source.h"
#include "program/cli/render/render_job.h"
#include "program/cli/render/render_outputs.h"

/// Refuses options that a film cannot have. Returns 0, or the exit code after printing the error.
int render_check_film(const cli_context *context, const render_settings *settings);

/// Draws the films of all clips: outputs->count is the number of clips. Each plays in the time of its clip. Returns 0,
/// or the exit code after printing the error; then the film in progress is discarded.
int render_draw_films(render_job *job, const render_outputs *outputs, cli_progress *progress);

#endif
