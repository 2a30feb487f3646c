/// Foot IK, on uneven ground: keeps planted feet in place, follows slopes and steps, and moves the pelvis so that
/// the legs reach.
///
/// Call `sinew_foot_ik_solve` after `sinew_blend_globals` and before `sinew_blend_palette`, like the functions of ik.h.
/// The animation must be made for level ground through the origin of model space.
///
/// A foot has two points on its sole: the heel, below the foot joint, and the toe, below the toe joint. The one that is
/// lower in the animation is the pivot: it is put on the ground, and the foot rotates about it as in the animation,
/// inclined by the ground's normal. A heel therefore rolls off while the toe stays.
///
/// `to_world` is row-major 3×4. The ground query uses world space, in the units that `to_world` gives; heights and
/// lengths of legs are in units of the file.
///
///     const sinew_foot_ik_options options = {
///         .legs = legs, .leg_count = 2, .pelvis = pelvis, .up = {0, 1, 0}, .ground = find_ground};
///     sinew_foot_ik *feet;
///     if (sinew_foot_ik_create(model, &options, &feet, &error)) return puts(error.message);
///     const sinew_planted_foot plants[2] = {{1, 1}, {0, 0}}; // the first foot is planted; see sinew_mixer_planted
///     sinew_blend_globals(blender, local);
///     sinew_foot_ik_solve(feet, blender, local, &world, plants, seconds);
///     sinew_blend_palette(blender, palette);
///     sinew_foot_ik_destroy(feet);
#ifndef SINEW_FOOT_IK_H
#define SINEW_FOOT_IK_H

#include "sinew/blend.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SINEW_FOOT_IK_LEGS_MAX = 8 };

/// The joints of a leg, as a body map names them (retarget.h).
typedef struct sinew_leg {
    int32_t thigh;
    int32_t shin; ///< below `thigh`
    int32_t foot; ///< the ankle, below `shin`
    int32_t toe;  ///< the ball of the foot, below `foot`; SINEW_NONE: the sole is one point
} sinew_leg;

/// Finds the ground on the vertical line through a position in world space: a point, above or below, and its normal, of
/// any length. Returns 0 without ground.
typedef int sinew_ground(void *user, sinew_vec3 position, sinew_vec3 *out_point, sinew_vec3 *out_normal);

typedef struct sinew_foot_ik_options {
    const sinew_leg *legs; ///< [leg_count]
    int32_t leg_count;     ///< 1 … SINEW_FOOT_IK_LEGS_MAX
    int32_t pelvis;        ///< a joint above all thighs
    sinew_vec3 up;         ///< in model space
    sinew_ground *ground;
    void *user;
    /// seconds until the pelvis has covered half of the distance to its new height; 0: it moves at once
    double half_life;
} sinew_foot_ik_options;

/// The planted weights of a foot's heel and toe, 0 … 1; NaN counts as 0. When a weight reaches 0.5, the point keeps its
/// position until the weight is 0 again.
typedef struct sinew_planted_foot {
    float heel, toe;
} sinew_planted_foot;

/// Foot IK for the legs of one character. One owner; one thread at a time.
typedef struct sinew_foot_ik sinew_foot_ik;

/// Creates a foot IK and measures the soles in the rest pose. Options are copied. The caller destroys *out_foot_ik; it
/// is NULL on failure. The model must outlive it. SINEW_ERROR_INVALID_ARGUMENT names the invalid joint or field; a leg
/// of length 0 is invalid.
SINEW_API SINEW_NODISCARD sinew_result sinew_foot_ik_create(const sinew_model *model,
                                                            const sinew_foot_ik_options *options,
                                                            sinew_foot_ik **out_foot_ik, sinew_error *out_error);

/// Destroys a foot IK. Accepts NULL.
SINEW_API void sinew_foot_ik_destroy(sinew_foot_ik *foot_ik);

/// Forgets the planted feet and the height of the pelvis, for a character that is moved to another position.
SINEW_API void sinew_foot_ik_reset(sinew_foot_ik *foot_ik);

/// Puts the feet of a pose on the ground; reads and updates the blender's globals. `to_world` takes model space to
/// world space: rotation, translation and uniform scale. `plants` is [leg_count], in the order of the legs. `seconds`
/// is the time since the last call; if it is negative or NaN, the pelvis moves to its height at once. A planted foot
/// that the leg cannot reach is pulled along. Allocates nothing.
///
/// If the query misses the ground, level ground at the height of the character's origin is used. A query misses if it
/// returns 0, if its point or normal is not finite, if the ground is steeper than 84 degrees or faces down, or if the
/// point is farther above or below that height than the leg is long: no foot reaches such a point, and queries that
/// find nothing may report one. The pelvis never moves by more than the longest leg, so that one miss does not pull it
/// down. Nothing changes if `to_world` is singular or has an element that is not finite or beyond 1e30.
SINEW_API void sinew_foot_ik_solve(sinew_foot_ik *foot_ik, sinew_blender *blender, sinew_local_pose *pose,
                                   const sinew_affine *to_world, const sinew_planted_foot *plants, double seconds);

/// Computes the heel and toe points of a leg's sole in the globals of `blender`, in model space, for example for dust
/// and footprints. `leg` is an index in the options' legs. Without a toe joint the points are equal. `out_heel` or
/// `out_toe` may be NULL.
SINEW_API void sinew_foot_ik_sole(const sinew_foot_ik *foot_ik, const sinew_blender *blender, int32_t leg,
                                  sinew_vec3 *out_heel, sinew_vec3 *out_toe);

#ifdef __cplusplus
}
#endif

#endif
