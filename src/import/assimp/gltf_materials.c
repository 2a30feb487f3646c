// Images and materials of a glTF file → textures and materials, for builds without Assimp: as assimp_materials.c makes
// them of what Assimp keeps.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/base64.h"
#include "core/base/error.h"
#include "import/assimp/assimp_scene.h"
#include "import/assimp/gltf_scene.h"
#include "import/import_stages.h"

// ---- order ----------------------------------------------------------------------------------------------------------

static const sinew__json_value *extension_of(const sinew__json_value *object, const char *name)
{
    return sinew__json_member(sinew__json_member(object, "extensions"), name);
}

/// The extensions that matter here; Assimp does not look for one that the file does not say it uses.
enum { NO_EXTENSION = -1, TEXTURE_TRANSFORM, SPECULAR_GLOSSINESS, SHEEN, CLEARCOAT, TRANSMISSION, EXTENSION_COUNT };

static const char *const extension_names[EXTENSION_COUNT] = {
    [TEXTURE_TRANSFORM] = "KHR_texture_transform",
    [SPECULAR_GLOSSINESS] = "KHR_materials_pbrSpecularGlossiness",
    [SHEEN] = "KHR_materials_sheen",
    [CLEARCOAT] = "KHR_materials_clearcoat",
    [TRANSMISSION] = "KHR_materials_transmission",
};

void sinew__gltf_find_extensions(gltf_reader *reader)
{
    static_assert(EXTENSION_COUNT <= sizeof reader->has_extensions, "there is space for all");
    const sinew__json_value *item = sinew__json_first(sinew__json_member(reader->root, "extensionsUsed"));
    for (; item; item = item->next)
        for (int i = 0; i < EXTENSION_COUNT && sinew__json_text(item); i++)
            reader->has_extensions[i] |= strcmp(sinew__json_text(item), extension_names[i]) == 0;
}

/// Where a material has textures, in Assimp's order.
typedef struct texture_place {
    int extension;
    const char *object; ///< NULL: the extension or the material itself
    const char *name;
} texture_place;

static const texture_place texture_places[] = {
    {NO_EXTENSION, "pbrMetallicRoughness", "baseColorTexture"},
    {NO_EXTENSION, "pbrMetallicRoughness", "metallicRoughnessTexture"},
    {NO_EXTENSION, NULL, "normalTexture"},
    {NO_EXTENSION, NULL, "occlusionTexture"},
    {NO_EXTENSION, NULL, "emissiveTexture"},
    {SPECULAR_GLOSSINESS, NULL, "diffuseTexture"},
    {SPECULAR_GLOSSINESS, NULL, "specularGlossinessTexture"},
    {SHEEN, NULL, "sheenColorTexture"},
    {SHEEN, NULL, "sheenRoughnessTexture"},
    {CLEARCOAT, NULL, "clearcoatTexture"},
    {CLEARCOAT, NULL, "clearcoatRoughnessTexture"},
    {CLEARCOAT, NULL, "clearcoatNormalTexture"},
    {TRANSMISSION, NULL, "transmissionTexture"},
};

enum { BASE_COLOR, METALLIC_ROUGHNESS, NORMAL, OCCLUSION, EMISSIVE, DIFFUSE, SPECULAR }; // in texture_places

static const sinew__json_value *texture_at(const gltf_reader *reader, const sinew__json_value *material, size_t place)
{
    const texture_place *at = &texture_places[place];
    if (at->extension != NO_EXTENSION && !reader->has_extensions[at->extension]) return NULL;
    const sinew__json_value *object =
        at->extension != NO_EXTENSION ? extension_of(material, extension_names[at->extension]) : material;
    return sinew__json_member(at->object ? sinew__json_member(object, at->object) : object, at->name);
}

static sinew_result find_image(const gltf_reader *reader, const sinew__json_value *texture, int32_t *out,
                               sinew_error *error)
{
    int32_t index;
    *out = SINEW_NONE;
    sinew_result result = sinew__gltf_index(texture, "index", &reader->textures, "texture", &index, error);
    if (result == SINEW_OK && index != SINEW_NONE)
        result = sinew__gltf_index(reader->textures.items[index], "source", &reader->images, "image", out, error);
    return result;
}

sinew_result sinew__gltf_number_images(gltf_reader *reader, const sinew__json_value *material, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < sizeof texture_places / sizeof *texture_places && result == SINEW_OK; i++) {
        int32_t image;
        result = find_image(reader, texture_at(reader, material, i), &image, error);
        if (result != SINEW_OK || image == SINEW_NONE || reader->image_numbers[image] != SINEW_NONE) continue;
        reader->image_numbers[image] = reader->image_count;
        reader->image_order[reader->image_count++] = image;
    }
    return result;
}

