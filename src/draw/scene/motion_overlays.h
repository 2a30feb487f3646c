/// Overlays that show the motion around the current time: a joint's trail, ghosts, a tracking camera. Computed on
/// demand and kept while the same clip is shown.
#ifndef SINEW_DRAW_SCENE_MOTION_OVERLAYS_H
#define SINEW_DRAW_SCENE_MOTION_OVERLAYS_H

#include "runtime/view/shown_pose.h"
#include "sinew/render.h"

/// The overlays to show.
typedef struct scene_motion_request {
    shown_posing posing; ///< without a fade
    int32_t trail_joint; ///< SINEW_NONE: no trail
    double trail_window; ///< seconds of it before and after the current time; 0: all
    int32_t onion;       ///< ghosts on each side; 0: none
    int tracking;
    int32_t edit_changes; ///< `changes` of the edits that the trail must include
} scene_motion_request;

/// Zeroed: nothing computed.
typedef struct scene_motion {
    scene_motion_request found; ///< the others are computed for it
    sinew_trail *trail;
    sinew_onion *onion;
    sinew_tracking_camera *tracking;
    sinew_bounds bounds; ///< at the current time, for drawing
} scene_motion;

/// Computes the requested overlays that are missing. A clip in place is not tracked, a blend neither, and it has no
/// ghosts. Model, blend, edits and hidden joints must outlive them, until scene_motion_clear; so must a blend's share.
SINEW_NODISCARD sinew_result scene_motion_update(scene_motion *motion, const scene_motion_request *request,
                                                 sinew_error *out_error);
void scene_motion_clear(scene_motion *motion);

/// Adds the overlays at a time in seconds from the clip's start to the options of an image: trail and ghosts, and the
/// camera and bounds moved by the tracking camera. The camera must be placed for the clip's start.
void scene_motion_apply(scene_motion *motion, double time, sinew_draw_options *options);

/// Returns whether a camera should track the character by default: the clip, with the bounds `bounds`, takes it so far
/// that it would be small in a view of the whole path. Returns 0 when out of memory.
int scene_motion_needs_tracking(const sinew_model *model, sinew_engine engine, int32_t clip,
                                const sinew_bounds *bounds);

#endif
