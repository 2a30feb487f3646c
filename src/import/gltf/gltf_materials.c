// Converts the images and materials of a glTF file to textures and materials.
#include "import/gltf/gltf.h"

#include <assert.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "core/base/error.h"
#include "import/import_stages.h"

// ---- order ----------------------------------------------------------------------------------------------------------

/// Indices of the extensions that this file reads; they only count if the file lists them as used.
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
        for (int i = 0; i < EXTENSION_COUNT && sinew__json_text(item); ++i)
            reader->has_extensions[i] |= strcmp(sinew__json_text(item), extension_names[i]) == 0;
}

/// A property of a material, or of one of its extensions, that can have a texture. Images get their numbers in the
/// order of this table.
typedef struct texture_place {
    int extension;      ///< the extension that has the property, or NO_EXTENSION
    const char *object; ///< the member of the material or extension that holds the property; NULL: the property is a
                        ///< direct member
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

enum { BASE_COLOR, METALLIC_ROUGHNESS, NORMAL, OCCLUSION, EMISSIVE, DIFFUSE, SPECULAR }; // indices in texture_places

static const sinew__json_value *texture_at(const gltf_reader *reader, const sinew__json_value *material, size_t place)
{
    const texture_place *at = &texture_places[place];
    if (at->extension != NO_EXTENSION && !reader->has_extensions[at->extension]) return NULL;
    const sinew__json_value *object =
        at->extension != NO_EXTENSION ? sinew__gltf_extension(material, extension_names[at->extension]) : material;
    return sinew__json_member(at->object ? sinew__json_member(object, at->object) : object, at->name);
}

/// Returns the image index of a texture: from an extension that replaces the PNG or JPEG, or the texture's own
/// `source`.
static const sinew__json_value *source_of(const sinew__json_value *texture)
{
    static const struct {
        const char *extension;
        int is_preferred; ///< 1: used even if the texture also has its own `source`
    } extensions[] = {
        {"EXT_texture_webp", 1}, {"MSFT_texture_dds", 0}, {"KHR_texture_basisu", 0}, {"EXT_texture_avif", 0}};
    const sinew__json_value *common = sinew__json_member(texture, "source");
    for (size_t i = 0; i < sizeof extensions / sizeof *extensions; ++i) {
        const sinew__json_value *source =
            sinew__json_member(sinew__gltf_extension(texture, extensions[i].extension), "source");
        if (sinew__json_is(source, SINEW__JSON_NUMBER) && (!common || extensions[i].is_preferred)) return source;
    }
    return common;
}

static sinew_result find_image(const gltf_reader *reader, const sinew__json_value *texture, int32_t *out,
                               sinew_error *error)
{
    int32_t index;
    *out = SINEW_NONE;
    const sinew_result result = sinew__gltf_index(texture, "index", &reader->textures, "texture", &index, error);
    const sinew__json_value *source = index == SINEW_NONE ? NULL : source_of(reader->textures.items[index]);
    if (result != SINEW_OK || !source) return result;
    if (!sinew__json_is(sinew__gltf_item(&reader->images, source), SINEW__JSON_OBJECT))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no image %.0f",
                           sinew__json_is(source, SINEW__JSON_NUMBER) ? source->number : -1);
    *out = (int32_t)source->number;
    return SINEW_OK;
}

sinew_result sinew__gltf_number_material(gltf_reader *reader, int32_t index, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    if (reader->material_numbers[index] != SINEW_NONE) return SINEW_OK;
    for (size_t i = 0; i < sizeof texture_places / sizeof *texture_places && result == SINEW_OK; ++i) {
        int32_t image;
        result = find_image(reader, texture_at(reader, reader->materials.items[index], i), &image, error);
        if (result != SINEW_OK || image == SINEW_NONE || reader->image_numbers[image] != SINEW_NONE) continue;
        reader->image_numbers[image] = reader->image_count;
        reader->image_order[reader->image_count++] = image;
    }
    reader->material_numbers[index] = reader->material_count;
    reader->material_order[reader->material_count++] = index;
    return result;
}

// ---- images ---------------------------------------------------------------------------------------------------------

/// An image format, recognised by media type, file extension or first bytes.
typedef struct picture_kind {
    const char *name, *mime_type, *extension;
    int is_read; ///< whether sinew decodes it
    size_t at;   ///< offset of `mark` in the file, bytes
    const char *mark;
} picture_kind;