// ---- images ---------------------------------------------------------------------------------------------------------

/// The short name of a media type, where Assimp has space for it.
static void copy_hint(const char *type, size_t length, char out[4])
{
    const char *slash = memchr(type, '/', length);
    const char *name = slash ? slash + 1 : type;
    const size_t left = (size_t)(type + length - name);
    if (left == 4 && memcmp(name, "jpeg", 4) == 0)
        memcpy(out, "jpg", 3);
    else if (slash && left < 4)
        memcpy(out, name, left);
}

/// An image in a data URI. Returns 0 when out of memory.
static int read_data_uri(gltf_reader *reader, const char *uri, struct aiTexture *out)
{
    static const char encoding[] = ";base64,";
    const char *type = uri + strlen("data:"), *text = strstr(type, encoding);
    if (!text) return 1;
    copy_hint(type, strcspn(type, ";,"), out->achFormatHint);
    text += strlen(encoding);
    const size_t length = strlen(text);
    unsigned char *bytes = sinew__arena_take(&reader->pass->arena, length / 4 * 3 + 3, 1);
    if (!bytes) return 0;
    out->mWidth = (unsigned)sinew__base64_decode(text, length, bytes);
    out->pcData = (struct aiTexel *)(void *)bytes;
    return 1;
}

static sinew_result read_view(gltf_reader *reader, const sinew__json_value *image, struct aiTexture *out,
                              sinew_error *error)
{
    const char *type = sinew__json_text(sinew__json_member(image, "mimeType"));
    gltf_bytes view = {0};
    const sinew_result result =
        sinew__gltf_view_open(reader->accessors, sinew__json_member(image, "bufferView"), &view, error);
    if (result != SINEW_OK) return result;
    unsigned char *bytes = sinew__arena_take(&reader->pass->arena, view.size, 1); // side files do not stay
    if (!bytes) return sinew__arena_fail(&reader->pass->arena, error);
    memcpy(bytes, view.bytes, view.size);
    if (type) copy_hint(type, strlen(type), out->achFormatHint);
    out->mWidth = (unsigned)view.size;
    out->pcData = (struct aiTexel *)(void *)bytes;
    return SINEW_OK;
}

/// Reads an image that the file itself holds; others leave *out empty.
static sinew_result read_image(gltf_reader *reader, int32_t index, struct aiTexture *out, sinew_error *error)
{
    const sinew__json_value *image = reader->images.items[index];
    const char *uri = sinew__json_text(sinew__json_member(image, "uri"));
    const char *name = sinew__json_text(sinew__json_member(image, "name"));
    if (name) sinew__gltf_copy_text(name, &out->mFilename);
    if (uri && strncmp(uri, "data:", 5) == 0)
        return read_data_uri(reader, uri, out) ? SINEW_OK : sinew__arena_fail(&reader->pass->arena, error);
    if (uri) return SINEW_OK;
    if (sinew__json_member(image, "bufferView")) return read_view(reader, image, out, error);
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: image %d has neither a URI nor a buffer view", (int)index);
}

/// From here on, image_numbers are those in scene->mTextures; images in files of their own have none.
sinew_result sinew__gltf_read_images(gltf_reader *reader, sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    struct aiScene *scene = reader->scene;
    struct aiTexture *textures = SINEW__ARENA_ARRAY(arena, struct aiTexture, reader->image_count);
    scene->mTextures = SINEW__ARENA_ARRAY(arena, struct aiTexture *, reader->image_count);
    if (!textures || !scene->mTextures) return sinew__arena_fail(arena, error);
    for (int32_t i = 0; i < reader->image_count; i++) {
        const sinew_result result = read_image(reader, reader->image_order[i], &textures[i], error);
        if (result != SINEW_OK) return result;
        const int is_held = textures[i].mWidth > 0;
        reader->image_numbers[reader->image_order[i]] = is_held ? (int32_t)scene->mNumTextures : SINEW_NONE;
        if (is_held) scene->mTextures[scene->mNumTextures++] = &textures[i];
    }
    return SINEW_OK;
}

// ---- materials ------------------------------------------------------------------------------------------------------

/// A texture of a material.
typedef struct gltf_texture {
    const char *path; ///< "*3": the fourth image of the file itself; NULL: no image
    unsigned set;     ///< of texture coordinates
    const sinew__json_value *info, *sampler;
} gltf_texture;

