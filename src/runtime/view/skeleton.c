#include "runtime/view/skeleton.h"

int sinew__render_has_bones(const sinew_model *model)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->kind == SINEW_JOINT_BONE || (joint->flags & SINEW_JOINT_DEFORMS)) return 1;
    }
    return 0;
}

int sinew__render_is_skeletal(const sinew_model *model, int has_bones, int32_t joint)
{
    const sinew_joint *one = &model->joints[joint];
    if (one->flags & SINEW_JOINT_HELPER) return 0;
    if (has_bones) return one->kind == SINEW_JOINT_BONE || (one->flags & SINEW_JOINT_DEFORMS) != 0;
    return one->kind == SINEW_JOINT_NULL || one->kind == SINEW_JOINT_MESH;
}

void sinew__render_joint_position(const sinew_pose *pose, int32_t joint, double out_position[3])
{
    for (int i = 0; i < 3; ++i) out_position[i] = pose->global[joint].row[i][3];
}

int sinew__render_mesh_is_drawable(const sinew_mesh *mesh)
{
    return mesh->index_count > 0 && !(mesh->flags & SINEW_MESH_HIDDEN);
}

int sinew__render_has_surface(const sinew_model *model)
{
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        if (sinew__render_mesh_is_drawable(&model->meshes[i])) return 1;
    }
    return 0;
}
