/// What shows the motion around a moment: the trail of a joint, ghosts, a camera that goes along. Found when first
/// asked for, and kept for as long as the same clip is shown.
#ifndef SINEW_SCENE_MOTION_OVERLAYS_H
#define SINEW_SCENE_MOTION_OVERLAYS_H

#include "scene/pose_overrides.h"
#include "sinew/render.h"

/// What is asked for.
typedef struct scene_motion_wish {
    const sinew_model *model;
    sinew_engine engine;
    int32_t clip;
    int32_t trail_joint; ///< SINEW_NONE: no trail
    int32_t onion;       ///< ghosts on each side; 0: none
    int follow;
    const pose_overrides *turned; ///< by the user, or NULL
    int32_t turn_changes;         ///< of them, that the trail must know of
} scene_motion_wish;

/// Zeroed: nothing found yet.
typedef struct scene_motion {
    scene_motion_wish found; ///< that the rest was found for
    sinew_trail *trail;
    sinew_onion *onion;
    sinew_tracking_camera *follow;
    sinew_bounds bounds; ///< around the moment, for drawing
} scene_motion;

/// Finds what is asked for and not there yet. The model must live until scene_motion_forget.
SINEW_NODISCARD sinew_result scene_motion_find(scene_motion *motion, const scene_motion_wish *wish,
                                               sinew_error *out_error);
void scene_motion_forget(scene_motion *motion);

/// Puts it into a picture of a time on the file's timeline: trail and ghosts, and the camera and bounds moved along.
/// The camera was placed for the clip's start.
void scene_motion_show(scene_motion *motion, double time, sinew_draw_options *options);

/// Whether a camera should go along unless it is told otherwise: the clip, whose motion reaches as far as `bounds`,
/// leads the figure so far away that it would be small where all of its way is seen. Without memory it should not.
int scene_motion_goes_far(const sinew_model *model, sinew_engine engine, int32_t clip, const sinew_bounds *bounds);

#endif
