#include "import/assimp/assimp_material_maps.h"

#include <assimp/GltfMaterial.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "import/assimp/assimp_convert.h"
#include "import/assimp/assimp_textures.h"
#include "import/material_light.h"

enum { MAX_KINDS = 3 };

/// Where Assimp puts a map, by format; aiTextureType_NONE ends a list.
static const enum aiTextureType KINDS[SINEW_MAP_COUNT][MAX_KINDS] = {
    [SINEW_MAP_NORMAL] = {aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA, aiTextureType_HEIGHT},
    [SINEW_MAP_ROUGHNESS] = {aiTextureType_DIFFUSE_ROUGHNESS},
    [SINEW_MAP_METALNESS] = {aiTextureType_METALNESS},
    [SINEW_MAP_SPECULAR] = {aiTextureType_SPECULAR},
    [SINEW_MAP_EMISSIVE] = {aiTextureType_EMISSIVE, aiTextureType_EMISSION_COLOR},
    [SINEW_MAP_OCCLUSION] = {aiTextureType_AMBIENT_OCCLUSION, aiTextureType_LIGHTMAP},
};

static const char *path_of(import_pass *pass, const struct aiMaterial *from, enum aiTextureType kind, unsigned *out_set)
{
    struct aiString path;
    *out_set = 0;
    if (aiGetMaterialTexture(from, kind, 0, &path, NULL, out_set, NULL, NULL, NULL, NULL) != aiReturn_SUCCESS)
        return NULL;
    const char *text = sinew__assimp_text(&pass->arena, &path);
    return text && *text ? text : NULL;
}

static void add_map(import_pass *pass, sinew_map kind, const char *path, int is_placed, sinew_raw_map *maps,
                    sinew_raw_material *out)
{
    const int32_t texture = is_placed ? sinew__import_find_texture(pass, path) : SINEW_NONE;
    if (!is_placed)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, path,
                           "the map has other texture coordinates than the colour of the material and is not drawn");
    if (texture != SINEW_NONE) maps[out->map_count++] = (sinew_raw_map){.kind = (uint32_t)kind, .texture = texture};
}

static float number_of(const struct aiMaterial *from, const char *key, unsigned type, float fallback)
{
    ai_real value = (ai_real)fallback;
    (void)aiGetMaterialFloatArray(from, key, type, 0, &value, NULL);
    return isfinite(value) ? (float)value : fallback;
}

/// Formats without these numbers leave the surface as it is drawn without them.
static void read_numbers(const struct aiMaterial *from, sinew_raw_material *out)
{
    static const char *const FACTORS[] = {"$mat.roughnessFactor", "$mat.metallicFactor"};
    const float roughness = number_of(from, FACTORS[0], 0, -1.0f);
    if (roughness >= 0) out->roughness = fmaxf(roughness, 0.01f);
    out->metalness = number_of(from, FACTORS[1], 0, 0.0f);
    out->normal_scale = number_of(from, _AI_MATKEY_GLTF_SCALE_BASE, aiTextureType_NORMALS, 1.0f);
    out->occlusion_strength = number_of(from, _AI_MATKEY_GLTF_STRENGTH_BASE, aiTextureType_LIGHTMAP, 1.0f);
    struct aiColor4D emissive = {0, 0, 0, 1};
    (void)aiGetMaterialColor(from, AI_MATKEY_COLOR_EMISSIVE, &emissive);
    const float light[3] = {(float)emissive.r, (float)emissive.g, (float)emissive.b};
    for (int i = 0; i < 3; i++) out->emissive[i] = isfinite(light[i]) ? fmaxf(light[i], 0.0f) : 0.0f;
}

/// Direct3D adds emission to the light that falls on a surface, up to 1, and multiplies the sum by the texture.
/// Emission gets the texture as its map, and the colour leaves it the rest.
static void multiply_emission(sinew_raw_map *maps, sinew_raw_material *out)
{
    const float *light = out->emissive;
    if (out->texture == SINEW_NONE || fmaxf(light[0], fmaxf(light[1], light[2])) <= 0) return;
    maps[out->map_count++] = (sinew_raw_map){.kind = SINEW_MAP_EMISSIVE, .texture = out->texture};
    memcpy(out->bare_color, out->base_color, sizeof out->bare_color);
    for (int i = 0; i < 3; i++) {
        out->emissive[i] = fminf(light[i], 1);
        out->base_color[i] = fminf(out->base_color[i], 1 - out->emissive[i]);
    }
}

static int is_format(const import_pass *pass, const char *name)
{
    return pass->format.name && strcmp(pass->format.name, name) == 0;
}

sinew_result sinew__import_material_maps(import_pass *pass, const struct aiMaterial *from, unsigned uv_set,
                                         sinew_raw_material *out, sinew_error *error)
{
    sinew_raw_map *maps = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_map, SINEW_MAP_COUNT);
    if (!maps) return sinew__arena_fail(&pass->arena, error);
    for (int kind = 0; kind < SINEW_MAP_COUNT; kind++) {
        for (int i = 0; i < MAX_KINDS && KINDS[kind][i] != aiTextureType_NONE; i++) {
            unsigned set;
            const char *path = path_of(pass, from, KINDS[kind][i], &set);
            if (!path) continue;
            add_map(pass, (sinew_map)kind, path, set == uv_set, maps, out);
            break;
        }
    }
    out->maps = maps;
    read_numbers(from, out);
    if (is_format(pass, "X") && !sinew__material_has_map(out, SINEW_MAP_EMISSIVE)) multiply_emission(maps, out);
    if (!is_format(pass, "glTF")) sinew__material_drop_white_light(out);
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}
