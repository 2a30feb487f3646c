/// The lens of a camera of the file.
#ifndef SINEW_RUNTIME_MODEL_CAMERA_LENS_H
#define SINEW_RUNTIME_MODEL_CAMERA_LENS_H

#include <stdint.h>

/// Whether a value is 0 or above, and below `limit`; false for NaN.
static inline int sinew__lens_has_side(double value, double limit)
{
    return value >= 0 && value < limit;
}

/// Whether a lens has a size: at least one side of the field of view, or of the extent of a parallel projection.
static inline int sinew__lens_is_valid(uint32_t is_parallel, const double field_of_view[2], const double extent[2])
{
    static const double max_degrees = 180, max_units = 1e300;
    const double *sides = is_parallel ? extent : field_of_view;
    return sinew__lens_has_side(field_of_view[0], max_degrees) && sinew__lens_has_side(field_of_view[1], max_degrees) &&
           sinew__lens_has_side(extent[0], max_units) && sinew__lens_has_side(extent[1], max_units) &&
           (sides[0] > 0 || sides[1] > 0);
}

#endif
