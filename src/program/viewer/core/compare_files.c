#include "program/viewer/core/compare_files.h"

#include <math.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/printable.h"
#include "core/platform/clock.h"
#include "core/platform/file.h"
#include "core/platform/thread.h"
#include "draw/output/compare_images.h"
#include "draw/render/renderer.h"
#include "draw/scene/label_fonts.h"
#include "draw/scene/shared_camera.h"
#include "program/viewer/core/play_loop.h"
#include "runtime/model/look_up.h"
#include "runtime/view/view.h"

// ---- measuring -----------------------------------------------------------------------------------------------------

/// Largest number of frames that are measured. A longer clip is measured at this many equidistant times.
enum { MAX_FRAMES = 20000 };

/// The clips whose distances are measured, and the link between their times.
typedef struct measured_pair {
    const sinew_model *models[2];
    int32_t clips[2];
    viewer_compare_link link;
    double offset;
    int model_number;
} measured_pair;

/// A measurement of distances on a thread.
struct viewer_measuring {
    measured_pair pair;
    const viewer_settings *settings;
    viewer_measure what;
    double (*times)[2]; ///< [what.count] times of both clips
    double step; ///< seconds between two measured frames
    sinew__thread thread;
    int is_joined;
    atomic_int stops, is_done;
    atomic_int measured; ///< number of distances in `cm` so far
    float *cm;           ///< [what.count]
    sinew_result result; ///< result of the thread, valid after it is done
    sinew_error error;
    int is_noted; ///< a note about the failure was shown
};

static int put_distance(void *user, double cm)
{
    viewer_measuring *measuring = user;
    const int at = atomic_load(&measuring->measured);
    if (at >= measuring->what.count) return 1;
    measuring->cm[at] = (float)cm;
    atomic_store(&measuring->measured, at + 1);
    return atomic_load(&measuring->stops);
}

static void *measure(void *user)
{
    viewer_measuring *measuring = user;
    const viewer_settings *settings = measuring->settings;
    measuring->result = settings->measure(settings->user, &measuring->what, &measuring->error);
    atomic_store(&measuring->is_done, 1);
    return NULL;
}

static void free_measuring(viewer_measuring *measuring)
{
    if (!measuring) return;
    atomic_store(&measuring->stops, 1);
    if (!measuring->is_joined) sinew__thread_join(measuring->thread);
    free(measuring->times);
    free(measuring->cm);
    free(measuring);
}

void viewer_compare_pause(viewer_frontend *frontend)
{
    free_measuring(frontend->compared.measuring);
    frontend->compared.measuring = NULL;
    frontend->viewer.other.distances = (viewer_distances){.largest_frame = SINEW_NONE};
}

/// Starts to measure all frames of the playing clip. If memory or threads run out, nothing is measured.
static void begin_measuring(viewer_frontend *frontend, const measured_pair *pair)
{
    const viewer_state *viewer = &frontend->viewer;
    const double fps = viewer->model->info->fps > 0.0 ? viewer->model->info->fps : 30.0;
    const double duration = viewer_clip_duration(viewer), frames = floor(duration * fps + 1e-6) + 1.0;
    const int is_long = frames > MAX_FRAMES;
    viewer_measuring *measuring = calloc(1, sizeof *measuring);
    if (!measuring) return;
    const int32_t count = is_long ? MAX_FRAMES : (int32_t)frames;
    measuring->pair = *pair;
    measuring->settings = viewer->settings;
    measuring->step = is_long ? duration / (MAX_FRAMES - 1) : 1.0 / fps;
    measuring->times = calloc((size_t)count, sizeof *measuring->times);
    measuring->cm = calloc((size_t)count, sizeof *measuring->cm);
    measuring->is_joined = 1; // until the thread runs
    for (int32_t i = 0; measuring->times && i < count; ++i) {
        measuring->times[i][0] = fmin(i * measuring->step, duration);
        measuring->times[i][1] = viewer_other_time(viewer, measuring->times[i][0]);
    }
    measuring->what = (viewer_measure){.paths = {viewer->name, viewer->other.name},
                                       .models = {pair->models[0], pair->models[1]},
                                       .clips = {pair->clips[0], pair->clips[1]},
                                       .times = (const double(*)[2])measuring->times,
                                       .count = count,
                                       .put = put_distance,
                                       .put_user = measuring};
    if (!measuring->times || !measuring->cm || !sinew__thread_start(&measuring->thread, measure, measuring)) {
        free_measuring(measuring);
        return;
    }
    measuring->is_joined = 0;
    frontend->compared.measuring = measuring;
}

