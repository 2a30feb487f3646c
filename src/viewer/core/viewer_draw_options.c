#include "viewer/core/viewer_draw_options.h"

void viewer_fill_options(const viewer_state *viewer, const char *status, sinew_draw_options *out_options)
{
    const double duration = viewer_clip_duration(viewer);
    *out_options = (sinew_draw_options){
        .bounds = &viewer->bounds,
        .skeleton = viewer->skeleton ? SINEW_SHOW_ON : SINEW_SHOW_OFF,
        .hide_meshes = viewer->hide_meshes && !viewer->edges,
        .edges = viewer->edges,
        .colors = viewer->colors,
        .skin = viewer->skin,
        .names = viewer->names,
        .axes = viewer->axes,
        .wireframe = viewer->hide_meshes && viewer->edges,
        .hide_ground = viewer->hide_ground,
        .status = viewer->hide_status ? NULL : status,
        .progress = duration > 0.0 ? sinew_player_time(&viewer->player) / duration : -1.0,
    };
    if (viewer->selected_joint != SINEW_NONE) {
        out_options->has_joint = 1;
        out_options->joint = viewer->selected_joint;
    }
    viewer_orbit_camera(&viewer->orbit, &out_options->camera);
}

/// Returns the version of the edits that the trail shows. A long trail is not updated until the joint is released.
static int32_t trail_edit_changes(const viewer_state *viewer)
{
    enum { FOUND_AT_ONCE = 1000 };
    const scene_motion *motion = &viewer->motion;
    const int is_long = motion->trail && motion->trail->count > FOUND_AT_ONCE;
    const int is_held = viewer->prompt.kind == VIEWER_PROMPT_ROTATION || viewer->drag.is_active;
    return is_long && is_held ? motion->found.edit_changes : viewer->edits.changes;
}

/// Returns the offset of the tracking camera.
static void find_offset(const viewer_state *viewer, double out_offset[3])
{
    const sinew_tracking_camera *tracking = viewer->motion.tracking;
    out_offset[0] = out_offset[1] = out_offset[2] = 0.0;
    if (tracking) sinew_tracking_camera_offset(tracking, viewer_time(viewer), out_offset);
}

static sinew_result update_motion(viewer_state *viewer, sinew_error *out_error)
{
    scene_motion_request request = {
        .posing = viewer_posing(viewer),
        .trail_joint = viewer->trail ? viewer->selected_joint : SINEW_NONE,
        .onion = viewer->onion,
        .tracking = viewer->tracking && !viewer->crowd.count,
        .edit_changes = trail_edit_changes(viewer),
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
    else if (is_switched) // a camera that the user has placed stays where it is
        for (int i = 0; i < 3; ++i) viewer->orbit.target[i] += before[i] - after[i];
    return result;
}

sinew_result viewer_apply_motion(viewer_state *viewer, sinew_draw_options *options, sinew_error *out_error)
{
    const sinew_result result = update_motion(viewer, out_error);
    if (result != SINEW_OK) return result;
    viewer_orbit_camera(&viewer->orbit, &options->camera);
    scene_motion_apply(&viewer->motion, viewer_time(viewer), options);
    return SINEW_OK;
}
