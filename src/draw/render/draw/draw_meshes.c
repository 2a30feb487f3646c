// Draws the surfaces of a model: opaque ones, translucent ones in any order, edges, and ghosts of other times.
#include "draw/render/renderer.h"

#include <cglm/cglm.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/vec3.h"
#include "draw/render/graphics_api.h"
#include "runtime/model/texture_mapping.h"

// Chooses how a material is drawn: its uniforms, its images, and its pass.

/// The use of alpha in a pass; the values are also in mesh.frag.
typedef enum render_alpha {
    RENDER_ALPHA_OPAQUE,      ///< ignores alpha
    RENDER_ALPHA_CUTOUT,      ///< draws where alpha reaches the cutoff
    RENDER_ALPHA_CORE,        ///< draws the opaque parts of a translucent surface
    RENDER_ALPHA_TRANSLUCENT, ///< accumulates the parts that are not opaque, see draw_translucent_surfaces
    RENDER_ALPHA_OVER,        ///< blends over the image so far
} render_alpha;

/// The colour of a surface without a material: light clay.
static const float clay_color[4] = {0.60f, 0.58f, 0.56f, 1.0f};

/// The colour of a textured surface whose image is missing: neutral grey.
static const float grey_color[3] = {0.40f, 0.40f, 0.40f};

/// Returns the material of a submesh, or NULL.
static const sinew_material *material_of(const sinew_model *model, const sinew_submesh *submesh)
{
    return submesh->material == SINEW_NONE ? NULL : &model->materials[submesh->material];
}

// ---- images -------------------------------------------------------------------------------------------------------

/// Returns the texture mapping of an image of a material, or NULL. `material` may be NULL.
static const sinew_texture_mapping *mapping_of(const sinew_renderer *renderer, const sinew_material *material, int map)
{
    const sinew_model *model = renderer->model;
    return material ? sinew_material_texture_mapping(model, (int32_t)(material - model->materials), map) : NULL;
}

/// Sets the wrap modes of a map's image, which must be bound: materials that share an image may have different modes.
static void set_wrap(const sinew_renderer *renderer, const sinew_material *material, int map)
{
    static const GLint wraps[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
    const sinew_texture_mapping *mapping = mapping_of(renderer, material, map);
    const uint32_t *wrap = mapping ? mapping->wrap : material->wrap;
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, wraps[wrap[0]]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, wraps[wrap[1]]);
}

/// Binds the image of a material's colour to the active texture unit; white if the material has none or the image is
/// missing. Returns whether an image was bound.
static int bind_base_image(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_model_buffers *buffers = &renderer->buffers;
    const int is_textured =
        material && material->texture != SINEW_NONE && buffers->textures && mesh->flags & SINEW_MESH_TEXCOORDS;
    const GLuint image = is_textured ? buffers->textures[material->texture] : 0;
    glBindTexture(GL_TEXTURE_2D, image ? image : buffers->white);
    if (image) set_wrap(renderer, material, SINEW_MAP_COUNT);
    return image != 0;
}

// ---- maps ---------------------------------------------------------------------------------------------------------

static const char *const map_uniforms[SINEW_MAP_COUNT] = {
    [SINEW_MAP_NORMAL] = "normal_map",       [SINEW_MAP_ROUGHNESS] = "roughness_map",
    [SINEW_MAP_METALNESS] = "metalness_map", [SINEW_MAP_SPECULAR] = "specular_map",
    [SINEW_MAP_EMISSIVE] = "emissive_map",   [SINEW_MAP_OCCLUSION] = "occlusion_map",
};

/// Returns the driver's texture of a map. Returns 0 if the material has no such map, if its image is missing, or if the
/// image of a map of normals is not a normal map.
static GLuint map_of(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material, int kind)
{
    const render_model_buffers *buffers = &renderer->buffers;
    if (!material || !buffers->textures || !(mesh->flags & SINEW_MESH_TEXCOORDS)) return 0;
    const int32_t texture = material->maps[kind];
    if (texture == SINEW_NONE || (kind == SINEW_MAP_NORMAL && !buffers->has_normals[texture])) return 0;
    return buffers->textures[texture];
}