/// Passes the distances that the thread has measured so far to the viewer.
static void take_distances(viewer_frontend *frontend)
{
    viewer_measuring *measuring = frontend->compared.measuring;
    viewer_state *viewer = &frontend->viewer;
    viewer_distances *distances = &viewer->other.distances;
    const int32_t measured = atomic_load(&measuring->measured);
    const int32_t before = distances->measured;
    distances->cm = measuring->cm;
    distances->count = measuring->what.count;
    distances->step = measuring->step;
    distances->tolerance =
        (float)(viewer->settings->equal_share * viewer->model->info->size * viewer->model->info->unit_cm);
    distances->measured = measured;
    for (int32_t i = before; i < measured; ++i) {
        if (distances->largest_frame != SINEW_NONE && !(distances->cm[i] > distances->largest)) continue;
        distances->largest = distances->cm[i];
        distances->largest_frame = i;
    }
    frontend->needs_redraw |= measured > before;
    if (!atomic_load(&measuring->is_done) || measuring->is_joined) return;
    sinew__thread_join(measuring->thread);
    measuring->is_joined = 1;
    frontend->needs_redraw = 1;
    if (measuring->result == SINEW_OK) return;
    distances->count = distances->measured;
    snprintf(viewer->note, sizeof viewer->note, "no distance: %.130s", measuring->error.message);
}

static void update_distances(viewer_frontend *frontend)
{
    const viewer_state *viewer = &frontend->viewer;
    const viewer_comparison *other = &viewer->other;
    const measured_pair pair = {
        {viewer->model, other->model}, {viewer->clip, other->clip}, other->link, other->offset, viewer->model_number};
    const viewer_measuring *measuring = frontend->compared.measuring;
    const measured_pair *old = measuring ? &measuring->pair : NULL;
    if (!other->model || !viewer->settings->measure) {
        viewer_compare_pause(frontend);
        return;
    }
    const int is_same = old && old->models[0] == pair.models[0] && old->models[1] == pair.models[1] &&
                        old->clips[0] == pair.clips[0] && old->clips[1] == pair.clips[1] && old->link == pair.link &&
                        old->offset == pair.offset && old->model_number == pair.model_number;
    if (!is_same) {
        viewer_compare_pause(frontend);
        begin_measuring(frontend, &pair);
    }
    if (frontend->compared.measuring) take_distances(frontend);
}

// ---- the second clip or file ---------------------------------------------------------------------------------------

/// Closes the second file. Its model must not be in use.
static void close_file(viewer_frontend *frontend)
{
    viewer_compared *compared = &frontend->compared;
    const viewer_files *files = frontend->viewer.settings->other_files;
    viewer_watch_end(&compared->watch);
    sinew_renderer_destroy(compared->renderer);
    compared->renderer = NULL;
    if (compared->file.model) files->close(files->user, &compared->file);
    compared->file = (viewer_file){0};
}

static void note(viewer_frontend *frontend, const char *path, const sinew_error *error)
{
    char name[64], message[90];
    sinew__printable(sinew__file_name(path), name, sizeof name);
    if (error) sinew__printable(error->message, message, sizeof message);
    snprintf(frontend->viewer.note, VIEWER_NOTE, error ? "%s: %s" : "compared with %s", name, error ? message : "");
    frontend->note_time = 0;
    frontend->needs_redraw = frontend->image_is_stale = 1;
}

