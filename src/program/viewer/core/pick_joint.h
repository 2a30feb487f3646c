/// Finds the joint at a point of the image, and drags joints.
#ifndef SINEW_PROGRAM_VIEWER_CORE_PICK_JOINT_H
#define SINEW_PROGRAM_VIEWER_CORE_PICK_JOINT_H

#include "program/viewer/core/viewer.h"
#include "sinew/render.h"

/// Returns the joint at pixel (x, y), from the top left of an image drawn with `options`. If the skeleton is drawn,
/// returns the joint, or the start of the bone, within a few points; else the joint with the largest weight at the
/// surface. SINEW_NONE: no joint.
int32_t viewer_pick_joint(const sinew_model *model, const sinew_pose *pose, const sinew_draw_options *options, double x,
                          double y);

/// Returns the point that is drawn (right, down) pixels from the image of `start`, at the same depth. The image is
/// `height` pixels high.
sinew_vec3 viewer_drag_position(const sinew_camera *camera, int height, sinew_vec3 start, double right, double down);

/// Begins a drag if the selected joint is at pixel (x, y) and two bones end at it. The image was drawn with `options`
/// from the viewer's present pose.
void viewer_begin_drag(viewer_state *viewer, const sinew_draw_options *options, double x, double y);

/// Moves the dragged joint to (right, down) pixels from its position at the start of the drag.
void viewer_move_drag(viewer_state *viewer, double right, double down);

/// Ends the drag, and restores the target that the joint had before.
void viewer_cancel_drag(viewer_state *viewer);

#endif
