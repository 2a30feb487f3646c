#include "render/draw/draw_meshes.h"

#include <string.h>

#include <cglm/cglm.h>

#include "base/affine.h"
#include "render/draw/draw_translucent.h"
#include "render/draw/surface_material.h"
#include "render/draw/visible_meshes.h"
#include "render/renderer.h"

static const float WHITE[4] = {1.0f, 1.0f, 1.0f, 1.0f};

static const float EDGE_OVER_SURFACE[4] = {0.010f, 0.014f, 0.022f, 0.50f};
static const float EDGE_ALONE[4] = {0.012f, 0.032f, 0.070f, 0.50f};

/// Returns whether a pose mirrors a mesh (negative scale), which flips the winding of its triangles.
static int is_mirrored(const render_frame *frame, const sinew_mesh *mesh)
{
    mat3 linear, root;
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 3; ++column) {
            linear[column][row] = frame->pose->palette[mesh->first_skin_joint].row[row][column];
            root[column][row] = frame->root[column][row];
        }
    }
    return (glm_mat3_det(linear) < 0.0f) != (glm_mat3_det(root) < 0.0f);
}

// ---- surfaces -----------------------------------------------------------------------------------------------------

static void set_frame(const sinew_renderer *renderer, const render_frame *frame)
{
    const render_programs *programs = &renderer->programs;
    mat4 view_projection, root;
    mat3 root_normal;
    memcpy(view_projection, frame->view_projection, sizeof view_projection);
    memcpy(root, frame->root, sizeof root);
    memcpy(root_normal, frame->root_normal, sizeof root_normal);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_MESH, "view_projection", view_projection);
    sinew__render_set_mat4(programs, RENDER_PROGRAM_MESH, "root", root);
    sinew__render_set_mat3(programs, RENDER_PROGRAM_MESH, "root_normal", root_normal);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, "eye", frame->eye);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, "up", frame->up);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, "key_direction", frame->key_direction);
    sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, "fill_direction", frame->fill_direction);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "ground", (float)frame->bounds->ground);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "character_size", frame->character_size);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "base_texture", RENDER_UNIT_TEXTURE);
    sinew__render_model_buffers_bind(&renderer->buffers, programs, RENDER_PROGRAM_MESH);
}

/// Sets texture coordinates: the model's or, when values are shown, their coordinates in the ramp.
static void set_texcoords(const sinew_renderer *renderer, const render_frame *frame)
{
    const int shaded = sinew__render_shows_values(renderer, frame->options);
    const GLuint buffer = shaded ? renderer->values.buffer : renderer->buffers.texcoords;
    if (!buffer) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexAttribPointer(RENDER_ATTRIBUTE_TEXCOORD, 2, GL_FLOAT, GL_FALSE, 0, NULL);
}

/// Sets an attribute of a mesh; white if the mesh has none, even if other meshes do.
static void set_attribute(GLuint attribute, int has)
{
    if (has) {
        glEnableVertexAttribArray(attribute);
        return;
    }
    glDisableVertexAttribArray(attribute);
    glVertexAttrib4fv(attribute, WHITE);
}

static void set_mesh(const sinew_renderer *renderer, const render_frame *frame, const sinew_mesh *mesh)
{
    const int shaded = sinew__render_shows_values(renderer, frame->options);
    const int colored = renderer->buffers.colors && (mesh->flags & SINEW_MESH_COLORS);
    const int textured = renderer->buffers.texcoords && (mesh->flags & SINEW_MESH_TEXCOORDS);
    set_attribute(RENDER_ATTRIBUTE_COLOR, colored && frame->options->colors == SINEW_COLORS_MATERIAL);
    set_attribute(RENDER_ATTRIBUTE_TEXCOORD, textured || shaded);
    glFrontFace(is_mirrored(frame, mesh) ? GL_CW : GL_CCW);
}

static void set_culling(const sinew_mesh *mesh, const sinew_material *material)
{
    if (sinew__render_is_two_sided(mesh, material))
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}

/// Values are shown on an opaque surface.
static void set_value_colors(const sinew_renderer *renderer)
{
    sinew__render_set_plain_color(renderer, WHITE, 0);
    glBindTexture(GL_TEXTURE_2D, renderer->values.ramp);
}

static void draw_submesh(const render_frame *frame, const sinew_mesh *mesh, const sinew_submesh *submesh)
{
    sinew__render_draw_elements(frame, GL_TRIANGLES, (size_t)submesh->first_index, (size_t)submesh->index_count,
                                mesh->first_vertex);
}

static void draw_solid_surfaces(const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_model *model = renderer->model;
    const int shaded = sinew__render_shows_values(renderer, frame->options);
    const int is_clay = frame->options->colors == SINEW_COLORS_CLAY;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        set_mesh(renderer, frame, mesh);
        for (int32_t k = 0; k < mesh->submesh_count; ++k) {
            const sinew_submesh *submesh = &model->submeshes[mesh->first_submesh + k];
            const sinew_material *material = sinew__render_material_of(model, submesh);
            if (shaded)
                set_value_colors(renderer);
            else
                sinew__render_set_material(renderer, mesh, is_clay ? NULL : material, 0);
            set_culling(mesh, material);
            draw_submesh(frame, mesh, submesh);
        }
    }
}

