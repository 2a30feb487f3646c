/// --beside and --over: a second model in each image. Without one, the functions do the same as their counterparts
/// in render_job.h.
#ifndef SINEW_PROGRAM_CLI_RENDER_COMPARISON_H
#define SINEW_PROGRAM_CLI_RENDER_COMPARISON_H

#include "program/cli/render/render_job.h"

// clang-format off
/// Rows of an option table. `field` is a cli_comparison_options.
#define CLI_COMPARISON_OPTIONS(settings, field)                                                                        \
    {"beside", 0, CLI_TEXT, "FILE", "draw this file on the right, at the same time of its clip",                       \
     CLI_FIELD(settings, field.beside), .complete = CLI_COMPLETE_FILE, .is_input = 1},                                                \
    {"over", 0, CLI_TEXT, "FILE", "draw this file in the same image, and colour the difference",                       \
     CLI_FIELD(settings, field.over), .complete = CLI_COMPLETE_FILE, .is_input = 1},                                                  \
    {"other-clip", 0, CLI_TEXT, "CLIP", "select the clip of --beside or --over", CLI_FIELD(settings, field.clip)},     \
    {"other-anim", 0, CLI_TEXTS, "FILE",                                                                               \
     "add the clips of this file to --beside or --over and play the first; repeatable",                                \
     CLI_FIELD(settings, field.animations), .complete = CLI_COMPLETE_FILE, .is_input = 1}
// clang-format on

/// Fail if options contradict each other. Return 0, or the exit code after printing the error.
int cli_check_comparison(const cli_context *context, const cli_comparison_options *options,
                         const cli_camera_options *camera);
int render_comparison_check(const cli_context *context, const render_settings *settings);

/// Loads the second model of an open job, if it has one. Returns 0, or the exit code after printing the error.
int render_comparison_open(render_job *job);

/// Returns the end of a clip in seconds from its start; with a second model, the common end that --end selects.
double render_comparison_end(const render_job *job, int32_t clip);

/// Loads the textures of both models. `prepare_drawing`: this process draws, so an OpenGL context is created at the
/// same time. Returns 0, or the exit code after printing the error.
int render_comparison_load(render_job *job, int prepare_drawing);

/// Computes motion and camera of a clip. Both models share one camera if their sizes agree; axes and units are
/// converted to the first model's.
SINEW_NODISCARD sinew_result render_comparison_select(render_job *job, const cli_output_times *clip,
                                                      sinew_error *out_error);

/// Creates the renderers. Called in the process that draws.
SINEW_NODISCARD sinew_result render_comparison_begin_drawing(render_job *job, sinew_error *out_error);

/// Draws a frame of a clip with its caption: [render_job_frame_size] bytes of RGBA, rows from top to bottom.
SINEW_NODISCARD sinew_result render_comparison_draw(render_job *job, const cli_output_times *clip, size_t frame,
                                                    uint8_t *out_pixels, sinew_error *out_error);

#endif
