/// Writes materials with their factors and maps, and their images: PNG and JPEG files unchanged.
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "author/export/glb/glb_scene.h"
#include "runtime/model/texture_mapping.h"

/// Returns the MIME type of an image, or NULL if glTF does not allow its format.
static const char *mime_type(const uint8_t *bytes, size_t size)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a}, jpeg[] = {0xff, 0xd8, 0xff};
    if (size > sizeof png && memcmp(bytes, png, sizeof png) == 0) return "image/png";
    if (size > sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) return "image/jpeg";
    return NULL;
}

sinew_export_image sinew__glb_image(const glb_scene *scene, int32_t texture)
{
    const sinew_texture *item = &scene->model->textures[texture];
    sinew_export_image out = {0};
    if (scene->options->images) out = scene->options->images[texture];
    if (item->byte_count == 0) return out;
    out.bytes = scene->model->image_bytes + item->first_byte;
    out.size = (size_t)item->byte_count;
    return out;
}

/// Writes the path of a linked image, or the authored path, as a relative URI (RFC 3986): every byte except letters,
/// digits, slashes and -._~ is escaped.
static void put_uri(sinew__json_writer *json, const char *path, const char *authored)
{
    sinew__buffer uri = {0};
    for (const char *c = path ? path : authored; *c; ++c) {
        const char byte = *c == '\\' && !path ? '/' : *c;
        const int is_plain = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
                             (byte >= '0' && byte <= '9') || strchr("/-._~", byte);
        if (is_plain)
            sinew__buffer_put_character(&uri, byte);
        else
            sinew__buffer_format(&uri, "%%%02X", (unsigned)(unsigned char)byte);
    }
    sinew__buffer_put_character(&uri, '\0');
    sinew__json_put_text(json, "uri", uri.failed ? "" : uri.text);
    json->out->failed |= uri.failed;
    sinew__buffer_free(&uri);
}

/// Writes an image. Returns its index in the file, or SINEW_NONE with a note.
static int32_t put_image(glb_scene *scene, int32_t texture)
{
    const sinew_export_image image = sinew__glb_image(scene, texture);
    const char *path = sinew_text(scene->model, scene->model->textures[texture].path);
    const char *mime = image.bytes ? mime_type(image.bytes, image.size) : NULL;
    int32_t view, index;
    if (!mime) {
        sinew__export_note(scene->options,
                           image.bytes  ? "texture '%s' left out: glTF holds PNG and JPEG images only"
                           : image.size ? "texture '%s' left out: its image file is too large"
                                        : "texture '%s' left out: no image file found",
                           path);
        return SINEW_NONE;
    }
    const int is_inside = scene->model->textures[texture].byte_count > 0;
    if (scene->options->textures == SINEW_TEXTURES_LINKED && (image.path || !is_inside)) {
        sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_IMAGES, &index);
        put_uri(json, image.path, path);
        sinew__json_end_object(json);
        return index;
    }
    if (scene->options->textures == SINEW_TEXTURES_LINKED)
        sinew__export_note(scene->options, "texture '%s' is inside the file: it has no file of its own", path);
    void *bytes =
        sinew__glb_view(&scene->file, (glb_view){.packing = GLB_RAW, .stride = 1, .count = image.size}, &view);
    if (!bytes) return SINEW_NONE;
    memcpy(bytes, image.bytes, image.size);
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_IMAGES, &index);
    sinew__json_put_whole(json, "bufferView", view);
    sinew__json_put_text(json, "mimeType", mime);
    sinew__json_end_object(json);
    return index;
}

/// Returns the texture mapping of an image of a material, or NULL.
static const sinew_texture_mapping *mapping_of(const glb_scene *scene, const sinew_material *material, int map)
{
    const sinew_model *model = scene->model;
    return sinew_material_texture_mapping(model, (int32_t)(material - model->materials), map);
}

