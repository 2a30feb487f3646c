/// Vectors and rotations between them.
#ifndef SINEW_RUNTIME_IK_VECTOR_H
#define SINEW_RUNTIME_IK_VECTOR_H

#include <math.h>

#include "core/base/affine.h"

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

static const double sinew__vec3_max_square = 1e250; ///< far below what a double no longer holds

/// A vector of the same direction whose square a double holds. Vectors that are not finite stay.
static inline sinew_vec3 sinew__vec3_moderate(sinew_vec3 a)
{
    return sinew__vec3_dot(a, a) < sinew__vec3_max_square || !sinew__vec3_is_finite(a) ? a
                                                                                       : sinew__vec3_scale(a, 0x1p-600);
}

/// The length, also of finite vectors whose square no double holds; infinity where it does not hold the length.
static inline double sinew__vec3_length(sinew_vec3 a)
{
    const double square = sinew__vec3_dot(a, a);
    if (square < sinew__vec3_max_square || !sinew__vec3_is_finite(a)) return sqrt(square);
    const sinew_vec3 moderate = sinew__vec3_moderate(a);
    return sqrt(sinew__vec3_dot(moderate, moderate)) * 0x1p600;
}

/// Unit length, or 0 0 0 for a vector shorter than `least`.
static inline sinew_vec3 sinew__vec3_normalize(sinew_vec3 a, double least)
{
    if (!(sinew__vec3_length(a) > least)) return (sinew_vec3){0, 0, 0};
    const sinew_vec3 direction = sinew__vec3_moderate(a);
    return sinew__vec3_scale(direction, 1 / sinew__vec3_length(direction));
}

/// The part of `v` at a right angle to the unit vector `axis`, of unit length; 0 0 0 where rounding is all that is
/// left.
static inline sinew_vec3 sinew__vec3_across(sinew_vec3 v, sinew_vec3 axis)
{
    v = sinew__vec3_moderate(v);
    const sinew_vec3 part = sinew__vec3_subtract(v, sinew__vec3_scale(axis, sinew__vec3_dot(v, axis)));
    const double square = sinew__vec3_dot(part, part);
    return square > 1e-12 * sinew__vec3_dot(v, v) ? sinew__vec3_scale(part, 1 / sqrt(square)) : (sinew_vec3){0, 0, 0};
}

/// Some unit vector at a right angle to a unit vector.
static inline sinew_vec3 sinew__vec3_perpendicular(sinew_vec3 a)
{
    return sinew__vec3_across(fabs(a.x) < 0.5 ? (sinew_vec3){1, 0, 0} : (sinew_vec3){0, 1, 0}, a);
}

/// The shortest rotation between two unit vectors. Opposite ones rotate about `axis`, a unit vector at a right angle;
/// 0 0 0: about any.
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

/// The part of a rotation that is about `axis`, a unit vector; the identity for the axis 0 0 0.
static inline sinew_quat sinew__quat_twist(sinew_quat rotation, sinew_vec3 axis)
{
    const double along = rotation.x * axis.x + rotation.y * axis.y + rotation.z * axis.z;
    return sinew__quat_normalize((sinew_quat){along * axis.x, along * axis.y, along * axis.z, rotation.w});
}

/// A part of a rotation, from the identity along the shorter arc.
static inline sinew_quat sinew__quat_part(sinew_quat q, double part)
{
    if (part == 1) return q;
    const double sign = q.w < 0 ? -part : part;
    return sinew__quat_normalize((sinew_quat){q.x * sign, q.y * sign, q.z * sign, q.w * sign + (1 - part)});
}

#endif