/// Compares with a loaded file. If it is a new version of the compared file, its clip is kept. A different file plays
/// the clip that the user chose for it, else the clip with the playing clip's name.
static sinew_result compare_with_file(viewer_frontend *frontend, viewer_file *file, sinew_error *out_error)
{
    viewer_compared *compared = &frontend->compared;
    viewer_state *viewer = &frontend->viewer;
    const viewer_settings *settings = viewer->settings;
    const int is_chosen = settings->other_clip_is_chosen && compared->path == settings->other_path;
    const int is_reloaded = compared->file.model && compared->path == viewer->other.name;
    const int32_t clip = is_reloaded ? viewer_find_same_clip(viewer->other.model, viewer->other.clip, file)
                         : is_chosen ? file->clip
                                     : viewer_find_same_clip(viewer->model, viewer->clip, file);
    sinew_renderer *renderer = NULL;
    sinew_result result = sinew_renderer_create(&renderer, out_error);
    if (result == SINEW_OK) scene_add_label_fonts(renderer, file->model);
    if (result == SINEW_OK) result = sinew_renderer_set_model(renderer, file->model, file->images, out_error);
    if (result == SINEW_OK) viewer_compare_pause(frontend);
    if (result == SINEW_OK) result = viewer_set_other(viewer, file->model, compared->path, clip, out_error);
    if (result != SINEW_OK) {
        sinew_renderer_destroy(renderer);
        return result;
    }
    close_file(frontend);
    compared->renderer = renderer;
    compared->file = *file;
    if (settings->files && settings->files->watch)
        viewer_watch_begin(&compared->watch, settings->other_files, compared->path, file->model);
    return SINEW_OK;
}

/// Handles the result of loading the second file.
static void take_file(viewer_frontend *frontend)
{
    viewer_compared *compared = &frontend->compared;
    const viewer_files *files = frontend->viewer.settings->other_files;
    viewer_file file;
    sinew_error error;
    sinew_result result = viewer_loader_take(compared->loader, &file, &error);
    const int is_read = result == SINEW_OK;
    compared->loader = NULL;
    if (is_read) result = compare_with_file(frontend, &file, &error);
    files->tell(files->user, compared->path, is_read ? &file : NULL, result == SINEW_OK ? NULL : &error);
    if (is_read && result != SINEW_OK) files->close(files->user, &file);
    note(frontend, compared->path, result == SINEW_OK ? NULL : &error);
}

void viewer_compare_step(viewer_frontend *frontend)
{
    viewer_state *viewer = &frontend->viewer;
    viewer_comparison *other = &viewer->other;
    viewer_compared *compared = &frontend->compared;
    if (viewer->is_loading) return;
    if (!compared->loader && viewer_watch_poll(&compared->watch, sinew__now())) viewer_compare_file(viewer, other->name);
    if (other->wanted_path && viewer->settings->other_files) {
        viewer_loader_cancel(compared->loader);
        compared->path = other->wanted_path;
        compared->loader = viewer_loader_start(viewer->settings->other_files, compared->path);
        if (!compared->loader) viewer_notify(viewer, "out of memory");
    }
    other->wanted_path = NULL;
    if (other->wants_clip) {
        other->wants_clip = 0;
        viewer_loader_cancel(compared->loader);
        compared->loader = NULL;
        const int32_t clip = other->wanted_clip;
        sinew_error error;
        viewer_compare_pause(frontend);
        const sinew_result result = viewer_set_other(viewer, viewer->model, viewer->name, clip, &error);
        if (result == SINEW_OK) close_file(frontend);
        const char *name =
            clip == SINEW_NONE ? "the rest pose" : sinew_text(viewer->model, viewer->model->clips[clip].name);
        note(frontend, name, result == SINEW_OK ? NULL : &error);
    }
    if (compared->loader && viewer_loader_is_done(compared->loader)) take_file(frontend);
    if (!other->model && compared->file.model) {
        viewer_compare_pause(frontend);
        close_file(frontend);
        frontend->image_is_stale = 1;
    }
    update_distances(frontend);
}

