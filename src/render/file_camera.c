/// The view of a camera of the file, as the FBX SDK defines it: target, up direction, then roll.
#include <assert.h>
#include <string.h>

#include "base/affine.h"
#include "render/skeleton.h"
#include "render/vector.h"
#include "sinew/render.h"

static const double DEGREE = RENDER_PI / 180.0;

static void rotate_direction(const sinew_affine *global, const double direction[3], double out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = render_dot(global->row[i], direction);
}

static void direction_to_joint(const sinew_pose *pose, int32_t joint, const double eye[3], double out[3])
{
    double position[3];
    sinew__render_joint_position(pose, joint, position);
    render_subtract(position, eye, out);
}

/// Rotates the up direction around the view direction; both get unit length.
static void roll_up(double roll, double forward[3], double up[3])
{
    double right[3], upright[3];
    render_normalize(forward, (const double[3]){0.0, 0.0, -1.0});
    render_cross(forward, up, right);
    if (roll == 0.0 || render_length(right) == 0.0) return; // sinew__render_camera_find_axes chooses another direction
    render_normalize(right, right);
    render_cross(right, forward, upright);
    for (int i = 0; i < 3; ++i) up[i] = cos(roll * DEGREE) * upright[i] + sin(roll * DEGREE) * right[i];
}

/// Returns the vertical field of view at which an image of an aspect shows all that the camera does, in degrees.
static double vertical_angle(const double field_of_view[2], double aspect)
{
    const double across = 2.0 * atan(tan(0.5 * field_of_view[0] * DEGREE) / aspect) / DEGREE;
    return fmax(field_of_view[1], across);
}

void sinew_camera_from_file(const sinew_model *model, int32_t camera, const sinew_pose *pose, double aspect,
                            sinew_camera *out_camera)
{
    assert(model && pose && out_camera && camera >= 0 && camera < model->camera_count);
    const sinew_file_camera *file = &model->cameras[camera];
    const sinew_affine *global = &pose->global[file->joint];
    double forward[3], *eye = out_camera->eye;
    *out_camera = (sinew_camera){0};
    for (int i = 0; i < 3; ++i) eye[i] = render_dot(global->row[i], file->position) + global->row[i][3];
    rotate_direction(global, file->forward, forward);
    rotate_direction(global, file->up, out_camera->up);
    if (file->target != SINEW_NONE) {
        direction_to_joint(pose, file->target, eye, forward);
        memcpy(out_camera->up, file->up, sizeof file->up);
    }
    if (file->up_target != SINEW_NONE) direction_to_joint(pose, file->up_target, eye, out_camera->up);
    const double distance = file->target != SINEW_NONE ? render_length(forward) : model->info->size;
    roll_up(file->roll, forward, out_camera->up);
    render_add_scaled(eye, distance > 0.0 ? distance : model->info->size, forward, out_camera->target);
    if (file->is_parallel)
        out_camera->height = fmax(file->extent[1], file->extent[0] / aspect);
    else
        out_camera->field_of_view = vertical_angle(file->field_of_view, aspect);
}
