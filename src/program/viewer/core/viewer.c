#include "program/viewer/core/viewer.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/printable.h"
#include "runtime/model/look_up.h"
#include "runtime/view/view.h"
#include "sinew/retarget.h"

double viewer_clip_duration(const viewer_state *viewer)
{
    return sinew__clip_span(viewer->model, viewer->clip).duration;
}

const sinew_bounds *viewer_fitted_bounds(const viewer_state *viewer)
{
    if (viewer->motion.tracking) return &viewer->motion.tracking->bounds;
    return viewer_is_comparing(viewer) ? &viewer->other.both : &viewer->bounds;
}

void viewer_fit(viewer_state *viewer)
{
    sinew_camera camera;
    sinew_bounds bounds = *viewer_fitted_bounds(viewer);
    bounds.front = viewer->front;
    sinew_camera_fit(viewer->model, &bounds, scene_crowd_view(&viewer->crowd, viewer->view), viewer->aspect, &camera);
    scene_orbit_from_camera(&viewer->orbit, viewer->model, &bounds, &camera);
    viewer->fitted = 1;
}

/// Returns the offset of the tracking camera at the current time.
static void find_offset(const viewer_state *viewer, double out_offset[3])
{
    const sinew_tracking_camera *tracking = viewer->motion.tracking;
    out_offset[0] = out_offset[1] = out_offset[2] = 0.0;
    if (tracking) sinew_tracking_camera_offset(tracking, viewer_time(viewer), out_offset);
}

void viewer_fit_joint(viewer_state *viewer)
{
    double offset[3];
    if (viewer->selected_joint == SINEW_NONE || viewer->crowd.count) {
        viewer_fit(viewer);
        return;
    }
    find_offset(viewer, offset);
    scene_orbit_fit_joint(&viewer->orbit, viewer->model, viewer->pose, viewer->selected_joint, offset,
                          viewer->bounds.radius, viewer->aspect);
    viewer->fitted = 0;
}

void viewer_zoom_timeline(viewer_state *viewer, double factor, double around)
{
    viewer->visible = scene_timeline_zoom(viewer->visible, viewer_clip_duration(viewer), factor, around);
    viewer->is_now_visible = 0; // the user looks at this range, even without the current time
}

void viewer_pan_timeline(viewer_state *viewer, double seconds)
{
    viewer->visible = scene_timeline_pan(viewer->visible, viewer_clip_duration(viewer), seconds);
    viewer->is_now_visible = 0; // the user looks at this range, even without the current time
}

void viewer_follow_time(viewer_state *viewer)
{
    const double now = sinew_playback_time(&viewer->player), duration = viewer_clip_duration(viewer);
    if (viewer->is_now_visible) viewer->visible = scene_timeline_page(viewer->visible, duration, now);
    viewer->is_now_visible = now >= viewer->visible.begin && now <= viewer->visible.end;
}

/// Starts a clip at its beginning. Speed, loop mode and pause are kept. If its bounds cannot be computed for lack of
/// memory, the old bounds are kept.
static sinew_result start_clip(viewer_state *viewer, int32_t clip, sinew_error *out_error)
{
    sinew_bounds bounds;
    const sinew_playback old = viewer->player;
    viewer->clip = clip;
    viewer->loop_from = -1.0;
    viewer->visible = (timeline_range){0.0, viewer_clip_duration(viewer)};
    viewer->is_now_visible = 1;
    scene_motion_clear(&viewer->motion);
    sinew_playback_init(&viewer->player, viewer_clip_duration(viewer));
    sinew_playback_set_speed(&viewer->player, old.speed);
    sinew_playback_set_loop(&viewer->player, old.loop);
    viewer->player.paused = old.paused;
    const sinew__span span = sinew__clip_span(viewer->model, clip);
    const double end = viewer->is_in_place ? span.start : span.end;
    const sinew_result result =
        sinew_motion_bounds(viewer->model, viewer->settings->engine, clip, span.start, end, &bounds, out_error);
    bounds.front = viewer->front;
    if (result == SINEW_OK) viewer->bounds = bounds;
    if (result == SINEW_OK && viewer->crowd.count) scene_crowd_arrange(&viewer->crowd, &bounds, &viewer->bounds);
    if (!viewer->tracking_is_chosen) {
        const sinew_engine engine = viewer->settings->engine;
        viewer->tracking = !viewer->crowd.count && !viewer->is_in_place &&
                           scene_motion_needs_tracking(viewer->model, engine, clip, &viewer->bounds);
    }
    viewer_join_bounds(viewer);
    if (viewer->fitted) viewer_fit(viewer);
    if (viewer->edit_list.count) viewer_apply_edits(viewer); // each clip has its own keys
    return result;
}

