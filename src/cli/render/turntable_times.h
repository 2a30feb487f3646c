/// The times of a turntable film, which need not end where the clip ends.
#ifndef SINEW_CLI_RENDER_TURNTABLE_TIMES_H
#define SINEW_CLI_RENDER_TURNTABLE_TIMES_H

#include "cli/framework/output_name.h"
#include "cli/render/render_settings.h"

/// Whether the settings leave the times of a film to the turntable: no range is given, and one --at at most.
int turntable_repeats_clip(const render_settings *settings);

/// Lists the frames of one revolution of about six seconds, at the clip's frame rate: the clip is repeated, or the pose
/// of --at is held. Returns 0, or the exit code after printing the error.
int turntable_list_times(const cli_context *context, const render_settings *settings, cli_output_times *clip);

/// Frames per second of such a film.
double turntable_rate(const cli_output_times *clip);

#endif
