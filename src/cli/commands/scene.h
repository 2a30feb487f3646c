/// A model with its pictures and a clip, ready to be drawn: what `render` and `play` share.
#ifndef SINEW_CLI_COMMANDS_SCENE_H
#define SINEW_CLI_COMMANDS_SCENE_H

#include "cli/framework/command.h"
#include "sinew/load.h"
#include "sinew/render.h"

enum { CLI_MOST_INSTANCES = 100000 }; ///< of --crowd

/// Zeroed: nothing loaded.
typedef struct cli_scene {
    const char *path;
    sinew_model *model;
    sinew_pose *pose;
    sinew_textures textures;
    sinew_engine engine;
    int32_t clip;
    sinew_bounds bounds; ///< of the whole clip
} cli_scene;

/// Loads the model (with `animation` not NULL, the clips of that file); no clip is chosen. On failure it has printed
/// the message and gives the exit code, else 0. Free in both cases.
int cli_scene_load(const cli_context *context, const char *path, const char *animation, sinew_engine default_engine,
                   cli_scene *scene);
/// Chooses a clip, or SINEW_NONE, and finds the room that its motion takes.
SINEW_NODISCARD sinew_result cli_scene_set_clip(cli_scene *scene, int32_t clip, sinew_error *out_error);
/// Decodes the pictures of its model, as cli_scene_load does its work.
int cli_scene_load_images(const cli_context *context, cli_scene *scene);
void cli_scene_free(cli_scene *scene);

/// Say on stderr what of a model's picture is missing: all of it; pictures of textures.
void cli_warn_of_nothing_to_draw(const cli_context *context, const char *path, const sinew_model *model);
void cli_warn_of_textures(const cli_context *context, const char *path, const sinew_textures *textures);

/// First instant of the clip, on the file's timeline; 0 without one.
double cli_scene_start(const cli_scene *scene);

/// Length of the clip in seconds; 0 without one.
double cli_scene_duration(const cli_scene *scene);

/// Seconds on the file's timeline that a `--at` means; not given: the start. `fps` 0: the file's. On failure as above.
int cli_scene_time(const cli_context *context, const cli_scene *scene, const cli_time *at, double fps,
                   double *out_seconds);

#endif
