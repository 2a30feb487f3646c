/// Where the joint that moves a character is, and the motion between two such places.
#ifndef SINEW_RUNTIME_MOTION_MOTION_BETWEEN_H
#define SINEW_RUNTIME_MOTION_MOTION_BETWEEN_H

#include "sinew/root_motion.h"

/// Position, rotation and scale of a joint in model space, `time` seconds after the start of the clip. `scratch` then
/// holds the globals of the joint and its ancestors.
sinew_transform sinew__motion_joint_at(const sinew_model *model, int32_t clip, int32_t joint, double time,
                                       sinew_pose *scratch);

/// The chosen parts (sinew_motion_part) of the motion that takes a joint from one place to another.
sinew_motion sinew__motion_between(const sinew_model *model, uint32_t parts, const sinew_transform *first,
                                   const sinew_transform *now);

#endif
