#include "program/cli/framework/look_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/pixels.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "runtime/motion/motion.h"
#include "runtime/view/view.h"
#include "sinew/retarget.h"

// A model with its textures and a clip, shared by `render` and `play`.

void cli_warn_of_nothing_to_draw(const cli_context *context, const char *path, const sinew_model *model)
{
    if (sinew__render_has_surface(model)) return;
    if (sinew__render_all_hidden(model))
        cli_warn(context, path, "W02: all meshes are hidden by the author; --show-hidden draws them");
    else
        cli_warn(context, path, model->joint_count > 0 ? "W02: no mesh; the skeleton is drawn" : "nothing to draw");
}

void cli_warn_of_textures(const cli_context *context, const char *path, const sinew_textures *textures)
{
    for (int32_t i = 0; i < textures->note_count; ++i) {
        const sinew_error *note = &textures->notes[i];
        const char *more = "";
        if (note->result == SINEW_ERROR_MEMORY_LIMIT) more = "; --memory-limit allows more";
        if (note->result == SINEW_ERROR_TIMED_OUT) more = "; --timeout allows more";
        cli_warn(context, path, "T01: %s%s", note->message, more);
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
    sinew_result result = sinew_engine_accepts(scene->model, scene->engine, &error);
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

/// Parses three finite numbers separated by commas. Returns the rest of the text, or NULL.
static const char *read_point(const char *text, double out[3])
{
    for (int i = 0; i < 3; ++i) {
        if (i > 0 && *text++ != ',') return NULL;
        char *end;
        out[i] = strtod(text, &end);
        if (end == text || !isfinite(out[i]) || *text == ' ') return NULL;
        text = end;
    }
    return text;
}

/// Parses "X,Y,Z:X,Y,Z". Returns 0 if the text has another form.
static int read_position(const char *text, double out_eye[3], double out_target[3])
{
    const char *rest = read_point(text, out_eye);
    if (rest && *rest == ':') rest = read_point(rest + 1, out_target);
    return rest && !*rest;
}

int cli_camera_is_named(const cli_camera_options *options)
{
    // a position begins like a number and contains a comma; a name does not
    return options->camera && !(strchr("+-.0123456789", *options->camera) && strchr(options->camera, ','));
}

int cli_check_camera(const cli_context *context, const cli_camera_options *options)
{
    static const char *const hint = "expected position and target, as in --camera 0,150,400:0,90,0";
    const char *text = options->camera;
    double eye[3], target[3];
    if (!text) return 0;
    const int is_named = cli_camera_is_named(options);
    if (!is_named && !read_position(text, eye, target))
        return cli_fail_usage(context, "bad-value", hint, "--camera: '%s' is not a camera", text);
    if (!is_named && eye[0] == target[0] && eye[1] == target[1] && eye[2] == target[2])
        return cli_fail_usage(context, "bad-value", hint, "--camera: position and target are equal");
    if (is_named && options->turntable)
        return cli_fail_usage(context, "bad-value", "use one of them",
                              "a camera of the file and --turntable are mutually exclusive");
    if (isnan(options->azimuth) && isnan(options->elevation)) return 0;
    return cli_fail_usage(context, "bad-value", "use one of them", "--camera and --%s are mutually exclusive",
                          isnan(options->azimuth) ? "elevation" : "azimuth");
}

const sinew__word cli_front_words[] = {{"body", CLI_FRONT_BODY, NULL}, {"file", CLI_FRONT_FILE, NULL}, {0}};

int cli_find_front(const cli_context *context, int front, const sinew_model *model, double *out_azimuth)
{
    *out_azimuth = 0;
    if (front != CLI_FRONT_BODY) return 0;
    const sinew_result result = sinew_body_front(model, NULL, out_azimuth, NULL); // sets 0 without a body
    return result == SINEW_ERROR_OUT_OF_MEMORY ? cli_fail_memory(context) : 0;
}

void cli_fit_camera(const cli_camera_options *options, const sinew_model *model, const sinew_bounds *bounds,
                    sinew_view view, double aspect, sinew_camera *out_camera)
{
    double azimuth, elevation, front[3];
    if (isnan(options->azimuth) && isnan(options->elevation))
        sinew__view_angles_for(view, bounds, &azimuth, &elevation);
    else
        sinew_view_angles(view, &azimuth, &elevation);
    if (!isnan(options->azimuth)) azimuth = options->azimuth;
    if (!isnan(options->elevation)) elevation = options->elevation;
    if (options->turntable)
        sinew_camera_fit_turntable(model, bounds, azimuth, elevation, aspect, out_camera);
    else
        sinew_camera_fit_angles(model, bounds, azimuth, elevation, aspect, out_camera);
    if (options->camera && !cli_camera_is_named(options)) {
        (void)read_position(options->camera, out_camera->eye, out_camera->target); // already checked by
                                                                                   // cli_check_camera
        sinew_model_axes(model, out_camera->up, front);
    }
    sinew_camera_zoom(out_camera, options->zoom);
}

/// Parses "f80" or "ff8000" to three bytes. Returns 0 if the text has another form.
static int read_hex(const char *text, int out[3])
{
    const size_t length = strlen(text), each = length / 3;
    if (length != 3 && length != 6) return 0;
    for (size_t i = 0; i < 3; ++i) {
        const int high = sinew__hex_digit(text[i * each]), low = sinew__hex_digit(text[i * each + each - 1]);
        if (high < 0 || low < 0) return 0;
        out[i] = 16 * high + low;
    }
    return 1;
}

int cli_read_color(const cli_context *context, const char *text, float out_linear[3])
{
    static const struct {
        const char *name, *hex;
    } names[] = {{"white", "fff"}, {"gray", "808080"}, {"grey", "808080"}, {"black", "000"}};
    const char *hex = text[0] == '#' ? text + 1 : text;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
        if (strcmp(text, names[i].name) == 0) hex = names[i].hex;
    }
    int bytes[3];
    if (!read_hex(hex, bytes)) {
        return cli_fail_usage(context, "bad-value",
                              "expected six hexadecimal digits, as in ff8000, or white, gray, black",
                              "--background: '%s' is not a colour", text);
    }
    for (int i = 0; i < 3; ++i) out_linear[i] = sinew__srgb_to_linear((float)bytes[i] / 255.0f);
    return 0;
}

// ---- overlays ------------------------------------------------------------------------------------------------------

int cli_overlay_joint(const cli_context *context, const char *path, const sinew_model *model, const char *name,
                      int32_t *out_joint)
{
    *out_joint = SINEW_NONE;
    if (!name) return 0;
    sinew_error error;
    if (sinew_model_find_joint(model, name, out_joint, &error) == SINEW_OK) return 0;
    return cli_fail(context, path, &error);
}

sinew_show cli_show_skeleton(int skeleton)
{
    return skeleton < 0 ? SINEW_SHOW_AUTO : skeleton ? SINEW_SHOW_ON : SINEW_SHOW_OFF;
}

int cli_check_overlays(const cli_context *context, const cli_overlays *overlays)
{
    if (overlays->colors != SINEW_COLORS_WEIGHTS || overlays->joint) return 0;
    return cli_fail_usage(context, "missing-option", "use --joint NAME", "--colors weights needs --joint");
}
