// The joints of the last drawn pose: their positions in the image, their values and their curves.
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "page/page_module.h"
#include "runtime/view/joint_curves.h"
#include "runtime/view/view.h"

/// Writes [joint_count × 2] positions of joints in the last image: x to the right and y downwards, 0 … 1; NaN for a
/// joint behind the camera.
EXPORT(page_project) void page_project(float *out);
void page_project(float *out)
{
    const page_actor *actor = &page.actors[0];
    float projection[4][4], inverse[4][4];
    sinew__render_camera_matrices(&page.camera, &page.camera_bounds, page.aspect, projection, inverse);
    for (int32_t i = 0; i < actor->model->joint_count; ++i) {
        double position[3], at[4];
        sinew__render_joint_position(actor->pose, i, position);
        for (int k = 0; k < 4; ++k) {
            at[k] = (double)projection[3][k];
            for (int c = 0; c < 3; ++c) at[k] += (double)projection[c][k] * position[c];
        }
        const int is_seen = at[3] > 0.0;
        out[2 * i] = is_seen ? (float)(0.5 + 0.5 * at[0] / at[3]) : NAN;
        out[2 * i + 1] = is_seen ? (float)(0.5 - 0.5 * at[1] / at[3]) : NAN;
    }
}

static void put_values(const sinew_transform *transform, double *out)
{
    const double values[] = {transform->t.x, transform->t.y, transform->t.z, 0, 0, 0,
                             transform->s.x, transform->s.y, transform->s.z};
    memcpy(out, values, sizeof values);
    sinew__quat_to_least_euler(transform->r, SINEW_ROTATE_XYZ, out + 3);
}

/// Writes 18 values of a joint, which `sinew pose` also prints: translation, rotation as XYZ Euler angles in degrees,
/// and scale; first local, then global.
EXPORT(page_joint_values) void page_joint_values(int32_t joint, double *out);
void page_joint_values(int32_t joint, double *out)
{
    const page_actor *actor = &page.actors[0];
    sinew_transform global;
    sinew_pose_compute_locals(actor->model, actor->pose);
    sinew__transform_from_affine(&actor->pose->global[joint], &global);
    put_values(&actor->pose->local[joint], out);
    put_values(&global, out + 9);
}

// ---- curves --------------------------------------------------------------------------------------------------------

/// The curves that were found last, limited to the number that a panel can show.
static joint_curves curves = {.most = 64};

void page_forget_curves(void)
{
    sinew__joint_curves_free(&curves);
}

/// Finds the curves of a joint between two times, sampled at `point_count` times. Returns the number of curves.
EXPORT(page_find_curves) int32_t page_find_curves(int32_t joint, double begin, double end, int32_t point_count);
int32_t page_find_curves(int32_t joint, double begin, double end, int32_t point_count)
{
    const page_actor *actor = &page.actors[0];
    sinew__joint_curves_update(&curves, actor->model, actor->clip, joint, begin, end, point_count);
    return curves.count;
}

/// Writes a curve: its kind, its component, [point_count] values, and [point_count − 1][2] smallest and largest values
/// between two points.
EXPORT(page_curve) void page_curve(int32_t index, double *out);
void page_curve(int32_t index, double *out)
{
    const joint_curve *curve = &curves.curves[index];
    *out++ = curve->kind;
    *out++ = curve->component;
    for (int32_t i = 0; i < curves.point_count; ++i) *out++ = curve->points[i].value;
    for (int32_t i = 0; i < curves.point_count - 1; ++i) {
        *out++ = curve->ranges[i].min;
        *out++ = curve->ranges[i].max;
    }
}

/// Returns the value of curve `index` of page_find_curves, at a time in seconds from the clip's start.
EXPORT(page_curve_value) double page_curve_value(int32_t index, double seconds);
double page_curve_value(int32_t index, double seconds)
{
    return sinew__joint_curve_value(&curves, &curves.curves[index], seconds);
}
