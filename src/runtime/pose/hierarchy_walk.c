// From local to global: the recursive walk as one would explain it, a joint, then each of its children; and the same as
// a loop, which is held to it.
#include "core/base/lower_bound.h"
#include "runtime/pose/joint_global.h"

/// The walk as a loop: parents come before children.
void sinew_pose_local_to_global(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose); // a fast pose has left locals out
    for (int32_t i = 0; i < model->joint_count; ++i) sinew__joint_global(model, pose, i);
    sinew__palette_from_globals(model, pose);
}

/// First joint whose parent is not before `parent`: the parents of joints never fall, so children lie side by side.
static int32_t first_child(const sinew_model *model, int32_t parent)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, model->joint_count, model->joints[i].parent < parent);
    return (int32_t)i;
}

static void walk_children(const sinew_model *model, sinew_pose *pose, int32_t parent)
{
    for (int32_t i = first_child(model, parent); i < model->joint_count && model->joints[i].parent == parent; ++i) {
        sinew__joint_global(model, pose, i);
        walk_children(model, pose, i);
    }
}

void sinew_pose_walk_hierarchy(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose); // a fast pose has left locals out
    walk_children(model, pose, SINEW_NONE);
    sinew__palette_from_globals(model, pose);
}
