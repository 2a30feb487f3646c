/// A pose that a user edits: its base, a stored pose, edits and rotations of joints, and targets of limbs.
#ifndef SINEW_RUNTIME_VIEW_POSE_EDITS_H
#define SINEW_RUNTIME_VIEW_POSE_EDITS_H

#include "sinew/pose_edit.h"

typedef enum pose_base { POSE_BASE_CLIP, POSE_BASE_REST, POSE_BASE_BIND } pose_base;

/// The joint at the end of a limb, and its target in model space.
typedef struct pose_target {
    int32_t end;
    sinew_vec3 target;
} pose_target;

/// Edits of a pose; all zero: the clip's pose, unchanged. The arrays belong to this struct. Options set the base, the
/// stored pose, the edits and the first targets; the user of the player sets the rotations and the other targets.
typedef struct pose_edits {
    int base;                       ///< pose_base
    sinew_transform *stored_locals; ///< [joint_count] locals of a stored pose, or NULL
    uint8_t *is_stored;             ///< [joint_count] whether `stored_locals` has the joint
    float *stored_weights;          ///< [morph_count] or NULL
    uint8_t *has_weight;            ///< [morph_count] whether `stored_weights` has the morph
    sinew_joint_edit *edits;        ///< [edit_count] accepted by sinew_joint_edit_check
    int32_t edit_count;
    /// [joint_count] about each joint's own axes, applied after its edited rotation; NULL: no rotations
    sinew_quat *rotations;
    pose_target *targets; ///< [target_count] reached in this order
    int32_t target_count;
    /// index of the user's first target, at most one per joint; the targets before it come from options
    int32_t first_target;
    int32_t changes; ///< number of changes by the user
} pose_edits;

void sinew__pose_edits_free(pose_edits *edits);

/// Whether the pose is the clip's, unchanged.
int sinew__pose_edits_is_empty(const pose_edits *edits);

/// Returns whether the edits may move a joint.
int sinew__pose_edits_may_move(const pose_edits *edits, const sinew_model *model, int32_t joint);

/// Edits an evaluated pose: base, stored pose, edits, rotations and targets, in this order. Computes globals and
/// palette. SINEW_ERROR_NO_JOINT: no limb ends at a target's joint; SINEW_ERROR_OUT_OF_REACH: the limb points at a
/// target that it cannot reach. The pose is complete in both cases.
SINEW_NODISCARD sinew_result sinew__pose_edits_apply(const pose_edits *edits, const sinew_model *model,
                                                     sinew_pose *pose, sinew_error *out_error);

// ---- by the user ---------------------------------------------------------------------------------------------------

/// Removes rotations and targets of the user. Returns whether there were any.
int sinew__pose_edits_reset(pose_edits *edits);

/// Returns the order of a joint's Euler angles: a sinew_rotation_order.
int sinew__rotation_order(const sinew_model *model, int32_t joint);

/// Returns the rotation of a joint; the identity if it is not edited.
sinew_quat sinew__pose_edits_rotation(const pose_edits *edits, int32_t joint);

/// Sets the rotation of a joint. Does nothing when out of memory.
void sinew__pose_edits_rotate(pose_edits *edits, const sinew_model *model, int32_t joint, sinew_quat rotation);

/// Returns the user's target of the limb that ends at a joint, or NULL.
const sinew_vec3 *sinew__pose_edits_find_target(const pose_edits *edits, int32_t end);

/// Sets the user's target of the limb that ends at a joint, in model space. Does nothing when out of memory.
void sinew__pose_edits_set_target(pose_edits *edits, int32_t end, sinew_vec3 target);

/// Parses rotations such as "rx=30 rz=-5", in degrees about a joint's own axes, applied in order. Returns 0 for other
/// text.
int sinew__pose_edits_parse_rotation(const char *text, sinew_quat *out_rotation);

/// Applies a mouse drag to `rotation`: rotates by angles in radians about the up and right axes of the image, given in
/// model space.
sinew_quat sinew__pose_edits_drag(sinew_quat rotation, const sinew_affine *global, const double up[3], double about_up,
                                  const double right[3], double about_right);

#endif
