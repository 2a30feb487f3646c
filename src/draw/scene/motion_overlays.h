/// Overlays that show the motion around the current time: a joint's trail, ghosts, a tracking camera. They are computed
/// on demand and kept while the same clip is shown.
#ifndef SINEW_DRAW_SCENE_MOTION_OVERLAYS_H
#define SINEW_DRAW_SCENE_MOTION_OVERLAYS_H

#include "runtime/view/shown_pose.h"
#include "sinew/render.h"

/// The overlays to show.
typedef struct scene_motion_request {
    shown_posing posing; ///< without a fade between clips
    int32_t trail_joint; ///< SINEW_NONE: no trail
    double trail_window; ///< seconds of the trail before and after the current time; 0: all of it
    int32_t onion;       ///< number of ghosts on each side of the current time; 0: none
    int tracking;
    int32_t edit_changes; ///< `changes` of the edits that the trail must include
} scene_motion_request;

/// The computed overlays; all zero: none.
typedef struct scene_motion {
    scene_motion_request found; ///< the request for which the other members were computed
    sinew_trail *trail;
    sinew_onion *onion;
    sinew_tracking_camera *tracking;
    sinew_bounds bounds; ///< bounds at the current time, for drawing
} scene_motion;

/// Computes the requested overlays that are missing. A clip in place is not tracked. A blend is not tracked either and
/// has no ghosts. The model, blend, share, edits and hidden joints of the request must exist until scene_motion_clear.
SINEW_NODISCARD sinew_result scene_motion_update(scene_motion *motion, const scene_motion_request *request,
                                                 sinew_error *out_error);
void scene_motion_clear(scene_motion *motion);

/// Adds the overlays at `time`, in seconds from the clip's start, to the options of an image: trail, ghosts, and the
/// camera and bounds moved by the tracking camera. Before the call, the camera must be placed for the clip's start.
void scene_motion_apply(scene_motion *motion, double time, sinew_draw_options *options);

/// Returns whether a camera should track the character by default: it moves so far that it would be small in a view of
/// the whole path, `bounds`. Returns 0 when out of memory.
int scene_motion_needs_tracking(const sinew_model *model, sinew_engine engine, int32_t clip,
                                const sinew_bounds *bounds);

#endif
