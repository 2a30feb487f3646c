/// Materials with base colour, and their textures: PNG and JPEG files unchanged.
#include <math.h>
#include <string.h>

#include "author/export/glb/glb_scene.h"

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

/// Returns the image in the file, or SINEW_NONE with a note.
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

/// Returns the texture in the file of an image and a material's wrap modes.
static int32_t put_texture(glb_scene *scene, int32_t image, const sinew_material *material)
{
    static const int wraps[] = {
        [SINEW_TEXTURE_REPEAT] = 10497, [SINEW_TEXTURE_CLAMP] = 33071, [SINEW_TEXTURE_MIRROR] = 33648};
    int32_t sampler, texture;
    enum { LINEAR = 9729, LINEAR_MIPMAP_LINEAR = 9987 };
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_SAMPLERS, &sampler);
    sinew__json_put_whole(json, "magFilter", LINEAR);
    sinew__json_put_whole(json, "minFilter", LINEAR_MIPMAP_LINEAR);
    sinew__json_put_whole(json, "wrapS", wraps[material->wrap[0]]);
    sinew__json_put_whole(json, "wrapT", wraps[material->wrap[1]]);
    sinew__json_end_object(json);
    json = sinew__glb_item(&scene->file, GLB_TEXTURES, &texture);
    sinew__json_put_whole(json, "sampler", sampler);
    sinew__json_put_whole(json, "source", image);
    sinew__json_end_object(json);
    return texture;
}

/// Begins the part of a material that the caller ends.
static void begin_surface(const float color[4], sinew__json_writer *json)
{
    sinew__json_put_object(json, "pbrMetallicRoughness");
    sinew__json_put_whole(json, "metallicFactor", 0);
    sinew__glb_floats(json, "baseColorFactor", color, 4);
}

/// Writes a matt grey material: without one, glTF assumes a white metal.
static int32_t put_default_material(glb_scene *scene)
{
    static const float grey[4] = {0.8f, 0.8f, 0.8f, 1};
    int32_t index;
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_MATERIALS, &index);
    sinew__json_put_text(json, "name", "default");
    begin_surface(grey, json);
    sinew__json_end_object(json);
    sinew__json_end_object(json);
    return index;
}

static int32_t put_material(glb_scene *scene, const sinew_material *material, int textured)
{
    int32_t image = SINEW_NONE;
    if (textured) {
        int32_t *written = &scene->image_of[material->texture];
        if (*written == GLB_NOT_WRITTEN) *written = put_image(scene, material->texture);
        image = *written;
    }
    const int32_t texture = image == SINEW_NONE ? SINEW_NONE : put_texture(scene, image, material);
    const char *name = sinew_text(scene->model, material->name);
    const float *given =
        image == SINEW_NONE && material->texture != SINEW_NONE ? material->bare_color : material->base_color;
    float color[4];
    int32_t index;
    for (int i = 0; i < 4; ++i) color[i] = fminf(fmaxf(given[i], 0), 1);
    sinew__json_writer *json = sinew__glb_item(&scene->file, GLB_MATERIALS, &index);
    if (*name) sinew__json_put_text(json, "name", name);
    begin_surface(color, json);
    if (texture != SINEW_NONE) {
        sinew__json_put_object(json, "baseColorTexture");
        sinew__json_put_whole(json, "index", texture);
        sinew__json_end_object(json);
    }
    sinew__json_end_object(json);
    if (material->alpha_mode == SINEW_ALPHA_BLEND) sinew__json_put_text(json, "alphaMode", "BLEND");
    if (material->alpha_mode == SINEW_ALPHA_TEST) {
        sinew__json_put_text(json, "alphaMode", "MASK");
        sinew__json_put_float(json, "alphaCutoff",
                              isfinite(material->alpha_cutoff) ? fmaxf(material->alpha_cutoff, 0) : 0.5f);
    }
    if (material->two_sided) sinew__json_put_bool(json, "doubleSided", 1);
    sinew__json_end_object(json);
    return index;
}

int32_t sinew__glb_material(glb_scene *scene, int32_t material, int has_texcoords)
{
    const int32_t count = scene->model->material_count;
    const sinew_material *item = material == SINEW_NONE ? NULL : &scene->model->materials[material];
    const int textured = item && has_texcoords && item->texture != SINEW_NONE;
    for (int kind = 0; item && has_texcoords && kind < SINEW_MAP_COUNT; ++kind)
        if (item->maps[kind] != SINEW_NONE) scene->dropped_maps |= 1u << kind;
    int32_t *index = &scene->material_of[item ? 2 * material + textured : 2 * count];
    if (*index == SINEW_NONE) *index = item ? put_material(scene, item, textured) : put_default_material(scene);
    return *index;
}
