/// Moves the selected joint with the mouse, in the plane of the view. The two bones above it follow. The joint keeps
/// its target until the user resets the pose.
#ifndef SINEW_VIEWER_CORE_DRAG_LIMB_H
#define SINEW_VIEWER_CORE_DRAG_LIMB_H

#include "viewer/core/viewer.h"

/// Returns the point (right, down) pixels from the image of `start`, in the plane through `start` that is parallel to
/// the image. The image is `height` pixels high.
sinew_vec3 viewer_drag_position(const sinew_camera *camera, int height, sinew_vec3 start, double right, double down);

/// Begins a drag if pixel (x, y) is on the selected joint and two bones end there. `options` describe the image, and
/// the viewer's pose is the one it shows.
void viewer_begin_drag(viewer_state *viewer, const sinew_draw_options *options, double x, double y);

/// Moves the joint to (right, down) pixels from where the active drag began.
void viewer_move_drag(viewer_state *viewer, double right, double down);

/// Ends the drag. The joint keeps its target.
void viewer_end_drag(viewer_state *viewer);

/// Ends the drag, and restores the target from before.
void viewer_cancel_drag(viewer_state *viewer);

#endif