/// Writes a texture: an image with the wrap modes of a material's `map`. Returns its index in the file.
static int32_t put_texture(glb_scene *scene, int32_t image, const sinew_material *material, int map)
{
    const sinew_texture_mapping *mapping = mapping_of(scene, material, map);
    const uint32_t *wrap = mapping ? mapping->wrap : material->wrap;
    static const int wraps[] = {
        [SINEW_TEXTURE_REPEAT] = 10497, [SINEW_TEXTURE_CLAMP] = 33071, [SINEW_TEXTURE_MIRROR] = 33648};
    int32_t sampler, texture;
    enum { LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987 };
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_SAMPLERS, &sampler);
    sinew__json_put_whole(json, "magFilter", LINEAR);
    sinew__json_put_whole(json, "minFilter", LINEAR_MIPMAP_LINEAR);
    static const char *const keys[2] = {"wrapS", "wrapT"};
    for (int i = 0; i < 2; ++i) // images repeat by default
        if (wrap[i] != SINEW_TEXTURE_REPEAT) sinew__json_put_whole(json, keys[i], wraps[wrap[i]]);
    sinew__json_end_object(json);
    json = sinew__glb_item(&scene->file, GLB_TEXTURES, &texture);
    sinew__json_put_whole(json, "sampler", sampler);
    sinew__json_put_whole(json, "source", image);
    sinew__json_end_object(json);
    return texture;
}

/// Begins pbrMetallicRoughness of a material; the caller ends it.
static void begin_surface(const float color[4], float metalness, float roughness, sinew__json_writer *json)
{
    sinew__json_put_object(json, "pbrMetallicRoughness");
    sinew__json_put_float(json, "metallicFactor", metalness);
    if (roughness != 1) sinew__json_put_float(json, "roughnessFactor", roughness);
    sinew__glb_floats(json, "baseColorFactor", color, 4);
}

/// Writes a matt grey, double-sided material for submeshes without one, for which glTF would assume white metal.
static int32_t put_default_material(glb_scene *scene)
{
    static const float grey[4] = {0.8f, 0.8f, 0.8f, 1};
    int32_t index;
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_MATERIALS, &index);
    sinew__json_put_text(json, "name", "default");
    begin_surface(grey, 0, 1, json);
    sinew__json_end_object(json);
    sinew__json_put_bool(json, "doubleSided", 1);
    sinew__json_end_object(json);
    return index;
}

/// Writes an image at its first use. Returns its index, or SINEW_NONE if the file cannot contain it.
static int32_t image_in_file(glb_scene *scene, int32_t texture)
{
    int32_t *written = &scene->image_of[texture];
    if (*written == GLB_NOT_WRITTEN) *written = put_image(scene, texture);
    return *written;
}

/// Whether roughness and metalness have the same texture mapping, which glTF requires because they share an image.
static int are_mapped_alike(const glb_scene *scene, const sinew_material *material)
{
    const sinew_texture_mapping *a = mapping_of(scene, material, SINEW_MAP_ROUGHNESS);
    const sinew_texture_mapping *b = mapping_of(scene, material, SINEW_MAP_METALNESS);
    const size_t start = offsetof(sinew_texture_mapping, set);
    if (!a || !b) return a == b;
    return memcmp((const char *)a + start, (const char *)b + start, sizeof *a - start) == 0;
}

/// Writes the texture of a map. Returns its index, or SINEW_NONE; a map that glTF cannot express is recorded in
/// dropped_maps.
static int32_t put_map(glb_scene *scene, const sinew_material *material, sinew_map kind)
{
    const int32_t map = material->maps[kind], other = material->maps[SINEW_MAP_METALNESS];
    if (map == SINEW_NONE) return SINEW_NONE;
    int fits = kind != SINEW_MAP_SPECULAR;
    // One image holds roughness in its green channel and metalness in its blue one. A map of only roughness is usable
    // if nothing is metallic; a map of only metalness is not, because its green channel would become the roughness.
    if (kind == SINEW_MAP_ROUGHNESS)
        fits = !material->roughness_map_is_glossiness && ((map == other && are_mapped_alike(scene, material)) ||
                                                          (other == SINEW_NONE && material->metalness == 0));
    if (kind == SINEW_MAP_METALNESS)
        fits = map == material->maps[SINEW_MAP_ROUGHNESS] && are_mapped_alike(scene, material) &&
               !material->roughness_map_is_glossiness;
    if (!fits) {
        scene->dropped_maps |= 1u << kind;
        return SINEW_NONE;
    }
    // Written as the roughness texture.
    const int32_t image = kind == SINEW_MAP_METALNESS ? SINEW_NONE : image_in_file(scene, map);
    return image == SINEW_NONE ? SINEW_NONE : put_texture(scene, image, material, (int)kind);
}