/// Returns 0 when out of memory.
static int find_texture(gltf_reader *reader, const sinew__json_value *material, size_t place, gltf_texture *out)
{
    sinew__arena *arena = &reader->pass->arena;
    int32_t image;
    *out = (gltf_texture){.info = texture_at(reader, material, place)};
    if (find_image(reader, out->info, &image, NULL) != SINEW_OK || image == SINEW_NONE) return 1;
    const sinew__json_value *texture = sinew__gltf_item(&reader->textures, sinew__json_member(out->info, "index"));
    const sinew__json_value *set = sinew__json_member(out->info, "texCoord");
    const char *uri = sinew__json_text(sinew__json_member(reader->images.items[image], "uri"));
    const int32_t number = reader->image_numbers[image];
    out->sampler = sinew__gltf_item(&reader->samplers, sinew__json_member(texture, "sampler"));
    if (sinew__json_is(set, SINEW__JSON_NUMBER)) out->set = (unsigned)sinew__gltf_whole(set);
    if (number != SINEW_NONE)
        out->path = sinew__arena_format(arena, "*%d", (int)number);
    else if (uri && *uri && strncmp(uri, "data:", 5) != 0)
        out->path = sinew__import_text(arena, uri, strlen(uri));
    return !arena->failed;
}

static uint32_t wrap_of(const sinew__json_value *sampler, const char *key)
{
    enum { CLAMP_TO_EDGE = 33071, MIRRORED_REPEAT = 33648 };
    const sinew__json_value *wrap = sinew__json_member(sampler, key);
    const int32_t code = sinew__json_is(wrap, SINEW__JSON_NUMBER) ? sinew__gltf_whole(wrap) : 0;
    return code == CLAMP_TO_EDGE     ? SINEW_TEXTURE_CLAMP
           : code == MIRRORED_REPEAT ? SINEW_TEXTURE_MIRROR
                                     : SINEW_TEXTURE_REPEAT;
}

/// KHR_texture_transform scales, rotates and translates coordinates with v downwards, about (0, 0):
/// u' = c sx u + s sy v + x and v' = y + c sy v - s sx u. Upwards, v is 1 - v.
static import_uv_map read_uv_map(const gltf_reader *reader, const gltf_texture *texture)
{
    const sinew__json_value *json = extension_of(texture->info, extension_names[TEXTURE_TRANSFORM]);
    float shift[2] = {0}, scale[2] = {1, 1};
    import_uv_map out = import_uv_unchanged;
    if (!texture->path || !json || !reader->has_extensions[TEXTURE_TRANSFORM]) return out;
    (void)sinew__gltf_floats(json, "offset", 2, shift);
    (void)sinew__gltf_floats(json, "scale", 2, scale);
    const double angle = (double)sinew__gltf_float(json, "rotation", 0), c = cos(angle), s = sin(angle);
    const double sx = (double)scale[0], sy = (double)scale[1], x = (double)shift[0], y = (double)shift[1];
    const double value[2][3] = {{c * sx, -s * sy, s * sy + x}, {s * sx, c * sy, 1 - c * sy - y}};
    for (int i = 0; i < 6; i++)
        if (!isfinite((float)value[i / 3][i % 3])) return out;
    for (int i = 0; i < 6; i++) out.row[i / 3][i % 3] = (float)value[i / 3][i % 3];
    return out;
}

static void read_alpha(const sinew__json_value *json, sinew_raw_material *out)
{
    const char *mode = sinew__json_text(sinew__json_member(json, "alphaMode"));
    const float cutoff = sinew__gltf_float(json, "alphaCutoff", 0.5f);
    out->alpha_cutoff = isfinite(cutoff) ? cutoff : 0.5f;
    out->alpha_mode = mode && strcmp(mode, "MASK") == 0    ? SINEW_ALPHA_TEST
                      : mode && strcmp(mode, "BLEND") == 0 ? SINEW_ALPHA_BLEND
                                                           : SINEW_ALPHA_OPAQUE;
}

static float finite_or(float number, float otherwise)
{
    return isfinite(number) ? number : otherwise;
}

static void read_numbers(const sinew__json_value *json, const gltf_texture *normal, const gltf_texture *occlusion,
                         sinew_raw_material *out)
{
    const sinew__json_value *pbr = sinew__json_member(json, "pbrMetallicRoughness");
    const float roughness = sinew__gltf_float(pbr, "roughnessFactor", 1), one = 1;
    float color[4] = {1, 1, 1, 1}, light[3] = {0};
    (void)sinew__gltf_floats(pbr, "baseColorFactor", 4, color);
    for (int i = 0; i < 4; i++) out->base_color[i] = isfinite(color[i]) ? fminf(fmaxf(color[i], 0), 1) : 1;
    if (isfinite(roughness) && roughness >= 0) out->roughness = fmaxf(roughness, 0.01f);
    out->metalness = finite_or(sinew__gltf_float(pbr, "metallicFactor", 1), 0);
    out->normal_scale = normal->path ? finite_or(sinew__gltf_float(normal->info, "scale", 1), 1) : one;
    out->occlusion_strength = occlusion->path ? finite_or(sinew__gltf_float(occlusion->info, "strength", 1), 1) : one;
    (void)sinew__gltf_floats(json, "emissiveFactor", 3, light);
    for (int i = 0; i < 3; i++) out->emissive[i] = isfinite(light[i]) ? fmaxf(light[i], 0) : 0;
}

