#include "draw/scene/orbit.h"

#include <math.h>
#include <string.h>

#include "core/base/vec3.h"
#include "runtime/view/view.h"

void scene_orbit_from_camera(scene_orbit *orbit, const sinew_model *model, const sinew_bounds *bounds,
                             const sinew_camera *camera)
{
    *orbit = (scene_orbit){.field_of_view = camera->field_of_view, .parallel = orbit->parallel};
    sinew__view_axes(model, bounds, orbit->up, orbit->front, orbit->left);
    double towards[3];
    sinew__double3_subtract(camera->eye, camera->target, towards);
    memcpy(orbit->target, camera->target, sizeof orbit->target);
    orbit->distance = sinew__double3_length(towards);
    const double front = sinew__double3_dot(towards, orbit->front), left = sinew__double3_dot(towards, orbit->left);
    const double level = hypot(front, left);
    orbit->elevation = atan2(sinew__double3_dot(towards, orbit->up), level);
    orbit->azimuth = level > 1e-6 * orbit->distance ? atan2(left, front) : 0.0;
}

void scene_orbit_fit_joint(scene_orbit *orbit, const sinew_model *model, const sinew_pose *pose, int32_t joint,
                           const double offset[3], double most, double aspect)
{
    double center[3], other[3], between[3], radius = 0.02 * model->info->size;
    sinew__render_joint_position(pose, joint, center);
    for (int32_t i = 0; i < model->joint_count; ++i) { // the sphere contains the bones that meet at the joint
        if (i != model->joints[joint].parent && model->joints[i].parent != joint) continue;
        sinew__render_joint_position(pose, i, other);
        sinew__double3_subtract(other, center, between);
        radius = fmax(radius, sinew__double3_length(between));
    }
    radius = fmin(radius, most);
    sinew__render_joint_position(pose, joint, orbit->target);
    for (int i = 0; i < 3; ++i) orbit->target[i] -= offset[i];
    orbit->distance = 1.6 * radius / sin(orbit->field_of_view * SINEW__PI / 360.0);
    if (aspect < 1.0) orbit->distance /= fmax(aspect, 0.1);
}

/// Computes the direction to the camera and the up direction of its image.
static void directions(const scene_orbit *orbit, double out_towards[3], double out_up[3])
{
    for (int i = 0; i < 3; ++i) {
        const double level = cos(orbit->azimuth) * orbit->front[i] + sin(orbit->azimuth) * orbit->left[i];
        out_towards[i] = cos(orbit->elevation) * level + sin(orbit->elevation) * orbit->up[i];
        out_up[i] = cos(orbit->elevation) * orbit->up[i] - sin(orbit->elevation) * level;
    }
}

/// Returns the height of the image at the target, in file units.
static double image_height(const scene_orbit *orbit)
{
    return 2.0 * orbit->distance * tan(orbit->field_of_view * SINEW__PI / 360.0);
}

void scene_orbit_camera(const scene_orbit *orbit, sinew_camera *out_camera)
{
    double towards[3];
    *out_camera = (sinew_camera){.field_of_view = orbit->parallel ? 0.0 : orbit->field_of_view};
    directions(orbit, towards, out_camera->up);
    memcpy(out_camera->target, orbit->target, sizeof out_camera->target);
    sinew__double3_add_scaled(orbit->target, orbit->distance, towards, out_camera->eye);
    out_camera->height = image_height(orbit);
}

void scene_orbit_rotate(scene_orbit *orbit, double azimuth, double elevation)
{
    const double straight = 0.5 * SINEW__PI;
    orbit->azimuth = remainder(orbit->azimuth + azimuth, 2.0 * SINEW__PI);
    orbit->elevation = fmin(fmax(orbit->elevation + elevation, -straight), straight);
}

void scene_orbit_pan(scene_orbit *orbit, double right, double up)
{
    double towards[3], image_up[3], image_right[3];
    directions(orbit, towards, image_up);
    const double height = image_height(orbit);
    sinew__double3_cross(image_up, towards, image_right);
    for (int i = 0; i < 3; ++i) orbit->target[i] += height * (right * image_right[i] + up * image_up[i]);
}

void scene_orbit_zoom(scene_orbit *orbit, double factor, double radius)
{
    orbit->distance = fmin(fmax(orbit->distance * factor, 0.02 * radius), 200.0 * radius);
}

void scene_orbit_zoom_at(scene_orbit *orbit, double factor, double radius, double right, double up)
{
    scene_orbit nearer = *orbit;
    scene_orbit_zoom(&nearer, factor, radius);
    const double fraction =
        1.0 - nearer.distance / orbit->distance; // fraction of the distance to the target; 0 at the limits
    scene_orbit_pan(orbit, fraction * right, fraction * up);
    orbit->distance = nearer.distance;
}
