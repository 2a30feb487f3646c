#include "program/cli/render/comparison.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "draw/output/compare_images.h"
#include "draw/scene/shared_camera.h"
#include "program/cli/framework/load_model.h"
#include "program/cli/framework/report.h"
#include "program/cli/render/frame_caption.h"
#include "runtime/model/look_up.h"
#include "runtime/view/view.h"

static const char *other_path(const cli_comparison_options *options)
{
    return options->over ? options->over : options->beside;
}

int cli_check_comparison(const cli_context *context, const cli_comparison_options *options,
                         const cli_camera_options *camera)
{
    if (options->beside && options->over)
        return cli_fail_usage(context, "bad-value", "use one of them", "--beside and --over are mutually exclusive");
    if (options->clip && !other_path(options))
        return cli_fail_usage(context, "missing-option", "use --beside FILE", "--other-clip needs --beside or --over");
    if (options->animations.count && !other_path(options))
        return cli_fail_usage(context, "missing-option", "use --beside FILE", "--other-anim needs --beside or --over");
    if (other_path(options) && cli_camera_is_named(camera))
        return cli_fail_usage(context, "bad-value", "use --camera X,Y,Z:X,Y,Z",
                              "two files do not have the same camera '%s'", camera->camera);
    return 0;
}

int render_comparison_check(const cli_context *context, const render_settings *settings)
{
    const int failed = cli_check_comparison(context, &settings->comparison, &settings->camera);
    if (failed) return failed;
    if (other_path(&settings->comparison) && settings->crowd)
        return cli_fail_usage(context, "bad-value", "use one of them", "--crowd draws one file");
    if (settings->comparison.end && !other_path(&settings->comparison))
        return cli_fail_usage(context, "missing-option", "use --beside FILE", "--end needs --beside or --over");
    return 0;
}

// ---- loading -------------------------------------------------------------------------------------------------------

int render_comparison_open(render_job *job)
{
    const char *path = other_path(&job->settings->comparison);
    if (!path) return 0;
    render_job *other = calloc(1, sizeof *other);
    if (!other) return cli_fail_memory(job->context);
    const cli_texts *animations = &job->settings->comparison.animations;
    *other = (render_job){
        .context = &other->own_context, .own_context = *job->context, .settings = job->settings, .look = job->look};
    if (animations->count == 0) {
        other->own_context.retarget = 0;
        other->own_context.retarget_map = NULL;
        other->own_context.reference = NULL;
    }
    job->other = other;
    int32_t clip;
    int failed = render_job_open(other, path, animations);
    const sinew_model *model = other->scene.model;
    if (!failed) failed = cli_find_clip(other->context, path, model, job->settings->comparison.clip, &clip);
    if (failed) return failed;
    other->clips = calloc(1, sizeof *other->clips);
    if (!other->clips) return cli_fail_memory(other->context);
    const double fps = cli_frame_rate(model, other->settings->times.fps);
    other->clips[other->clip_count++] = (cli_output_times){.path = path, .model = model, .clip = clip, .fps = fps};
    return 0;
}

int render_comparison_load(render_job *job, int prepare_drawing)
{
    const int failed = render_job_load(job, prepare_drawing);
    return failed || !job->other ? failed : render_job_load(job->other, 0);
}

double render_comparison_end(const render_job *job, int32_t clip)
{
    const double own = sinew__clip_span(job->scene.model, clip).end;
    if (!job->other) return own;
    const double other = sinew__clip_span(job->other->scene.model, job->other->clips[0].clip).end;
    return job->settings->comparison.end == RENDER_END_SHORTEST ? fmin(own, other) : fmax(own, other);
}

// ---- the camera ----------------------------------------------------------------------------------------------------

/// Returns the conversion from the world space of one job's model to the other job's.
static scene_conversion between(const render_job *from, const render_job *to)
{
    return scene_conversion_between(from->scene.model, to->scene.model);
}

sinew_result render_comparison_select(render_job *job, const cli_output_times *clip, sinew_error *out_error)
{
    if (job->selected == clip) return SINEW_OK;
    render_job *other = job->other;
    sinew_result result = render_job_select(job, clip, out_error);
    if (result != SINEW_OK || !other) return result;
    other->selected = NULL;
    result = render_job_select(other, &other->clips[0], out_error);
    if (result != SINEW_OK || !(job->settings->comparison.over ||
                                scene_share_camera(&job->framed, &other->framed, between(other, job).scale)))
        return result;
    const scene_conversion to_first = between(other, job), to_other = between(job, other);
    sinew_bounds converted;
    sinew__render_convert_bounds(&other->framed, to_first.rows, to_first.scale, &converted);
    sinew__render_join_bounds(&job->framed, &converted);
    render_job_place_camera(job);
    sinew__render_convert_bounds(&job->framed, to_other.rows, to_other.scale, &other->framed);
    other->look.camera = scene_convert_camera(&to_other, &job->look.camera);
    return SINEW_OK;
}

// ---- drawing -------------------------------------------------------------------------------------------------------

sinew_result render_comparison_begin_drawing(render_job *job, sinew_error *out_error)
{
    sinew_result result = render_job_begin_drawing(job, out_error);
    render_job *other = job->other;
    if (result != SINEW_OK || !other) return result;
    result = sinew_renderer_create(&other->renderer, out_error); // it shares the OpenGL context
    if (result == SINEW_OK) result = render_job_begin_drawing(other, out_error);
    job->scratch = malloc(3 * render_job_image_size(job));
    if (result == SINEW_OK && !job->scratch) result = sinew__fail_memory(out_error);
    return result;
}

