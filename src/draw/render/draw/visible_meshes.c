#include "draw/render/draw/visible_meshes.h"

#include "draw/render/renderer.h"
#include "draw/render/vertex_attribute.h"
#include "runtime/view/skeleton.h"

int sinew__render_mesh_is_visible(const sinew_mesh *mesh, const sinew_pose *pose)
{
    return sinew__render_mesh_is_drawable(mesh) && pose->visible[mesh->joint];
}

int sinew__render_shows_values(const sinew_renderer *renderer, const sinew_draw_options *options)
{
    if (!renderer->surface || options->hide_meshes || options->wireframe) return 0;
    return options->colors == SINEW_COLORS_WEIGHTS || options->colors == SINEW_COLORS_INFLUENCES;
}

void sinew__render_draw_elements(const render_frame *frame, GLenum kind, size_t first_index, size_t index_count,
                                 int32_t first_vertex)
{
    glDrawElementsInstancedBaseVertex(kind, (GLsizei)index_count, GL_UNSIGNED_INT,
                                      render_buffer_offset(first_index * sizeof(uint32_t)), frame->instance_count,
                                      first_vertex);
}
