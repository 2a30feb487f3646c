/// Camera matrices for OpenGL.
#ifndef SINEW_RENDER_CAMERA_H
#define SINEW_RENDER_CAMERA_H

#include "sinew/render.h"

/// A camera's axes in world space, of unit length.
typedef struct render_camera_axes {
    double right[3], up[3], forward[3];
} render_camera_axes;

void sinew__render_camera_find_axes(const sinew_camera *camera, render_camera_axes *out_axes);

/// world → clip space, column-major, and its inverse. Near and far planes enclose `bounds`.
void sinew__render_camera_matrices(const sinew_camera *camera, const sinew_bounds *bounds, double aspect,
                                   float out_view_projection[4][4], float out_inverse[4][4]);

#endif
