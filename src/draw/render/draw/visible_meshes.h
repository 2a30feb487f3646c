/// Which meshes are drawn and how, shared by all passes that draw them.
#ifndef SINEW_DRAW_RENDER_DRAW_VISIBLE_MESHES_H
#define SINEW_DRAW_RENDER_DRAW_VISIBLE_MESHES_H

#include <epoxy/gl.h>

#include "draw/render/frame.h"

/// Returns whether a mesh is drawn in a pose.
int sinew__render_mesh_is_visible(const sinew_mesh *mesh, const sinew_pose *pose);

/// Returns whether the surface shows values of its vertices instead of its materials.
int sinew__render_shows_values(const sinew_renderer *renderer, const sinew_draw_options *options);

/// Draws a range of indices once per instance. All surfaces are drawn by this function.
void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count,
                                 int32_t first_vertex);

#endif