/// Writes the texture coordinates and the transform of a texture. In glTF, v is downwards and rotations are about the
/// upper left corner; this changes only the offset.
static void put_mapping(glb_scene *scene, const sinew_mesh *mesh, const sinew_texture_mapping *mapping,
                        sinew__json_writer *json)
{
    if (!mapping) return;
    const double c = cos((double)mapping->rotation), s = sin((double)mapping->rotation);
    const double size[2] = {(double)mapping->scale[0], (double)mapping->scale[1]};
    const float offset[2] = {(float)((double)mapping->offset[0] - s * size[1]),
                             (float)(1 - c * size[1] - (double)mapping->offset[1])};
    const int is_moved = offset[0] != 0.0f || offset[1] != 0.0f, is_scaled = size[0] != 1 || size[1] != 1;
    if (sinew__uses_texcoords2(mesh, mapping)) sinew__json_put_whole(json, "texCoord", 1);
    if (!is_moved && !is_scaled && mapping->rotation == 0.0f) return;
    scene->file.has_texture_transforms = 1;
    sinew__json_put_object(json, "extensions");
    sinew__json_put_object(json, "KHR_texture_transform");
    if (is_moved) sinew__glb_floats(json, "offset", offset, 2);
    if (mapping->rotation != 0.0f) sinew__json_put_float(json, "rotation", mapping->rotation);
    if (is_scaled) sinew__glb_floats(json, "scale", mapping->scale, 2);
    sinew__json_end_object(json);
    sinew__json_end_object(json);
}

static float within_one(float factor)
{
    return fminf(fmaxf(factor, 0), 1); // 0 for NaN
}

/// Writes a material's references to its textures. `textures` is [SINEW_MAP_COUNT + 1] indices or SINEW_NONE.
/// `of_surface` selects the references inside pbrMetallicRoughness; 0: the ones outside it.
static void put_texture_infos(glb_scene *scene, const sinew_mesh *mesh, const sinew_material *material,
                              const int32_t *textures, int of_surface, sinew__json_writer *json)
{
    const struct {
        int map, of_surface;
        const char *name, *factor_key;
        float factor;
    } infos[] = {{SINEW_MAP_COUNT, 1, "baseColorTexture", NULL, 1},
                 {SINEW_MAP_ROUGHNESS, 1, "metallicRoughnessTexture", NULL, 1},
                 {SINEW_MAP_NORMAL, 0, "normalTexture", "scale", material->normal_scale},
                 {SINEW_MAP_OCCLUSION, 0, "occlusionTexture", "strength", within_one(material->occlusion_strength)},
                 {SINEW_MAP_EMISSIVE, 0, "emissiveTexture", NULL, 1}};
    for (size_t i = 0; i < sizeof infos / sizeof *infos; ++i) {
        const float factor = infos[i].factor;
        const int32_t texture = textures[infos[i].map];
        if (infos[i].of_surface != of_surface || texture == SINEW_NONE) continue;
        sinew__json_put_object(json, infos[i].name);
        sinew__json_put_whole(json, "index", texture);
        if (infos[i].factor_key && isfinite(factor) && factor != 1)
            sinew__json_put_float(json, infos[i].factor_key, factor);
        put_mapping(scene, mesh, mapping_of(scene, material, infos[i].map), json);
        sinew__json_end_object(json);
    }
}

