/// The lens of a camera of the file.
#ifndef SINEW_RUNTIME_MODEL_CAMERA_LENS_H
#define SINEW_RUNTIME_MODEL_CAMERA_LENS_H

#include <math.h>
#include <stdint.h>

static const double sinew__radians_per_degree = 3.14159265358979323846 / 180;

/// The tangent of half an angle in degrees.
static inline double sinew__lens_half_slope(double angle)
{
    return tan(0.5 * angle * sinew__radians_per_degree);
}

/// The angle in degrees of twice the arc tangent of `half_slope`: the field of view of half a film over a focal length.
static inline double sinew__lens_angle(double half_slope)
{
    return 2 * atan(half_slope) / sinew__radians_per_degree;
}

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
