#include "ik/rotate_joint.h"

#include "blend/blender.h"
#include "sampler/local_lane.h"

/// Turns a rotation axis from model space into the space of a global: by the transposed rotation. Axes are
/// pseudovectors, a mirrored space reverses them.
static sinew_vec3 axis_within(const sinew_affine *global, sinew_vec3 axis)
{
    sinew_vec3 column[3];
    double along[3];
    for (int i = 0; i < 3; ++i) {
        const sinew_vec3 raw = {global->row[0][i], global->row[1][i], global->row[2][i]};
        column[i] = sinew__vec3_normalize(raw, 0);
        along[i] = sinew__vec3_dot(column[i], axis);
    }
    const double volume = sinew__vec3_dot(sinew__vec3_cross(column[0], column[1]), column[2]),
                 sign = volume < 0 ? -1 : 1;
    return (sinew_vec3){sign * along[0], sign * along[1], sign * along[2]};
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
    sinew_transform local = sinew__local_lane(group, lane);
    local.r = sinew__quat_normalize(sinew__quat_multiply((sinew_quat){axis.x, axis.y, axis.z, rotation.w}, local.r));
    sinew__set_local_lane(group, lane, &local);
    pose->animated[joint] = 1;
}
