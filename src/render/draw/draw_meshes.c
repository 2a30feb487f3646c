#include "render/draw/draw_meshes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <cglm/cglm.h>

#include "base/affine.h"
#include "render/draw/visible_meshes.h"
#include "render/renderer.h"

static const float WHITE[4] = {1.0f, 1.0f, 1.0f, 1.0f};

/// The colour of a surface without a material: light clay.
static const float CLAY[4] = {0.60f, 0.58f, 0.56f, 1.0f};

/// The colour of a textured surface whose image is missing: neutral grey.
static const float GREY[3] = {0.40f, 0.40f, 0.40f};

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
    set_attribute(RENDER_ATTRIBUTE_COLOR, colored && !shaded);
    set_attribute(RENDER_ATTRIBUTE_TEXCOORD, textured || shaded);
    glFrontFace(is_mirrored(frame, mesh) ? GL_CW : GL_CCW);
}

/// Returns the texture of a material; 0 if it has none or the image is missing.
static GLuint image_of(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_model_buffers *buffers = &renderer->buffers;
    if (!material || material->texture == SINEW_NONE || !buffers->textures) return 0;
    return mesh->flags & SINEW_MESH_TEXCOORDS ? buffers->textures[material->texture] : 0;
}

static const sinew_material *material_of(const sinew_model *model, const sinew_submesh *submesh)
{
    return submesh->material == SINEW_NONE ? NULL : &model->materials[submesh->material];
}

static int is_two_sided(const sinew_mesh *mesh, const sinew_material *material)
{
    return !material || material->two_sided || (mesh->flags & SINEW_MESH_TWO_SIDED);
}

static void set_culling(const sinew_mesh *mesh, const sinew_material *material)
{
    if (is_two_sided(mesh, material))
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}

/// Values are shown on an opaque surface.
static void set_value_colors(const sinew_renderer *renderer)
{
    const render_programs *programs = &renderer->programs;
    sinew__render_set_vec4(programs, RENDER_PROGRAM_MESH, "base_color", WHITE);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "alpha_cutoff", 0.0f);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "blends", 0);
    glBindTexture(GL_TEXTURE_2D, renderer->values.ramp);
}

/// Materials that share an image may have different wrap modes.
static void set_wrap(const sinew_material *material)
{
    static const GLint WRAPS[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, WRAPS[material->wrap[0]]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, WRAPS[material->wrap[1]]);
}

/// Sets the colour of a material without its image. Programs leave the colour of a textured material black or white,
/// so neither says anything; other colours do.
static void put_bare_color(const sinew_material *material, float out[4])
{
    const float *bare = material->bare_color;
    const float darkest = fminf(bare[0], fminf(bare[1], bare[2])), brightest = fmaxf(bare[0], fmaxf(bare[1], bare[2]));
    const int says_nothing = material->texture != SINEW_NONE && (brightest < 0.01f || darkest > 0.95f);
    memcpy(out, bare, 4 * sizeof *out);
    if (says_nothing) memcpy(out, GREY, sizeof GREY);
}

static void set_material(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_programs *programs = &renderer->programs;
    const int tested = material && material->alpha_mode == SINEW_ALPHA_TEST;
    const int opaque = !material || material->alpha_mode == SINEW_ALPHA_OPAQUE;
    const GLuint image = image_of(renderer, mesh, material);
    float bare[4];
    if (material) put_bare_color(material, bare);
    const float *color = !material ? CLAY : image ? material->base_color : bare;
    sinew__render_set_vec4(programs, RENDER_PROGRAM_MESH, "base_color", color);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "alpha_cutoff", tested ? material->alpha_cutoff : 0.0f);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "blends", !opaque && !tested);
    glBindTexture(GL_TEXTURE_2D, image ? image : renderer->buffers.white);
    if (image) set_wrap(material);
}

static void draw_submesh(const render_frame *frame, const sinew_mesh *mesh, const sinew_submesh *submesh)
{
    sinew__render_draw_elements(frame, GL_TRIANGLES, (size_t)submesh->first_index, (size_t)submesh->index_count,
                                mesh->first_vertex);
}

static int is_blended(const sinew_model *model, const sinew_submesh *submesh)
{
    const sinew_material *material = material_of(model, submesh);
    return material && material->alpha_mode == SINEW_ALPHA_BLEND;
}