/// Binds the maps, and sets a bit for each in the shader's `maps`.
static void set_maps(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_programs *programs = &renderer->programs;
    int bits = 0;
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind) {
        const GLuint map = map_of(renderer, mesh, material, kind);
        sinew__render_set_int(programs, RENDER_PROGRAM_MESH, map_uniforms[kind], RENDER_UNIT_MAPS + kind);
        if (!map) continue;
        bits |= 1 << kind;
        glActiveTexture((GLenum)(GL_TEXTURE0 + RENDER_UNIT_MAPS + kind));
        glBindTexture(GL_TEXTURE_2D, map);
        set_wrap(renderer, material, kind);
    }
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "maps", bits);
}

/// Sets the texture mappings of a material if the model has any. `mesh` and `material` may be NULL.
static void set_mappings(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_programs *programs = &renderer->programs;
    int second_sets = 0;
    if (renderer->model->texture_mapping_count == 0) return;
    for (int map = 0; map <= SINEW_MAP_COUNT; ++map) {
        const sinew_texture_mapping *mapping = mapping_of(renderer, material, map);
        float upwards[2][3];
        char names[2][24];
        sinew__texture_mapping_rows(mapping, upwards);
        // In the shader, v points down: replace v by 1 − v in the input and in the result.
        const float *u = upwards[0], *v = upwards[1];
        const float row_u[3] = {u[0], -u[1], u[1] + u[2]}, row_v[3] = {-v[0], v[1], 1.0f - v[1] - v[2]};
        if (mesh && sinew__uses_texcoords2(mesh, mapping)) second_sets |= 1 << map;
        snprintf(names[0], sizeof names[0], "mapping_u[%d]", map);
        snprintf(names[1], sizeof names[1], "mapping_v[%d]", map);
        sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, names[0], row_u);
        sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, names[1], row_v);
    }
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "second_sets", second_sets);
}

/// Returns `value`, a number of a material. If the material has a map for this number and the map's image is missing,
/// returns `fallback`, because the number is then only a factor of the map.
static float number_without(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material,
                            int kind, float value, float fallback)
{
    const int is_missing = material->maps[kind] != SINEW_NONE && !map_of(renderer, mesh, material, kind);
    return is_missing ? fallback : value;
}

/// Sets roughness, metalness and emission; `material` may be NULL.
static void set_surface(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    static const float plastic = 0.461736f, dark[3] = {0.0f};
    const render_programs *programs = &renderer->programs;
    const sinew_material none = {.roughness = plastic,
                                 .maps = {SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW_NONE, SINEW_NONE}};
    const sinew_material *of = material ? material : &none;
    const int glows = number_without(renderer, mesh, of, SINEW_MAP_EMISSIVE, 1.0f, 0.0f) > 0.0f;
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "roughness",
                            number_without(renderer, mesh, of, SINEW_MAP_ROUGHNESS, of->roughness, plastic));
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "metalness",
                            number_without(renderer, mesh, of, SINEW_MAP_METALNESS, of->metalness, 0.0f));
    sinew__render_set_vec3(programs, RENDER_PROGRAM_MESH, "emissive", glows ? of->emissive : dark);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "normal_scale", of->normal_scale);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "occlusion_strength", of->occlusion_strength);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "is_glossiness", (int)of->roughness_map_is_glossiness);
    set_mappings(renderer, mesh, material);
    set_maps(renderer, mesh, material);
}

// ---- colour and alpha ---------------------------------------------------------------------------------------------

/// Returns whether a material is translucent, at least in parts. `material` may be NULL.
static int is_translucent(const sinew_material *material)
{
    return material && material->alpha_mode == SINEW_ALPHA_BLEND;
}

static void set_alpha(const sinew_renderer *renderer, render_alpha alpha, float cutoff)
{
    const render_programs *programs = &renderer->programs;
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "alpha_use", (int)alpha);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "alpha_cutoff", cutoff);
}