void viewer_start_clip(viewer_state *viewer, int32_t clip)
{
    const double fade = viewer->settings->fade;
    if (fade > 0 && !viewer->player.paused && viewer->crowd.count == 0)
        sinew__shown_fade_begin(&viewer->fade, viewer->model, viewer->clip, &viewer->player, clip, fade);
    (void)start_clip(viewer, clip, NULL);
}

void viewer_set_in_place(viewer_state *viewer, int is_in_place)
{
    const sinew_playback player = viewer->player;
    const timeline_range visible = viewer->visible;
    const double loop_from = viewer->loop_from;
    viewer->is_in_place = is_in_place;
    (void)start_clip(viewer, viewer->clip, NULL); // for the bounds and the tracking camera
    viewer->player = player;
    viewer->visible = visible;
    viewer->loop_from = loop_from;
}

shown_posing viewer_posing(viewer_state *viewer)
{
    return (shown_posing){.model = viewer->model,
                          .engine = viewer->settings->engine,
                          .clip = viewer->clip,
                          .fade = &viewer->fade,
                          .in_place = viewer->is_in_place ? &viewer->in_place : NULL,
                          .edits = &viewer->edits,
                          .hidden = &viewer->hidden,
                          .change_clip = viewer->edit_list.keys.count ? viewer_edit_list_change_clip : NULL,
                          .user = &viewer->edit_list};
}

int viewer_is_skeleton_only(const sinew_model *model)
{
    return !sinew__render_has_surface(model);
}

/// Creates the crowd of the settings; an empty one if they request none.
static sinew_result open_crowd(const viewer_settings *settings, const sinew_model *model, scene_crowd *out_crowd,
                               sinew_error *out_error)
{
    *out_crowd = (scene_crowd){0};
    if (!settings->crowd) return SINEW_OK;
    if (viewer_is_skeleton_only(model))
        return sinew__fail(out_error, SINEW_ERROR_NO_MESH, "no mesh to draw a crowd of");
    return scene_crowd_open(out_crowd, model, settings->crowd, out_error);
}

/// Shows the first note about a texture; if the author hid all meshes, a note about that instead. The panel of facts
/// lists all notes about textures.
static void take_notes(viewer_state *viewer, const sinew_error *notes, int32_t count)
{
    viewer->texture_notes = notes;
    viewer->texture_note_count = count;
    if (count > 0) viewer_notify(viewer, notes[0].message);
    if (sinew__render_all_hidden(viewer->model))
        viewer_notify(viewer, "all meshes are hidden by the author: --show-hidden draws them");
}

/// Finds the front that views refer to: the body's front, or the file's front if there is no body or the settings
/// request it.
static void find_front(viewer_state *viewer)
{
    viewer->front = 0;
    if (!viewer->settings->takes_file_front) (void)!sinew_body_front(viewer->model, NULL, &viewer->front, NULL);
}

/// Adds the edits of the settings to the list, resolved for the current model.
static void take_edits(viewer_state *viewer)
{
    const viewer_settings *settings = viewer->settings;
    viewer_edit_list *list = &viewer->edit_list;
    list->chosen = SINEW_NONE;
    if (settings->find_edits) settings->find_edits(settings->user, viewer->name, viewer->model, &list->options);
    if (sinew__pose_edits_is_empty(&list->options)) return;
    viewer_add_edit(viewer, &(viewer_edit){.kind = VIEWER_EDIT_OPTIONS});
    list->fixed = list->count;
}

// ---- edits ---------------------------------------------------------------------------------------------------------

void viewer_apply_edits(viewer_state *viewer)
{
    viewer_edit_list_apply(&viewer->edit_list, viewer->model, viewer->clip, &viewer->edits);
}

void viewer_add_edit(viewer_state *viewer, const viewer_edit *edit)
{
    if (!viewer_edit_list_add(&viewer->edit_list, viewer->model, edit))
        viewer_notify(viewer, "no more edits: the list is full");
    viewer_apply_edits(viewer);
}

