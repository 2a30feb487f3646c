/// Camera matrices for OpenGL.
#ifndef SINEW_RUNTIME_VIEW_CAMERA_H
#define SINEW_RUNTIME_VIEW_CAMERA_H

#include "sinew/render.h"

/// A camera's axes in world space, of unit length.
typedef struct render_camera_axes {
    double right[3], up[3], forward[3];
} render_camera_axes;

void sinew__render_camera_find_axes(const sinew_camera *camera, render_camera_axes *out_axes);

/// The rotation from the axes of one model to those of another as rows, where their up axes differ: files state front
/// axes that do not hold too often to rotate by those alone. Returns 0 for the identity.
int sinew__render_rotate_axes(const sinew_model *from, const sinew_model *to, double out_rows[3][3]);

/// world → clip space, column-major, and its inverse. Near and far planes enclose `bounds`.
void sinew__render_camera_matrices(const sinew_camera *camera, const sinew_bounds *bounds, double aspect,
                                   float out_view_projection[4][4], float out_inverse[4][4]);

#endif
