/// The distance and the angle between two transforms, without their scales.
#ifndef SINEW_RUNTIME_MOTION_RIGID_DIFFERENCE_H
#define SINEW_RUNTIME_MOTION_RIGID_DIFFERENCE_H

#include "core/base/affine.h"

typedef struct sinew__rigid_difference {
    double distance; ///< between the translations
    double degrees;  ///< between the rotations
} sinew__rigid_difference;

sinew__rigid_difference sinew__rigid_difference_of(const sinew_affine *a, const sinew_affine *b);

/// The angle between two rotations.
double sinew__rotation_degrees(sinew_quat a, sinew_quat b);

#endif
