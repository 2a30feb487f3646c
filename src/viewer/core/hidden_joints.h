/// Joints that the user has switched off, with all that hangs on them.
#ifndef SINEW_VIEWER_CORE_HIDDEN_JOINTS_H
#define SINEW_VIEWER_CORE_HIDDEN_JOINTS_H

#include "sinew/pose.h"

/// Zeroed: all are shown.
typedef struct hidden_joints {
    uint8_t *is_off; ///< [joint_count] switched off itself; NULL: none is
    int32_t *under;  ///< [joint_count] the topmost joint switched off, at this one or above it, or SINEW_NONE
} hidden_joints;

/// Switches a joint off or on. Without memory nothing happens.
void hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint);
void hidden_joints_free(hidden_joints *hidden);

/// Whether a joint is switched off, or one above it.
int hidden_joints_hide(const hidden_joints *hidden, int32_t joint);

/// Takes what is hidden out of a pose: meshes on such joints vanish, and what such joints move shrinks into the topmost
/// of them. The skeleton does the same.
void hidden_joints_apply(const hidden_joints *hidden, const sinew_model *model, sinew_pose *pose);

#endif
