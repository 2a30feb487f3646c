#include "runtime/motion/up_axis.h"

/// Parses "+Y" and the like.
sinew_vec3 sinew__up_axis(const sinew_model *model)
{
    const char *up = sinew_text(model, model->info->up);
    const double sign = up[0] == '-' ? -1 : 1;
    const char axis = up[0] == '-' || up[0] == '+' ? up[1] : up[0];
    if (axis == 'X') return (sinew_vec3){sign, 0, 0};
    return axis == 'Z' ? (sinew_vec3){0, 0, sign} : (sinew_vec3){0, sign, 0};
}