static const picture_kind picture_kinds[] = {
    {"PNG", "image/png", ".png", 1, 0, "\x89PNG"},       {"JPEG", "image/jpeg", ".jpg", 1, 0, "\xff\xd8\xff"},
    {"WebP", "image/webp", ".webp", 1, 8, "WEBP"},       {"DDS", "image/vnd-ms.dds", ".dds", 1, 0, "DDS "},
    {"KTX2", "image/ktx2", ".ktx2", 0, 0, "\xabKTX 20"}, {"Basis", "image/x-basis", ".basis", 0, 0, "sB\x13"},
    {"AVIF", "image/avif", ".avif", 0, 4, "ftypavi"}};

/// Returns the format of an image, or NULL if unknown. `view` has its bytes, or none.
static const picture_kind *find_picture_kind(const sinew__json_value *image, const gltf_bytes *view)
{
    const char *type = sinew__gltf_text(image, "mimeType", ""), *uri = sinew__gltf_text(image, "uri", "");
    const char *dot = strrchr(uri, '.');
    const size_t count = sizeof picture_kinds / sizeof *picture_kinds;
    for (size_t i = 0; i < count; ++i) {
        const picture_kind *kind = &picture_kinds[i];
        const size_t length = strlen(kind->mark);
        if (view->bytes && view->size >= kind->at + length && memcmp(view->bytes + kind->at, kind->mark, length) == 0)
            return kind;
    }
    for (size_t i = 0; i < count; ++i) {
        const char *mime_type = picture_kinds[i].mime_type;
        if (strcmp(type, mime_type) == 0 || (dot && strcasecmp(dot, picture_kinds[i].extension) == 0) ||
            (strncmp(uri, "data:", 5) == 0 && strncmp(uri + 5, mime_type, strlen(mime_type)) == 0))
            return &picture_kinds[i];
    }
    return NULL;
}

/// Returns the short name of a media type that has at most three letters: "png", "jpg"; "" otherwise.
static const char *format_of(import_pass *pass, const char *type, size_t length)
{
    const char *slash = memchr(type, '/', length);
    const char *name = slash ? slash + 1 : type;
    const size_t left = (size_t)(type + length - name);
    if (left == 4 && memcmp(name, "jpeg", 4) == 0) return "jpg";
    return sinew__arena_text(&pass->arena, slash && left < 4 ? name : "", slash && left < 4 ? left : 0);
}

/// Returns the text by which messages name an image: its name, its file or its number.
static const char *label_of(const gltf_reader *reader, int32_t index)
{
    const sinew__json_value *image = reader->images.items[index];
    const char *uri = sinew__gltf_text(image, "uri", ""), *name = sinew__gltf_text(image, "name", "");
    if (*name) return name;
    return *uri && strncmp(uri, "data:", 5) != 0 ? uri
                                                 : sinew__arena_format(&reader->pass->arena, "images[%d]", (int)index);
}

/// Reads an image that is stored in the file itself. Leaves *out empty for an image in its own file.
static sinew_result read_image(gltf_reader *reader, int32_t index, sinew_raw_texture *out, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const sinew__json_value *image = reader->images.items[index], *view_index = sinew__json_member(image, "bufferView");
    const char *uri = sinew__gltf_text(image, "uri", ""), *name = sinew__gltf_text(image, "name", "");
    const int is_data = strncmp(uri, "data:", 5) == 0;
    gltf_bytes view = {0};
    sinew_error reason = {0};
    const char *label = label_of(reader, index);
    if (!view_index && !sinew__json_member(image, "uri"))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: image %d has neither a URI nor a buffer view",
                           (int)index);
    if (view_index && sinew__gltf_view_open(reader->accessors, view_index, &view, &reason) != SINEW_OK) {
        sinew__import_warn(pass, IMPORT_WARNING_TEXTURE_DROPPED, label, "the image is %s", reason.message);
        return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
    }
    const picture_kind *kind = find_picture_kind(image, &view);
    if (kind && !kind->is_read)
        sinew__import_warn(pass, IMPORT_WARNING_TEXTURE_DROPPED, label,
                           "the image is %s, which is not read; its materials are drawn without it", kind->name);
    *out = (sinew_raw_texture){.path = sinew__import_text(&pass->arena, name, strlen(name)), .format = ""};
    if (is_data) {
        const char *media_type = uri + strlen("data:");
        out->bytes = sinew__gltf_data_uri(pass, uri, &out->byte_count);
        if (out->bytes) out->format = format_of(pass, media_type, strcspn(media_type, ";,"));
    } else if (view_index) {
        const char *type = sinew__gltf_text(image, "mimeType", kind ? kind->mime_type : "image/png");
        out->format = format_of(pass, type, strlen(type));
        out->bytes = view.bytes;
        out->byte_count = view.size;
    }
    return pass->arena.failed ? sinew__arena_fail(&pass->arena, error) : SINEW_OK;
}

