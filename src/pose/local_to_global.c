/// The walk as a loop: parents come before children.
#include "pose/joint_global.h"

void sinew_pose_local_to_global(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose); // a fast pose has left locals out
    for (int32_t i = 0; i < model->joint_count; ++i) sinew__joint_global(model, pose, i);
    sinew__palette_from_globals(model, pose);
}
