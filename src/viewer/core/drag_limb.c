#include "viewer/core/drag_limb.h"

#include <math.h>

#include "render/camera.h"
#include "render/vector.h"
#include "viewer/core/pick_joint.h"

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

void viewer_begin_drag(viewer_state *viewer, const sinew_draw_options *options, double x, double y)
{
    const int32_t joint = viewer->selected_joint;
    sinew_ik_two_bone limb;
    viewer->drag.is_active = 0;
    if (joint == SINEW_NONE || !viewer_is_at_joint(viewer->model, viewer->pose, options, joint, x, y)) return;
    if (sinew_pose_find_limb(viewer->model, viewer->pose, joint, &limb, NULL) != SINEW_OK) return;
    viewer_drag drag = {.is_active = 1, .camera = options->camera, .height = options->height};
    const sinew_affine *global = &viewer->pose->global[joint];
    drag.start = (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
    const sinew_vec3 *target = pose_edits_find_target(&viewer->edits, joint);
    drag.had_target = target != NULL;
    if (target) drag.target_before = *target;
    viewer->drag = drag;
}

void viewer_move_drag(viewer_state *viewer, double right, double down)
{
    viewer_drag *drag = &viewer->drag;
    const sinew_vec3 target = viewer_drag_position(&drag->camera, drag->height, drag->start, right, down);
    pose_edits_set_target(&viewer->edits, viewer->selected_joint, target);
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
        pose_edits_set_target(&viewer->edits, viewer->selected_joint, viewer->drag.target_before);
    else
        pose_edits_remove_target(&viewer->edits, viewer->selected_joint);
}