/// Fills raw.textures with the images stored in the file. Afterwards, image_numbers are indices in raw.textures; images
/// in files of their own have SINEW_NONE.
static sinew_result read_images(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    pass->textures = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture, reader->image_count);
    if (!pass->textures || !sinew__name_table_create(&pass->arena, (size_t)reader->image_count, &pass->texture_names))
        return sinew__arena_fail(&pass->arena, error);
    for (int32_t i = 0; i < reader->image_count; ++i) {
        sinew_raw_texture *texture = &pass->textures[pass->raw.texture_count];
        const sinew_result result = read_image(reader, reader->image_order[i], texture, error);
        if (result != SINEW_OK) return result;
        const int is_held = texture->byte_count > 0;
        reader->image_numbers[reader->image_order[i]] = is_held ? pass->raw.texture_count : SINEW_NONE;
        pass->raw.texture_count += is_held;
    }
    pass->raw.textures = pass->textures;
    return SINEW_OK;
}

// ---- materials ------------------------------------------------------------------------------------------------------

/// A texture as a material uses it.
typedef struct gltf_texture {
    int32_t image; ///< index in the file, or SINEW_NONE
    int set;       ///< number of the texture coordinates, TEXCOORD_n
    const sinew__json_value *info, *sampler;
} gltf_texture;

/// Returns the KHR_texture_transform of a texture, or NULL.
static const sinew__json_value *transform_of(const gltf_reader *reader, const sinew__json_value *info)
{
    return reader->has_extensions[TEXTURE_TRANSFORM] ? sinew__gltf_extension(info, extension_names[TEXTURE_TRANSFORM])
                                                     : NULL;
}

/// Returns the number of the texture coordinates that a texture uses. A number in its KHR_texture_transform overrides
/// the texture's own.
static int set_of(const gltf_reader *reader, const sinew__json_value *info)
{
    const sinew__json_value *set = sinew__json_member(transform_of(reader, info), "texCoord");
    if (!sinew__json_is(set, SINEW__JSON_NUMBER)) set = sinew__json_member(info, "texCoord");
    return sinew__json_is(set, SINEW__JSON_NUMBER) && set->number > 0 ? sinew__gltf_whole(set) : 0;
}

/// Whether a texture has an image that has bytes or a file; sets *out_image to its index in the file.
static int has_image(const gltf_reader *reader, const sinew__json_value *info, int32_t *out_image)
{
    if (find_image(reader, info, out_image, NULL) != SINEW_OK || *out_image == SINEW_NONE) return 0;
    const sinew__json_value *image = reader->images.items[*out_image];
    return sinew__json_member(image, "bufferView") || *sinew__gltf_text(image, "uri", "");
}

static gltf_texture find_texture(const gltf_reader *reader, const sinew__json_value *material, size_t place)
{
    gltf_texture out = {.image = SINEW_NONE, .info = texture_at(reader, material, place)};
    if (!has_image(reader, out.info, &out.image)) return out;
    const sinew__json_value *texture = sinew__gltf_item(&reader->textures, sinew__json_member(out.info, "index"));
    const char *uri = sinew__gltf_text(reader->images.items[out.image], "uri", "");
    const int is_file = *uri && strncmp(uri, "data:", 5) != 0;
    if (reader->image_numbers[out.image] == SINEW_NONE && !is_file) out.image = SINEW_NONE; // read_images dropped it
    out.sampler = sinew__gltf_item(&reader->samplers, sinew__json_member(texture, "sampler"));
    out.set = set_of(reader, out.info);
    return out;
}

