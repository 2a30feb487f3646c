#include "program/cli/render/render_job.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "draw/scene/label_fonts.h"
#include "program/cli/framework/report.h"
#include "runtime/model/look_up.h"

// ---- loading -------------------------------------------------------------------------------------------------------

int render_job_open(render_job *job, const char *path, const cli_texts *animations)
{
    int failed = cli_scene_load(job->context, path, animations, SINEW_ENGINE_EXACT, &job->scene);
    if (!failed && job->settings->overlays.show_hidden) sinew_model_show_hidden(job->scene.model);
    if (failed) return failed;
    const cli_overlays *overlays = &job->settings->overlays;
    const cli_camera_options *camera = &job->settings->camera;
    const sinew_model *model = job->scene.model;
    job->trail_joint = job->file_camera = SINEW_NONE;
    job->look.has_joint = overlays->joint != NULL;
    failed = cli_overlay_joint(job->context, path, model, overlays->joint, &job->look.joint);
    if (!failed) failed = cli_overlay_joint(job->context, path, model, overlays->trail, &job->trail_joint);
    sinew_error error;
    if (!failed && cli_camera_is_named(camera) &&
        sinew_model_find_camera(model, camera->camera, &job->file_camera, &error) != SINEW_OK)
        failed = cli_fail(job->context, path, &error);
    return failed;
}

int render_job_edit(render_job *job)
{
    const cli_scene *scene = &job->scene;
    return cli_resolve_pose_edits(job->context, scene->path, scene->model, &job->settings->edits, &job->edits);
}

int render_job_load(render_job *job, int prepare_drawing)
{
    if (prepare_drawing) job->headless = scene_headless_begin();
    int failed = cli_find_front(job->context, job->settings->camera.front, job->scene.model, &job->front);
    if (!failed) failed = cli_scene_load_images(job->context, &job->scene);
    if (failed || !job->settings->crowd) return failed;
    sinew_error error;
    if (scene_crowd_open(&job->crowd, job->scene.model, job->settings->crowd, &error) == SINEW_OK) return 0;
    return cli_fail(job->context, job->scene.path, &error);
}

void render_job_close(render_job *job)
{
    if (job->other) render_job_close(job->other);
    free(job->other);
    free(job->scratch);
    sinew_renderer_destroy(job->renderer);
    for (size_t i = 0; i < job->clip_count; ++i) free(job->clips[i].times);
    free(job->clips);
    sinew__pose_edits_free(&job->edits);
    sinew__shown_in_place_free(&job->in_place);
    scene_crowd_close(&job->crowd);
    scene_motion_clear(&job->motion);
    cli_scene_free(&job->scene);
    scene_headless_destroy(job->headless);
}

// ---- a clip --------------------------------------------------------------------------------------------------------

/// Returns whether the camera tracks the character. With --camera it does so only on request.
static int tracks_character(const render_job *job)
{
    const render_settings *settings = job->settings;
    const cli_scene *scene = &job->scene;
    if (settings->crowd) return 0;
    if (settings->overlays.follow >= 0) return settings->overlays.follow;
    return !settings->camera.camera && !settings->in_place &&
           scene_motion_needs_tracking(scene->model, scene->engine, scene->clip, &scene->bounds);
}

static shown_posing posing_of(render_job *job)
{
    return (shown_posing){.model = job->scene.model,
                          .engine = job->scene.engine,
                          .clip = job->scene.clip,
                          .in_place = job->settings->in_place ? &job->in_place : NULL,
                          .edits = &job->edits};
}

/// Extends the bounds of the clip's motion to requested times outside the clip. With --in-place, the character stays at
/// the motion's start.
static sinew_result include_times(render_job *job, const cli_output_times *clip, sinew_error *out_error)
{
    cli_scene *scene = &job->scene;
    const double start = scene->motion.start, end = scene->motion.end;
    double from = start, to = end;
    if (job->settings->in_place)
        return sinew_motion_bounds(scene->model, scene->engine, scene->clip, 0, 0, &scene->bounds, out_error);
    for (size_t i = 0; i < clip->count; ++i) {
        const double seconds = render_job_clip_time(job, clip->clip, clip->times[i]);
        from = fmin(from, seconds);
        to = fmax(to, seconds);
    }
    if (from == start && to == end) return SINEW_OK;
    return sinew_motion_bounds(scene->model, scene->engine, scene->clip, from, to, &scene->bounds, out_error);
}

