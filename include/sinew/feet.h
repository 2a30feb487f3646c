/// Feet on uneven ground: keeps planted feet where they are, follows slopes and steps, and moves the pelvis so that the
/// legs reach.
///
/// Call `sinew_feet_solve` after `sinew_blend_globals` and before `sinew_blend_palette`, like the functions of ik.h.
/// The animation is one on level ground, through the origin of model space.
///
/// A foot has two points on its sole: the heel, below the foot joint, and the toe, below the toe joint. The one that
/// the animation has lower is the pivot: it is placed on the ground, and the foot rotates about it as it does in the
/// animation, inclined by the ground's normal. So a heel rolls off and a toe stays.
#ifndef SINEW_FEET_H
#define SINEW_FEET_H

#include "sinew/blend.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SINEW_FEET_MAX = 8 };

typedef struct sinew_leg {
    int32_t thigh;
    int32_t shin; ///< below `thigh`
    int32_t foot; ///< below `shin`
    int32_t toes; ///< below `foot`, or SINEW_NONE: the sole is one point
} sinew_leg;

/// Finds the ground below or above a position in world space: the point of the ground on the vertical line through it
/// and its normal there, of any length. Returns 0 for no ground.
typedef int sinew_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal);

typedef struct sinew_feet_options {
    const sinew_leg *feet; ///< [foot_count]
    int32_t foot_count;    ///< 1 … SINEW_FEET_MAX
    int32_t pelvis;        ///< above all thighs
    sinew_vec3 up;         ///< in model space
    sinew_ground *ground;
    void *user;
    double half_life; ///< seconds in which the pelvis covers half of the way to its new height; 0: at once
} sinew_feet_options;

/// How much of a foot's heel and toe is planted: 0 … 1; NaN counts as 0. A point is kept where it was when its weight
/// reached 0.5, until it is 0 again.
typedef struct sinew_foot_plant {
    float heel, toe;
} sinew_foot_plant;

/// The feet of one character. A cursor: one owner, one thread at a time.
typedef struct sinew_feet sinew_feet;

/// Measures the soles in the rest pose. Options are copied. The caller destroys *out_feet; it is NULL on failure. The
/// model must outlive it. SINEW_ERROR_INVALID_ARGUMENT names the joint or field that is not valid; a leg without length
/// is not.
SINEW_API SINEW_NODISCARD sinew_result sinew_feet_create(const sinew_model *model, const sinew_feet_options *options,
                                                         sinew_feet **out_feet, sinew_error *out_error);
SINEW_API void sinew_feet_destroy(sinew_feet *feet);

/// Forgets planted feet and the height of the pelvis, for a character that is placed elsewhere.
SINEW_API void sinew_feet_reset(sinew_feet *feet);

/// Places the feet of the blender's globals. `to_world` takes model space to world space: rotation, translation and
/// uniform scale. `plants` is [foot_count]; `seconds` is the time since the last call; if it is negative or NaN, the
/// pelvis is at its height at once. A planted foot that the leg cannot reach is pulled along. Allocates nothing.
///
/// Where the ground is missed it is level, at the height of the character's origin. It is missed where it is not found,
/// is not finite, faces down, or is farther above or below that height than the leg is long: no foot gets there, and a
/// query that finds nothing may report a point as far away as its numbers go. So the pelvis never moves by more than
/// the longest leg, and one miss does not pull it down. Nothing changes if `to_world` is singular or not finite, or if
/// one of its numbers is beyond 1e30.
SINEW_API void sinew_feet_solve(sinew_feet *feet, sinew_blender *blender, sinew_local_pose *pose,
                                const sinew_affine *to_world, const sinew_foot_plant *plants, double seconds);

/// Gets where the sole of a foot is in the globals of `blender`, in model space: the point below the foot joint and the
/// point below the toe joint, where dust rises and prints are left. Without a toe joint they are the same. `out_heel`
/// or `out_toe` may be NULL.
SINEW_API void sinew_feet_sole(const sinew_feet *feet, const sinew_blender *blender, int32_t foot, sinew_vec3 *out_heel,
                               sinew_vec3 *out_toe);

#ifdef __cplusplus
}
#endif

#endif
