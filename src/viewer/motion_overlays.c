#include "viewer/motion_overlays.h"

/// Frames from ghost to ghost: less, and they melt into one.
static const double GHOST_FRAMES = 3.0;

void viewer_motion_forget(viewer_motion *motion)
{
    sinew_trail_destroy(motion->trail);
    sinew_onion_destroy(motion->onion);
    sinew_follow_destroy(motion->follow);
    *motion = (viewer_motion){0};
}

/// Lets go of what was found for something else.
static void forget_others(viewer_motion *motion, const viewer_motion_wish *wish)
{
    const viewer_motion_wish *found = &motion->found;
    if (found->model != wish->model || found->clip != wish->clip || found->engine != wish->engine) {
        viewer_motion_forget(motion);
    }
    if (found->trail_joint != wish->trail_joint) motion->trail = (sinew_trail_destroy(motion->trail), NULL);
    if (found->onion != wish->onion) motion->onion = (sinew_onion_destroy(motion->onion), NULL);
    if (found->follow != wish->follow) motion->follow = (sinew_follow_destroy(motion->follow), NULL);
    motion->found = *wish;
}

sinew_result viewer_motion_find(viewer_motion *motion, const viewer_motion_wish *wish, sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    forget_others(motion, wish);
    if (wish->trail_joint != SINEW_NONE && !motion->trail) {
        result =
            sinew_trail_create(wish->model, wish->engine, wish->clip, wish->trail_joint, &motion->trail, out_error);
    }
    if (result == SINEW_OK && wish->onion > 0 && !motion->onion) {
        result = sinew_onion_create(wish->model, wish->onion, &motion->onion, out_error);
    }
    if (result == SINEW_OK && wish->follow && !motion->follow) {
        result = sinew_follow_create(wish->model, wish->engine, wish->clip, &motion->follow, out_error);
    }
    return result;
}

void viewer_motion_show(viewer_motion *motion, double time, sinew_draw_options *options)
{
    const viewer_motion_wish *wish = &motion->found;
    options->trail = motion->trail;
    options->onion = motion->onion;
    if (motion->onion) {
        const double fps = wish->model->info->fps > 0.0 ? wish->model->info->fps : 30.0;
        sinew_onion_pose(motion->onion, wish->model, wish->engine, wish->clip, time, GHOST_FRAMES / fps);
    }
    if (motion->follow) {
        sinew_follow_move(motion->follow, time, &options->camera, &motion->bounds);
        options->bounds = &motion->bounds;
    }
}