/// Sets the uniforms and textures of the mesh program for a material: for its translucent parts if `translucent_parts`
/// is set, else for the pass of solid surfaces. `material` may be NULL.
static void set_material(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material,
                         int translucent_parts)
{
    float bare[4];
    const float *color = clay_color;
    if (bind_base_image(renderer, mesh, material))
        color = material->base_color;
    else if (material) { // the image is missing
        memcpy(bare, material->bare_color, sizeof bare);
        const float darkest = fminf(bare[0], fminf(bare[1], bare[2])),
                    brightest = fmaxf(bare[0], fmaxf(bare[1], bare[2]));
        // Exporters write black or white as the colour of a textured material, whatever its image looks like. Grey is
        // used then.
        if (material->texture != SINEW_NONE && (brightest < 0.01f || darkest > 0.95f))
            memcpy(bare, grey_color, sizeof grey_color);
        color = bare;
    }
    sinew__render_set_vec4(&renderer->programs, RENDER_PROGRAM_MESH, "base_color", color);
    render_alpha alpha =
        material && material->alpha_mode == SINEW_ALPHA_TEST ? RENDER_ALPHA_CUTOUT : RENDER_ALPHA_OPAQUE;
    if (is_translucent(material)) alpha = translucent_parts ? RENDER_ALPHA_TRANSLUCENT : RENDER_ALPHA_CORE;
    set_alpha(renderer, alpha, material ? material->alpha_cutoff : 0.0f);
    set_surface(renderer, mesh, material);
}

/// Sets one colour in place of a material: opaque, or blended over the image so far.
static void set_plain_color(const sinew_renderer *renderer, const float color[4], int is_blended)
{
    sinew__render_set_vec4(&renderer->programs, RENDER_PROGRAM_MESH, "base_color", color);
    set_alpha(renderer, is_blended ? RENDER_ALPHA_OVER : RENDER_ALPHA_OPAQUE, 0.0f);
    set_surface(renderer, NULL, NULL);
}

// Translucent surfaces in any order, such as sheets of hair, glass or veils that intersect.
//
// Opaque parts are drawn with the solid surfaces. The other parts are accumulated for each sample: the product of their
// transparencies, which is exact, and the mean of their colours, weighted by alpha and nearness, which is exact if
// their colours are equal. Sorting submeshes was tried: hair is one submesh, and its sheets cover each other both ways.
// Alpha to coverage was tried: with four samples, it shows five shades, or dots.

/// Begins the accumulation; the mesh program must be current. Solid surfaces hide translucent ones behind them.
static sinew_result begin_translucent(sinew_renderer *renderer, const render_frame *frame, sinew_error *out_error)
{
    const sinew_result result = sinew__render_target_begin_translucent(&renderer->target, out_error);
    if (result != SINEW_OK) return result;
    double eye[3], away[3]; // `away`: from the eye to the middle of the motion, where surfaces have the weight 1
    for (int i = 0; i < 3; ++i) eye[i] = (double)frame->eye[i];
    sinew__double3_add_scaled(frame->bounds->center, -1.0, eye, away);
    sinew__render_set_float(&renderer->programs, RENDER_PROGRAM_MESH, "middle_distance",
                            (float)sinew__double3_length(away));
    glDepthMask(GL_FALSE);
    glEnable(GL_BLEND);
    glBlendFuncSeparate(GL_ONE, GL_ONE, GL_ZERO, GL_ONE_MINUS_SRC_ALPHA); // sums of colours, product of transparencies
    return SINEW_OK;
}

/// Draws the accumulated surfaces over the character, and makes the mesh program current again.
static sinew_result end_translucent(sinew_renderer *renderer, sinew_error *out_error)
{
    render_programs *programs = &renderer->programs;
    const render_target *target = &renderer->target;
    sinew__render_target_end_translucent(target);
    sinew__render_programs_set_samples(programs, target->read_samples);
    sinew_result result = sinew__render_use_program(programs, RENDER_PROGRAM_TRANSLUCENT, out_error);
    if (result == SINEW_OK) {
        sinew__render_set_int(programs, RENDER_PROGRAM_TRANSLUCENT, "colors", RENDER_UNIT_TEXTURE);
        sinew__render_set_int(programs, RENDER_PROGRAM_TRANSLUCENT, "weights", RENDER_UNIT_WEIGHTS);
        glBindTexture(target->character_target, target->translucent_colors);
        glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_WEIGHTS);
        glBindTexture(target->character_target, target->translucent_weights);
        glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
        glDisable(GL_DEPTH_TEST);
        glDisable(GL_CULL_FACE);
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
        glBindVertexArray(renderer->empty_array);
        glDrawArrays(GL_TRIANGLES, 0, 3);
        glEnable(GL_DEPTH_TEST);
        result = sinew__render_use_program(programs, RENDER_PROGRAM_MESH, out_error);
    }
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    sinew__render_model_buffers_bind(&renderer->buffers, programs, RENDER_PROGRAM_MESH);
    return result;
}

