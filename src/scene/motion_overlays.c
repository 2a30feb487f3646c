#include "scene/motion_overlays.h"

#include <math.h>

#include "model/clip_span.h"
#include "render/skeleton.h"

/// Frames from ghost to ghost: less, and they melt into one.
static const double GHOST_FRAMES = 3.0;

/// The way is far that takes so many times the room of the figure.
static const double FAR = 4.0;

void scene_motion_forget(scene_motion *motion)
{
    sinew_trail_destroy(motion->trail);
    sinew_onion_destroy(motion->onion);
    sinew_tracking_camera_destroy(motion->follow);
    *motion = (scene_motion){0};
}

/// Lets go of what was found for something else.
static void forget_others(scene_motion *motion, const scene_motion_wish *wish)
{
    const scene_motion_wish *found = &motion->found;
    if (found->model != wish->model || found->clip != wish->clip || found->engine != wish->engine) {
        scene_motion_forget(motion);
    }
    if (found->trail_joint != wish->trail_joint || found->turn_changes != wish->turn_changes)
        motion->trail = (sinew_trail_destroy(motion->trail), NULL);
    if (found->onion != wish->onion) motion->onion = (sinew_onion_destroy(motion->onion), NULL);
    if (found->follow != wish->follow) motion->follow = (sinew_tracking_camera_destroy(motion->follow), NULL);
    motion->found = *wish;
}

/// Leads the trail through the places where the joint is with what the user has turned.
static sinew_result turn_trail(sinew_trail *trail, const scene_motion_wish *wish, sinew_error *out_error)
{
    sinew_pose *pose;
    if (!wish->turned || !pose_overrides_move(wish->turned, wish->model, wish->trail_joint)) return SINEW_OK;
    const sinew_result result = sinew_pose_create(wish->model, &pose, out_error);
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i < trail->count; ++i) {
        pose_overrides_apply(wish->turned, wish->model, wish->clip, fmin(trail->from + i * trail->step, trail->to),
                             pose);
        for (int k = 0; k < 3; ++k) trail->points[i][k] = pose->global[wish->trail_joint].row[k][3];
    }
    sinew_pose_destroy(pose);
    return SINEW_OK;
}

static sinew_result make_trail(const scene_motion_wish *wish, sinew_trail **out_trail, sinew_error *out_error)
{
    sinew_result result =
        sinew_trail_create(wish->model, wish->engine, wish->clip, wish->trail_joint, out_trail, out_error);
    if (result == SINEW_OK) result = turn_trail(*out_trail, wish, out_error);
    if (result != SINEW_OK) *out_trail = (sinew_trail_destroy(*out_trail), NULL);
    return result;
}

sinew_result scene_motion_find(scene_motion *motion, const scene_motion_wish *wish, sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    forget_others(motion, wish);
    if (wish->trail_joint != SINEW_NONE && !motion->trail) result = make_trail(wish, &motion->trail, out_error);
    if (result == SINEW_OK && wish->onion > 0 && !motion->onion) {
        result = sinew_onion_create(wish->model, wish->onion, &motion->onion, out_error);
    }
    if (result == SINEW_OK && wish->follow && !motion->follow) {
        result = sinew_tracking_camera_create(wish->model, wish->engine, wish->clip, &motion->follow, out_error);
    }
    return result;
}

void scene_motion_show(scene_motion *motion, double time, sinew_draw_options *options)
{
    const scene_motion_wish *wish = &motion->found;
    options->trail = motion->trail;
    options->onion = motion->onion;
    if (motion->onion) {
        const double fps = wish->model->info->fps > 0.0 ? wish->model->info->fps : 30.0;
        sinew_onion_pose(motion->onion, wish->model, wish->engine, wish->clip, time, GHOST_FRAMES / fps);
    }
    if (motion->follow) {
        sinew_tracking_camera_move(motion->follow, time, &options->camera, &motion->bounds);
        options->bounds = &motion->bounds;
    }
}

/// Half the diagonal of the box around a model's bones where the clip begins.
static double reach_of_joints(const sinew_model *model, const sinew_pose *pose)
{
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, square = 0.0;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        double place[3];
        if (!sinew__render_is_skeletal(model, 1, joint)) continue;
        sinew__render_joint_place(pose, joint, place);
        for (int k = 0; k < 3; ++k) {
            low[k] = fmin(low[k], place[k]);
            high[k] = fmax(high[k], place[k]);
        }
    }
    for (int k = 0; k < 3; ++k) square += high[k] > low[k] ? (high[k] - low[k]) * (high[k] - low[k]) : 0.0;
    return 0.5 * sqrt(square);
}

/// What is quickly found, and answers for nearly all clips: a figure is no smaller than its skeleton. What has no
/// skeleton is a thing, whose way is what there is to see.
static int may_go_far(const sinew_model *model, sinew_engine engine, int32_t clip, const sinew_bounds *bounds)
{
    sinew_pose *pose;
    if (clip == SINEW_NONE || !sinew__render_has_bones(model)) return 0;
    if (sinew_pose_create(model, &pose, NULL) != SINEW_OK) return 0;
    sinew_pose_evaluate(model, engine, clip, sinew__clip_span(model, clip).start, pose);
    const double reach = reach_of_joints(model, pose);
    sinew_pose_destroy(pose);
    return bounds->radius > FAR * reach;
}

int scene_motion_goes_far(const sinew_model *model, sinew_engine engine, int32_t clip, const sinew_bounds *bounds)
{
    sinew_tracking_camera *follow;
    if (!may_go_far(model, engine, clip, bounds)) return 0;
    if (sinew_tracking_camera_create(model, engine, clip, &follow, NULL) != SINEW_OK) return 0;
    const int is_far = bounds->radius > FAR * follow->bounds.radius;
    sinew_tracking_camera_destroy(follow);
    return is_far;
}
