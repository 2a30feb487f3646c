/// Reads back the vertices that the vertex shader skins, for `sinew diff --engine gpu` and tests.
#ifndef SINEW_DRAW_RENDER_SHADER_SKIN_H
#define SINEW_DRAW_RENDER_SHADER_SKIN_H

#include "sinew/render.h"

/// Skins one mesh of the renderer's model in the vertex shader, and reads the positions and normals back in the layout
/// of `sinew_skin_mesh`.
sinew_result sinew__renderer_skin_mesh(sinew_renderer *renderer, const sinew_pose *pose, int32_t mesh,
                                       float *out_positions, float *out_normals, sinew_error *out_error);

#endif
