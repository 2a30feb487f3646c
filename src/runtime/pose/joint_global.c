#include "runtime/pose/joint_global.h"

#include "core/base/affine.h"
#include "runtime/model/joint_frame.h"

void sinew__joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    const int is_sheared = (model->joints[joint].flags & SINEW_JOINT_REST_SHEARED) && !pose->animated[joint];
    const sinew_affine local =
        is_sheared ? model->joints[joint].rest_matrix : sinew__affine_from_transform(&pose->local[joint]);
    if (parent == SINEW_NONE) {
        pose->global[joint] = local;
        pose->global_rotation[joint] = pose->local[joint].r;
        return;
    }
    pose->global_rotation[joint] = sinew__quat_multiply(pose->global_rotation[parent], pose->local[joint].r);
    const sinew_inherit_type type = sinew__inherit_type(model, joint);
    if (type == SINEW_INHERIT_RSrs) {
        pose->global[joint] = sinew__affine_multiply(&pose->global[parent], &local);
        return;
    }
    const sinew__joint_frame above = {pose->global[parent], pose->global_rotation[parent], pose->local[parent].s};
    pose->global[joint] = sinew__inherit(&above, type, &pose->local[joint]);
}

sinew_palette_matrix sinew__palette_matrix(const sinew_affine *map)
{
    sinew_palette_matrix out;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 4; ++j) out.row[i][j] = (float)map->row[i][j];
    return out;
}

void sinew__palette_from_globals(const sinew_model *model, sinew_pose *pose)
{
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        const sinew_affine global =
            sinew__affine_multiply(&model->info->global_inverse, &pose->global[skin_joint->joint]);
        const sinew_affine entry = sinew__affine_multiply(&global, &skin_joint->inverse_bind);
        pose->palette[i] = sinew__palette_matrix(&entry);
    }
}
