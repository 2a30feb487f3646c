#include "program/cli/commands/scene.h"

#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "runtime/motion/reference_pose.h"

void cli_warn_of_nothing_to_draw(const cli_context *context, const char *path, const sinew_model *model)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (model->meshes[i].index_count > 0) return;
    }
    cli_warn(context, path, model->joint_count > 0 ? "W02: no mesh; the skeleton is drawn" : "nothing to draw");
}

void cli_warn_of_textures(const cli_context *context, const char *path, const sinew_textures *textures)
{
    for (int32_t i = 0; i < textures->note_count; ++i) {
        const sinew_error *note = &textures->notes[i];
        const char *more = "";
        if (note->result == SINEW_ERROR_MEMORY_LIMIT) more = "; --memory-limit allows more";
        if (note->result == SINEW_ERROR_TIMED_OUT) more = "; --timeout allows more";
        cli_warn(context, path, "W10: %s%s", note->message, more);
    }
}

int cli_scene_load(const cli_context *context, const char *path, const cli_texts *animations,
                   sinew_engine default_engine, cli_scene *scene)
{
    *scene = (cli_scene){.path = path, .clip = SINEW_NONE};
    scene->engine = context->engine < 0 ? default_engine : (sinew_engine)context->engine;
    const int failed = cli_load_animated(context, path, animations, scene->engine, &scene->model);
    if (failed) return failed;
    scene->engine = cli_engine_of_model(context, path, scene->model, scene->engine);
    sinew_error error;
    sinew_result result = sinew_engine_accepts(scene->engine, scene->model, &error);
    if (result == SINEW_OK) result = sinew_pose_create(scene->model, &scene->pose, &error);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

sinew_result cli_scene_set_clip(cli_scene *scene, int32_t clip, sinew_error *out_error)
{
    scene->clip = clip;
    scene->motion = sinew__motion_span(scene->model, clip, scene->pose);
    return sinew_motion_bounds(scene->model, scene->engine, clip, scene->motion.start, scene->motion.end,
                               &scene->bounds, out_error);
}

int cli_scene_load_images(const cli_context *context, cli_scene *scene)
{
    sinew_load_options options = cli_load_options(context);
    cli_load_progress progress = {.context = context, .path = scene->path};
    options.warn = cli_load_warn;
    options.user = &progress;
    sinew_error error;
    const sinew_result result =
        sinew_model_load_textures(scene->model, scene->path, &options, &scene->textures, &error);
    cli_warn_of_textures(context, scene->path, &scene->textures);
    return result == SINEW_OK ? 0 : cli_fail(context, scene->path, &error);
}

void cli_scene_free(cli_scene *scene)
{
    sinew_textures_free(&scene->textures);
    sinew_pose_destroy(scene->pose);
    sinew_model_destroy(scene->model);
    *scene = (cli_scene){0};
}

double cli_scene_duration(const cli_scene *scene)
{
    return sinew__clip_span(scene->model, scene->clip).duration;
}

int cli_scene_time(const cli_context *context, const cli_scene *scene, const cli_time *at, double fps,
                   double *out_seconds)
{
    *out_seconds = 0;
    if (!at->text) return 0;
    const sinew_time_context times = {.model = scene->model, .clip = scene->clip, .fps = fps, .current = *out_seconds};
    sinew_error error;
    if (sinew_time_resolve(&at->time, &times, out_seconds, &error) == SINEW_OK) return 0;
    return cli_fail(context, scene->path, &error);
}
