/// A model with its textures and a clip, shared by `render` and `play`.
#ifndef SINEW_PROGRAM_CLI_COMMANDS_SCENE_H
#define SINEW_PROGRAM_CLI_COMMANDS_SCENE_H

#include "program/cli/framework/command.h"
#include "runtime/model/clip_span.h"
#include "sinew/load.h"
#include "sinew/render.h"

enum { CLI_MAX_INSTANCES = 100000 }; ///< of --crowd

/// Zero-initialized: empty.
typedef struct cli_scene {
    const char *path;
    sinew_model *model;
    sinew_pose *pose;
    sinew_textures textures;
    sinew_engine engine;
    int32_t clip;
    sinew__span motion;  ///< of the clip without a reference pose in its first frame
    sinew_bounds bounds; ///< of that motion
} cli_scene;

/// Loads the model, with the clips of the files `animations` added, and selects no clip. Returns 0, or the exit code
/// after printing the error. Free in both cases.
int cli_scene_load(const cli_context *context, const char *path, const cli_texts *animations,
                   sinew_engine default_engine, cli_scene *scene);
/// Selects a clip, or SINEW_NONE, and computes the bounds of its motion.
SINEW_NODISCARD sinew_result cli_scene_set_clip(cli_scene *scene, int32_t clip, sinew_error *out_error);
/// Decodes the textures of the model. Returns 0, or the exit code after printing the error.
int cli_scene_load_images(const cli_context *context, cli_scene *scene);
void cli_scene_free(cli_scene *scene);

/// Print warnings: for a model without anything to draw; for missing and reduced images of textures.
void cli_warn_of_nothing_to_draw(const cli_context *context, const char *path, const sinew_model *model);
void cli_warn_of_textures(const cli_context *context, const char *path, const sinew_textures *textures);

/// Duration of the clip in seconds; 0 for the rest pose.
double cli_scene_duration(const cli_scene *scene);

/// Resolves `--at` to seconds from the clip's start; 0 when the option is absent. `fps` 0: that of the file.
/// Returns 0, or the exit code after printing the error.
int cli_scene_time(const cli_context *context, const cli_scene *scene, const cli_time *at, double fps,
                   double *out_seconds);

#endif
