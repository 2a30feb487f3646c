/// One joint of a clip at a time, without the rest of the pose.
#ifndef SINEW_RUNTIME_MOTION_JOINT_IN_CLIP_H
#define SINEW_RUNTIME_MOTION_JOINT_IN_CLIP_H

#include "sinew/pose.h"

/// Computes what SINEW_ENGINE_EXACT computes of a joint and its ancestors, to the last bit: `local` and `global` of
/// `scratch`. The contents of its other arrays are unspecified. `time` is in seconds from the clip's start.
void sinew__joint_in_clip(const sinew_model *model, int32_t clip, int32_t joint, double time, sinew_pose *scratch);

#endif
