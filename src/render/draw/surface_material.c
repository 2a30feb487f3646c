#include "render/draw/surface_material.h"

#include <math.h>
#include <string.h>

#include "render/renderer.h"

/// The colour of a surface without a material: light clay.
static const float CLAY[4] = {0.60f, 0.58f, 0.56f, 1.0f};

/// The colour of a textured surface whose image is missing: neutral grey.
static const float GREY[3] = {0.40f, 0.40f, 0.40f};

const sinew_material *sinew__render_material_of(const sinew_model *model, const sinew_submesh *submesh)
{
    return submesh->material == SINEW_NONE ? NULL : &model->materials[submesh->material];
}

int sinew__render_is_two_sided(const sinew_mesh *mesh, const sinew_material *material)
{
    return !material || material->two_sided || (mesh->flags & SINEW_MESH_TWO_SIDED);
}

// ---- images -------------------------------------------------------------------------------------------------------

/// Returns the texture of a material; 0 if it has none or the image is missing.
static GLuint image_of(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_model_buffers *buffers = &renderer->buffers;
    if (!material || material->texture == SINEW_NONE || !buffers->textures) return 0;
    return mesh->flags & SINEW_MESH_TEXCOORDS ? buffers->textures[material->texture] : 0;
}

/// Materials that share an image may have different wrap modes.
static void set_wrap(const sinew_material *material)
{
    static const GLint WRAPS[] = {GL_REPEAT, GL_CLAMP_TO_EDGE, GL_MIRRORED_REPEAT};
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_S, WRAPS[material->wrap[0]]);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_WRAP_T, WRAPS[material->wrap[1]]);
}

int sinew__render_bind_base_image(const sinew_renderer *renderer, const sinew_mesh *mesh,
                                  const sinew_material *material)
{
    const GLuint image = image_of(renderer, mesh, material);
    glBindTexture(GL_TEXTURE_2D, image ? image : renderer->buffers.white);
    if (image) set_wrap(material);
    return image != 0;
}

// ---- maps ---------------------------------------------------------------------------------------------------------

static const char *const MAP_UNIFORMS[SINEW_MAP_COUNT] = {
    [SINEW_MAP_NORMAL] = "normal_map",       [SINEW_MAP_ROUGHNESS] = "roughness_map",
    [SINEW_MAP_METALNESS] = "metalness_map", [SINEW_MAP_SPECULAR] = "specular_map",
    [SINEW_MAP_EMISSIVE] = "emissive_map",   [SINEW_MAP_OCCLUSION] = "occlusion_map",
};

/// Returns the driver's texture of a map; 0 if the material has none or its image is missing or none of normals.
static GLuint map_of(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material, int kind)
{
    const render_model_buffers *buffers = &renderer->buffers;
    if (!material || !buffers->textures || !(mesh->flags & SINEW_MESH_TEXCOORDS)) return 0;
    const int32_t texture = material->maps[kind];
    if (texture == SINEW_NONE || (kind == SINEW_MAP_NORMAL && !buffers->has_normals[texture])) return 0;
    return buffers->textures[texture];
}

/// Binds the maps; `maps` of the shader has a bit for each.
static void set_maps(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material)
{
    const render_programs *programs = &renderer->programs;
    int bits = 0;
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind) {
        const GLuint map = map_of(renderer, mesh, material, kind);
        sinew__render_set_int(programs, RENDER_PROGRAM_MESH, MAP_UNIFORMS[kind], RENDER_UNIT_MAPS + kind);
        if (!map) continue;
        bits |= 1 << kind;
        glActiveTexture((GLenum)(GL_TEXTURE0 + RENDER_UNIT_MAPS + kind));
        glBindTexture(GL_TEXTURE_2D, map);
        set_wrap(material);
    }
    glActiveTexture(GL_TEXTURE0 + RENDER_UNIT_TEXTURE);
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "maps", bits);
}

/// The surface of a material whose maps are missing is that without them: their factors say nothing alone.
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
    set_maps(renderer, mesh, material);
}

// ---- colour and alpha ---------------------------------------------------------------------------------------------

int sinew__render_is_translucent(const sinew_material *material)
{
    return material && material->alpha_mode == SINEW_ALPHA_BLEND;
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

static void set_alpha(const sinew_renderer *renderer, render_alpha alpha, float cutoff)
{
    const render_programs *programs = &renderer->programs;
    sinew__render_set_int(programs, RENDER_PROGRAM_MESH, "alpha_use", (int)alpha);
    sinew__render_set_float(programs, RENDER_PROGRAM_MESH, "alpha_cutoff", cutoff);
}

static render_alpha alpha_of(const sinew_material *material, int translucent_parts)
{
    if (sinew__render_is_translucent(material)) return translucent_parts ? RENDER_ALPHA_TRANSLUCENT : RENDER_ALPHA_CORE;
    return material && material->alpha_mode == SINEW_ALPHA_TEST ? RENDER_ALPHA_CUTOUT : RENDER_ALPHA_OPAQUE;
}

void sinew__render_set_material(const sinew_renderer *renderer, const sinew_mesh *mesh, const sinew_material *material,
                                int translucent_parts)
{
    float bare[4];
    if (material) put_bare_color(material, bare);
    const int has_image = sinew__render_bind_base_image(renderer, mesh, material);
    const float *color = !material ? CLAY : has_image ? material->base_color : bare;
    sinew__render_set_vec4(&renderer->programs, RENDER_PROGRAM_MESH, "base_color", color);
    set_alpha(renderer, alpha_of(material, translucent_parts), material ? material->alpha_cutoff : 0.0f);
    set_surface(renderer, mesh, material);
}

void sinew__render_set_plain_color(const sinew_renderer *renderer, const float color[4], int is_blended)
{
    sinew__render_set_vec4(&renderer->programs, RENDER_PROGRAM_MESH, "base_color", color);
    set_alpha(renderer, is_blended ? RENDER_ALPHA_OVER : RENDER_ALPHA_OPAQUE, 0.0f);
    set_surface(renderer, NULL, NULL);
}
