/// Quaternions and affine maps: the functions that sinew computes poses with, for programs that edit or combine them.
///
/// Conventions follow types.h: column vectors, `multiply(a, b)` applies b first, quaternions are x, y, z, w.
/// Rotations are quaternions of unit length; a result is of unit length if the arguments are. Angles are degrees. Every
/// function is re-entrant, allocates nothing and cannot fail unless it says so.
///
/// A joint's matrix in model space, rotated by 30° about its own X axis and put back as local transform below `parent`:
///
///     sinew_quat bend = sinew_quat_from_axis_angle((sinew_vec3){1, 0, 0}, 30);
///     sinew_affine rotation = sinew_affine_from_quat(bend);
///     sinew_affine bent = sinew_affine_multiply(&global, &rotation), to_parent, local;
///     if (sinew_affine_inverse(&parent, &to_parent)) {
///         local = sinew_affine_multiply(&to_parent, &bent);
///         sinew_transform_from_affine(&local, &transform);
///     }
#ifndef SINEW_MATH_H
#define SINEW_MATH_H

#include "sinew/model.h"
#include "sinew/result.h"
#include "sinew/types.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- quaternions --------------------------------------------------------------------------------------------------

/// Returns the rotation that applies b, then a.
SINEW_API sinew_quat sinew_quat_multiply(sinew_quat a, sinew_quat b);

/// Returns the inverse rotation of a unit quaternion.
SINEW_API sinew_quat sinew_quat_conjugate(sinew_quat q);

/// Returns the quaternion scaled to unit length; the identity for a quaternion of length 0.
SINEW_API sinew_quat sinew_quat_normalize(sinew_quat q);

/// Interpolates along the shorter arc at constant angular velocity: `t` 0 gives a; 1 gives b or −b, which is the same
/// rotation.
SINEW_API sinew_quat sinew_quat_slerp(sinew_quat a, sinew_quat b, double t);

/// Rotates a vector.
SINEW_API sinew_vec3 sinew_quat_rotate(sinew_quat q, sinew_vec3 v);

/// Returns the rotation about an axis of any length; the identity for an axis of length 0.
SINEW_API sinew_quat sinew_quat_from_axis_angle(sinew_vec3 axis, double degrees);

/// Returns the rotation of Euler angles about X, Y and Z. SINEW_ROTATE_XYZ rotates about X first, as FBX does.
SINEW_API sinew_quat sinew_quat_from_euler(const double degrees[3], sinew_rotation_order order);

/// Returns Euler angles of a rotation. The angle about the middle axis of `order` is within ±90°; if it is ±90°, the
/// other two angles are not unique.
SINEW_API void sinew_quat_to_euler(sinew_quat q, sinew_rotation_order order, double out_degrees[3]);

// ---- transforms and affine maps -----------------------------------------------------------------------------------

/// Returns the identity map.
SINEW_API sinew_affine sinew_affine_identity(void);

/// Returns a · b: the map that applies b, then a. A joint's global matrix is its parent's global · its local.
SINEW_API sinew_affine sinew_affine_multiply(const sinew_affine *a, const sinew_affine *b);

/// Computes the inverse map. Returns 0 for a map that has none, such as one with a scale of 0; *out_inverse is then
/// finite, but not an inverse.
SINEW_API int sinew_affine_inverse(const sinew_affine *a, sinew_affine *out_inverse);

/// Maps a point, with the translation.
SINEW_API sinew_vec3 sinew_affine_point(const sinew_affine *a, sinew_vec3 point);

/// Maps a direction, without the translation. Its length and, with unequal scales, its angle to other directions may
/// change.
SINEW_API sinew_vec3 sinew_affine_direction(const sinew_affine *a, sinew_vec3 direction);

/// Replaces each of `count` skinning matrices p by a · p. To draw a palette in the world, let `a` be the character's
/// world transform times `sinew_model_info.root`.
SINEW_API void sinew_palette_transform(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count);

/// Returns the rotation as a map.
SINEW_API sinew_affine sinew_affine_from_quat(sinew_quat q);

/// Returns T · R · S as a map.
SINEW_API sinew_affine sinew_affine_from_transform(const sinew_transform *transform);

/// Finds the T · R · S nearest to a map: exact, up to rounding, unless the map is sheared. A mirrored map gets a
/// negative scale on all three axes. Returns the largest difference of an element, relative to the largest element of
/// the linear part.
SINEW_API double sinew_transform_from_affine(const sinew_affine *a, sinew_transform *out_transform);

#ifdef __cplusplus
}
#endif

#endif
