#include "pose/joint_global.h"

#include "base/affine.h"

static int is_sheared_rest(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    return (model->joints[joint].flags & SINEW_JOINT_REST_SHEARED) && !pose->moved[joint];
}

static sinew_inherit_type inherit_type(const sinew_model *model, int32_t joint)
{
    const int32_t stack = model->joints[joint].stack;
    return stack == SINEW_NONE ? SINEW_INHERIT_RSrs : (sinew_inherit_type)model->stacks[stack].inherit_type;
}

/// 1 / s, and 0 for 0: a parent scaled to nothing has no size to give back.
static double inverse_or_zero(double s)
{
    return s != 0 ? 1 / s : 0;
}

/// The global of a joint that takes its parent's rotation and scale apart: R · r · S · s, or R · r · s where the
/// parent's own scale is left out. Source: the FBX SDK's documentation, "Computing transformation matrices"
/// (eInheritRrSs, eInheritRrs).
static sinew_affine global_apart(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    const sinew_transform *local = &pose->local[joint];
    const sinew_affine *above = &pose->global[parent];
    const sinew_affine unturn = sinew__affine_from_quat(sinew__quat_conjugate(pose->turn[parent]));
    sinew_affine scale = sinew__affine_multiply(&unturn, above); // S of the parent, shear included
    for (int i = 0; i < 3; ++i) scale.row[i][3] = 0;
    if (inherit_type(model, joint) == SINEW_INHERIT_Rrs) {
        const sinew_vec3 own = pose->local[parent].s;
        const double back[3] = {inverse_or_zero(own.x), inverse_or_zero(own.y), inverse_or_zero(own.z)};
        const sinew_affine unscale = sinew__affine_scale(back);
        scale = sinew__affine_multiply(&scale, &unscale);
    }
    const double own[3] = {local->s.x, local->s.y, local->s.z};
    const sinew_affine own_scale = sinew__affine_scale(own);
    const sinew_affine turn = sinew__affine_from_quat(sinew__quat_multiply(pose->turn[parent], local->r));
    const sinew_affine scaled = sinew__affine_multiply(&scale, &own_scale);
    sinew_affine global = sinew__affine_multiply(&turn, &scaled);
    const sinew_vec3 place = sinew__affine_point(above, local->t);
    global.row[0][3] = place.x;
    global.row[1][3] = place.y;
    global.row[2][3] = place.z;
    return global;
}

void sinew__joint_global(const sinew_model *model, sinew_pose *pose, int32_t joint)
{
    const int32_t parent = model->joints[joint].parent;
    const sinew_affine local = is_sheared_rest(model, pose, joint) ? model->joints[joint].rest_matrix
                                                                   : sinew__affine_from_transform(&pose->local[joint]);
    if (parent == SINEW_NONE) {
        pose->global[joint] = local;
        pose->turn[joint] = pose->local[joint].r;
        return;
    }
    pose->turn[joint] = sinew__quat_multiply(pose->turn[parent], pose->local[joint].r);
    pose->global[joint] = inherit_type(model, joint) == SINEW_INHERIT_RSrs
                              ? sinew__affine_multiply(&pose->global[parent], &local)
                              : global_apart(model, pose, joint);
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
        const sinew_affine entry = sinew__affine_multiply(&global, &skin_joint->offset);
        pose->palette[i] = sinew__palette_matrix(&entry);
    }
}
