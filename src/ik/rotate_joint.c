#include "ik/rotate_joint.h"

/// A column of the linear part of a joint's global.
static sinew_vec3 global_column(const sinew_blender *blender, const float *slot, int index)
{
    const sinew_vec3 column = {(double)slot[index], (double)slot[4 + index], (double)slot[8 + index]};
    return blender->has_root ? sinew__affine_direction(&blender->model->info->root, column) : column;
}

/// 1 / length of a column; `first` is that of the first one, for a scale that is uniform.
static double inverse_length(double square, double first_square, double first)
{
    static const double tolerance = 1e-6; // of single precision
    if (fabs(square - first_square) <= tolerance * first_square) return first;
    return square > 0 ? 1 / sqrt(square) : 0;
}

/// Turns a rotation axis from model space into the space of a joint: by the transposed rotation of its global. Axes are
/// pseudovectors, a mirrored space reverses them.
static sinew_vec3 axis_within(const sinew_blender *blender, int32_t joint, sinew_vec3 axis)
{
    const float *slot = blender->slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1);
    const sinew_vec3 x = global_column(blender, slot, 0), y = global_column(blender, slot, 1),
                     z = global_column(blender, slot, 2);
    const double xx = sinew__vec3_dot(x, x), yy = sinew__vec3_dot(y, y), zz = sinew__vec3_dot(z, z);
    const double volume = sinew__vec3_dot(sinew__vec3_cross(x, y), z), sign = volume < 0 ? -1 : 1;
    const double first = xx > 0 ? 1 / sqrt(xx) : 0;
    return (sinew_vec3){sign * first * sinew__vec3_dot(x, axis),
                        sign * inverse_length(yy, xx, first) * sinew__vec3_dot(y, axis),
                        sign * inverse_length(zz, xx, first) * sinew__vec3_dot(z, axis)};
}

void sinew__rotate_joint(const sinew_blender *blender, sinew_local_pose *pose, int32_t joint,
                         const sinew_quat *rotation)
{
    const int32_t parent = blender->model->joints[joint].parent;
    sinew_local_group *group = &pose->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    sinew_vec3 axis = {rotation->x, rotation->y, rotation->z};
    if (parent != SINEW_NONE) axis = axis_within(blender, parent, axis);
    const sinew_quat local = {(double)group->qx[lane], (double)group->qy[lane], (double)group->qz[lane],
                              (double)group->qw[lane]};
    const sinew_quat rotated =
        sinew__quat_normalize(sinew__quat_multiply((sinew_quat){axis.x, axis.y, axis.z, rotation->w}, local));
    group->qx[lane] = (float)rotated.x;
    group->qy[lane] = (float)rotated.y;
    group->qz[lane] = (float)rotated.z;
    group->qw[lane] = (float)rotated.w;
    pose->animated[joint] = 1;
}
