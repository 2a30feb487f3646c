/// Conversions and checks of a camera's lens.
#ifndef SINEW_RUNTIME_MODEL_CAMERA_LENS_H
#define SINEW_RUNTIME_MODEL_CAMERA_LENS_H

#include <math.h>
#include <stdint.h>

static const double sinew__radians_per_degree = 3.14159265358979323846 / 180;

/// Returns the tangent of half an angle in degrees.
static inline double sinew__lens_half_slope(double angle)
{
    return tan(0.5 * angle * sinew__radians_per_degree);
}

/// Returns the angle of view in degrees, twice the arc tangent of `half_slope`. `half_slope` is half of the film's side
/// divided by the focal length.
static inline double sinew__lens_angle(double half_slope)
{
    return 2 * atan(half_slope) / sinew__radians_per_degree;
}

/// Whether 0 ≤ value < limit; false for NaN.
static inline int sinew__lens_has_side(double value, double limit)
{
    return value >= 0 && value < limit;
}

/// Whether a lens has a positive size along at least one side: the field of view in degrees or, if parallel, the
/// extent.
static inline int sinew__lens_is_valid(uint32_t is_parallel, const double field_of_view[2], const double extent[2])
{
    static const double max_degrees = 180, max_units = 1e300;
    const double *sides = is_parallel ? extent : field_of_view;
    return sinew__lens_has_side(field_of_view[0], max_degrees) && sinew__lens_has_side(field_of_view[1], max_degrees) &&
           sinew__lens_has_side(extent[0], max_units) && sinew__lens_has_side(extent[1], max_units) &&
           (sides[0] > 0 || sides[1] > 0);
}

#endif
