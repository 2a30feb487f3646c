#include "export/file_axes.h"

#include "base/affine.h"
#include "ik/vector.h"

/// "+Y" and the like.
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
