/// Joints that the user has turned, on top of the clip.
#ifndef SINEW_SCENE_POSE_OVERRIDES_H
#define SINEW_SCENE_POSE_OVERRIDES_H

#include "sinew/pose.h"

/// Zeroed: none is.
typedef struct pose_overrides {
    sinew_quat *turns; ///< [joint_count] about each joint's own axes, after what the clip does; NULL: none
    int32_t changes;   ///< how often one was turned
} pose_overrides;

void pose_overrides_free(pose_overrides *turned);

/// How a joint is turned; the identity where it is not.
sinew_quat pose_overrides_of(const pose_overrides *turned, int32_t joint);

/// Turns a joint so, and no more as before. Without memory nothing happens.
void pose_overrides_set(pose_overrides *turned, const sinew_model *model, int32_t joint, sinew_quat turn);

/// Whether turned joints, among those above it, move a joint from where it would be.
int pose_overrides_move(const pose_overrides *turned, const sinew_model *model, int32_t joint);

/// Poses a clip at a time again, exactly and with these turns, where there are any.
void pose_overrides_apply(const pose_overrides *turned, const sinew_model *model, int32_t clip, double time,
                          sinew_pose *pose);

/// Reads "rx=30 rz=-5": degrees about a joint's own axes, one after the other. Returns 0 when the text is something
/// else.
int pose_overrides_read(const char *text, sinew_quat *out_turn);

/// What a mouse does to a joint: turns by angles in radians about the picture's upward and rightward axes, given in the
/// model's space, on top of `turn`.
sinew_quat pose_overrides_drag(sinew_quat turn, const sinew_affine *global, const double up[3], double about_up,
                               const double right[3], double about_right);

#endif
