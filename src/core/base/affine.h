/// Double-precision maths of poses: affine maps, quaternions, Euler angles. cglm, which is float, is for drawing only.
#ifndef SINEW_CORE_BASE_AFFINE_H
#define SINEW_CORE_BASE_AFFINE_H

#include <math.h>

#include "sinew/types.h"

sinew_affine sinew__affine_identity(void);

/// a · b: applies b first.
sinew_affine sinew__affine_multiply(const sinew_affine *a, const sinew_affine *b);

/// Inverse. A singular linear part gives zeros for the linear part and for the translation: finite, and singular like
/// the original. Returns whether it was regular.
int sinew__affine_inverse(const sinew_affine *a, sinew_affine *out);

sinew_vec3 sinew__affine_point(const sinew_affine *a, sinew_vec3 point);
sinew_vec3 sinew__affine_direction(const sinew_affine *a, sinew_vec3 direction);

/// T · R · S as an affine map.
sinew_affine sinew__affine_from_transform(const sinew_transform *transform);

/// The T · R · S nearest to a map; exact (up to rounding) unless it is sheared. Mirrored maps get a negative scale on
/// all axes. Returns the largest element-wise difference, relative to the largest element of the linear part.
double sinew__transform_from_affine(const sinew_affine *a, sinew_transform *out);

/// Converts like `sinew__transform_from_affine`, but without measuring the difference, in 1/3 of the time.
void sinew__transform_nearest(const sinew_affine *a, sinew_transform *out);

sinew_transform sinew__transform_identity(void);

int sinew__affine_is_identity(const sinew_affine *a);
int sinew__affine_is_zero(const sinew_affine *a);
int sinew__affine_is_finite(const sinew_affine *a);

sinew_quat sinew__quat_identity(void);

static inline sinew_quat sinew__quat_multiply(sinew_quat a, sinew_quat b)
{
    return (sinew_quat){a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z};
}

static inline sinew_quat sinew__quat_conjugate(sinew_quat q)
{
    return (sinew_quat){-q.x, -q.y, -q.z, q.w};
}

/// Normalises; a quaternion of length 0 gives the identity.
static inline sinew_quat sinew__quat_normalize(sinew_quat q)
{
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0) || !isfinite(length)) return (sinew_quat){0, 0, 0, 1};
    return (sinew_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

/// Spherical interpolation along the shorter arc; unit input gives unit output.
sinew_quat sinew__quat_slerp(sinew_quat a, sinew_quat b, double t);

/// Rotation of Euler angles in degrees; `order` is sinew_rotation_order (XYZ rotates about X first; SPHERIC is treated
/// as XYZ).
sinew_quat sinew__quat_from_euler(const double degrees[3], int order);

/// The axes of a sinew_rotation_order in the order of their rotations; any other number counts as XYZ. Returns 1 if they
/// are a cyclic exchange of X, Y and Z, else -1.
int sinew__rotation_axes(int order, int out_axes[3]);

/// Euler angles in degrees of a rotation, in the same order; the angle about the middle axis is within ±90°.
void sinew__quat_to_euler(sinew_quat q, int order, double out_degrees[3]);

/// Angles for display: of the two triples that give the rotation, the one with the smaller sum of absolute angles,
/// which usually is the authored one. The other one differs by 180° about each axis.
void sinew__quat_to_least_euler(sinew_quat q, int order, double out_degrees[3]);

/// Returns the triple nearest to `near` that gives the rotation; if the middle axis aligns the other two, they
/// share the difference.
void sinew__quat_to_near_euler(sinew_quat q, int order, const double near[3], double out_degrees[3]);

sinew_affine sinew__affine_from_quat(sinew_quat q);
sinew_affine sinew__affine_scale(const double s[3]);

#endif
