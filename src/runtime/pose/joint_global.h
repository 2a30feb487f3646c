/// One joint of a walk, shared by all of them: the flat, the recursive, and what ends a walk.
#ifndef SINEW_RUNTIME_POSE_JOINT_GLOBAL_H
#define SINEW_RUNTIME_POSE_JOINT_GLOBAL_H

#include "sinew/pose.h"

/// Sets pose->global[joint] (and pose->global_rotation[joint]) from its local transform and its parent's global.
void sinew__joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint);

/// palette = globalInverse · global · offset for every entry.
void sinew__palette_from_globals(const sinew_model *model, sinew_pose *pose);

/// Rounds a map to a palette entry.
sinew_palette_matrix sinew__palette_matrix(const sinew_affine *map);

#endif