void viewer_end_drag(viewer_state *viewer)
{
    const int32_t joint = viewer->selected_joint;
    const int has_moved = viewer->drag.is_active && viewer->drag.is_moved;
    const sinew_vec3 *target = has_moved ? sinew__pose_edits_find_target(&viewer->edits, joint) : NULL;
    viewer->drag.is_active = 0;
    if (target) viewer_add_edit(viewer, &(viewer_edit){.kind = VIEWER_EDIT_TARGET, .joint = joint, .target = *target});
}

void viewer_end_rotation(viewer_state *viewer)
{
    const int32_t joint = viewer->selected_joint;
    if (viewer->prompt.kind != VIEWER_PROMPT_ROTATION || joint == SINEW_NONE) return;
    viewer_prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
    const sinew_quat after = sinew__pose_edits_rotation(&viewer->edits, joint);
    const sinew_quat before = viewer->rotation_before;
    if (memcmp(&after, &before, sizeof after) == 0) return;
    const sinew_quat change = sinew__quat_multiply(sinew__quat_conjugate(before), after);
    viewer_add_edit(viewer, &(viewer_edit){.kind = VIEWER_EDIT_ROTATION, .joint = joint, .rotation = change});
}

sinew_result viewer_open(viewer_state *viewer, const viewer_settings *settings, sinew_error *out_error)
{
    *viewer = (viewer_state){
        .settings = settings,
        .name = settings->name,
        .model = settings->model,
        .prefix = sinew__find_joint_prefix(settings->model),
        .view = settings->view,
        .fitted = 1,
        .aspect = (double)settings->width / settings->height,
        .selected_joint = SINEW_NONE,
        .times.load = settings->load_time,
        .skeleton = settings->skeleton == SINEW_SHOW_ON,
        .orbit = {.parallel = settings->parallel},
        .colors = settings->colors,
        .skin = settings->skin,
        .names = settings->names,
        .axes = settings->axes,
        .trail = settings->trail,
        .trail_joint = settings->holds_trail ? settings->trail_joint : SINEW_NONE,
        .trail_window = settings->trail_window,
        .is_in_place = settings->in_place,
        .onion = settings->onion,
        .tracking = settings->tracking > 0,
        .tracking_is_chosen = settings->tracking >= 0,
        .other = {.way = settings->other_way, .wanted_path = settings->other_path},
    };
    take_notes(viewer, settings->texture_notes, settings->texture_note_count);
    take_edits(viewer);
    find_front(viewer);
    if (settings->has_joint) viewer->selected_joint = settings->joint;
    if (settings->skeleton == SINEW_SHOW_AUTO) viewer->skeleton = sinew__shows_skeleton(settings->model);
    sinew_result result = sinew_pose_create(settings->model, &viewer->pose, out_error);
    if (result == SINEW_OK) result = open_crowd(settings, settings->model, &viewer->crowd, out_error);
    if (result != SINEW_OK) return result;
    viewer->player = (sinew_playback){.speed = settings->speed, .loop = settings->loop, .paused = settings->paused};
    result = start_clip(viewer, settings->clip, out_error);
    sinew_playback_seek(&viewer->player, settings->time);
    return result;
}

static void free_posing(viewer_state *viewer)
{
    sinew__shown_fade_free(&viewer->fade);
    sinew__shown_in_place_free(&viewer->in_place);
    viewer->edits = (pose_edits){.rotations = viewer->edits.rotations, .targets = viewer->edits.targets};
    sinew__pose_edits_free(&viewer->edits); // the other arrays belong to the list
    viewer_edit_list_free(&viewer->edit_list);
    sinew__hidden_joints_free(&viewer->hidden);
}

void viewer_close(viewer_state *viewer)
{
    scene_crowd_close(&viewer->crowd);
    scene_motion_clear(&viewer->motion);
    sinew_pose_destroy(viewer->pose);
    viewer->pose = NULL;
    viewer_end_comparison(viewer);
    for (int32_t i = 0; i < viewer->typed_path_count; ++i) free(viewer->typed_paths[i]);
    free(viewer->typed_paths);
    viewer->typed_paths = NULL;
    viewer->typed_path_count = 0;
    free_posing(viewer);
}

int32_t viewer_find_same_clip(const sinew_model *old, int32_t old_clip, const viewer_file *file)
{
    if (old_clip == SINEW_NONE) return SINEW_NONE;
    const sinew_model *model = file->model;
    const char *name = sinew_text(old, old->clips[old_clip].name);
    for (int32_t i = 0; i < model->clip_count; ++i) { // starts at the old index, because names may repeat
        const int32_t clip = (old_clip + i) % model->clip_count;
        if (strcmp(sinew_text(model, model->clips[clip].name), name) == 0) return clip;
    }
    return file->clip;
}