/// Returns the index in raw.textures of a texture's image, or SINEW_NONE. An image in its own file is added at its
/// first use; images with the same file share one texture.
static int32_t use_texture(gltf_reader *reader, const gltf_texture *texture)
{
    import_pass *pass = reader->pass;
    if (texture->image == SINEW_NONE) return SINEW_NONE;
    if (reader->image_numbers[texture->image] != SINEW_NONE) return reader->image_numbers[texture->image];
    const char *uri = sinew__gltf_text(reader->images.items[texture->image], "uri", "");
    const char *path = sinew__import_text(&pass->arena, uri, strlen(uri));
    if (!path) return SINEW_NONE;
    int32_t index = sinew__name_table_find(&pass->texture_names, path);
    if (index == SINEW_NONE) {
        index = pass->raw.texture_count++;
        pass->textures[index] = (sinew_raw_texture){.path = path};
        sinew__name_table_add(&pass->texture_names, path, index);
    }
    reader->image_numbers[texture->image] = index;
    return index;
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

/// Reads a texture mapping. KHR_texture_transform scales, rotates and translates coordinates with v downwards, about
/// (0, 0): u' = c sx u + s sy v + x and v' = y + c sy v - s sx u. Upwards, v is 1 - v, so only the translation differs.
static sinew_raw_texture_mapping read_mapping(const gltf_reader *reader, const gltf_texture *texture, int set)
{
    const sinew__json_value *json = transform_of(reader, texture->info);
    sinew_raw_texture_mapping out = {.set = (uint32_t)set, .scale = {1, 1}};
    double shift[2] = {0}, scale[2] = {1, 1};
    out.wrap[0] = wrap_of(texture->sampler, "wrapS");
    out.wrap[1] = wrap_of(texture->sampler, "wrapT");
    (void)sinew__gltf_doubles(json, "offset", 2, shift);
    (void)sinew__gltf_doubles(json, "scale", 2, scale);
    const float rotation = sinew__gltf_float(json, "rotation", 0);
    const double c = cos((double)rotation), s = sin((double)rotation);
    const float offset[2] = {(float)(s * scale[1] + shift[0]), (float)(1 - c * scale[1] - shift[1])};
    const float size[2] = {(float)scale[0], (float)scale[1]};
    if (!isfinite(offset[0]) || !isfinite(offset[1]) || !isfinite(size[0]) || !isfinite(size[1])) return out;
    memcpy(out.offset, offset, sizeof out.offset);
    memcpy(out.scale, size, sizeof out.scale);
    out.rotation = rotation;
    return out;
}

/// Returns the entry of texture_places for the base colour: BASE_COLOR if it has an image, else DIFFUSE, which is from
/// the older specular-glossiness model.
static size_t base_place(const gltf_reader *reader, const sinew__json_value *material)
{
    int32_t image;
    return has_image(reader, texture_at(reader, material, BASE_COLOR), &image) ? BASE_COLOR : DIFFUSE;
}

void sinew__gltf_texcoords(const gltf_reader *reader, const sinew__json_value *material, int out_sets[2])
{
    const size_t places[] = {base_place(reader, material), NORMAL, METALLIC_ROUGHNESS, SPECULAR, EMISSIVE, OCCLUSION};
    int count = 0;
    out_sets[0] = 0;
    out_sets[1] = SINEW_NONE;
    for (size_t i = 0; i < sizeof places / sizeof *places && count < 2; ++i) {
        int32_t image;
        const sinew__json_value *info = texture_at(reader, material, places[i]);
        if (!has_image(reader, info, &image)) continue;
        const int set = set_of(reader, info);
        if (count == 0 || set != out_sets[0]) out_sets[count++] = set;
    }
    if (count < 2 || out_sets[0] < out_sets[1]) return;
    const int higher = out_sets[0];
    out_sets[0] = out_sets[1];
    out_sets[1] = higher;
}

static float finite_or(float number, float otherwise)
{
    return isfinite(number) ? number : otherwise;
}

/// Returns the mapping of a texture. NULL with a warning if it uses a third set of texture coordinates.
static const sinew_raw_texture_mapping *map_texture(gltf_reader *reader, const gltf_texture *texture, const int sets[2])
{
    import_pass *pass = reader->pass;
    const int set = texture->set == sets[0] ? 0 : texture->set == sets[1] ? 1 : SINEW_NONE;
    sinew_raw_texture_mapping *mapping = NULL;
    if (set != SINEW_NONE)
        mapping = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture_mapping, 1);
    else
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, label_of(reader, texture->image),
                           "the map has the third texture coordinates of the material and is not drawn");
    if (mapping) *mapping = read_mapping(reader, texture, set);
    return mapping;
}

/// Fills out->maps with the maps whose image can be used and that use one of the two sets of texture coordinates. For
/// the other maps, the factor that scales the map is reset. Returns 0 when out of memory.
static int read_maps(gltf_reader *reader, const gltf_texture *const of[SINEW_MAP_COUNT], const int sets[2],
                     sinew_raw_material *out)
{
    import_pass *pass = reader->pass;
    sinew_raw_map *maps = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_map, SINEW_MAP_COUNT);
    for (int kind = 0; maps && kind < SINEW_MAP_COUNT; ++kind) {
        if (!of[kind] || !sinew__json_is(of[kind]->info, SINEW__JSON_OBJECT)) continue;
        const sinew_raw_texture_mapping *mapping = NULL; // read_images has already warned of missing images
        if (of[kind]->image != SINEW_NONE) mapping = map_texture(reader, of[kind], sets);
        if (mapping)
            maps[out->map_count++] =
                (sinew_raw_map){.kind = (uint32_t)kind, .texture = use_texture(reader, of[kind]), .mapping = mapping};
        else
            sinew__material_reset_number(out, (sinew_map)kind);
    }
    out->maps = maps;
    return !pass->arena.failed;
}

