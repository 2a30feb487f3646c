#include "import/camera_lens.h"

#include <math.h>
#include <string.h>

#include "runtime/model/camera_lens.h"

static const double DEGREE = 3.14159265358979323846 / 180;

double sinew__lens_half_slope(double angle)
{
    return tan(0.5 * angle * DEGREE);
}

double sinew__lens_angle(double half_slope)
{
    return 2 * atan(half_slope) / DEGREE;
}

static int is_finite(const double vector[3])
{
    return isfinite(vector[0]) && isfinite(vector[1]) && isfinite(vector[2]);
}

static int is_placed(const sinew_raw_camera *camera)
{
    return is_finite(camera->position) && is_finite(camera->forward) && is_finite(camera->up) &&
           isfinite(camera->roll) && isfinite(camera->near_plane) && isfinite(camera->far_plane);
}

void sinew__import_check_lens(import_pass *pass, sinew_raw_camera *camera)
{
    static const sinew_raw_camera usual = {.field_of_view = {0, 40}};
    const char *name = pass->joints[camera->joint].name;
    if (!is_placed(camera)) {
        const sinew_raw_camera placed = {.joint = camera->joint,
                                         .target = camera->target,
                                         .up_target = camera->up_target,
                                         .is_parallel = camera->is_parallel,
                                         .field_of_view = {camera->field_of_view[0], camera->field_of_view[1]},
                                         .extent = {camera->extent[0], camera->extent[1]}};
        *camera = placed;
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, name,
                           "its camera has an invalid position or direction, which is ignored");
    }
    if (sinew__lens_is_valid(camera->is_parallel, camera->field_of_view, camera->extent)) return;
    camera->is_parallel = 0;
    memcpy(camera->field_of_view, usual.field_of_view, sizeof usual.field_of_view);
    memcpy(camera->extent, usual.extent, sizeof usual.extent);
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, name,
                       "its camera has an invalid lens; it is given a field of view of 40 degrees");
}
