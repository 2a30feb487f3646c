/// Computes the global of one joint and the palette; shared by the flat and the recursive walk.
#ifndef SINEW_RUNTIME_POSE_JOINT_GLOBAL_H
#define SINEW_RUNTIME_POSE_JOINT_GLOBAL_H

#include "sinew/pose.h"

/// Sets pose->global[joint] and pose->global_rotation[joint] from the joint's local transform and its parent's global.
void sinew__joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint);

/// Sets each palette entry to globalInverse · global · inverse bind matrix.
void sinew__palette_from_globals(const sinew_model *model, sinew_pose *pose);

/// Converts a map to a palette entry, rounded to floats.
sinew_palette_matrix sinew__palette_matrix(const sinew_affine *map);

#endif
