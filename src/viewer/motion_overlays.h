/// What shows the motion around a moment: the trail of a joint, ghosts, a camera that goes along. Found when first
/// asked for, and kept for as long as the same clip is shown.
#ifndef SINEW_VIEWER_MOTION_OVERLAYS_H
#define SINEW_VIEWER_MOTION_OVERLAYS_H

#include "sinew/render.h"
#include "viewer/joint_turns.h"

/// What is asked for.
typedef struct viewer_motion_wish {
    const sinew_model *model;
    sinew_engine engine;
    int32_t clip;
    int32_t trail_joint; ///< SINEW_NONE: no trail
    int32_t onion;       ///< ghosts on each side; 0: none
    int follow;
    const joint_turns *turned; ///< by the user, or NULL
    int32_t turn_changes;      ///< of them, that the trail must know of
} viewer_motion_wish;

/// Zeroed: nothing found yet.
typedef struct viewer_motion {
    viewer_motion_wish found; ///< that the rest was found for
    sinew_trail *trail;
    sinew_onion *onion;
    sinew_follow *follow;
    sinew_bounds bounds; ///< around the moment, for drawing
} viewer_motion;

/// Finds what is asked for and not there yet. The model must live until viewer_motion_forget.
SINEW_NODISCARD sinew_result viewer_motion_find(viewer_motion *motion, const viewer_motion_wish *wish,
                                                sinew_error *out_error);
void viewer_motion_forget(viewer_motion *motion);

/// Puts it into a picture of a time on the file's timeline: trail and ghosts, and the camera and bounds moved along.
/// The camera was placed for the clip's start.
void viewer_motion_show(viewer_motion *motion, double time, sinew_draw_options *options);

/// Whether a camera should go along unless it is told otherwise: the clip, whose motion reaches as far as `bounds`,
/// leads the figure so far away that it would be small where all of its way is seen. Without memory it should not.
int viewer_motion_goes_far(const sinew_model *model, sinew_engine engine, int32_t clip, const sinew_bounds *bounds);

#endif
