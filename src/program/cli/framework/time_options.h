/// --at, --range, --from, --to, --step, --frames, --fps: the time options shared by several commands.
#ifndef SINEW_PROGRAM_CLI_FRAMEWORK_TIME_OPTIONS_H
#define SINEW_PROGRAM_CLI_FRAMEWORK_TIME_OPTIONS_H

#include "program/cli/framework/command.h"
#include "sinew/model.h"

typedef struct cli_time_options {
    cli_times at;
    cli_range range;
    cli_time from, to, step;
    int32_t frames; ///< 0: use `step`
    double fps;     ///< 0: the model's rate
} cli_time_options;

// clang-format off
/// Rows of an option table; `field` is a cli_time_options.
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

/// `--fps N` as a double.
#define CLI_FPS_OPTION(settings, field)                                                                                \
    {"fps", 0, CLI_NUMBER, "N", "set the frame rate (the file's)", CLI_FIELD(settings, field), .min = 0.001,         \
     .max = 100000}
// clang-format on

/// Whether any time option is present.
int cli_times_are_given(const cli_time_options *when);

/// Whether an option of the range is present.
int cli_times_have_range(const cli_time_options *options);

/// Sets the range to the whole clip.
void cli_times_add_whole_clip(cli_time_options *options);

/// Lists the requested times in seconds from the clip's start: first --at's, then the range's.
/// *out_times is from malloc. Returns 0, or the exit code after printing the error.
int cli_list_times(const cli_context *context, const char *path, const sinew_model *model, int32_t clip,
                   const cli_time_options *options, double **out_times, size_t *out_count);

/// The frame rate from --fps, else of the model; 0 when neither has one.
double cli_frame_rate(const sinew_model *model, double fps_option);

#endif
