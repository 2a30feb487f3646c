#include "draw/scene/motion_overlays.h"

#include <math.h>

#include "runtime/model/look_up.h"
#include "runtime/view/view.h"

/// Frames between ghosts; at smaller distances, ghosts blend into each other.
static const double ghost_frames = 3.0;

/// The camera tracks a clip if its bounds are more than this many times as large as the character's.
static const double tracking_ratio = 4.0;

void scene_motion_clear(scene_motion *motion)
{
    sinew_trail_destroy(motion->trail);
    sinew_onion_destroy(motion->onion);
    sinew_tracking_camera_destroy(motion->tracking);
    *motion = (scene_motion){0};
}

/// Frees overlays that were computed for another request and do not fit this one.
static void clear_outdated(scene_motion *motion, const scene_motion_request *request)
{
    const scene_motion_request *found = &motion->found;
    if (found->posing.model != request->posing.model || found->posing.clip != request->posing.clip ||
        found->posing.engine != request->posing.engine)
        scene_motion_clear(motion);
    if (found->trail_joint != request->trail_joint || found->edit_changes != request->edit_changes)
        motion->trail = (sinew_trail_destroy(motion->trail), NULL);
    if (found->onion != request->onion) motion->onion = (sinew_onion_destroy(motion->onion), NULL);
    if (found->tracking != request->tracking)
        motion->tracking = (sinew_tracking_camera_destroy(motion->tracking), NULL);
    motion->found = *request;
}

/// Recomputes the points of the trail if the clip is played in place, blended or with edits. Hidden joints keep their
/// trails.
static sinew_result change_trail(sinew_trail *trail, const scene_motion_request *request, sinew_error *out_error)
{
    shown_posing posing = request->posing;
    sinew_pose *pose;
    posing.hidden = NULL;
    if (!posing.in_place && !posing.blend && !posing.change_clip &&
        !sinew__pose_edits_may_move(posing.edits, posing.model, request->trail_joint))
        return SINEW_OK;
    const sinew_result result = sinew_pose_create(posing.model, &pose, out_error);
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i < trail->count; ++i) {
        // If a target is out of reach, the pose comes as near to it as possible.
        (void)!sinew__shown_pose(&posing, fmin(i * trail->step, trail->to), pose, NULL);
        for (int k = 0; k < 3; ++k) trail->points[i][k] = pose->global[request->trail_joint].row[k][3];
    }
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

sinew_result scene_motion_update(scene_motion *motion, const scene_motion_request *request, sinew_error *out_error)
{
    const shown_posing *posing = &request->posing;
    sinew_result result = SINEW_OK;
    clear_outdated(motion, request);
    if (request->trail_joint != SINEW_NONE && !motion->trail) {
        result = sinew_trail_create(posing->model, posing->engine, posing->clip, request->trail_joint, &motion->trail,
                                    out_error);
        if (result == SINEW_OK) result = change_trail(motion->trail, request, out_error);
        if (result != SINEW_OK) motion->trail = (sinew_trail_destroy(motion->trail), NULL);
    }
    if (result == SINEW_OK && request->onion > 0 && !posing->blend && !motion->onion) {
        result = sinew_onion_create(posing->model, request->onion, &motion->onion, out_error);
    }
    if (result == SINEW_OK && request->tracking && !posing->in_place && !posing->blend && !motion->tracking) {
        result =
            sinew_tracking_camera_create(posing->model, posing->engine, posing->clip, &motion->tracking, out_error);
    }
    return result;
}

void scene_motion_apply(scene_motion *motion, double time, sinew_draw_options *options)
{
    options->trail = motion->trail;
    if (motion->trail) motion->trail->window = motion->found.trail_window;
    options->onion = motion->onion;
    if (motion->onion) {
        const shown_posing *posing = &motion->found.posing;
        const double fps = posing->model->info->fps > 0.0 ? posing->model->info->fps : 30.0;
        sinew_onion_pose(motion->onion, posing->model, posing->engine, posing->clip, time, ghost_frames / fps);
        for (int32_t i = 0; i < motion->onion->count; ++i)
            if (motion->onion->ghosts[i].is_shown)
                (void)!sinew__shown_pose_change(posing, motion->onion->ghosts[i].pose, NULL);
    }
    if (motion->tracking) {
        sinew_tracking_camera_move(motion->tracking, time, &options->camera, &motion->bounds);
        options->bounds = &motion->bounds;
    }
}

/// Returns half the diagonal of the box around a model's bones at the start of the clip.
static double skeleton_radius(const sinew_model *model, const sinew_pose *pose)
{
    double low[3] = {(double)INFINITY, (double)INFINITY, (double)INFINITY},
           high[3] = {-(double)INFINITY, -(double)INFINITY, -(double)INFINITY}, square = 0.0;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        double position[3];
        if (!sinew__render_is_skeletal(model, 1, joint)) continue;
        sinew__render_joint_position(pose, joint, position);
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], position[k]);
            high[k] = fmax(high[k], position[k]);
        }
    }
    for (int k = 0; k < 3; ++k) square += high[k] > low[k] ? (high[k] - low[k]) * (high[k] - low[k]) : 0.0;
    return 0.5 * sqrt(square);
}

int scene_motion_needs_tracking(const sinew_model *model, sinew_engine engine, int32_t clip, const sinew_bounds *bounds)
{
    sinew_pose *pose;
    sinew_tracking_camera *tracking;
    // A model without a skeleton is an object, and the image should show its whole path.
    if (clip == SINEW_NONE || !sinew__render_has_bones(model)) return 0;
    if (sinew_pose_create(model, &pose, NULL) != SINEW_OK) return 0;
    sinew_pose_evaluate(model, engine, clip, 0, pose);
    const double radius = skeleton_radius(model, pose);
    sinew_pose_destroy(pose);
    // The character is at least as large as its skeleton, which decides for nearly all clips without computing its
    // bounds.
    if (!(bounds->radius > tracking_ratio * radius)) return 0;
    if (sinew_tracking_camera_create(model, engine, clip, &tracking, NULL) != SINEW_OK) return 0;
    const int is_far = bounds->radius > tracking_ratio * tracking->bounds.radius;
    sinew_tracking_camera_destroy(tracking);
    return is_far;
}
