/// Posing by hand: edits of single joints on top of a pose, and limbs that reach a point.
///
///   sinew_pose_sample, sinew_pose_set_rest or sinew_pose_set_bind    the base
///   sinew_pose_edit_joint                                            any number of times: locals
///   sinew_pose_local_to_global                                       globals and palette
///   sinew_pose_reach                                                 limbs, on the globals
///
/// The functions here work on a sinew_pose in double precision and are for tools. In a game, edit a sinew_local_pose
/// between blending and globals (blend.h, ik.h).
///
/// Globals are row-major 3×4 in model space; targets are in the same space, in units of the file.
///
///     const sinew_joint_edit nod = {.joint = head, .adds = 1u << SINEW_EDIT_RX, .value[SINEW_EDIT_RX] = 20};
///     sinew_pose_sample(model, clip, time, pose);
///     sinew_pose_edit_joint(model, &nod, pose);
///     sinew_pose_local_to_global(model, pose);
///     sinew_ik_two_bone arm;
///     double missing;
///     if (sinew_pose_find_limb(model, pose, hand, &arm, &error)) return puts(error.message);
///     arm.target = target;
///     if (sinew_pose_reach(model, &arm, pose, &missing, &error)) return puts(error.message);
#ifndef SINEW_POSE_EDIT_H
#define SINEW_POSE_EDIT_H

#include "sinew/ik.h"

#ifdef __cplusplus
extern "C" {
#endif

// ---- the base -----------------------------------------------------------------------------------------------------

/// Sets the rest pose with globals and palette: the same as evaluating the clip SINEW_NONE.
SINEW_API void sinew_pose_set_rest(const sinew_model *model, sinew_pose *pose);

/// Sets the bind pose with globals and palette. Joints without a known bind transform keep their rest transform
/// relative to their parent. A bind pose with shear is approximated.
SINEW_API void sinew_pose_set_bind(const sinew_model *model, sinew_pose *pose);

// ---- single joints ------------------------------------------------------------------------------------------------

/// The editable values of a joint. The bit of a channel in a mask is 1 << channel.
typedef enum sinew_edit_channel {
    SINEW_EDIT_TX, ///< translation in the parent's space, which ancestors may scale
    SINEW_EDIT_TY,
    SINEW_EDIT_TZ,
    SINEW_EDIT_RX, ///< degrees
    SINEW_EDIT_RY,
    SINEW_EDIT_RZ,
    SINEW_EDIT_SX, ///< scale; 1 changes nothing
    SINEW_EDIT_SY,
    SINEW_EDIT_SZ,
    SINEW_EDIT_COUNT
} sinew_edit_channel;

/// Values for channels of one joint.
typedef struct sinew_joint_edit {
    int32_t joint;
    uint32_t adds;     ///< mask of channels that `value` is added to
    uint32_t replaces; ///< mask of channels that are set to `value`; none of them may be in `adds`
    double value[SINEW_EDIT_COUNT];
} sinew_joint_edit;

/// Checks an edit. SINEW_ERROR_INVALID_ARGUMENT: the joint does not exist, a channel is in both masks, or a value is
/// not finite or beyond SINEW_JOINT_EDIT_MAX.
SINEW_API SINEW_NODISCARD sinew_result sinew_joint_edit_check(const sinew_model *model, const sinew_joint_edit *edit,
                                                              sinew_error *out_error);

#define SINEW_JOINT_EDIT_MAX 1e9

/// Edits the local transform of a joint. Channels are replaced first, then added to.
///
/// Rotations that replace are values of the authored channels: the local rotation is converted to Euler angles in the
/// joint's rotation order, between pre- and post-rotation. Rotations that add rotate the joint about its own axes,
/// after its current rotation, by Euler angles in the joint's rotation order. Rotation and scale pivots of the file
/// apply. Globals do not change: call `sinew_pose_local_to_global` after the last edit. The edit must be one that
/// `sinew_joint_edit_check` accepts.
SINEW_API void sinew_pose_edit_joint(const sinew_model *model, const sinew_joint_edit *edit, sinew_pose *pose);

// ---- limbs --------------------------------------------------------------------------------------------------------

/// Finds the two bones that end at a joint, such as thigh and shin above a foot. Joints at the same position as their
/// parent, which importers and rigs insert, are skipped. Positions are taken from `pose`. Sets `upper`, `middle` and
/// `end` of *out_limb, `target` to the current position, `weight` to 1 and other fields to 0. SINEW_ERROR_NO_JOINT: the
/// joint has fewer than two bones above it.
SINEW_API SINEW_NODISCARD sinew_result sinew_pose_find_limb(const sinew_model *model, const sinew_pose *pose,
                                                            int32_t end, sinew_ik_two_bone *out_limb,
                                                            sinew_error *out_error);

/// Rotates the two bones of a limb so that its end reaches the target, and computes globals and palette again.
/// *out_distance is the remaining distance: 0, up to rounding, if the target is in reach (sinew_ik_solve_two_bone).
/// Allocates scratch memory. Fails as `sinew_ik_two_bone_check` does, or with SINEW_ERROR_OUT_OF_MEMORY; the pose does
/// not change then.
SINEW_API SINEW_NODISCARD sinew_result sinew_pose_reach(const sinew_model *model, const sinew_ik_two_bone *limb,
                                                        sinew_pose *pose, double *out_distance, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
