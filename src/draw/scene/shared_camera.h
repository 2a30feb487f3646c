/// Two models that are compared: conversions from the space of one to the other's, and one camera for both.
#ifndef SINEW_DRAW_SCENE_SHARED_CAMERA_H
#define SINEW_DRAW_SCENE_SHARED_CAMERA_H

#include "sinew/camera.h"

/// Converts from the world space of one model to another model's: other axes and another unit.
typedef struct scene_conversion {
    double rows[3][3], scale;
} scene_conversion;

scene_conversion scene_conversion_between(const sinew_model *from, const sinew_model *to);
sinew_camera scene_convert_camera(const scene_conversion *of, const sinew_camera *camera);

/// Whether one camera can show both at the same scale. `scale` belongs to the conversion from the other model to the
/// first.
int scene_share_camera(const sinew_bounds *first, const sinew_bounds *other, double scale);

#endif
