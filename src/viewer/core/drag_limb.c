#include "viewer/core/drag_limb.h"

#include <math.h>

#include "base/affine.h"
#include "render/camera.h"
#include "render/vector.h"
#include "viewer/core/pick_joint.h"

static sinew_vec3 position_of(const sinew_affine *global)
{
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

/// Returns the height of the image at the depth of a point, in units of the file.
static double height_at(const sinew_camera *camera, const render_camera_axes *axes, sinew_vec3 point)
{
    if (!(camera->field_of_view > 0.0)) return camera->height;
    const double position[3] = {point.x, point.y, point.z};
    double from_eye[3];
    render_subtract(position, camera->eye, from_eye);
    return 2.0 * render_dot(from_eye, axes->forward) * tan(camera->field_of_view * RENDER_PI / 360.0);
}

sinew_vec3 viewer_drag_position(const sinew_camera *camera, int height, sinew_vec3 start, double right, double down)
{
    render_camera_axes axes;
    sinew__render_camera_find_axes(camera, &axes);
    const double pixel = height_at(camera, &axes, start) / height;
    double position[3] = {start.x, start.y, start.z};
    render_add_scaled(position, pixel * right, axes.right, position);
    render_add_scaled(position, -pixel * down, axes.up, position);
    return (sinew_vec3){position[0], position[1], position[2]};
}

/// Finds where the joint is in the pose that targets apply to, and how directions of the image turn into that space.
/// Returns 0 for a joint that is scaled to nothing.
static int find_start(viewer_state *viewer, int32_t joint, viewer_drag *drag)
{
    sinew_pose *pose = viewer->pose;
    sinew_affine from_shown;
    sinew_pose_evaluate(viewer->model, viewer->settings->engine, viewer->clip, viewer_timeline(viewer), pose);
    pose_overrides_apply(&viewer->overrides, viewer->model, viewer->clip, viewer_timeline(viewer), pose);
    const sinew_affine posed = pose->global[joint];
    drag->start = position_of(&posed);
    if (viewer->settings->in_place) in_place_apply(&viewer->in_place, viewer->model, viewer->clip, pose);
    if (!sinew__affine_inverse(&pose->global[joint], &from_shown)) return 0;
    drag->to_pose = sinew__affine_multiply(&posed, &from_shown);
    return 1;
}

void viewer_begin_drag(viewer_state *viewer, const sinew_draw_options *options, double x, double y)
{
    const int32_t joint = viewer->selected_joint;
    sinew_ik_two_bone limb;
    viewer->drag.is_active = 0;
    if (joint == SINEW_NONE || !viewer_is_at_joint(viewer->model, viewer->pose, options, joint, x, y)) return;
    if (sinew_pose_find_limb(viewer->model, viewer->pose, joint, &limb, NULL) != SINEW_OK) return;
    viewer_drag drag = {.is_active = 1, .camera = options->camera, .height = options->height};
    drag.shown = position_of(&viewer->pose->global[joint]);
    if (!find_start(viewer, joint, &drag)) return;
    const sinew_vec3 *target = pose_overrides_find_target(&viewer->overrides, joint);
    drag.had_target = target != NULL;
    if (target) drag.target_before = *target;
    viewer->drag = drag;
}

void viewer_move_drag(viewer_state *viewer, double right, double down)
{
    viewer_drag *drag = &viewer->drag;
    const sinew_vec3 to = viewer_drag_position(&drag->camera, drag->height, drag->shown, right, down);
    const sinew_vec3 by = sinew__affine_direction(
        &drag->to_pose, (sinew_vec3){to.x - drag->shown.x, to.y - drag->shown.y, to.z - drag->shown.z});
    const sinew_vec3 target = {drag->start.x + by.x, drag->start.y + by.y, drag->start.z + by.z};
    pose_overrides_set_target(&viewer->overrides, viewer->model, viewer->selected_joint, target);
    drag->is_moved = 1;
}

void viewer_end_drag(viewer_state *viewer)
{
    viewer->drag.is_active = 0;
}

void viewer_cancel_drag(viewer_state *viewer)
{
    viewer->drag.is_active = 0;
    if (viewer->drag.had_target)
        pose_overrides_set_target(&viewer->overrides, viewer->model, viewer->selected_joint,
                                  viewer->drag.target_before);
    else
        pose_overrides_remove_target(&viewer->overrides, viewer->selected_joint);
}
