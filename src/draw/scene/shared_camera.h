/// Comparison of two models: converts between their world spaces, and decides whether one camera can show both.
#ifndef SINEW_DRAW_SCENE_SHARED_CAMERA_H
#define SINEW_DRAW_SCENE_SHARED_CAMERA_H

#include "sinew/camera.h"

/// Conversion from the world space of one model to another's, with other axes and another unit.
typedef struct scene_conversion {
    double rows[3][3], scale;
} scene_conversion;

scene_conversion scene_conversion_between(const sinew_model *from, const sinew_model *to);
sinew_camera scene_convert_camera(const scene_conversion *of, const sinew_camera *camera);

/// Returns whether one camera can show both models at the same scale. `scale` is the member of the conversion from the
/// other model to the first.
int scene_share_camera(const sinew_bounds *first, const sinew_bounds *other, double scale);

#endif