int viewer_compare_is_busy(const viewer_frontend *frontend)
{
    const viewer_compared *compared = &frontend->compared;
    return compared->loader || (compared->measuring && !compared->measuring->is_joined);
}

void viewer_compare_end(viewer_frontend *frontend)
{
    viewer_compared *compared = &frontend->compared;
    viewer_loader_cancel(compared->loader);
    viewer_compare_pause(frontend);
    viewer_end_comparison(&frontend->viewer);
    if (compared->file.model) close_file(frontend);
    sinew_renderer_destroy(compared->spare);
    free(compared->pixels);
    *compared = (viewer_compared){0};
}

// ---- drawing -------------------------------------------------------------------------------------------------------

/// Returns the camera for the second model: the same camera; or, if the characters differ in size, a camera that shows
/// the second character as large as the first.
static sinew_camera other_camera(const viewer_state *viewer, const sinew_camera *camera)
{
    const viewer_comparison *other = &viewer->other;
    const scene_conversion to_other = scene_conversion_between(viewer->model, other->model);
    sinew_camera out = scene_convert_camera(&to_other, camera);
    if (other->shares_camera) return out;
    sinew_bounds own;
    sinew__render_convert_bounds(&viewer->bounds, to_other.rows, to_other.scale, &own);
    const double ratio = own.radius > 0.0 ? other->bounds.radius / own.radius : 1.0;
    for (int i = 0; i < 3; ++i) {
        out.eye[i] = other->bounds.center[i] + ratio * (out.eye[i] - own.center[i]);
        out.target[i] = other->bounds.center[i] + ratio * (out.target[i] - own.center[i]);
    }
    out.height *= ratio;
    return out;
}

/// Poses and draws the second model with the first model's options. *out_renderer holds its image.
static sinew_result draw_other(viewer_frontend *frontend, const sinew_draw_options *options, int transparent,
                               sinew_renderer **out_renderer, sinew_error *out_error)
{
    viewer_state *viewer = &frontend->viewer;
    viewer_comparison *other = &viewer->other;
    const scene_conversion to_other = scene_conversion_between(viewer->model, other->model);
    const shown_posing posing = {.model = other->model,
                                 .engine = viewer->settings->engine,
                                 .clip = other->clip,
                                 .in_place = viewer->is_in_place ? &other->in_place : NULL};
    sinew_draw_options look = *options;
    sinew_bounds bounds = other->bounds;
    sinew_renderer *renderer = frontend->compared.renderer ? frontend->compared.renderer : frontend->renderer;
    sinew_result result =
        sinew__shown_pose(&posing, viewer_other_time(viewer, viewer_time(viewer)), other->pose, out_error);
    if (result != SINEW_OK) return result;
    if (other->shares_camera) sinew__render_convert_bounds(options->bounds, to_other.rows, to_other.scale, &bounds);
    look.bounds = &bounds;
    look.camera = other_camera(viewer, &options->camera);
    look.trail = NULL;
    look.onion = NULL;
    look.transparent = transparent;
    look.has_joint =
        options->has_joint &&
        sinew_model_find_joint(other->model, sinew_text(viewer->model, viewer->model->joints[options->joint].name),
                               &look.joint, NULL) == SINEW_OK;
    *out_renderer = renderer;
    return sinew_renderer_draw(renderer, other->pose, &look, out_error);
}

static void copy_columns(const uint8_t *image, int32_t width, int32_t height, int32_t whole, int32_t left,
                         uint8_t *out_pixels)
{
    for (size_t y = 0; y < (size_t)height; ++y)
        memcpy(out_pixels + 4 * (y * (size_t)whole + (size_t)left), image + 4 * y * (size_t)width, 4 * (size_t)width);
}

