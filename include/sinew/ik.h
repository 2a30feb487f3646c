/// Inverse kinematics: changes the locals of a few joints so that a limb reaches a target or a head faces one.
///
/// The order is: blend layers, `sinew_blend_globals`, any number of the functions here, `sinew_blend_palette`. Each
/// function reads the globals of the blender, rotates its joints, and computes the globals of its first joint and the
/// descendants of that joint again. Only rotations change; the lengths of bones, including scale, are measured in the
/// pose.
///
/// Targets and directions are in model space, like the result of `sinew_blend_joint_global`. The rotation of a parent
/// is taken from its global with the scale removed: with non-uniform scales, a target is reached only approximately.
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

/// A limb of two bones, from `upper` to `middle` and from `middle` to `end`, such as thigh, shin and foot. Joints
/// between these do not bend. Fields that are 0 have no effect, including `weight`.
typedef struct sinew_ik_two_bone {
    int32_t upper;
    int32_t middle; ///< below `upper`
    int32_t end;    ///< below `middle`
    sinew_vec3 target;
    sinew_vec3 pole; ///< direction that the middle joint bends towards; 0 0 0: the limb keeps its plane
    /// 0 … 1: last fraction of the limb's full length, over which the limb straightens gradually instead of snapping. A
    /// target in this range or beyond is not reached
    double softening;
    double twist; ///< degrees; rotates the plane of the limb about the line to the target
    float weight; ///< 0 … 1: fraction of both rotations that is applied
} sinew_ik_two_bone;

/// Checks a limb once, before it is solved in every tick. SINEW_ERROR_INVALID_ARGUMENT names the invalid field.
SINEW_API SINEW_NODISCARD sinew_result sinew_ik_two_bone_check(const sinew_model *model, const sinew_ik_two_bone *limb,
                                                               sinew_error *out_error);

/// Moves `end` to the target. If the target is too far away or too close, the limb points at it. Returns the distance
/// to the target that would remain at weight 1: 0, up to rounding, if the target is reached. A target at the position
/// of `upper` keeps the direction of the limb. Targets and poles may have any length; the returned distance is infinity
/// if a double cannot hold it. If a target, pole or twist is not finite, a joint does not exist, or the pose belongs to
/// another model, nothing changes and the result is infinity. A weight or softening of NaN counts as 0.
SINEW_API double sinew_ik_solve_two_bone(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_two_bone *limb);

/// A joint that takes part in aiming, and its share.
typedef struct sinew_ik_aim_joint {
    int32_t joint;
    float share; ///< 0 … 1: fraction of the remaining rotation that this joint takes; usually 1 for the last joint
    double max_degrees; ///< limit of its rotation; 0: no limit
} sinew_ik_aim_joint;

enum { SINEW_IK_AIM_JOINTS_MAX = 16 };

/// A chain whose last joint faces a target, such as spine, neck, head. Each joint is a descendant of the previous one.
typedef struct sinew_ik_aim {
    const sinew_ik_aim_joint *joints; ///< [joint_count]
    int32_t joint_count;              ///< 1 … SINEW_IK_AIM_JOINTS_MAX
    sinew_vec3 target;
    sinew_vec3 forward; ///< direction that faces the target, in the space of the last joint; not 0 0 0
    sinew_vec3 up;      ///< in the space of the last joint; 0 0 0: the joint does not roll
    sinew_vec3 pole;    ///< direction in model space that `up` rotates towards
    float weight;       ///< 0 … 1: fraction of all rotations that is applied
} sinew_ik_aim;

/// Checks the joints and directions of an aim. SINEW_ERROR_INVALID_ARGUMENT names the invalid field.
SINEW_API SINEW_NODISCARD sinew_result sinew_ik_aim_check(const sinew_model *model, const sinew_ik_aim *aim,
                                                          sinew_error *out_error);

/// Rotates the joints so that `forward` points at the target. Returns the angle between them, in degrees, that would
/// remain at weight 1: more than 0 if limits or shares apply. If the target is at the position of the last joint or not
/// finite, a joint does not exist, or the pose belongs to another model, nothing changes and the result is 180. Targets
/// and directions may have any length. An `up` or `pole` that is not finite has no effect; a weight, share or limit of
/// NaN counts as 0.
SINEW_API double sinew_ik_solve_aim(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_aim *aim);

/// A chain of any number of bones whose end reaches a target: a tail, a tentacle, a spine. Solved by FABRIK (Aristidou
/// and Lasenby, 2011), which keeps the shape of the chain if possible.
typedef struct sinew_ik_chain {
    /// [joint_count] each a descendant of the previous one; the last is the end, which does not rotate
    const int32_t *joints;
    int32_t joint_count; ///< 2 … SINEW_IK_CHAIN_JOINTS_MAX
    sinew_vec3 target;
    /// iterations end at this distance from the target, in model units; 0: 1e-4 of the chain's length
    double tolerance;
    int32_t iterations; ///< largest number of iterations; 0: 32
    float weight;       ///< 0 … 1: fraction of all rotations that is applied
} sinew_ik_chain;

enum { SINEW_IK_CHAIN_JOINTS_MAX = 64, SINEW_IK_ITERATIONS_MAX = 1000 };

/// Checks a chain. SINEW_ERROR_INVALID_ARGUMENT names the invalid field.
SINEW_API SINEW_NODISCARD sinew_result sinew_ik_chain_check(const sinew_model *model, const sinew_ik_chain *chain,
                                                            sinew_error *out_error);

/// Moves the end to the target; a chain that is too short points at it. Returns the distance that would remain at
/// weight 1. If the target is not finite, a joint does not exist, or the pose belongs to another model, nothing changes
/// and the result is infinity. If the target's distance exceeds the range of a double, the chain points at it. A weight
/// or tolerance of NaN counts as 0. `iterations` is limited to SINEW_IK_ITERATIONS_MAX.
SINEW_API double sinew_ik_solve_chain(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_chain *chain);

#ifdef __cplusplus
}
#endif

#endif
