/// What the user changes on a clip's pose: edits, and rotations of joints on top of them.
#ifndef SINEW_SCENE_POSE_OVERRIDES_H
#define SINEW_SCENE_POSE_OVERRIDES_H

#include "scene/pose_edits.h"

/// Zeroed: none.
typedef struct pose_overrides {
    const pose_edits *edits; ///< applied before the rotations; NULL: none
    sinew_quat *rotations;   ///< [joint_count] about each joint's own axes, after the clip's rotation; NULL: none
    int32_t changes;         ///< number of changes so far
} pose_overrides;

/// Removes the rotations; `edits`, which belongs to the caller, stays.
void pose_overrides_free(pose_overrides *overrides);

/// Returns the rotation added to a joint; the identity if there is none.
sinew_quat pose_overrides_get(const pose_overrides *overrides, int32_t joint);

/// Sets the rotation added to a joint. Does nothing when out of memory.
void pose_overrides_set(pose_overrides *overrides, const sinew_model *model, int32_t joint, sinew_quat rotation);

/// Returns whether an edit, or a rotation of an ancestor, moves a joint.
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
