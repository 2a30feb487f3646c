/// Shared by several formats: poses of a clip, and axes with Y up.
#ifndef SINEW_AUTHOR_EXPORT_EXPORT_POSE_H
#define SINEW_AUTHOR_EXPORT_EXPORT_POSE_H

#include "sinew/export.h"

/// Poses a clip at a time, with locals and globals, as the options ask. `scratch` may be NULL without in_place.
void sinew__export_pose(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                        sinew_pose *scratch, sinew_pose *pose);

/// Returns the rotation that takes the model's up to Y and its front to Z. If the two are one axis, or unknown,
/// nothing rotates.
sinew_quat sinew__file_axes(const sinew_model *model);

#endif
