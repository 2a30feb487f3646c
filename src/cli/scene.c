#include "cli/scene.h"

#include <stdlib.h>

#include "cli/load_model.h"
#include "cli/report.h"

static int load_images(const cli_context *context, cli_scene *scene)
{
    const sinew_model *model = scene->model;
    scene->images = calloc((size_t)model->texture_count + 1, sizeof *scene->images);
    if (!scene->images) return cli_fail_memory(context);
    const sinew_load_options options = cli_load_options(context);
    for (int32_t i = 0; i < model->texture_count; ++i) {
        sinew_error error;
        const sinew_result result =
            sinew_model_load_texture(model, i, scene->path, &options, &scene->images[i], &error);
        if (result == SINEW_OK) continue;
        cli_warn(context, scene->path, "W10: %s", error.message);
    }
    return 0;
}

static void say_what_is_missing(const cli_context *context, const cli_scene *scene)
{
    for (int32_t i = 0; i < scene->model->mesh_count; ++i) {
        if (scene->model->meshes[i].index_count > 0) return;
    }
    cli_warn(context, scene->path,
             scene->model->joint_count > 0 ? "W02: no mesh; the skeleton is drawn" : "nothing to draw");
}

static sinew_result prepare(cli_scene *scene, const char *pattern, sinew_error *out_error)
{
    sinew_result result = sinew_model_find_clip(scene->model, pattern, &scene->clip, out_error);
    if (result == SINEW_OK) result = sinew_engine_accepts(scene->engine, scene->model, out_error);
    if (result == SINEW_OK) result = sinew_pose_create(scene->model, &scene->pose, out_error);
    if (result != SINEW_OK) return result;
    const double start = cli_scene_start(scene), end = start + cli_scene_duration(scene);
    return sinew_motion_bounds(scene->model, scene->engine, scene->clip, start, end, &scene->bounds, out_error);
}

int cli_scene_load(const cli_context *context, const char *path, const char *pattern, sinew_engine default_engine,
                   cli_scene *scene)
{
    *scene = (cli_scene){.path = path, .clip = SINEW_NONE};
    scene->engine = context->engine < 0 ? default_engine : (sinew_engine)context->engine;
    int failed = cli_load_model(context, path, scene->engine, &scene->model);
    if (failed) return failed;
    sinew_error error;
    if (prepare(scene, pattern, &error) != SINEW_OK) return cli_fail(context, path, &error);
    say_what_is_missing(context, scene);
    return load_images(context, scene);
}

void cli_scene_free(cli_scene *scene)
{
    for (int32_t i = 0; scene->images && i < scene->model->texture_count; ++i) sinew_image_free(&scene->images[i]);
    free(scene->images);
    sinew_pose_destroy(scene->pose);
    sinew_model_destroy(scene->model);
    *scene = (cli_scene){0};
}

double cli_scene_start(const cli_scene *scene)
{
    return scene->clip == SINEW_NONE ? 0.0 : scene->model->clips[scene->clip].start;
}

double cli_scene_duration(const cli_scene *scene)
{
    return scene->clip == SINEW_NONE ? 0.0 : scene->model->clips[scene->clip].duration;
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