void render_job_place_camera(render_job *job)
{
    const render_settings *settings = job->settings;
    sinew_draw_options *look = &job->look;
    const double aspect = (double)look->width / look->height;
    const sinew_view view = scene_crowd_view(&job->crowd, (sinew_view)settings->camera.view);
    cli_fit_camera(&settings->camera, job->scene.model, &job->framed, view, aspect, &look->camera);
    if (settings->overlays.parallel) sinew_camera_make_parallel(&look->camera);
    look->bounds = &job->scene.bounds;
}

sinew_result render_job_select(render_job *job, const cli_output_times *clip, sinew_error *out_error)
{
    if (job->selected == clip) return SINEW_OK;
    sinew_result result = cli_scene_set_clip(&job->scene, clip->clip, out_error);
    if (result == SINEW_OK) {
        const scene_motion_request request = {.posing = posing_of(job),
                                              .trail_joint = job->trail_joint,
                                              .trail_window = job->settings->overlays.trail_window,
                                              .onion = job->settings->overlays.onion,
                                              .tracking = tracks_character(job)};
        result = scene_motion_update(&job->motion, &request, out_error);
    }
    if (result == SINEW_OK) result = include_times(job, clip, out_error);
    if (result != SINEW_OK) return result;
    job->scene.bounds.front = job->front;
    const sinew_bounds character = job->scene.bounds;
    if (job->crowd.count) scene_crowd_arrange(&job->crowd, &character, &job->scene.bounds);
    job->framed = job->motion.tracking ? job->motion.tracking->bounds : job->scene.bounds;
    job->framed.front = job->front;
    render_job_place_camera(job);
    job->selected = clip;
    return SINEW_OK;
}

// ---- a frame -------------------------------------------------------------------------------------------------------

sinew_result render_job_begin_drawing(render_job *job, sinew_error *out_error)
{
    sinew_result result = job->renderer ? SINEW_OK : scene_headless_finish(&job->headless, out_error);
    if (result == SINEW_OK && !job->renderer) result = sinew_renderer_create(&job->renderer, out_error);
    if (result != SINEW_OK) return result;
    if (job->look.names) scene_add_label_fonts(job->renderer, job->scene.model);
    if (job->settings->label) {
        // The labels of the first frames contain all characters that later labels have, except digits.
        char label[LABEL_SIZE];
        for (size_t i = 0; i < job->clip_count; ++i)
            scene_add_text_fonts(job->renderer, render_job_label(job, &job->clips[i], 0, 0, label));
    }
    return sinew_renderer_set_model(job->renderer, job->scene.model, job->scene.textures.images, out_error);
}

sinew_result render_job_draw_image(render_job *job, double seconds, const sinew_draw_options *look, uint8_t *out_pixels,
                                   sinew_error *out_error)
{
    const cli_scene *scene = &job->scene;
    const shown_posing posing = posing_of(job);
    sinew_result result = sinew__shown_pose(&posing, seconds, scene->pose, out_error);
    sinew_draw_options view = *look;
    if (result != SINEW_OK) return result;
    if (job->file_camera != SINEW_NONE) {
        const double aspect = (double)view.width / view.height;
        sinew_camera_from_file(scene->model, job->file_camera, scene->pose, aspect, &view.camera);
        sinew_camera_zoom(&view.camera, job->settings->camera.zoom);
        if (job->settings->overlays.parallel && view.camera.field_of_view > 0.0)
            sinew_camera_make_parallel(&view.camera);
    }
    if (job->crowd.count) {
        scene_crowd_pose(&job->crowd, scene->clip, seconds);
        const sinew_instances instances = scene_crowd_instances(&job->crowd);
        result = sinew_renderer_draw_crowd(job->renderer, scene->pose, &instances, &view, out_error);
    } else {
        result = sinew_renderer_draw(job->renderer, scene->pose, &view, out_error);
    }
    if (result == SINEW_OK) sinew_renderer_read(job->renderer, out_pixels);
    return result;
}

