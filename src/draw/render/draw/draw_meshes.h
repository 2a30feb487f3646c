/// Draws surfaces and edges.
#ifndef SINEW_DRAW_RENDER_DRAW_DRAW_MESHES_H
#define SINEW_DRAW_RENDER_DRAW_DRAW_MESHES_H

#include "draw/render/frame.h"

/// Draws surfaces and edges; of a ghost, only surfaces.
SINEW_NODISCARD sinew_result sinew__render_draw_meshes(sinew_renderer *renderer, const render_frame *frame,
                                                       sinew_error *out_error);

#endif