/// Draws both halves into the image of a spare renderer, because the player's own image has another size.
static sinew_result draw_beside(viewer_frontend *frontend, const sinew_draw_options *options, uint8_t *pixels,
                                sinew_error *out_error)
{
    viewer_compared *compared = &frontend->compared;
    viewer_state *viewer = &frontend->viewer;
    const int32_t whole = viewer->other.width, height = options->height, half = options->width;
    uint8_t *image = pixels + 4 * (size_t)whole * (size_t)height;
    sinew_draw_options look = *options;
    sinew_renderer *drawn;
    if (!compared->spare) {
        const sinew_result result = sinew_renderer_create(&compared->spare, out_error);
        if (result != SINEW_OK) return result;
    }
    sinew__render_exchange_images(frontend->renderer, compared->spare);
    sinew_result result = sinew_renderer_draw(frontend->renderer, viewer->pose, &look, out_error);
    if (result == SINEW_OK) {
        sinew_renderer_read(frontend->renderer, image);
        copy_columns(image, half, height, whole, 0, pixels);
        look.width = whole - half;
        look.status = NULL;
        look.panel = NULL;
        result = draw_other(frontend, &look, options->transparent, &drawn, out_error);
    }
    if (result == SINEW_OK) {
        sinew_renderer_read(drawn, image);
        copy_columns(image, look.width, height, whole, half, pixels);
    }
    sinew__render_exchange_images(frontend->renderer, compared->spare);
    return result;
}

static sinew_result draw_over(viewer_frontend *frontend, const sinew_draw_options *options, uint8_t *pixels,
                              sinew_error *out_error)
{
    const size_t size = 4 * (size_t)options->width * (size_t)options->height;
    sinew_draw_options alone = *options;
    sinew_renderer *drawn;
    alone.transparent = 1;
    alone.trail = NULL;
    alone.onion = NULL;
    sinew_result result = sinew_renderer_draw(frontend->renderer, frontend->viewer.pose, options, out_error);
    if (result != SINEW_OK) return result;
    sinew_renderer_read(frontend->renderer, pixels);
    result = sinew_renderer_draw(frontend->renderer, frontend->viewer.pose, &alone, out_error);
    if (result != SINEW_OK) return result;
    sinew_renderer_read(frontend->renderer, pixels + size);
    result = draw_other(frontend, &alone, 1, &drawn, out_error);
    if (result != SINEW_OK) return result;
    sinew_renderer_read(drawn, pixels + 2 * size);
    sinew__output_mark_difference(pixels + size, pixels + 2 * size, size / 4, pixels);
    return SINEW_OK;
}

sinew_result viewer_compare_draw(viewer_frontend *frontend, const sinew_draw_options *options, sinew_error *out_error)
{
    const viewer_comparison *other = &frontend->viewer.other;
    viewer_compared *compared = &frontend->compared;
    if (other->way == VIEWER_COMPARE_FLIP && !other->shows_other)
        return sinew_renderer_draw(frontend->renderer, frontend->viewer.pose, options, out_error);
    const int32_t width = other->way == VIEWER_COMPARE_BESIDE ? other->width : options->width;
    const size_t size = 4 * (size_t)width * (size_t)options->height * 3; // up to three images
    if (compared->pixels_size < size) {
        uint8_t *larger = realloc(compared->pixels, size);
        if (!larger) return sinew__fail_memory(out_error);
        compared->pixels = larger;
        compared->pixels_size = size;
    }
    sinew_renderer *drawn;
    sinew_result result;
    if (other->way == VIEWER_COMPARE_BESIDE)
        result = draw_beside(frontend, options, compared->pixels, out_error);
    else if (other->way == VIEWER_COMPARE_OVER)
        result = draw_over(frontend, options, compared->pixels, out_error);
    else {
        result = draw_other(frontend, options, options->transparent, &drawn, out_error);
        if (result != SINEW_OK || drawn == frontend->renderer) return result;
        sinew_renderer_read(drawn, compared->pixels);
    }
    if (result != SINEW_OK) return result;
    return sinew__render_write_image(frontend->renderer, width, options->height, compared->pixels, options->transparent,
                                     out_error);
}