double render_job_clip_time(const render_job *job, int32_t clip, double seconds)
{
    const cli_comparison_options *comparison = &job->settings->comparison;
    if (!comparison->beside && !comparison->over) return seconds;
    const double end = sinew__clip_span(job->scene.model, clip).end;
    if (comparison->end == RENDER_END_LOOP && seconds > end && end > 0) return fmod(seconds, end);
    return fmin(fmax(seconds, 0), end);
}

sinew_draw_options render_job_look(render_job *job, const cli_output_times *clip, size_t frame)
{
    sinew_draw_options look = job->look;
    const double angle = 360.0 * (double)frame / (double)clip->count;
    if (job->settings->camera.turntable) sinew_camera_orbit(job->scene.model, job->framed.center, angle, &look.camera);
    scene_motion_apply(&job->motion, render_job_clip_time(job, job->scene.clip, clip->times[frame]), &look);
    return look;
}

const char *render_job_label(const render_job *job, const cli_output_times *clip, double seconds, size_t frame,
                             char out_text[LABEL_SIZE])
{
    sinew__buffer text = {0};
    out_text[0] = '\0';
    if (!job->settings->label) return NULL;
    const int failed = cli_put_label(job->context, job->settings->label, clip, seconds, (int)frame + 1, &text);
    sinew__buffer_put_character(&text, '\0');
    if (!failed && !text.failed) sinew__printable(text.text, out_text, LABEL_SIZE); // not inside a UTF-8 character
    sinew__buffer_free(&text);
    return out_text;
}

sinew_result render_job_draw_frame(render_job *job, const cli_output_times *clip, size_t frame, uint8_t *out_pixels,
                                   sinew_error *out_error)
{
    char label[LABEL_SIZE];
    sinew_draw_options look = render_job_look(job, clip, frame);
    look.status = render_job_label(job, clip, clip->times[frame], frame, label);
    return render_job_draw_image(job, clip->times[frame], &look, out_pixels, out_error);
}

size_t render_job_image_size(const render_job *job)
{
    return 4 * (size_t)job->look.width * (size_t)job->look.height;
}

size_t render_job_frame_size(const render_job *job)
{
    return 4 * (size_t)job->frame_width * (size_t)(job->look.height + job->caption_height);
}

// ---- what the settings make ----------------------------------------------------------------------------------------

const output_driver *render_film_driver(const render_settings *settings)
{
    if (!settings->output || settings->sheet.width || settings->thumbnail) return NULL;
    if (settings->format > 0) return sinew__output_stream_drivers[settings->format];
    return sinew__output_film_driver_for(settings->output);
}

int render_makes_one_file(const render_settings *settings)
{
    return settings->sheet.width > 0 || render_film_driver(settings) != NULL;
}

void render_put_extensions(sinew__buffer *out, const output_driver *const *drivers, int transparent)
{
    const char *extensions[8];
    size_t count = 0;
    for (; *drivers && count < sizeof extensions / sizeof *extensions; ++drivers)
        if ((*drivers)->extension && !(transparent && (*drivers)->drops_alpha))
            extensions[count++] = (*drivers)->extension;
    for (size_t i = 0; i < count; ++i)
        sinew__buffer_format(out, "%s.%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", extensions[i]);
}

int render_image_quality(const render_settings *settings)
{
    return settings->quality > 0 ? settings->quality : 1; // 0 means the default quality of an image
}

int render_fail_opaque(const cli_context *context, const output_driver *driver, const output_driver *const *others)
{
    sinew__buffer hint = {0};
    sinew__buffer_put_text(&hint, "use ");
    render_put_extensions(&hint, others, 1);
    sinew__buffer_put_character(&hint, '\0');
    const int code =
        cli_fail_usage(context, "bad-value", hint.failed ? NULL : hint.text, ".%s has no transparency", driver->name);
    sinew__buffer_free(&hint);
    return code;
}
