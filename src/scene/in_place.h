/// Plays a clip in place: without the motion of the character over the ground.
#ifndef SINEW_SCENE_IN_PLACE_H
#define SINEW_SCENE_IN_PLACE_H

#include "sinew/pose.h"

/// Memory for one model. Zeroed: none yet.
typedef struct in_place {
    const sinew_model *model;
    sinew_pose *scratch;
    int32_t joint; ///< whose motion is removed, or SINEW_NONE
} in_place;

/// Allocates memory for a model, unless there is some for it, and finds the joint. Returns 0 when out of memory.
int in_place_open(in_place *memory, const sinew_model *model);

void in_place_free(in_place *memory);

/// Removes the ground motion and the yaw since the first frame of a clip from a pose that may be blended. Does nothing
/// for the rest pose, for a model without a joint to follow, and when out of memory.
void in_place_apply(in_place *memory, const sinew_model *model, int32_t clip, sinew_pose *pose);

#endif
