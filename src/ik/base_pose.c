// The poses that no clip gives: rest and bind.
#include <string.h>

#include "base/affine.h"
#include "model/joint_frame.h"
#include "pose/joint_global.h"
#include "sinew/pose_edit.h"

void sinew_pose_set_rest(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
}

/// Sets the local transform that gives a joint its global at bind time below a parent that is already posed.
static void set_bind_local(const sinew_model *model, int32_t joint, sinew_pose *pose)
{
    const sinew_joint *bound = &model->joints[joint];
    sinew_transform *local = &pose->local[joint];
    sinew_affine unparent;
    pose->animated[joint] = 1;
    if (bound->parent == SINEW_NONE) {
        sinew__transform_nearest(&bound->bind_global, local);
    } else if (sinew__affine_inverse(&pose->global[bound->parent], &unparent)) {
        const sinew__joint_frame parent = {pose->global[bound->parent], pose->global_rotation[bound->parent],
                                           pose->local[bound->parent].s};
        sinew__inherit_local(&parent, &unparent, sinew__inherit_type(model, joint), &bound->bind_global, local);
    }
}

void sinew_pose_set_bind(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_set_rest(model, pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_HAS_BIND) set_bind_local(model, i, pose);
        sinew__joint_global(model, pose, i);
    }
    sinew__palette_from_globals(model, pose);
}