static const float no_tint[4] = {1.0f, 1.0f, 1.0f, 1.0f};

static const float edge_over_surface[4] = {0.010f, 0.014f, 0.022f, 0.50f};

static const float edge_alone[4] = {0.012f, 0.032f, 0.070f, 0.50f};

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

/// Binds the texture coordinates: the model's or, if values are shown, the coordinates in the colour ramp.
static void set_texcoords(const sinew_renderer *renderer, const render_frame *frame)
{
    const int shaded = sinew__render_shows_values(renderer, frame->options);
    const GLuint buffer = shaded ? renderer->values.buffer : renderer->buffers.texcoords;
    if (!buffer) return;
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glVertexAttribPointer(RENDER_ATTRIBUTE_TEXCOORD, 2, GL_FLOAT, GL_FALSE, 0, NULL);
}

/// Enables an attribute for a mesh that has it. Sets it to white for a mesh that lacks it, while other meshes may have
/// it.
static void set_attribute(GLuint attribute, int has)
{
    if (has) {
        glEnableVertexAttribArray(attribute);
        return;
    }
    glDisableVertexAttribArray(attribute);
    glVertexAttrib4fv(attribute, no_tint);
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
    const int is_two_sided = !material || material->two_sided || (mesh->flags & SINEW_MESH_TWO_SIDED);
    if (is_two_sided)
        glDisable(GL_CULL_FACE);
    else
        glEnable(GL_CULL_FACE);
}

static void draw_submesh(const render_frame *frame, const sinew_submesh *submesh)
{
    sinew__render_draw_elements(frame, GL_TRIANGLES, (size_t)submesh->first_index, (size_t)submesh->index_count);
}

/// Draws the surfaces of the solid pass, or only their translucent parts.
static void draw_surfaces(const sinew_renderer *renderer, const render_frame *frame, int translucent_parts)
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
            const sinew_material *material = material_of(model, submesh);
            if (translucent_parts && !is_translucent(material)) continue;
            if (shaded) {
                set_plain_color(renderer, no_tint, 0);
                glBindTexture(GL_TEXTURE_2D, renderer->values.ramp);
            } else {
                set_material(renderer, mesh, is_clay ? NULL : material, translucent_parts);
            }
            set_culling(mesh, material);
            draw_submesh(frame, submesh);
        }
    }
}

/// Draws the translucent parts of surfaces, in any order.
static sinew_result draw_translucent_surfaces(sinew_renderer *renderer, const render_frame *frame,
                                              sinew_error *out_error)
{
    int has_translucent = 0;
    for (int32_t i = 0; i < renderer->model->material_count; ++i)
        has_translucent |= is_translucent(&renderer->model->materials[i]);
    if (!has_translucent) return SINEW_OK;
    const sinew_result result = begin_translucent(renderer, frame, out_error);
    if (result != SINEW_OK) return result;
    draw_surfaces(renderer, frame, 1);
    return end_translucent(renderer, out_error);
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
            draw_submesh(frame, &model->submeshes[mesh->first_submesh + k]);
    }
}

/// Draws the meshes in one colour. Their depth is drawn first, so that only the nearest surface is visible.
static void draw_ghost(const sinew_renderer *renderer, const render_frame *frame)
{
    set_plain_color(renderer, frame->ghost, 1);
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
    set_plain_color(renderer, frame->options->wireframe ? edge_alone : edge_over_surface, 1);
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
        sinew__render_draw_elements(frame, GL_LINES, range->first, range->count);
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
        draw_surfaces(renderer, frame, 0);
        glDisable(GL_POLYGON_OFFSET_FILL);
        if (options->colors == SINEW_COLORS_MATERIAL) result = draw_translucent_surfaces(renderer, frame, out_error);
    }
    glDisable(GL_CULL_FACE);
    if (result == SINEW_OK && edges && !frame->ghost) draw_edges(renderer, frame);
    glDisable(GL_DEPTH_TEST);
    return result;
}