/// The base colour's texture, or that of the older specular glossiness.
static int find_base_texture(gltf_reader *reader, const sinew__json_value *json, gltf_texture *out)
{
    if (!find_texture(reader, json, BASE_COLOR, out)) return 0;
    return out->path ? 1 : find_texture(reader, json, DIFFUSE, out);
}

/// The maps whose texture coordinates are those of the base colour. Returns 0 when out of memory.
static int read_maps(gltf_reader *reader, const gltf_texture *const of[SINEW_MAP_COUNT], unsigned set,
                     sinew_raw_material *out)
{
    import_pass *pass = reader->pass;
    sinew_raw_map *maps = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_map, SINEW_MAP_COUNT);
    for (int kind = 0; maps && kind < SINEW_MAP_COUNT; kind++)
        if (of[kind] && of[kind]->path)
            sinew__import_add_map(pass, (sinew_map)kind, of[kind]->path, of[kind]->set == set, maps, out);
    out->maps = maps;
    return !pass->arena.failed;
}

/// `json` is NULL for the material of meshes that have none. Returns 0 when out of memory.
static int read_material(gltf_reader *reader, const sinew__json_value *json, size_t index, sinew_raw_material *out)
{
    import_pass *pass = reader->pass;
    const char *name = sinew__json_text(sinew__json_member(json, "name"));
    gltf_texture base, metallic_roughness, normal, occlusion, emissive, specular;
    out->name = sinew__import_text(&pass->arena, name ? name : "", name ? strlen(name) : 0);
    if (!out->name || !find_base_texture(reader, json, &base) ||
        !find_texture(reader, json, METALLIC_ROUGHNESS, &metallic_roughness) ||
        !find_texture(reader, json, NORMAL, &normal) || !find_texture(reader, json, OCCLUSION, &occlusion) ||
        !find_texture(reader, json, EMISSIVE, &emissive) || !find_texture(reader, json, SPECULAR, &specular))
        return 0;
    out->texture = base.path ? sinew__import_find_texture(pass, base.path) : SINEW_NONE;
    out->wrap[0] = wrap_of(base.sampler, "wrapS");
    out->wrap[1] = wrap_of(base.sampler, "wrapT");
    pass->material_uv_sets[index] = base.path ? base.set : 0;
    pass->material_uv_maps[index] = read_uv_map(reader, &base);
    read_alpha(json, out);
    out->two_sided = sinew__json_is(sinew__json_member(json, "doubleSided"), SINEW__JSON_TRUE) != 0;
    read_numbers(json, &normal, &occlusion, out);
    const gltf_texture *const maps[SINEW_MAP_COUNT] = {[SINEW_MAP_NORMAL] = &normal,
                                                       [SINEW_MAP_ROUGHNESS] = &metallic_roughness,
                                                       [SINEW_MAP_METALNESS] = &metallic_roughness,
                                                       [SINEW_MAP_SPECULAR] = &specular,
                                                       [SINEW_MAP_EMISSIVE] = &emissive,
                                                       [SINEW_MAP_OCCLUSION] = &occlusion};
    return read_maps(reader, maps, pass->material_uv_sets[index], out);
}

/// Without the last one if no mesh has it.
static unsigned count_materials(const struct aiScene *scene)
{
    for (unsigned i = 0; i < scene->mNumMeshes; i++)
        if (scene->mMeshes[i]->mMaterialIndex == scene->mNumMaterials - 1) return scene->mNumMaterials;
    return scene->mNumMaterials - 1;
}

sinew_result sinew__gltf_read_materials(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const unsigned count = count_materials(reader->scene);
    sinew_raw_material *materials = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_material, count);
    pass->material_uv_sets = SINEW__ARENA_ARRAY(&pass->arena, unsigned, count);
    pass->material_uv_maps = SINEW__ARENA_ARRAY(&pass->arena, import_uv_map, count);
    if (!materials || !pass->material_uv_sets || !pass->material_uv_maps) return sinew__arena_fail(&pass->arena, error);
    for (unsigned i = 0; i < count; i++) {
        const int is_last = i == reader->scene->mNumMaterials - 1;
        const sinew__json_value *json = is_last ? NULL : reader->materials.items[reader->material_order[i]];
        if (!read_material(reader, json, i, &materials[i])) return sinew__arena_fail(&pass->arena, error);
    }
    pass->raw.materials = materials;
    pass->raw.material_count = (int32_t)count;
    return SINEW_OK;
}
