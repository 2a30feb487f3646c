#include "ik/rotate_joint.h"

#include "blend/blender.h"

/// 1 / length of the columns of a global; one division where the scale is uniform.
static void invert_lengths(const double square[3], double out[3])
{
    static const double tolerance = 1e-6; // of single precision
    out[0] = square[0] > 0 ? 1 / sqrt(square[0]) : 0;
    for (int i = 1; i < 3; ++i) {
        const int is_same = fabs(square[i] - square[0]) <= tolerance * square[0];
        out[i] = is_same ? out[0] : square[i] > 0 ? 1 / sqrt(square[i]) : 0;
    }
}

/// Turns a rotation axis from model space into the space of a global: by the transposed rotation. Axes are
/// pseudovectors, a mirrored space reverses them.
static sinew_vec3 axis_within(const sinew_affine *global, sinew_vec3 axis)
{
    sinew_vec3 column[3];
    double square[3], scale[3];
    for (int i = 0; i < 3; ++i) {
        column[i] = (sinew_vec3){global->row[0][i], global->row[1][i], global->row[2][i]};
        square[i] = sinew__vec3_dot(column[i], column[i]);
    }
    invert_lengths(square, scale);
    const double volume = sinew__vec3_dot(sinew__vec3_cross(column[0], column[1]), column[2]),
                 sign = volume < 0 ? -1 : 1;
    return (sinew_vec3){sign * scale[0] * sinew__vec3_dot(column[0], axis),
                        sign * scale[1] * sinew__vec3_dot(column[1], axis),
                        sign * scale[2] * sinew__vec3_dot(column[2], axis)};
}

void sinew__rotate_joint(const sinew_blender *blender, sinew_local_pose *pose, int32_t joint, sinew_quat rotation)
{
    const int32_t parent = blender->model->joints[joint].parent;
    sinew_local_group *group = &pose->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    sinew_vec3 axis = {rotation.x, rotation.y, rotation.z};
    if (parent != SINEW_NONE) {
        const sinew_affine above = sinew_blend_joint_global(blender, parent);
        axis = axis_within(&above, axis);
    }
    const sinew_quat local = {(double)group->qx[lane], (double)group->qy[lane], (double)group->qz[lane],
                              (double)group->qw[lane]};
    const sinew_quat rotated =
        sinew__quat_normalize(sinew__quat_multiply((sinew_quat){axis.x, axis.y, axis.z, rotation.w}, local));
    group->qx[lane] = (float)rotated.x;
    group->qy[lane] = (float)rotated.y;
    group->qz[lane] = (float)rotated.z;
    group->qw[lane] = (float)rotated.w;
    pose->animated[joint] = 1;
}
