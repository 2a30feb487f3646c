/// Joints that the user has hidden, with their descendants.
#ifndef SINEW_VIEWER_CORE_HIDDEN_JOINTS_H
#define SINEW_VIEWER_CORE_HIDDEN_JOINTS_H

#include "sinew/pose.h"

/// Zeroed: none is hidden.
typedef struct hidden_joints {
    uint8_t *is_off; ///< [joint_count] hidden itself; NULL: none is
    int32_t *under;  ///< [joint_count] the topmost hidden joint among this one and its ancestors, or SINEW_NONE
} hidden_joints;

/// Hides or shows a joint. Does nothing when out of memory.
void hidden_joints_toggle(hidden_joints *hidden, const sinew_model *model, int32_t joint);
void hidden_joints_free(hidden_joints *hidden);

/// Returns whether a joint or one of its ancestors is hidden.
int hidden_joints_hide(const hidden_joints *hidden, int32_t joint);

/// Applies the hidden joints to a pose: their meshes become invisible, and the vertices they influence collapse to the
/// topmost hidden joint. So does the skeleton.
void hidden_joints_apply(const hidden_joints *hidden, const sinew_model *model, sinew_pose *pose);

#endif
