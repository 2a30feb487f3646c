/// --at, --range, --from, --to, --step, --frames, --fps: the options for moments, shared by the commands that take any.
#ifndef SINEW_CLI_FRAMEWORK_TIME_OPTIONS_H
#define SINEW_CLI_FRAMEWORK_TIME_OPTIONS_H

#include "cli/framework/command.h"
#include "sinew/model.h"

typedef struct cli_when {
    cli_times at;
    cli_range range;
    cli_time from, to, step;
    int32_t frames; ///< 0: by step
    double fps;     ///< 0: the model's
} cli_when;

// clang-format off
/// Rows for an option table; `field` is a cli_when.
#define CLI_WHEN_OPTIONS(settings, field)                                                                              \
    {"at", 0, CLI_TIMES, "TIME", "a moment; may be given many times, and beside a stretch",                               \
     CLI_FIELD(settings, field.at)},                                                                                   \
    {"range", 0, CLI_RANGE, "A..B", "a stretch of time", CLI_FIELD(settings, field.range)},                            \
    {"from", 0, CLI_TIME, "TIME", "begin of the stretch (start)", CLI_FIELD(settings, field.from)},                    \
    {"to", 0, CLI_TIME, "TIME", "end of the stretch (end)", CLI_FIELD(settings, field.to)},                            \
    {"step", 0, CLI_TIME, "TIME", "distance between moments of the stretch (1f)", CLI_FIELD(settings, field.step)},    \
    {"frames", 0, CLI_WHOLE, "N", "so many moments, evenly spread", CLI_FIELD(settings, field.frames), .at_least = 1,  \
     .at_most = 1000000},                                                                                              \
    CLI_FPS_OPTION(settings, field.fps)

/// The same for a double.
#define CLI_FPS_OPTION(settings, field)                                                                                \
    {"fps", 0, CLI_NUMBER, "N", "frames a second (the file's)", CLI_FIELD(settings, field), .at_least = 0.001,         \
     .at_most = 100000}
// clang-format on

/// Whether any moment was asked for.
int cli_when_is_given(const cli_when *when);

/// The moments that were asked for, in seconds on the file's timeline: those of --at, then those of the stretch.
/// *out_times is from malloc. On failure the message is printed and the exit code given, else 0.
int cli_list_times(const cli_context *context, const char *path, const sinew_model *model, int32_t clip,
                   const cli_when *when, double **out_times, size_t *out_count);

/// Frames a second that --fps or the model gives; 0 when neither does.
double cli_frame_rate(const sinew_model *model, double fps_option);

#endif
