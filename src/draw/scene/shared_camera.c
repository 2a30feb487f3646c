#include "draw/scene/shared_camera.h"

#include "runtime/view/view.h"

scene_conversion scene_conversion_between(const sinew_model *from, const sinew_model *to)
{
    scene_conversion out = {.scale = from->info->unit_cm / to->info->unit_cm};
    (void)sinew__render_rotate_axes(from, to, out.rows);
    return out;
}

static void convert(const scene_conversion *of, double scale, const double in[3], double out[3])
{
    for (int i = 0; i < 3; ++i)
        out[i] = scale * (of->rows[i][0] * in[0] + of->rows[i][1] * in[1] + of->rows[i][2] * in[2]);
}

sinew_camera scene_convert_camera(const scene_conversion *of, const sinew_camera *camera)
{
    sinew_camera out = *camera;
    convert(of, of->scale, camera->eye, out.eye);
    convert(of, of->scale, camera->target, out.target);
    convert(of, 1, camera->up, out.up);
    out.height *= of->scale;
    return out;
}

int scene_share_camera(const sinew_bounds *first, const sinew_bounds *other, double scale)
{
    const double ratio = first->radius / (scale * other->radius);
    return ratio > 0.25 && ratio < 4.0;
}
