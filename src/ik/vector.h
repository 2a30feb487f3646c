/// Vectors and rotations between them.
#ifndef SINEW_IK_VECTOR_H
#define SINEW_IK_VECTOR_H

#include <math.h>

#include "base/affine.h"

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

static inline double sinew__vec3_length(sinew_vec3 a)
{
    return sqrt(sinew__vec3_dot(a, a));
}

static inline int sinew__vec3_is_finite(sinew_vec3 a)
{
    return isfinite(a.x) && isfinite(a.y) && isfinite(a.z);
}

/// Unit length, or 0 0 0 for a vector shorter than `least`.
static inline sinew_vec3 sinew__vec3_normalize(sinew_vec3 a, double least)
{
    const double length = sinew__vec3_length(a);
    return length > least ? sinew__vec3_scale(a, 1 / length) : (sinew_vec3){0, 0, 0};
}

/// Some unit vector at a right angle to a unit vector.
sinew_vec3 sinew__vec3_perpendicular(sinew_vec3 a);

/// The part of `v` at a right angle to the unit vector `axis`, of unit length; 0 0 0 where there is none.
sinew_vec3 sinew__vec3_across(sinew_vec3 v, sinew_vec3 axis);

/// The shortest rotation between two unit vectors. Opposite ones rotate about `axis`, a unit vector at a right angle.
sinew_quat sinew__quat_between(sinew_vec3 from, sinew_vec3 to, sinew_vec3 axis);

sinew_vec3 sinew__quat_rotate(sinew_quat q, sinew_vec3 v);

/// A part of a rotation, from the identity along the shorter arc.
sinew_quat sinew__quat_part(sinew_quat q, double part);

#endif
