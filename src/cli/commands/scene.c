#include "cli/commands/scene.h"

#include <string.h>

#include "cli/commands/model_images.h"
#include "cli/framework/load_model.h"
#include "cli/framework/report.h"
#include "model/clip_span.h"

void cli_warn_of_nothing_to_draw(const cli_context *context, const char *path, const sinew_model *model)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (model->meshes[i].index_count > 0) return;
    }
    cli_warn(context, path, model->joint_count > 0 ? "W02: no mesh; the skeleton is drawn" : "nothing to draw");
}

void cli_warn_of_images(const cli_context *context, const char *path, const sinew__buffer *missing)
{
    for (size_t at = 0; at < missing->size; at += strlen(missing->text + at) + 1) {
        cli_warn(context, path, "W10: %s", missing->text + at);
    }
}

int cli_scene_load(const cli_context *context, const char *path, const char *animation, sinew_engine default_engine,
                   cli_scene *scene)
{
    *scene = (cli_scene){.path = path, .clip = SINEW_NONE};
    scene->engine = context->engine < 0 ? default_engine : (sinew_engine)context->engine;
    const int failed = cli_load_animated(context, path, animation, scene->engine, &scene->model);
    if (failed) return failed;
    sinew_error error;
    sinew_result result = sinew_engine_accepts(scene->engine, scene->model, &error);
    if (result == SINEW_OK) result = sinew_pose_create(scene->model, &scene->pose, &error);
    return result == SINEW_OK ? 0 : cli_fail(context, path, &error);
}

sinew_result cli_scene_set_clip(cli_scene *scene, int32_t clip, sinew_error *out_error)
{
    scene->clip = clip;
    const sinew__span span = sinew__clip_span(scene->model, clip);
    return sinew_motion_bounds(scene->model, scene->engine, clip, span.start, span.end, &scene->bounds, out_error);
}

int cli_scene_load_images(const cli_context *context, cli_scene *scene)
{
    const sinew_load_options options = cli_load_options(context);
    sinew__buffer missing = {0};
    sinew_error error;
    const sinew_result result =
        cli_model_images_load(scene->model, scene->path, &options, &scene->images, &missing, &error);
    cli_warn_of_images(context, scene->path, &missing);
    sinew__buffer_free(&missing);
    return result == SINEW_OK ? 0 : cli_fail(context, scene->path, &error);
}

void cli_scene_free(cli_scene *scene)
{
    cli_model_images_free(scene->model, scene->images);
    sinew_pose_destroy(scene->pose);
    sinew_model_destroy(scene->model);
    *scene = (cli_scene){0};
}

double cli_scene_start(const cli_scene *scene)
{
    return sinew__clip_span(scene->model, scene->clip).start;
}

double cli_scene_duration(const cli_scene *scene)
{
    return sinew__clip_span(scene->model, scene->clip).duration;
}

int cli_scene_time(const cli_context *context, const cli_scene *scene, const cli_time *at, double fps,
                   double *out_seconds)
{
    *out_seconds = cli_scene_start(scene);
    if (!at->text) return 0;
    const sinew_time_context times = {.model = scene->model, .clip = scene->clip, .fps = fps, .current = *out_seconds};
    sinew_error error;
    if (sinew_time_resolve(&at->time, &times, out_seconds, &error) == SINEW_OK) return 0;
    return cli_fail(context, scene->path, &error);
}
