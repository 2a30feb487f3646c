/// Double-precision maths of poses: affine maps, quaternions, Euler angles. cglm uses floats and is for drawing only.
#ifndef SINEW_CORE_BASE_AFFINE_H
#define SINEW_CORE_BASE_AFFINE_H

#include <math.h>

#include "sinew/types.h"

sinew_affine sinew__affine_identity(void);

/// Returns a · b, which applies b first.
sinew_affine sinew__affine_multiply(const sinew_affine *a, const sinew_affine *b);

/// Computes the inverse. Returns 0 for a map whose linear part is singular; linear part and translation are then 0, so
/// that the result is finite and singular, too.
int sinew__affine_inverse(const sinew_affine *a, sinew_affine *out);

sinew_vec3 sinew__affine_point(const sinew_affine *a, sinew_vec3 point);
sinew_vec3 sinew__affine_direction(const sinew_affine *a, sinew_vec3 direction);

/// Returns T · R · S as an affine map.
sinew_affine sinew__affine_from_transform(const sinew_transform *transform);

/// Sets `out` to the T · R · S nearest to a map; it is exact up to rounding unless the map is sheared. Mirrored maps
/// get a negative scale on all axes. Returns the largest difference between an element of the map and of T · R · S,
/// relative to the largest element of the linear part.
double sinew__transform_from_affine(const sinew_affine *a, sinew_transform *out);

/// As sinew__transform_from_affine, but does not compute the difference and takes 1/3 of the time.
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

/// Returns the quaternion scaled to unit length; the identity for a quaternion of length 0.
static inline sinew_quat sinew__quat_normalize(sinew_quat q)
{
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    if (!(length > 0) || !isfinite(length)) return (sinew_quat){0, 0, 0, 1};
    return (sinew_quat){q.x / length, q.y / length, q.z / length, q.w / length};
}

/// Interpolates along the shorter arc; unit quaternions give a unit quaternion.
sinew_quat sinew__quat_slerp(sinew_quat a, sinew_quat b, double t);

/// Returns the rotation of Euler angles in degrees. `order` is a sinew_rotation_order; XYZ rotates about X first, and
/// SPHERIC counts as XYZ.
sinew_quat sinew__quat_from_euler(const double degrees[3], int order);

/// Writes the axes of a sinew_rotation_order in the order of rotation; an invalid order counts as XYZ. Returns 1 if
/// they are a cyclic permutation of X, Y and Z, else −1.
int sinew__rotation_axes(int order, int out_axes[3]);

/// Converts a rotation to Euler angles in degrees. The angle about the middle axis is within ±90°.
void sinew__quat_to_euler(sinew_quat q, int order, double out_degrees[3]);

/// Converts a rotation to Euler angles for display. Two triples give the same rotation and differ by 180° about each
/// axis; this returns the one with the smaller sum of absolute angles, which usually is the authored one.
void sinew__quat_to_least_euler(sinew_quat q, int order, double out_degrees[3]);

/// Converts a rotation to the Euler angles nearest to `near`. In gimbal lock, the first and the last angle deviate
/// equally.
void sinew__quat_to_near_euler(sinew_quat q, int order, const double near[3], double out_degrees[3]);

sinew_affine sinew__affine_from_quat(sinew_quat q);
sinew_affine sinew__affine_scale(const double s[3]);

#endif
