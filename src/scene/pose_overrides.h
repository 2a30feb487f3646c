/// What the user changes on a clip's pose: edits, rotations of joints on top of them, and targets of limbs.
#ifndef SINEW_SCENE_POSE_OVERRIDES_H
#define SINEW_SCENE_POSE_OVERRIDES_H

#include "scene/pose_edits.h"

/// Zeroed: none.
typedef struct pose_overrides {
    const pose_edits *edits; ///< applied before the rotations; NULL: none
    sinew_quat *rotations;   ///< [joint_count] about each joint's own axes, after the clip's rotation; NULL: none
    pose_target *targets;    ///< [target_count] reached after the rotations, in this order; at most one per joint
    int32_t target_count;
    int32_t changes; ///< number of changes so far
} pose_overrides;

/// Frees rotations and targets; `edits`, which belongs to the caller, stays.
void pose_overrides_free(pose_overrides *overrides);

/// Removes rotations and targets, and counts a change. Returns whether there were any.
int pose_overrides_reset(pose_overrides *overrides);

/// Returns the rotation added to a joint; the identity if there is none.
sinew_quat pose_overrides_get(const pose_overrides *overrides, int32_t joint);

/// Sets the rotation added to a joint. Does nothing when out of memory.
void pose_overrides_set(pose_overrides *overrides, const sinew_model *model, int32_t joint, sinew_quat rotation);

/// Returns the target of the limb that ends at a joint, or NULL.
const sinew_vec3 *pose_overrides_find_target(const pose_overrides *overrides, int32_t end);

/// Sets or removes the target of the limb that ends at a joint, in model space. Setting does nothing when out of
/// memory.
void pose_overrides_set_target(pose_overrides *overrides, const sinew_model *model, int32_t end, sinew_vec3 target);
void pose_overrides_remove_target(pose_overrides *overrides, int32_t end);

/// Returns the position to which targets[index] moves its joint at a time: the target, or the nearest point in reach.
/// `pose` is scratch.
sinew_vec3 pose_overrides_find_reached(const pose_overrides *overrides, const sinew_model *model, int32_t clip,
                                       double time, int32_t index, sinew_pose *pose);

/// Returns whether an edit, a target, or a rotation of an ancestor may move a joint.
int pose_overrides_affect(const pose_overrides *overrides, const sinew_model *model, int32_t joint);

/// If there are overrides, poses the clip at a time again, with the exact engine and the overrides applied.
void pose_overrides_apply(const pose_overrides *overrides, const sinew_model *model, int32_t clip, double time,
                          sinew_pose *pose);

/// Parses "rx=30 rz=-5": rotations in degrees about a joint's own axes, applied in order. Returns 0 for other text.
int pose_overrides_parse(const char *text, sinew_quat *out_rotation);

/// Applies a mouse drag to `rotation`: rotates by angles in radians about the up and right axes of the image, given in
/// model space.
sinew_quat pose_overrides_drag(sinew_quat rotation, const sinew_affine *global, const double up[3], double about_up,
                               const double right[3], double about_right);

#endif
