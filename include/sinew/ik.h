/// Inverse kinematics: changes the locals of a few joints so that a limb reaches a target or a head faces one.
///
/// The order is: blend layers, `sinew_blend_globals`, any number of the functions here, `sinew_blend_palette`. Each
/// function reads the globals of the blender, rotates its joints, and computes the globals again only for the first of
/// these joints and the joints below it. Only rotations change; lengths of bones, scales included, are measured in the
/// pose.
///
/// Targets and directions are in model space, as `sinew_blend_joint_global` is. The rotation of a parent is taken from
/// its global with the scale removed: if scales are not uniform, a target is met approximately.
///
/// Positions and lengths are in units of the file, angles in degrees.
///
///     sinew_ik_two_bone arm = {.upper = upper_arm, .middle = forearm, .end = hand, .target = target, .weight = 1};
///     if (sinew_ik_two_bone_check(model, &arm, &error)) return puts(error.message); // not in every tick
///     sinew_blend_globals(blender, local);
///     const double missing = sinew_ik_solve_two_bone(blender, local, &arm);
///     if (missing > 0.01 * model->info->size) puts("the target is out of reach");
///     sinew_blend_palette(blender, palette);
#ifndef SINEW_IK_H
#define SINEW_IK_H

#include "sinew/blend.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Two bones: from `upper` to `middle` and from `middle` to `end`, such as thigh, shin and foot. Joints between them
/// stay straight. Zeroed fields have no effect except `weight`.
typedef struct sinew_ik_two_bone {
    int32_t upper;
    int32_t middle; ///< below `upper`
    int32_t end;    ///< below `middle`
    sinew_vec3 target;
    sinew_vec3 pole;  ///< direction that the middle joint bends towards; 0 0 0: it keeps its plane
    double softening; ///< 0 … 1: the last part of the full length, which the limb approaches gradually, so that it does
                      ///< not snap straight. It misses targets at these distances
    double twist;     ///< degrees; rotates the plane of the limb about the line to the target
    float weight;     ///< 0 … 1: the part of both rotations that is applied
} sinew_ik_two_bone;

/// Checks a limb before it is solved every tick: SINEW_ERROR_INVALID_ARGUMENT names the field that is not valid.
SINEW_API SINEW_NODISCARD sinew_result sinew_ik_two_bone_check(const sinew_model *model, const sinew_ik_two_bone *limb,
                                                               sinew_error *out_error);

/// Moves `end` to the target. If the target is too far away or too close, the limb points at it. Returns the distance
/// to the target that remains at weight 1: 0, up to rounding, if the target is reached. A target at the position of
/// `upper` keeps the direction of the limb. Targets and poles of any length have a direction; a distance that no double
/// holds is infinity. A target, pole or twist that is not finite, a joint that does not exist, or a pose of another
/// model changes nothing and returns infinity; a weight or softening that is NaN counts as 0.
SINEW_API double sinew_ik_solve_two_bone(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_two_bone *limb);

/// A joint that takes part in aiming.
typedef struct sinew_ik_aim_joint {
    int32_t joint;
    float share;        ///< 0 … 1: the part of the remaining rotation that this joint takes; the last one usually 1
    double max_degrees; ///< limit of its rotation; 0: none
} sinew_ik_aim_joint;

enum { SINEW_IK_AIM_JOINTS_MAX = 16 };

/// A chain whose last joint faces a target: spine, neck, head. Each joint is below the one before.
typedef struct sinew_ik_aim {
    const sinew_ik_aim_joint *joints; ///< [joint_count]
    int32_t joint_count;              ///< 1 … SINEW_IK_AIM_JOINTS_MAX
    sinew_vec3 target;
    sinew_vec3 forward; ///< in the space of the last joint, the direction that faces the target; not 0 0 0
    sinew_vec3 up;      ///< in the space of the last joint; 0 0 0: the joint does not roll
    sinew_vec3 pole;    ///< the direction in model space that `up` turns towards
    float weight;       ///< 0 … 1: the part of all rotations that is applied
} sinew_ik_aim;

/// Checks aiming joints: SINEW_ERROR_INVALID_ARGUMENT names the field that is not valid.
SINEW_API SINEW_NODISCARD sinew_result sinew_ik_aim_check(const sinew_model *model, const sinew_ik_aim *aim,
                                                          sinew_error *out_error);

/// Turns the joints. Returns the angle in degrees between `forward` and the direction to the target that remains at
/// weight 1: more than 0 if limits or shares apply. A target at the position of the last joint, or one that is not
/// finite, a joint that does not exist, or a pose of another model changes nothing and returns 180. Targets and
/// directions may have any length; an `up` or `pole` that is not finite has no effect, and a weight, share or limit
/// that is NaN counts as 0.
SINEW_API double sinew_ik_solve_aim(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_aim *aim);

/// A chain of any number of bones whose end reaches a target: a tail, a tentacle, a spine. Solved by FABRIK (Aristidou
/// and Lasenby, 2011), which keeps the shape of the chain if possible.
typedef struct sinew_ik_chain {
    const int32_t *joints; ///< [joint_count] each below the one before; the last is the end, which does not rotate
    int32_t joint_count;   ///< 2 … SINEW_IK_CHAIN_JOINTS_MAX
    sinew_vec3 target;
    double tolerance;   ///< iterations end at this distance from the target, in model units; 0: 1e-4 of the length of
                        ///< the chain
    int32_t iterations; ///< at most; 0: 32
    float weight;       ///< 0 … 1: the part of all rotations that is applied
} sinew_ik_chain;

enum { SINEW_IK_CHAIN_JOINTS_MAX = 64, SINEW_IK_ITERATIONS_MAX = 1000 };

/// Checks a chain: SINEW_ERROR_INVALID_ARGUMENT names the field that is not valid.
SINEW_API SINEW_NODISCARD sinew_result sinew_ik_chain_check(const sinew_model *model, const sinew_ik_chain *chain,
                                                            sinew_error *out_error);

/// Moves the end to the target; a chain that is too short points at it. Returns the distance that remains at weight 1.
/// A target that is not finite, a joint that does not exist, or a pose of another model changes nothing and returns
/// infinity; a target whose distance exceeds any double points the chain at it. A weight or tolerance that is NaN
/// counts as 0. `iterations` is limited to SINEW_IK_ITERATIONS_MAX.
SINEW_API double sinew_ik_solve_chain(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_chain *chain);

#ifdef __cplusplus
}
#endif

#endif
