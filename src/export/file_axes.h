/// Axes of formats that have Y up.
#ifndef SINEW_EXPORT_FILE_AXES_H
#define SINEW_EXPORT_FILE_AXES_H

#include "sinew/model.h"

/// Returns the rotation that takes the model's up to Y and its front to Z. Where the two are one axis, or unknown,
/// nothing rotates.
sinew_quat sinew__file_axes(const sinew_model *model);

#endif
