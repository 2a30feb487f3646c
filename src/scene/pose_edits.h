/// A pose edited by hand: what it starts from, a stored pose, edits of joints, targets of limbs.
#ifndef SINEW_SCENE_POSE_EDITS_H
#define SINEW_SCENE_POSE_EDITS_H

#include "sinew/pose_edit.h"

typedef enum pose_base { POSE_BASE_CLIP, POSE_BASE_REST, POSE_BASE_BIND } pose_base;

/// The joint at the end of a limb, and where it is to be in model space.
typedef struct pose_target {
    int32_t end;
    sinew_vec3 target;
} pose_target;

/// Zeroed: the clip as it is. The arrays belong to the edits.
typedef struct pose_edits {
    int base;                       ///< pose_base
    sinew_transform *stored_locals; ///< [joint_count] or NULL: of a stored pose
    uint8_t *is_stored;             ///< [joint_count] whether `stored_locals` has the joint
    float *stored_weights;          ///< [morph_count] or NULL
    uint8_t *has_weight;            ///< [morph_count] whether `stored_weights` has the morph
    sinew_joint_edit *edits;        ///< [edit_count] accepted by sinew_joint_edit_check
    int32_t edit_count;
    pose_target *targets; ///< [target_count]
    int32_t target_count;
} pose_edits;

void pose_edits_free(pose_edits *edits);

/// Whether there is nothing to edit.
int pose_edits_is_empty(const pose_edits *edits);

/// Rotates the two bones above a target's joint so that it reaches the target, and computes globals and palette. Fails
/// as pose_edits_apply does; out of reach, the limb points at its target.
SINEW_NODISCARD sinew_result pose_target_reach(const pose_target *target, const sinew_model *model, sinew_pose *pose,
                                               sinew_error *out_error);

/// Edits a pose that was evaluated for the clip: base, stored pose, edits, targets, in this order. Computes globals and
/// palette. SINEW_ERROR_NO_JOINT: no limb ends at a target's joint; SINEW_ERROR_OUT_OF_REACH: the limb points at its
/// target. The rest of the pose is complete even then.
SINEW_NODISCARD sinew_result pose_edits_apply(const pose_edits *edits, const sinew_model *model, sinew_pose *pose,
                                              sinew_error *out_error);

#endif
