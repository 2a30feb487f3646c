#include "runtime/pose/joint_global.h"

#include "core/base/affine.h"
#include "runtime/model/joint_frame.h"

static int is_sheared_rest(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    return (model->joints[joint].flags & SINEW_JOINT_REST_SHEARED) && !pose->animated[joint];
}

/// The global of a joint that does not simply multiply its parent's matrix with its own.
static sinew_affine inherit(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    const sinew__joint_frame above = {pose->global[parent], pose->global_rotation[parent], pose->local[parent].s};
    return sinew__inherit(&above, sinew__inherit_type(model, joint), &pose->local[joint]);
}

void sinew__joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    const sinew_affine local = is_sheared_rest(model, pose, joint) ? model->joints[joint].rest_matrix
                                                                   : sinew__affine_from_transform(&pose->local[joint]);
    if (parent == SINEW_NONE) {
        pose->global[joint] = local;
        pose->global_rotation[joint] = pose->local[joint].r;
        return;
    }
    pose->global_rotation[joint] = sinew__quat_multiply(pose->global_rotation[parent], pose->local[joint].r);
    pose->global[joint] = sinew__inherit_type(model, joint) == SINEW_INHERIT_RSrs
                              ? sinew__affine_multiply(&pose->global[parent], &local)
                              : inherit(model, pose, joint);
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
