/// The joint that moves a character: where a joint of a clip is, and the motion between two such places.
#ifndef SINEW_RUNTIME_MOTION_ROOT_MOTION_H
#define SINEW_RUNTIME_MOTION_ROOT_MOTION_H

#include "core/base/affine.h"
#include "sinew/pose.h"
#include "sinew/root_motion.h"

/// Computes what SINEW_ENGINE_EXACT computes of a joint and its ancestors, to the last bit: `local` and `global` of
/// `scratch`. The contents of its other arrays are unspecified. `time` is in seconds from the clip's start.
void sinew__joint_in_clip(const sinew_model *model, int32_t clip, int32_t joint, double time, sinew_pose *scratch);

/// The unit vector of the axis that the file names as up; +Y where it names none.
sinew_vec3 sinew__up_axis(const sinew_model *model);

/// Position, rotation and scale of a joint in model space, `time` seconds after the start of the clip. `scratch` then
/// holds the globals of the joint and its ancestors.
sinew_transform sinew__motion_joint_at(const sinew_model *model, int32_t clip, int32_t joint, double time,
                                       sinew_pose *scratch);

/// The chosen parts (sinew_motion_part) of the motion that takes a joint from one place to another.
sinew_motion sinew__motion_between(const sinew_model *model, uint32_t parts, const sinew_transform *first,
                                   const sinew_transform *now);

#endif
