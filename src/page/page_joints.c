// Joints of the pose that was drawn last: their positions, their values and their curves.
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "page/page_module.h"
#include "runtime/view/joint_curves.h"
#include "runtime/view/view.h"

/// Writes the joints' positions in the last image: x to the right and y downwards from 0 to 1, [joint_count × 2]; NaN
/// for a joint behind the camera's plane.
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

/// Writes what `sinew pose` prints of a joint: translation, rotation as XYZ Euler angles in degrees and scale, local
/// and then global; 18 numbers.
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

/// The curves that were found last: the number that a panel can show beside each other.
static joint_curves curves = {.most = 64};

void page_forget_curves(void)
{
    sinew__joint_curves_free(&curves);
}

/// Finds the curves of a joint between two times, at this many of them. Returns their number.
EXPORT(page_find_curves) int32_t page_find_curves(int32_t joint, double begin, double end, int32_t point_count);
int32_t page_find_curves(int32_t joint, double begin, double end, int32_t point_count)
{
    const page_actor *actor = &page.actors[0];
    sinew__joint_curves_update(&curves, actor->model, actor->clip, joint, begin, end, point_count);
    return curves.count;
}

/// Writes a curve's kind and component, and then its values, [point_count], and the smallest and largest
/// ones between each two, [point_count - 1][2].
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

/// Returns a curve's value at a time.
EXPORT(page_curve_value) double page_curve_value(int32_t index, double seconds);
double page_curve_value(int32_t index, double seconds)
{
    return sinew__joint_curve_value(&curves, &curves.curves[index], seconds);
}
