#include "program/viewer/core/joint_values.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"

static joint_values values_of(const sinew_transform *transform)
{
    joint_values values = {{transform->t.x, transform->t.y, transform->t.z},
                           {0.0, 0.0, 0.0},
                           {transform->s.x, transform->s.y, transform->s.z}};
    sinew__quat_to_least_euler(transform->r, SINEW_ROTATE_XYZ, values.r);
    return values;
}

void joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                       joint_values *out_local, joint_values *out_global)
{
    sinew_transform global;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, seconds, pose);
    sinew__transform_from_affine(&pose->global[joint], &global);
    *out_local = values_of(&pose->local[joint]);
    *out_global = values_of(&global);
}

int joint_value_decimals(double model_size)
{
    return (int)fmin(fmax(6.0 - ceil(log10(model_size)), 3.0), 6.0);
}

void joint_value_format(double number, int decimals, size_t max, char out[JOINT_VALUE_SIZE])
{
    const double largest = 1e9; // larger numbers are written with an exponent
    size_t length = max + 1;
    for (; fabs(number) < largest && length > max && decimals >= 0; --decimals)
        length = (size_t)snprintf(out, JOINT_VALUE_SIZE, "%.*f", decimals, number);
    if (length > max) snprintf(out, JOINT_VALUE_SIZE, "%.*e", max < 8 ? 0 : (int)(max < 14 ? max - 7 : 7), number);
    if (out[0] == '-' && !out[1 + strspn(out + 1, "0.")]) memmove(out, out + 1, strlen(out));
}