/// Returns the drawing options for the other model at a frame, with the first model's camera or with a camera for the
/// other model's motion. With --over, the options also have the first model's bounds, which determine light and ground.
static sinew_draw_options other_look(render_job *job, const cli_output_times *clip, size_t frame, double seconds,
                                     sinew_bounds *out_bounds)
{
    const cli_output_times times = {.times = &seconds, .count = 1};
    sinew_draw_options look = render_job_look(job->other, &times, 0);
    if (!job->settings->camera.turntable && !job->settings->comparison.over) return look;
    const sinew_draw_options own = render_job_look(job, clip, frame);
    const scene_conversion to_other = between(job, job->other);
    look.camera = scene_convert_camera(&to_other, &own.camera);
    if (!job->settings->comparison.over) return look;
    sinew__render_convert_bounds(own.bounds, to_other.rows, to_other.scale, out_bounds);
    look.bounds = out_bounds;
    return look;
}

/// Formats the file's name for the left end and the clip's name for the right end of a line.
static void put_name(const render_job *job, char out_text[CAPTION_SIZE])
{
    const sinew_model *model = job->scene.model;
    const int32_t clip = job->scene.clip;
    char clip_name[CAPTION_SIZE / 2];
    sinew__printable(clip == SINEW_NONE ? "rest" : sinew_text(model, model->clips[clip].name), clip_name,
                     sizeof clip_name);
    render_caption_of_file(job->scene.path, job->look.width, out_text);
    const size_t length = strlen(out_text);
    snprintf(out_text + length, CAPTION_SIZE - length, "\t%s", clip_name);
}

static void copy_columns(const render_job *job, const uint8_t *image, int32_t left, uint8_t *out_frame)
{
    const size_t row = 4 * (size_t)job->look.width, whole = 4 * (size_t)job->frame_width;
    for (size_t y = 0; y < (size_t)job->look.height; ++y)
        memcpy(out_frame + y * whole + 4 * (size_t)left, image + y * row, row);
}

static sinew_result draw_beside(render_job *job, const cli_output_times *clip, size_t frame, uint8_t *out_pixels,
                                sinew_error *out_error)
{
    char name[CAPTION_SIZE], label[LABEL_SIZE];
    sinew_bounds bounds;
    const double seconds = render_job_clip_time(job, job->scene.clip, clip->times[frame]);
    const double other_seconds = render_job_clip_time(job->other, job->other->scene.clip, clip->times[frame]);
    sinew_draw_options look = render_job_look(job, clip, frame);
    put_name(job, name);
    look.status = job->settings->label ? render_job_label(job, clip, seconds, frame, label) : name;
    sinew_result result = render_job_draw_image(job, seconds, &look, job->scratch, out_error);
    if (result != SINEW_OK) return result;
    copy_columns(job, job->scratch, 0, out_pixels);
    look = other_look(job, clip, frame, other_seconds, &bounds);
    put_name(job->other, name);
    if (job->settings->label) (void)render_job_label(job->other, &job->other->clips[0], other_seconds, frame, label);
    look.status = job->settings->label ? label : name;
    result = render_job_draw_image(job->other, other_seconds, &look, job->scratch, out_error);
    if (result == SINEW_OK) copy_columns(job, job->scratch, job->look.width, out_pixels);
    return result;
}

/// Draws a frame of both models in one image, with differences marked. The label is drawn into `out_pixels` and into
/// the images of both models, so that it does not count as a difference.
static sinew_result draw_over(render_job *job, const cli_output_times *clip, size_t frame, uint8_t *out_pixels,
                              sinew_error *out_error)
{
    char label[LABEL_SIZE];
    const size_t size = render_job_image_size(job);
    sinew_bounds bounds;
    const double seconds = render_job_clip_time(job, job->scene.clip, clip->times[frame]);
    const double other_seconds = render_job_clip_time(job->other, job->other->scene.clip, clip->times[frame]);
    uint8_t *own = job->scratch + size, *other = own + size;
    sinew_draw_options look = render_job_look(job, clip, frame);
    look.status = render_job_label(job, clip, seconds, frame, label);
    sinew_result result = render_job_draw_image(job, seconds, &look, out_pixels, out_error);
    look.transparent = 1;
    if (result == SINEW_OK) result = render_job_draw_image(job, seconds, &look, own, out_error);
    look = other_look(job, clip, frame, other_seconds, &bounds);
    look.status = job->settings->label ? label : NULL;
    look.transparent = 1;
    if (result == SINEW_OK) result = render_job_draw_image(job->other, other_seconds, &look, other, out_error);
    if (result == SINEW_OK) sinew__output_mark_difference(own, other, size / 4, out_pixels);
    return result;
}

sinew_result render_comparison_draw(render_job *job, const cli_output_times *clip, size_t frame, uint8_t *out_pixels,
                                    sinew_error *out_error)
{
    sinew_result result = render_comparison_select(job, clip, out_error);
    if (result != SINEW_OK) return result;
    if (job->settings->comparison.over)
        result = draw_over(job, clip, frame, out_pixels, out_error);
    else if (job->settings->comparison.beside)
        result = draw_beside(job, clip, frame, out_pixels, out_error);
    else
        result = render_job_draw_frame(job, clip, frame, out_pixels, out_error);
    if (result != SINEW_OK || !job->caption_height) return result;
    char caption[CAPTION_SIZE];
    render_caption_of_time(clip, clip->times[frame], caption);
    const size_t above = 4 * (size_t)job->frame_width * (size_t)job->look.height;
    return render_caption_draw(job, caption, out_pixels + above, out_error);
}