/// Returns the joint of another model with a joint's name, or SINEW_NONE.
static int32_t find_same_joint(const viewer_state *viewer, int32_t old, const sinew_model *model)
{
    if (old == SINEW_NONE) return SINEW_NONE;
    const char *name = sinew_text(viewer->model, viewer->model->joints[old].name);
    for (int32_t i = 0; i < model->joint_count; ++i) { // starts at the old index, because names may repeat
        const int32_t joint = (old + i) % model->joint_count;
        if (strcmp(sinew_text(model, model->joints[joint].name), name) == 0) return joint;
    }
    return SINEW_NONE;
}

sinew_result viewer_take_file(viewer_state *viewer, const char *name, const viewer_file *file, int same,
                              sinew_error *out_error)
{
    sinew_pose *pose;
    scene_crowd crowd = {0};
    sinew_result result = sinew_pose_create(file->model, &pose, out_error);
    if (result == SINEW_OK) result = open_crowd(viewer->settings, file->model, &crowd, out_error);
    if (result != SINEW_OK) {
        sinew_pose_destroy(pose);
        scene_crowd_close(&crowd);
        return result;
    }
    const sinew_playback old = viewer->player;
    const double old_duration = viewer_clip_duration(viewer);
    const int32_t clip = same ? viewer_find_same_clip(viewer->model, viewer->clip, file) : file->clip;
    viewer->selected_joint = find_same_joint(viewer, viewer->selected_joint, file->model);
    viewer->trail_joint = find_same_joint(viewer, viewer->trail_joint, file->model);
    if (viewer->other.model == viewer->model) { // the comparison is with a clip of the replaced model
        const int32_t other = viewer_find_same_clip(viewer->model, viewer->other.clip, file);
        viewer_end_comparison(viewer);
        if (same) viewer_compare_clip(viewer, other);
    }
    const int is_automatic = viewer->skeleton == sinew__shows_skeleton(viewer->model);
    if (is_automatic && viewer->settings->skeleton == SINEW_SHOW_AUTO) {
        viewer->skeleton = sinew__shows_skeleton(file->model);
    }
    sinew_pose_destroy(viewer->pose);
    viewer->pose = pose;
    scene_crowd_close(&viewer->crowd);
    viewer->crowd = crowd;
    viewer->name = name;
    viewer->model = file->model;
    viewer->prefix = sinew__find_joint_prefix(file->model);
    find_front(viewer);
    ++viewer->model_number;
    free_posing(viewer);
    viewer->drag.is_active = 0;
    take_edits(viewer);
    if (viewer->prompt.kind == VIEWER_PROMPT_ROTATION || viewer->prompt.kind == VIEWER_PROMPT_SAVE)
        viewer_prompt_open(&viewer->prompt, VIEWER_PROMPT_NONE);
    viewer->times.load = file->load_time;
    const int was_fitted = viewer->fitted;
    const double old_radius = viewer->bounds.radius;
    viewer->fitted = 0;
    (void)start_clip(viewer, clip, NULL);
    viewer->fitted = was_fitted;
    const double ratio = viewer->bounds.radius / old_radius, like = 2.0; // `like`: largest ratio for one camera
    if (!same && (was_fitted || !(ratio < like && ratio > 1.0 / like))) viewer_fit(viewer);
    const int was_whole = old.begin == 0.0 && old.end == old_duration;
    if (same && !was_whole) sinew_playback_set_range(&viewer->player, old.begin, old.end);
    sinew_playback_seek(&viewer->player, sinew_playback_time(&old)); // the clip's length may have changed
    take_notes(viewer, file->texture_notes, file->texture_note_count);
    return SINEW_OK;
}

void viewer_set_aspect(viewer_state *viewer, double aspect)
{
    if (aspect == viewer->aspect) return;
    viewer->aspect = aspect;
    if (viewer->fitted) viewer_fit(viewer);
}

double viewer_time(const viewer_state *viewer)
{
    return sinew_playback_time(&viewer->player);
}

double viewer_frame(const viewer_state *viewer, double time, double fps)
{
    return sinew_clip_to_timeline(viewer->model, viewer->clip, time) * fps;
}

void viewer_advance(viewer_state *viewer, double seconds)
{
    static const double longest = 5.0;
    const double step = fmin(fmax(seconds, 0.0), longest);
    sinew_playback_advance(&viewer->player, step);
    if (!viewer->player.paused) sinew__shown_fade_advance(&viewer->fade, step);
}