/// Fills a material; `json` NULL gives the default material, for meshes without one. Returns 0 when out of memory.
static int read_material(gltf_reader *reader, const sinew__json_value *json, sinew_raw_material *out)
{
    import_pass *pass = reader->pass;
    const char *name = sinew__gltf_text(json, "name", "");
    int sets[2];
    const gltf_texture base = find_texture(reader, json, base_place(reader, json));
    const gltf_texture metallic_roughness = find_texture(reader, json, METALLIC_ROUGHNESS);
    const gltf_texture normal = find_texture(reader, json, NORMAL), occlusion = find_texture(reader, json, OCCLUSION);
    const gltf_texture emissive = find_texture(reader, json, EMISSIVE), specular = find_texture(reader, json, SPECULAR);
    sinew__gltf_texcoords(reader, json, sets);
    out->name = sinew__import_text(&pass->arena, name, strlen(name));
    out->texture = use_texture(reader, &base);
    out->wrap[0] = wrap_of(base.sampler, "wrapS");
    out->wrap[1] = wrap_of(base.sampler, "wrapT");
    if (out->texture != SINEW_NONE) out->mapping = map_texture(reader, &base, sets); // its set is one of `sets`
    const char *mode = sinew__json_text(sinew__json_member(json, "alphaMode"));
    const float cutoff = sinew__gltf_float(json, "alphaCutoff", 0.5f);
    out->alpha_cutoff = isfinite(cutoff) ? cutoff : 0.5f;
    out->alpha_mode = mode && strcmp(mode, "MASK") == 0    ? SINEW_ALPHA_TEST
                      : mode && strcmp(mode, "BLEND") == 0 ? SINEW_ALPHA_BLEND
                                                           : SINEW_ALPHA_OPAQUE;
    out->two_sided = sinew__json_is(sinew__json_member(json, "doubleSided"), SINEW__JSON_TRUE) != 0;
    const sinew__json_value *pbr = sinew__json_member(json, "pbrMetallicRoughness");
    const float roughness = sinew__gltf_float(pbr, "roughnessFactor", 1);
    double color[4] = {1, 1, 1, 1}, light[3] = {0};
    (void)sinew__gltf_doubles(pbr, "baseColorFactor", 4, color);
    for (int i = 0; i < 4; ++i) out->base_color[i] = fminf(fmaxf((float)color[i], 0), 1);
    if (isfinite(roughness) && roughness >= 0) out->roughness = fmaxf(roughness, 0.01f);
    out->metalness = finite_or(sinew__gltf_float(pbr, "metallicFactor", 1), 0);
    out->normal_scale = normal.image != SINEW_NONE ? finite_or(sinew__gltf_float(normal.info, "scale", 1), 1) : 1;
    out->occlusion_strength =
        occlusion.image != SINEW_NONE ? finite_or(sinew__gltf_float(occlusion.info, "strength", 1), 1) : 1;
    (void)sinew__gltf_doubles(json, "emissiveFactor", 3, light);
    for (int i = 0; i < 3; ++i) out->emissive[i] = finite_or(fmaxf((float)light[i], 0), 0);
    const gltf_texture *const maps[SINEW_MAP_COUNT] = {[SINEW_MAP_NORMAL] = &normal,
                                                       [SINEW_MAP_ROUGHNESS] = &metallic_roughness,
                                                       [SINEW_MAP_METALNESS] = &metallic_roughness,
                                                       [SINEW_MAP_SPECULAR] = &specular,
                                                       [SINEW_MAP_EMISSIVE] = &emissive,
                                                       [SINEW_MAP_OCCLUSION] = &occlusion};
    return read_maps(reader, maps, sets, out);
}

sinew_result sinew__gltf_read_materials(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const int32_t count = reader->material_count + reader->has_bare_mesh;
    sinew_raw_material *materials = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_material, count);
    if (!materials) return sinew__arena_fail(&pass->arena, error);
    const sinew_result result = read_images(reader, error);
    if (result != SINEW_OK) return result;
    for (int32_t i = 0; i < count; ++i) {
        const int is_bare = i == reader->material_count;
        const sinew__json_value *json = is_bare ? NULL : reader->materials.items[reader->material_order[i]];
        if (!read_material(reader, json, &materials[i])) return sinew__arena_fail(&pass->arena, error);
    }
    pass->raw.materials = materials;
    pass->raw.material_count = count;
    return SINEW_OK;
}
