/// Functions shared by several formats: poses of a clip, and axes with Y up.
#ifndef SINEW_AUTHOR_EXPORT_EXPORT_POSE_H
#define SINEW_AUTHOR_EXPORT_EXPORT_POSE_H

#include "sinew/export.h"

/// Computes the pose of a clip at a time, local and global, according to the options. `scratch` may be NULL if in_place
/// is not set.
void sinew__export_pose(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                        sinew_pose *scratch, sinew_pose *pose);

/// Returns the rotation from the model's up axis to Y and from its front to Z; the identity if these axes are equal or
/// unknown.
sinew_quat sinew__file_axes(const sinew_model *model);

#endif
