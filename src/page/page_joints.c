// Joints of the pose that was drawn last: where they are, and their values.
#include <math.h>
#include <string.h>

#include "page/page_module.h"
#include "runtime/view/view.h"

/// Writes where the last image shows the joints: x to the right and y downwards from 0 to 1, [joint_count × 2]; NaN
/// for one that is behind the camera.
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

/// Writes the position of a joint in world space, then its local translation, rotation (x y z w) and scale: 13 numbers.
EXPORT(page_joint_values) void page_joint_values(int32_t joint, double *out);
void page_joint_values(int32_t joint, double *out)
{
    const page_actor *actor = &page.actors[0];
    sinew_pose_compute_locals(actor->model, actor->pose);
    const sinew_transform *local = &actor->pose->local[joint];
    sinew__render_joint_position(actor->pose, joint, out);
    const double values[] = {local->t.x, local->t.y, local->t.z, local->r.x, local->r.y,
                             local->r.z, local->r.w, local->s.x, local->s.y, local->s.z};
    memcpy(out + 3, values, sizeof values);
}
