/// Finds the joint at a point of the image.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PICK_JOINT_H
#define SINEW_PROGRAM_VIEWER_CORE_PICK_JOINT_H

#include "program/viewer/core/viewer.h"
#include "sinew/render.h"

/// Returns the joint at pixel (x, y) from the top left of the image that `options` describe. If the skeleton is drawn,
/// that is the joint, or the start of the bone, within a few points; otherwise the joint with the largest weight at the
/// surface. SINEW_NONE: no joint.
int32_t viewer_pick_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options, double x,
                          double y);

/// Returns the point (right, down) pixels from the image of `start`, in the plane through `start` that is parallel to
/// the image. The image is `height` pixels high.
sinew_vec3 viewer_drag_position(const sinew_camera *camera, int height, sinew_vec3 start, double right, double down);

/// Begins a drag if pixel (x, y) is on the selected joint and two bones end there. `options` describe the image, and
/// the viewer's pose is the one it shows.
void viewer_begin_drag(viewer_state *viewer, const sinew_draw_options *options, double x, double y);

/// Moves the joint to (right, down) pixels from the start of the active drag.
void viewer_move_drag(viewer_state *viewer, double right, double down);

/// Ends the drag, and restores the target from before.
void viewer_cancel_drag(viewer_state *viewer);

#endif
