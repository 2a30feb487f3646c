// Stage: reads materials with the textures of their colour and maps. assimp_textures.c lists the textures.

#include <assimp/material.h>
#include <assimp/scene.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/import_pass.h"
#include "import/import_stages.h"

// Reads the maps of an Assimp material.

enum { MAX_KINDS = 3 };

/// The texture types of Assimp that a map may have, which depends on the format. The first type with an image is used;
/// aiTextureType_NONE ends a shorter list.
static const enum aiTextureType texture_kinds[SINEW_MAP_COUNT][MAX_KINDS] = {
    [SINEW_MAP_NORMAL] = {aiTextureType_NORMALS, aiTextureType_NORMAL_CAMERA, aiTextureType_HEIGHT},
    [SINEW_MAP_ROUGHNESS] = {aiTextureType_DIFFUSE_ROUGHNESS},
    [SINEW_MAP_METALNESS] = {aiTextureType_METALNESS},
    [SINEW_MAP_SPECULAR] = {aiTextureType_SPECULAR},
    [SINEW_MAP_EMISSIVE] = {aiTextureType_EMISSIVE, aiTextureType_EMISSION_COLOR},
    [SINEW_MAP_OCCLUSION] = {aiTextureType_AMBIENT_OCCLUSION, aiTextureType_LIGHTMAP},
};

/// An image of a material.
typedef struct assimp_image {
    const char *path; ///< NULL: none
    int32_t set;      ///< number of the texture coordinates
    uint32_t wrap[2];
} assimp_image;

static sinew_texture_wrap wrap_of(enum aiTextureMapMode mode)
{
    if (mode == aiTextureMapMode_Mirror) return SINEW_TEXTURE_MIRROR;
    return mode == aiTextureMapMode_Clamp || mode == aiTextureMapMode_Decal ? SINEW_TEXTURE_CLAMP
                                                                            : SINEW_TEXTURE_REPEAT;
}

/// Returns the first image that a material has among the texture types `kinds`.
static assimp_image find_image(import_pass *pass, const struct aiMaterial *from, const enum aiTextureType *kinds)
{
    for (int i = 0; i < MAX_KINDS && kinds[i] != aiTextureType_NONE; ++i) {
        struct aiString path;
        unsigned set = 0;
        enum aiTextureMapMode modes[2] = {aiTextureMapMode_Wrap, aiTextureMapMode_Wrap};
        if (aiGetMaterialTexture(from, kinds[i], 0, &path, NULL, &set, NULL, NULL, modes, NULL) != aiReturn_SUCCESS)
            continue;
        const char *text = sinew__assimp_text(&pass->arena, &path);
        if (!text || !*text) continue;
        return (assimp_image){.path = text,
                              .set = set < AI_MAX_NUMBER_OF_TEXTURECOORDS ? (int32_t)set : 0,
                              .wrap = {wrap_of(modes[0]), wrap_of(modes[1])}};
    }
    return (assimp_image){0};
}

/// Finds the first two sets of texture coordinates that images use, in rising order.
static void find_sets(const assimp_image *images, int count, int32_t out_sets[2])
{
    int found = 0;
    out_sets[0] = 0;
    out_sets[1] = SINEW_NONE;
    for (int i = 0; i < count && found < 2; ++i)
        if (images[i].path && (found == 0 || images[i].set != out_sets[0])) out_sets[found++] = images[i].set;
    if (found < 2 || out_sets[0] < out_sets[1]) return;
    const int32_t higher = out_sets[0];
    out_sets[0] = out_sets[1];
    out_sets[1] = higher;
}

static float number_of(const struct aiMaterial *from, const char *key, unsigned type, float fallback)
{
    ai_real value = (ai_real)fallback;
    (void)aiGetMaterialFloatArray(from, key, type, 0, &value, NULL);
    return isfinite(value) ? (float)value : fallback;
}

