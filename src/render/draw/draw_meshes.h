/// Draws surfaces and edges.
#ifndef SINEW_RENDER_DRAW_DRAW_MESHES_H
#define SINEW_RENDER_DRAW_DRAW_MESHES_H

#include "render/frame.h"

/// A translucent submesh, and the distance of its mesh from the camera.
typedef struct render_blended_submesh {
    const sinew_mesh *mesh;
    const sinew_submesh *submesh;
    float distance;
} render_blended_submesh;

/// Draws surfaces and edges; of a ghost, only surfaces.
SINEW_NODISCARD sinew_result sinew__render_draw_meshes(sinew_renderer *renderer, const render_frame *frame,
                                                       sinew_error *out_error);

#endif
