#include "viewer/core/orbit_camera.h"

#include <math.h>
#include <string.h>

#include "render/vector.h"

void viewer_orbit_from_camera(viewer_orbit *orbit, const sinew_model *model, const sinew_camera *camera)
{
    *orbit = (viewer_orbit){.field_of_view = camera->field_of_view, .parallel = orbit->parallel};
    sinew_model_axes(model, orbit->up, orbit->front);
    render_cross(orbit->up, orbit->front, orbit->left);
    double towards[3];
    render_subtract(camera->eye, camera->target, towards);
    memcpy(orbit->target, camera->target, sizeof orbit->target);
    orbit->distance = render_length(towards);
    const double front = render_dot(towards, orbit->front), left = render_dot(towards, orbit->left);
    const double level = hypot(front, left);
    orbit->elevation = atan2(render_dot(towards, orbit->up), level);
    orbit->azimuth = level > 1e-6 * orbit->distance ? atan2(left, front) : 0.0;
}

/// Computes the direction to the camera and the up direction of its image.
static void directions(const viewer_orbit *orbit, double out_towards[3], double out_up[3])
{
    for (int i = 0; i < 3; ++i) {
        const double level = cos(orbit->azimuth) * orbit->front[i] + sin(orbit->azimuth) * orbit->left[i];
        out_towards[i] = cos(orbit->elevation) * level + sin(orbit->elevation) * orbit->up[i];
        out_up[i] = cos(orbit->elevation) * orbit->up[i] - sin(orbit->elevation) * level;
    }
}

/// Returns the height of the image at the target, in file units.
static double image_height(const viewer_orbit *orbit)
{
    return 2.0 * orbit->distance * tan(orbit->field_of_view * RENDER_PI / 360.0);
}

void viewer_orbit_camera(const viewer_orbit *orbit, sinew_camera *out_camera)
{
    double towards[3];
    *out_camera = (sinew_camera){.field_of_view = orbit->parallel ? 0.0 : orbit->field_of_view};
    directions(orbit, towards, out_camera->up);
    memcpy(out_camera->target, orbit->target, sizeof out_camera->target);
    render_add_scaled(orbit->target, orbit->distance, towards, out_camera->eye);
    out_camera->height = image_height(orbit);
}

void viewer_orbit_rotate(viewer_orbit *orbit, double azimuth, double elevation)
{
    const double straight = 0.5 * RENDER_PI;
    orbit->azimuth = remainder(orbit->azimuth + azimuth, 2.0 * RENDER_PI);
    orbit->elevation = fmin(fmax(orbit->elevation + elevation, -straight), straight);
}

void viewer_orbit_pan(viewer_orbit *orbit, double right, double up)
{
    double towards[3], image_up[3], image_right[3];
    directions(orbit, towards, image_up);
    const double height = image_height(orbit);
    render_cross(image_up, towards, image_right);
    for (int i = 0; i < 3; ++i) orbit->target[i] += height * (right * image_right[i] + up * image_up[i]);
}

void viewer_orbit_zoom(viewer_orbit *orbit, double factor, double radius)
{
    orbit->distance = fmin(fmax(orbit->distance * factor, 0.02 * radius), 200.0 * radius);
}

void viewer_orbit_zoom_at(viewer_orbit *orbit, double factor, double radius, double right, double up)
{
    viewer_orbit nearer = *orbit;
    viewer_orbit_zoom(&nearer, factor, radius);
    const double fraction =
        1.0 - nearer.distance / orbit->distance; // fraction of the distance to the target; 0 at the limits
    viewer_orbit_pan(orbit, fraction * right, fraction * up);
    orbit->distance = nearer.distance;
}
