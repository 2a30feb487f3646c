/// The options --at, --range, --from, --to, --step, --frames and --fps, which several commands share.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_TIME_OPTIONS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_TIME_OPTIONS_H

#include "program/cli/framework/command.h"
#include "sinew/model.h"

typedef struct cli_time_options {
    cli_times at;
    cli_range range;
    cli_time from, to, step;
    int32_t frames; ///< number of times in the range; 0: `step` is used
    double fps;     ///< frames per second; 0: the model's
} cli_time_options;

// clang-format off
/// Rows of an option table. `field` is a cli_time_options.
#define CLI_TIME_OPTIONS(settings, field)                                                                              \
    {"at", 0, CLI_TIMES, "TIME", "add one time; repeatable, also with a range",                                         \
     CLI_FIELD(settings, field.at)},                                                                                   \
    {"range", 0, CLI_RANGE, "A..B", "add a range of times", CLI_FIELD(settings, field.range)},                            \
    {"from", 0, CLI_TIME, "TIME", "set the start of the range (start)", CLI_FIELD(settings, field.from)},                    \
    {"to", 0, CLI_TIME, "TIME", "set the end of the range (end)", CLI_FIELD(settings, field.to)},                            \
    {"step", 0, CLI_TIME, "TIME", "set the step of the range (1f)", CLI_FIELD(settings, field.step)},    \
    {"frames", 0, CLI_WHOLE, "N", "spread N times evenly over the range", CLI_FIELD(settings, field.frames), .min = 1,  \
     .max = 1000000},                                                                                              \
    CLI_FPS_OPTION(settings, field.fps)

/// A row of an option table for `--fps N`. `field` is a double.
#define CLI_FPS_OPTION(settings, field)                                                                                \
    {"fps", 0, CLI_NUMBER, "N", "set the frame rate (the file's)", CLI_FIELD(settings, field), .min = 0.001,         \
     .max = 100000}
// clang-format on

/// Returns whether any time option is given.
int cli_times_are_given(const cli_time_options *when);

/// Returns whether an option of the range is given.
int cli_times_have_range(const cli_time_options *options);

/// Sets the range to the whole clip.
void cli_times_add_whole_clip(cli_time_options *options);

/// Lists the requested times in seconds from the clip's start: first from --at, then from the range. *out_times is from
/// malloc. Returns 0, or the exit code after printing the error.
int cli_list_times(const cli_context *context, const char *path, const sinew_model *model, int32_t clip,
                   const cli_time_options *options, double **out_times, size_t *out_count);

/// Returns the frame rate of --fps, else the model's; 0 if there is neither.
double cli_frame_rate(const sinew_model *model, double fps_option);

#endif
