/// Vectors of three doubles, as structs and as arrays, and rotations between vectors.
#ifndef SINEW_CORE_BASE_VEC3_H
#define SINEW_CORE_BASE_VEC3_H

#include <math.h>

#include "core/base/affine.h"

#define SINEW__PI 3.14159265358979323846

static inline sinew_vec3 sinew__vec3_add(sinew_vec3 a, sinew_vec3 b)
{
    return (sinew_vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline sinew_vec3 sinew__vec3_subtract(sinew_vec3 a, sinew_vec3 b)
{
    return (sinew_vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline sinew_vec3 sinew__vec3_scale(sinew_vec3 a, double by)
{
    return (sinew_vec3){a.x * by, a.y * by, a.z * by};
}

static inline double sinew__vec3_dot(sinew_vec3 a, sinew_vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline sinew_vec3 sinew__vec3_cross(sinew_vec3 a, sinew_vec3 b)
{
    return (sinew_vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline int sinew__vec3_is_finite(sinew_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

static const double sinew__vec3_max_square = 1e250; ///< squares below this are far from the range of a double

/// Returns a vector of the same direction whose square is in the range of a double. Vectors that are not finite do not
/// change.
static inline sinew_vec3 sinew__vec3_moderate(sinew_vec3 a)
{
    return sinew__vec3_dot(a, a) < sinew__vec3_max_square || !sinew__vec3_is_finite(a) ? a
                                                                                       : sinew__vec3_scale(a, 0x1p-600);
}

/// Returns the length, even if the square is out of range; infinity if the length itself is.
static inline double sinew__vec3_length(sinew_vec3 a)
{
    const double square = sinew__vec3_dot(a, a);
    if (square < sinew__vec3_max_square || !sinew__vec3_is_finite(a)) return sqrt(square);
    const sinew_vec3 moderate = sinew__vec3_moderate(a);
    return sqrt(sinew__vec3_dot(moderate, moderate)) * 0x1p600;
}

/// Returns the vector scaled to unit length, or 0 0 0 if it is shorter than `least`.
static inline sinew_vec3 sinew__vec3_normalize(sinew_vec3 a, double least)
{
    if (!(sinew__vec3_length(a) > least)) return (sinew_vec3){0, 0, 0};
    const sinew_vec3 direction = sinew__vec3_moderate(a);
    return sinew__vec3_scale(direction, 1 / sinew__vec3_length(direction));
}

/// Returns the unit vector along the part of `v` that is perpendicular to the unit vector `axis`; 0 0 0 if that part is
/// only rounding.
static inline sinew_vec3 sinew__vec3_across(sinew_vec3 v, sinew_vec3 axis)
{
    v = sinew__vec3_moderate(v);
    const sinew_vec3 part = sinew__vec3_subtract(v, sinew__vec3_scale(axis, sinew__vec3_dot(v, axis)));
    const double square = sinew__vec3_dot(part, part);
    return square > 1e-12 * sinew__vec3_dot(v, v) ? sinew__vec3_scale(part, 1 / sqrt(square)) : (sinew_vec3){0, 0, 0};
}

/// Returns a unit vector perpendicular to a unit vector.
static inline sinew_vec3 sinew__vec3_perpendicular(sinew_vec3 a)
{
    return sinew__vec3_across(fabs(a.x) < 0.5 ? (sinew_vec3){1, 0, 0} : (sinew_vec3){0, 1, 0}, a);
}

/// Returns the shortest rotation from one unit vector to another. If they are opposite, it rotates about `axis`, a
/// perpendicular unit vector, or if that is 0 0 0 about any perpendicular axis.
static inline sinew_quat sinew__quat_between(sinew_vec3 from, sinew_vec3 to, sinew_vec3 axis)
{
    const double cosine = sinew__vec3_dot(from, to);
    if (cosine < -1 + 1e-12) {
        const sinew_vec3 about = sinew__vec3_dot(axis, axis) > 0 ? axis : sinew__vec3_perpendicular(from);
        return (sinew_quat){about.x, about.y, about.z, 0};
    }
    const sinew_vec3 cross = sinew__vec3_cross(from, to);
    const double w = 1 + cosine, scale = 1 / sqrt(sinew__vec3_dot(cross, cross) + w * w);
    return (sinew_quat){cross.x * scale, cross.y * scale, cross.z * scale, w * scale};
}

static inline sinew_vec3 sinew__quat_rotate(sinew_quat q, sinew_vec3 v)
{
    const sinew_vec3 axis = {q.x, q.y, q.z}, twice = sinew__vec3_scale(sinew__vec3_cross(axis, v), 2);
    return sinew__vec3_add(sinew__vec3_add(v, sinew__vec3_scale(twice, q.w)), sinew__vec3_cross(axis, twice));
}

/// Returns the part of a rotation about the unit vector `axis`; the identity if that is 0 0 0.
static inline sinew_quat sinew__quat_twist(sinew_quat rotation, sinew_vec3 axis)
{
    const double along = rotation.x * axis.x + rotation.y * axis.y + rotation.z * axis.z;
    return sinew__quat_normalize((sinew_quat){along * axis.x, along * axis.y, along * axis.z, rotation.w});
}

/// Returns a fraction `part` of a rotation: interpolated linearly from the identity along the shorter arc.
static inline sinew_quat sinew__quat_part(sinew_quat q, double part)
{
    if (part == 1) return q;
    const double sign = q.w < 0 ? -part : part;
    return sinew__quat_normalize((sinew_quat){q.x * sign, q.y * sign, q.z * sign, q.w * sign + (1 - part)});
}

// ---- arrays of three ---------------------------------------------------------------------------------------------

static inline double sinew__double3_dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline void sinew__double3_cross(const double a[3], const double b[3], double out[3])
{
    const double x = a[1] * b[2] - a[2] * b[1];
    const double y = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
    out[0] = x;
    out[1] = y;
}

static inline double sinew__double3_length(const double a[3])
{
    return sqrt(sinew__double3_dot(a, a));
}

static inline void sinew__double3_subtract(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = a[i] - b[i];
}

/// out = a + scale · b
static inline void sinew__double3_add_scaled(const double a[3], double scale, const double b[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = a[i] + scale * b[i];
}

/// Scales a vector to unit length; a vector of length 0 or not finite becomes `fallback`.
static inline void sinew__double3_normalize(double a[3], const double fallback[3])
{
    const double length = sinew__double3_length(a);
    for (int i = 0; i < 3; ++i) a[i] = length > 0.0 && length < (double)INFINITY ? a[i] / length : fallback[i];
}

/// Returns the unit vector at `azimuth` radians from front to left and `elevation` radians above both. The axes are
/// orthonormal.
static inline void sinew__double3_spherical(const double front[3], const double left[3], const double up[3],
                                            double azimuth, double elevation, double out[3])
{
    for (int i = 0; i < 3; ++i) {
        const double level = cos(azimuth) * front[i] + sin(azimuth) * left[i];
        out[i] = cos(elevation) * level + sin(elevation) * up[i];
    }
}

/// Computes the index-th of `count` unit vectors that are spread evenly over the sphere along a spiral.
static inline void sinew__double3_spread_direction(int index, int count, double out[3])
{
    const double z = 1.0 - (2.0 * index + 1.0) / count;
    const double ring = sqrt(1.0 - z * z), angle = 2.399963229728653 * index;
    out[0] = ring * cos(angle);
    out[1] = ring * sin(angle);
    out[2] = z;
}

#endif