void viewer_seek(viewer_state *viewer, double seconds)
{
    viewer->fade.remaining = 0;
    sinew_playback_seek(&viewer->player, seconds);
}

void viewer_play_range(viewer_state *viewer, double begin, double end)
{
    viewer->loop_from = -1.0;
    sinew_playback_set_range(&viewer->player, begin, end);
}

void viewer_notify(viewer_state *viewer, const char *text)
{
    snprintf(viewer->note, sizeof viewer->note, "%.*s", VIEWER_NOTE - 1, text);
}

int32_t viewer_trail_joint(const viewer_state *viewer)
{
    return viewer->trail_joint != SINEW_NONE ? viewer->trail_joint : viewer->selected_joint;
}

void viewer_select(viewer_state *viewer, int32_t joint)
{
    viewer_end_drag(viewer);
    viewer_end_rotation(viewer);
    viewer->selected_joint = joint;
    if (joint == SINEW_NONE) {
        viewer_notify(viewer, "no joint selected");
        return;
    }
    char name[80];
    sinew__printable(sinew__joint_label(viewer->model, joint, viewer->prefix), name, sizeof name);
    snprintf(viewer->note, sizeof viewer->note, "selected %s", name);
}

// Fills the renderer's options from the player's state.

void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options)
{
    const double duration = viewer_clip_duration(viewer);
    *out_options = (sinew_draw_options){
        .bounds = viewer_is_comparing(viewer) ? &viewer->other.both : &viewer->bounds,
        .skeleton = viewer->skeleton ? SINEW_SHOW_ON : SINEW_SHOW_OFF,
        .meshes = viewer->hide_meshes && !viewer->edges ? SINEW_SHOW_OFF : SINEW_SHOW_ON,
        .edges = viewer->edges,
        .colors = viewer->colors,
        .skin = viewer->skin,
        .names = viewer->names,
        .axes = viewer->axes,
        .wireframe = viewer->hide_meshes && viewer->edges,
        .ground = viewer->hide_ground ? SINEW_SHOW_OFF : SINEW_SHOW_ON,
        .status = viewer->hide_status ? NULL : status,
        .progress = duration > 0.0 ? sinew_playback_time(&viewer->player) / duration : -1.0,
    };
    if (viewer->selected_joint != SINEW_NONE) {
        out_options->has_joint = 1;
        out_options->joint = viewer->selected_joint;
    }
    scene_orbit_camera(&viewer->orbit, &out_options->camera);
}

sinew_result viewer_apply_motion(viewer_state *viewer, sinew_draw_options *options, sinew_error *out_error)
{
    enum { FOUND_AT_ONCE = 1000 };
    const int is_long = viewer->motion.trail && viewer->motion.trail->count > FOUND_AT_ONCE,
              is_held = viewer->prompt.kind == VIEWER_PROMPT_ROTATION || viewer->drag.is_active;
    scene_motion_request request = {
        .posing = viewer_posing(viewer),
        .trail_joint = viewer->trail ? viewer_trail_joint(viewer) : SINEW_NONE,
        .trail_window = viewer->trail_window,
        .onion = viewer->onion,
        .tracking = viewer->tracking && !viewer->crowd.count,
        // while a joint is dragged, a long trail is not updated
        .edit_changes = is_long && is_held ? viewer->motion.found.edit_changes : viewer->edits.changes,
    };
    request.posing.fade = NULL;
    const scene_motion_request found = viewer->motion.found;
    const int is_switched = found.posing.model == request.posing.model && found.posing.clip == request.posing.clip &&
                            found.tracking != request.tracking;
    const int was_tracking = viewer->motion.tracking != NULL;
    double before[3], after[3];
    find_offset(viewer, before);
    const sinew_result result = scene_motion_update(&viewer->motion, &request, out_error);
    const int follows = viewer->motion.tracking != NULL;
    find_offset(viewer, after);
    if (follows != was_tracking && viewer->fitted)
        viewer_fit(viewer);
    else if (is_switched) // keeps the position of a camera that the user moved
        for (int i = 0; i < 3; ++i) viewer->orbit.target[i] += before[i] - after[i];
    if (result != SINEW_OK) return result;
    scene_orbit_camera(&viewer->orbit, &options->camera);
    scene_motion_apply(&viewer->motion, viewer_time(viewer), options);
    return SINEW_OK;
}