/// Reads roughness, metalness and emission; numbers that the file lacks keep their defaults.
static void read_numbers(const struct aiMaterial *from, sinew_raw_material *out)
{
    static const char *const factors[] = {"$mat.roughnessFactor", "$mat.metallicFactor"};
    const float roughness = number_of(from, factors[0], 0, -1.0f);
    if (roughness >= 0) out->roughness = fmaxf(roughness, 0.01f);
    out->metalness = number_of(from, factors[1], 0, 0.0f);
    out->normal_scale = out->occlusion_strength = 1;
    struct aiColor4D emissive = {0, 0, 0, 1};
    (void)aiGetMaterialColor(from, AI_MATKEY_COLOR_EMISSIVE, &emissive);
    const float light[3] = {(float)emissive.r, (float)emissive.g, (float)emissive.b};
    for (int i = 0; i < 3; ++i) out->emissive[i] = isfinite(light[i]) ? fmaxf(light[i], 0.0f) : 0.0f;
}

/// Converts emission as Direct3D draws it: emission is added to the light on a surface, up to 1, and the sum is
/// multiplied by the texture. So the texture also becomes the map of the emission, and the base colour is limited to 1
/// minus the emission.
static void multiply_emission(sinew_raw_map *maps, sinew_raw_material *out)
{
    const float *light = out->emissive;
    if (out->texture == SINEW_NONE || fmaxf(light[0], fmaxf(light[1], light[2])) <= 0) return;
    maps[out->map_count++] =
        (sinew_raw_map){.kind = SINEW_MAP_EMISSIVE, .texture = out->texture, .mapping = out->mapping};
    memcpy(out->bare_color, out->base_color, sizeof out->bare_color);
    for (int i = 0; i < 3; ++i) {
        out->emissive[i] = fminf(light[i], 1);
        out->base_color[i] = fminf(out->base_color[i], 1 - out->emissive[i]);
    }
}

/// Fills the images of a material and the numbers that belong to them. Maps that use a third set of texture coordinates
/// are dropped with a warning.
static sinew_result import_images(import_pass *pass, const struct aiMaterial *from, int32_t sets[2],
                                  sinew_raw_material *out, sinew_error *error)
{
    static const enum aiTextureType colors[MAX_KINDS] = {aiTextureType_BASE_COLOR, aiTextureType_DIFFUSE};
    assimp_image images[1 + SINEW_MAP_COUNT]; // the first is the image of the colour
    sinew_raw_map *maps = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_map, SINEW_MAP_COUNT);
    sinew_raw_texture_mapping *mappings =
        SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture_mapping, 1 + SINEW_MAP_COUNT);
    if (!maps || !mappings) return sinew__arena_fail(&pass->arena, error);
    images[0] = find_image(pass, from, colors);
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind) images[1 + kind] = find_image(pass, from, texture_kinds[kind]);
    find_sets(images, 1 + SINEW_MAP_COUNT, sets);
    read_numbers(from, out);
    out->texture = SINEW_NONE;
    out->maps = maps;
    memcpy(out->wrap, images[0].wrap, sizeof out->wrap);
    for (int i = 0; i <= SINEW_MAP_COUNT; ++i) {
        const assimp_image *image = &images[i];
        const int is_on_third = image->set != sets[0] && image->set != sets[1];
        if (!image->path) continue;
        mappings[i] = (sinew_raw_texture_mapping){
            .set = image->set == sets[1], .wrap = {image->wrap[0], image->wrap[1]}, .scale = {1, 1}};
        if (is_on_third)
            sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, image->path,
                               "the map has the third texture coordinates of the material and is not drawn");
        const int32_t texture = is_on_third ? SINEW_NONE : sinew__import_find_texture(pass, image->path);
        if (i == 0)
            out->texture = texture, out->mapping = &mappings[i];
        else if (texture == SINEW_NONE)
            sinew__material_reset_number(out, (sinew_map)(i - 1));
        else
            maps[out->map_count++] =
                (sinew_raw_map){.kind = (uint32_t)(i - 1), .texture = texture, .mapping = &mappings[i]};
    }
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}

