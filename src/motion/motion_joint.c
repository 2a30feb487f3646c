#include "sinew/root_motion.h"

/// Children of a joint lie side by side, in the order of their parents.
static int32_t first_branching_bone(const sinew_model *model)
{
    for (int32_t i = 0; i + 1 < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        if (parent != SINEW_NONE && parent == model->joints[i + 1].parent &&
            model->joints[parent].kind == SINEW_JOINT_BONE)
            return parent;
    }
    return SINEW_NONE;
}

int32_t sinew_model_find_motion_joint(const sinew_model *model)
{
    int32_t first = model->joint_count;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const int is_skinned = (mesh->flags & SINEW_MESH_SKINNED) != 0;
        for (int32_t k = 0; k < mesh->skin_joint_count && is_skinned; ++k) {
            const int32_t joint = model->skin_joints[mesh->first_skin_joint + k].joint;
            const int moves_it = (model->joints[joint].flags & SINEW_JOINT_DEFORMS) != 0;
            if (moves_it && joint != mesh->joint && joint < first) first = joint;
        }
    }
    return first < model->joint_count ? first : first_branching_bone(model);
}
