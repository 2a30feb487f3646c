/// Reads the vertices that the vertex shader skins back as numbers: for `sinew diff --engine gpu` and tests.
#ifndef SINEW_DRAW_RENDER_SHADER_SKIN_H
#define SINEW_DRAW_RENDER_SHADER_SKIN_H

#include "sinew/render.h"

/// Skins one mesh of the renderer's model in the vertex shader and reads the result back into arrays as
/// `sinew_skin_mesh` fills them.
sinew_result sinew__renderer_skin_mesh(sinew_renderer *renderer, const sinew_pose *pose, int32_t mesh,
                                       float *out_positions, float *out_normals, sinew_error *out_error);

#endif
