#include "author/export/export_pose.h"

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "sinew/root_motion.h"

void sinew__export_pose(const sinew_model *model, const sinew_export_options *options, int32_t clip, double time,
                        sinew_pose *scratch, sinew_pose *pose)
{
    const sinew_root_motion root = {clip, options->in_place_joint, options->in_place};
    sinew_pose_evaluate(model, options->engine, clip, time, pose);
    sinew_pose_compute_locals(model, pose);
    if (options->in_place && clip != SINEW_NONE) sinew_root_motion_remove_from_pose(model, &root, scratch, pose);
}

/// Returns the direction of an axis named like "+Y".
static sinew_vec3 axis_named(const char *name)
{
    const double sign = name[0] == '-' ? -1 : 1;
    const char axis = name[0] == '-' || name[0] == '+' ? name[1] : name[0];
    return (sinew_vec3){axis == 'X' ? sign : 0, axis == 'Y' ? sign : 0, axis == 'Z' ? sign : 0};
}

sinew_quat sinew__file_axes(const sinew_model *model)
{
    const sinew_vec3 up = axis_named(sinew_text(model, model->info->up));
    const sinew_vec3 front = axis_named(sinew_text(model, model->info->front));
    const sinew_vec3 side = sinew__vec3_cross(up, front);
    if (sinew__vec3_length(side) < 1) return sinew__quat_identity();
    const sinew_affine map = {{{side.x, side.y, side.z, 0}, {up.x, up.y, up.z, 0}, {front.x, front.y, front.z, 0}}};
    sinew_transform transform;
    sinew__transform_nearest(&map, &transform);
    return transform.r;
}