/// Returns a factor with four decimals, which are enough for images of 256 steps.
static float rounded(float factor)
{
    return roundf(within_one(factor) * 1e4f) / 1e4f;
}

/// Writes a material for the meshes like `mesh`: with images if the mesh has texture coordinates, and double-sided if
/// the mesh or the material is.
static int32_t put_material(glb_scene *scene, const sinew_material *material, const sinew_mesh *mesh)
{
    const int textured = (mesh->flags & SINEW_MESH_TEXCOORDS) != 0;
    const char *name = sinew_text(scene->model, material->name);
    const int has_image = textured && material->texture != SINEW_NONE;
    const int32_t image = has_image ? image_in_file(scene, material->texture) : SINEW_NONE;
    int32_t textures[SINEW_MAP_COUNT + 1];
    textures[SINEW_MAP_COUNT] = image == SINEW_NONE ? SINEW_NONE : put_texture(scene, image, material, SINEW_MAP_COUNT);
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
        textures[kind] = textured ? put_map(scene, material, (sinew_map)kind) : SINEW_NONE;
    const float *given =
        image == SINEW_NONE && material->texture != SINEW_NONE ? material->bare_color : material->base_color;
    float color[4], emissive[3], brightest = 0;
    int32_t index;
    for (int i = 0; i < 4; ++i) color[i] = within_one(given[i]);
    for (int i = 0; i < 3; ++i) {
        emissive[i] = within_one(material->emissive[i]);
        brightest = fmaxf(brightest, material->emissive[i]);
    }
    if (brightest > 1)
        sinew__export_note(scene->options, "material '%s' emits more light than glTF states: %g becomes 1", name,
                           (double)brightest);
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_MATERIALS, &index);
    if (*name) sinew__json_put_text(json, "name", name);
    begin_surface(color, rounded(material->metalness), rounded(material->roughness), json);
    put_texture_infos(scene, mesh, material, textures, 1, json);
    sinew__json_end_object(json);
    put_texture_infos(scene, mesh, material, textures, 0, json);
    if (brightest > 0) sinew__glb_floats(json, "emissiveFactor", emissive, 3);
    if (material->alpha_mode == SINEW_ALPHA_BLEND) sinew__json_put_text(json, "alphaMode", "BLEND");
    if (material->alpha_mode == SINEW_ALPHA_TEST) {
        sinew__json_put_text(json, "alphaMode", "MASK");
        sinew__json_put_float(json, "alphaCutoff",
                              isfinite(material->alpha_cutoff) ? fmaxf(material->alpha_cutoff, 0) : 0.5f);
    }
    if (material->two_sided || mesh->flags & SINEW_MESH_TWO_SIDED) sinew__json_put_bool(json, "doubleSided", 1);
    sinew__json_end_object(json);
    return index;
}

int32_t sinew__glb_material(glb_scene *scene, int32_t material, const sinew_mesh *mesh)
{
    const int32_t count = scene->model->material_count;
    const sinew_material *item = material == SINEW_NONE ? NULL : &scene->model->materials[material];
    int has_images = item && item->texture != SINEW_NONE, has_second = 0;
    for (int kind = 0; item && kind < SINEW_MAP_COUNT; ++kind) has_images |= item->maps[kind] != SINEW_NONE;
    for (int map = 0; item && map <= SINEW_MAP_COUNT; ++map)
        has_second |= sinew__uses_texcoords2(mesh, mapping_of(scene, item, map));
    const int sets = has_images && (mesh->flags & SINEW_MESH_TEXCOORDS) ? 1 + has_second : 0;
    const int is_two_sided = (mesh->flags & SINEW_MESH_TWO_SIDED) != 0;
    int32_t *index = &scene->material_of[item ? 6 * material + 2 * sets + is_two_sided : 6 * count];
    if (*index == SINEW_NONE) *index = item ? put_material(scene, item, mesh) : put_default_material(scene);
    return *index;
}