static void draw_solid_surfaces(const sinew_renderer *renderer, const render_frame *frame)
{
    const sinew_model *model = renderer->model;
    const int shaded = sinew__render_shows_values(renderer, frame->options);
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        set_mesh(renderer, frame, mesh);
        for (int32_t k = 0; k < mesh->submesh_count; ++k) {
            const sinew_submesh *submesh = &model->submeshes[mesh->first_submesh + k];
            const sinew_material *material = material_of(model, submesh);
            if (shaded)
                set_value_colors(renderer);
            else if (is_blended(model, submesh))
                continue;
            else
                set_material(renderer, mesh, material);
            set_culling(mesh, material);
            draw_submesh(frame, mesh, submesh);
        }
    }
}

// ---- translucent surfaces -----------------------------------------------------------------------------------------

static int compare_far_first(const void *a, const void *b)
{
    const render_blended_submesh *left = a, *right = b;
    if (left->distance != right->distance) return left->distance < right->distance ? 1 : -1;
    return (left->submesh > right->submesh) - (left->submesh < right->submesh);
}

/// Returns the distance from the eye to the centre of a mesh, transformed by its first skin joint.
static float distance_of(const render_frame *frame, const sinew_mesh *mesh)
{
    const sinew_palette_matrix *matrix = &frame->pose->palette[mesh->first_skin_joint];
    vec3 middle, world;
    for (int i = 0; i < 3; ++i) {
        const float *row = matrix->row[i];
        float sum = row[3];
        for (int k = 0; k < 3; ++k) sum += row[k] * 0.5f * (mesh->bounds_min[k] + mesh->bounds_max[k]);
        middle[i] = sum;
    }
    mat4 root;
    vec3 eye = {frame->eye[0], frame->eye[1], frame->eye[2]};
    memcpy(root, frame->root, sizeof root);
    glm_mat4_mulv3(root, middle, 1.0f, world);
    return glm_vec3_distance(eye, world);
}

static int32_t list_blended(const sinew_renderer *renderer, const render_frame *frame,
                            render_blended_submesh *submeshes)
{
    const sinew_model *model = renderer->model;
    int32_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!sinew__render_mesh_is_visible(mesh, frame->pose)) continue;
        const float distance = distance_of(frame, mesh);
        for (int32_t k = 0; k < mesh->submesh_count; ++k) {
            const sinew_submesh *submesh = &model->submeshes[mesh->first_submesh + k];
            if (!is_blended(model, submesh)) continue;
            submeshes[count++] = (render_blended_submesh){.mesh = mesh, .submesh = submesh, .distance = distance};
        }
    }
    qsort(submeshes, (size_t)count, sizeof submeshes[0], compare_far_first);
    return count;
}

/// Draws the farthest submeshes first; of a two-sided one, the back faces first.
static void draw_blended_surfaces(const sinew_renderer *renderer, const render_frame *frame)
{
    render_blended_submesh *submeshes = renderer->blended;
    const int32_t count = list_blended(renderer, frame, submeshes);
    if (count == 0) return;
    glEnable(GL_BLEND);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glDepthMask(GL_FALSE);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_material *material = material_of(renderer->model, submeshes[i].submesh);
        set_mesh(renderer, frame, submeshes[i].mesh);
        set_material(renderer, submeshes[i].mesh, material);
        glEnable(GL_CULL_FACE);
        if (is_two_sided(submeshes[i].mesh, material)) {
            glCullFace(GL_FRONT);
            draw_submesh(frame, submeshes[i].mesh, submeshes[i].submesh);
            glCullFace(GL_BACK);
        }
        draw_submesh(frame, submeshes[i].mesh, submeshes[i].submesh);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
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
    const render_programs *programs = &renderer->programs;
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "blends", 1);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "alpha_cutoff", 0.0f);
    sinew__render_set_vec4(programs, RENDER_PROGRAM_MESH, "base_color", frame->ghost);
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
    const render_programs *programs = &renderer->programs;
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "lit", 0);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "blends", 1);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "alpha_cutoff", 0.0f);
    sinew__render_set_vec4(programs, RENDER_PROGRAM_MESH, "base_color",
                           frame->options->wireframe ? EDGE_ALONE : EDGE_OVER_SURFACE);
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
        if (!sinew__render_shows_values(renderer, options)) draw_blended_surfaces(renderer, frame);
    }
    glDisable(GL_CULL_FACE);
    if (edges && !frame->ghost) draw_edges(renderer, frame);
    glDisable(GL_DEPTH_TEST);
    return SINEW_OK;
}