static void base_color(const import_pass *pass, const struct aiMaterial *from, float out[4])
{
    struct aiColor4D color = {0.8f, 0.8f, 0.8f, 1.0f};
    const int has_pbr = aiGetMaterialColor(from, AI_MATKEY_BASE_COLOR, &color) == aiReturn_SUCCESS;
    if (!has_pbr) (void)aiGetMaterialColor(from, AI_MATKEY_COLOR_DIFFUSE, &color);
    // Collada states transparency in other elements (COLLADA 1.4.1, "Determining transparency"); the alpha of its
    // diffuse colour has no meaning, and exporters write 0.
    if (sinew__import_is(pass, "Collada")) color.a = 1;
    ai_real opacity = 1;
    if (!has_pbr && aiGetMaterialFloatArray(from, AI_MATKEY_OPACITY, &opacity, NULL) == aiReturn_SUCCESS && opacity > 0)
        color.a = (float)opacity; // an opacity of 0 is an exporter's error
    const float value[4] = {(float)color.r, (float)color.g, (float)color.b, (float)color.a};
    for (int i = 0; i < 4; ++i) out[i] = isfinite(value[i]) ? fminf(fmaxf(value[i], 0.0f), 1.0f) : 1.0f;
}

static sinew_result fill_material(import_pass *pass, unsigned index, sinew_raw_material *materials, sinew_error *error)
{
    const struct aiMaterial *from = pass->scene->mMaterials[index];
    sinew_raw_material *material = &materials[index];
    struct aiString name = {0};
    (void)aiGetMaterialString(from, AI_MATKEY_NAME, &name);
    material->name = sinew__assimp_text(&pass->arena, &name);
    if (!material->name) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = import_images(pass, from, pass->material_uv_sets[index], material, error);
    if (result != SINEW_OK) return result;
    base_color(pass, from, material->base_color);
    material->alpha_cutoff = 0.5f;
    if (material->base_color[3] < 1.0f || aiGetMaterialTextureCount(from, aiTextureType_OPACITY) > 0)
        material->alpha_mode = SINEW_ALPHA_BLEND;
    int two_sided = 0;
    (void)aiGetMaterialIntegerArray(from, AI_MATKEY_TWOSIDED, &two_sided, NULL);
    material->two_sided = two_sided != 0;
    if (sinew__import_is(pass, "X") && !sinew__material_has_map(material, SINEW_MAP_EMISSIVE))
        multiply_emission((sinew_raw_map *)material->maps, material);
    sinew__material_drop_white_light(material);
    return SINEW_OK;
}

/// Returns the number of materials, not counting the nameless one that Assimp appends for meshes without a material.
static unsigned count_materials(const struct aiScene *scene)
{
    const unsigned last = scene->mNumMaterials - 1;
    struct aiString name;
    if (scene->mNumMaterials == 0) return 0;
    if (aiGetMaterialString(scene->mMaterials[last], AI_MATKEY_NAME, &name) == aiReturn_SUCCESS && name.length)
        return scene->mNumMaterials;
    for (unsigned m = 0; m < scene->mNumMeshes; ++m)
        if (scene->mMeshes[m]->mMaterialIndex == last) return scene->mNumMaterials;
    return last;
}

sinew_result sinew__import_materials(import_pass *pass, sinew_error *error)
{
    const unsigned count = count_materials(pass->scene);
    sinew_raw_material *materials = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_material, count);
    pass->material_uv_sets = SINEW__ARENA_ARRAY(&pass->arena, import_uv_sets, count);
    if (!materials || !pass->material_uv_sets) return sinew__arena_fail(&pass->arena, error);
    for (unsigned i = 0; i < count; ++i) {
        const sinew_result result = fill_material(pass, i, materials, error);
        if (result != SINEW_OK) return result;
    }
    pass->raw.materials = materials;
    pass->raw.material_count = (int32_t)count;
    return SINEW_OK;
}