// ---- translucent surfaces -----------------------------------------------------------------------------------------

static int has_translucent(const sinew_model *model)
{
    for (int32_t i = 0; i < model->material_count; ++i)
        if (sinew__render_is_translucent(&model->materials[i])) return 1;
    return 0;
}

static void draw_translucent_parts(const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_model *model = renderer->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        set_mesh(renderer, frame, mesh);
        for (int32_t k = 0; k < mesh->submesh_count; ++k) {
            const sinew_submesh *submesh = &model->submeshes[mesh->first_submesh + k];
            const sinew_material *material = sinew__render_material_of(model, submesh);
            if (!sinew__render_is_translucent(material)) continue;
            sinew__render_set_material(renderer, mesh, material, 1);
            set_culling(mesh, material);
            draw_submesh(frame, mesh, submesh);
        }
    }
}

/// Draws what is not opaque, in any order.
static sinew_result draw_translucent_surfaces(sinew_renderer *renderer, const render_frame *frame,
                                              sinew_error *out_error)
{
    if (!has_translucent(renderer->model)) return SINEW_OK;
    const sinew_result result = sinew__render_begin_translucent(renderer, frame, out_error);
    if (result != SINEW_OK) return result;
    draw_translucent_parts(renderer, frame);
    return sinew__render_end_translucent(renderer, out_error);
}

// ---- ghosts -------------------------------------------------------------------------------------------------------

static void draw_every_submesh(const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_model *model = renderer->model;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        glFrontFace(is_mirrored(frame, mesh) ? GL_CW : GL_CCW);
        for (int32_t k = 0; k < mesh->submesh_count; ++k)
            draw_submesh(frame, mesh, &model->submeshes[mesh->first_submesh + k]);
    }
}

/// Draws one uniform colour. Depth is drawn first, so that only the nearest surface is visible.
static void draw_ghost(const sinew_renderer *renderer, const render_frame *frame)
{
    sinew__render_set_plain_color(renderer, frame->ghost, 1);
    glBindTexture(GL_TEXTURE_2D, renderer->buffers.white);
    set_attribute(RENDER_ATTRIBUTE_COLOR, 0);
    set_attribute(RENDER_ATTRIBUTE_TEXCOORD, 0);
    glDisable(GL_CULL_FACE);
    glColorMask(GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw_every_submesh(renderer, frame);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    draw_every_submesh(renderer, frame);
    glDisable(GL_BLEND);
}

// ---- edges --------------------------------------------------------------------------------------------------------

static void draw_edges(const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_model *model = renderer->model;
    sinew__render_set_int(&renderer->programs, RENDER_PROGRAM_MESH, "lit", 0);
    sinew__render_set_plain_color(renderer, frame->options->wireframe ? EDGE_ALONE : EDGE_OVER_SURFACE, 1);
    glBindTexture(GL_TEXTURE_2D, renderer->buffers.white);
    set_attribute(RENDER_ATTRIBUTE_COLOR, 0);
    set_attribute(RENDER_ATTRIBUTE_TEXCOORD, 0);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, renderer->buffers.edge_indices);
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        const render_edge_range *range = &renderer->buffers.edges[i];
        sinew__render_draw_elements(frame, GL_LINES, range->first, range->count, mesh->first_vertex);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, renderer->buffers.indices);
}

sinew_result sinew__render_draw_meshes(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_draw_options *options = frame->options;
    const int edges = options->edges || options->wireframe;
    sinew_result result = sinew__render_use_program(&renderer->programs, RENDER_PROGRAM_MESH, out_error);
    if (result == SINEW_OK && edges && !frame->ghost) {
        result = sinew__render_model_buffers_edges(&renderer->buffers, renderer->model, out_error);
    }
    if (result == SINEW_OK && sinew__render_shows_values(renderer, options)) {
        result = sinew__render_vertex_values_prepare(&renderer->values, renderer->model, options, out_error);
    }
    if (result != SINEW_OK) return result;

    set_frame(renderer, frame);
    set_texcoords(renderer, frame);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LEQUAL);
    sinew__render_set_int(&renderer->programs, RENDER_PROGRAM_MESH, "lit", !frame->ghost);
    if (frame->ghost) {
        draw_ghost(renderer, frame);
    } else if (!options->wireframe) {
        if (edges) glEnable(GL_POLYGON_OFFSET_FILL);
        glPolygonOffset(1.0f, 1.0f);
        draw_solid_surfaces(renderer, frame);
        glDisable(GL_POLYGON_OFFSET_FILL);
        if (options->colors == SINEW_COLORS_MATERIAL) result = draw_translucent_surfaces(renderer, frame, out_error);
    }
    glDisable(GL_CULL_FACE);
    if (result == SINEW_OK && edges && !frame->ghost) draw_edges(renderer, frame);
    glDisable(GL_DEPTH_TEST);
    return result;
}
