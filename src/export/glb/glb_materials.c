/// Materials with base colour, and their textures: PNG and JPEG files as they are.
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "export/glb/glb_scene.h"

/// The MIME type of an image that glTF allows, or NULL.
static const char *mime_type(const uint8_t *bytes, size_t size)
{
    static const uint8_t png[] = {0x89, 'P', 'N', 'G', 0x0d, 0x0a, 0x1a, 0x0a}, jpeg[] = {0xff, 0xd8, 0xff};
    if (size > sizeof png && memcmp(bytes, png, sizeof png) == 0) return "image/png";
    if (size > sizeof jpeg && memcmp(bytes, jpeg, sizeof jpeg) == 0) return "image/jpeg";
    return NULL;
}

/// The file of a texture: embedded in the model, or given by the caller.
static sinew_export_image image_of(const glb_scene *scene, int32_t texture)
{
    const sinew_texture *item = &scene->model->textures[texture];
    if (item->byte_count > 0)
        return (sinew_export_image){scene->model->image_bytes + item->first_byte, (size_t)item->byte_count};
    return scene->options->images ? scene->options->images[texture] : (sinew_export_image){NULL, 0};
}

/// Returns the image in the file, or SINEW_NONE with a note.
static int32_t put_image(glb_scene *scene, int32_t texture)
{
    const sinew_export_image image = image_of(scene, texture);
    const char *path = sinew_text(scene->model, scene->model->textures[texture].path);
    const char *mime = image.bytes ? mime_type(image.bytes, image.size) : NULL;
    int32_t view, index;
    if (!mime) {
        sinew__glb_note(scene,
                        image.bytes ? "texture '%s' left out: glTF holds PNG and JPEG images only"
                                    : "texture '%s' left out: no image file found",
                        path);
        return SINEW_NONE;
    }
    void *bytes = sinew__glb_view(&scene->file, image.size, 0, GLB_NO_TARGET, &view);
    if (!bytes) return SINEW_NONE;
    memcpy(bytes, image.bytes, image.size);
    sinew__buffer *out = sinew__glb_item(&scene->file, GLB_IMAGES, &index);
    sinew__buffer_format(out, "\"bufferView\":%d,\"mimeType\":\"%s\"}", (int)view, mime);
    return index;
}

/// Returns the texture in the file of an image and a material's wrap modes.
static int32_t put_texture(glb_scene *scene, int32_t image, const sinew_material *material)
{
    static const int wraps[] = {
        [SINEW_TEXTURE_REPEAT] = 10497, [SINEW_TEXTURE_CLAMP] = 33071, [SINEW_TEXTURE_MIRROR] = 33648};
    int32_t sampler, texture;
    sinew__buffer *out = sinew__glb_item(&scene->file, GLB_SAMPLERS, &sampler);
    sinew__buffer_format(out, "\"magFilter\":9729,\"minFilter\":9987,\"wrapS\":%d,\"wrapT\":%d}",
                         wraps[material->wrap[0]], wraps[material->wrap[1]]);
    out = sinew__glb_item(&scene->file, GLB_TEXTURES, &texture);
    sinew__buffer_format(out, "\"sampler\":%d,\"source\":%d}", (int)sampler, (int)image);
    return texture;
}

/// A matt grey: the material that glTF assumes otherwise is a white metal.
static int32_t put_default_material(glb_scene *scene)
{
    int32_t index;
    sinew__buffer *out = sinew__glb_item(&scene->file, GLB_MATERIALS, &index);
    sinew__buffer_put_text(out, "\"name\":\"default\",\"pbrMetallicRoughness\":{\"metallicFactor\":0,"
                                "\"baseColorFactor\":[0.8,0.8,0.8,1]}}");
    return index;
}

/// Returns the image of a texture, written when it is first used.
static int32_t image_index(glb_scene *scene, int32_t texture)
{
    if (scene->image_of[texture] == GLB_NOT_WRITTEN) scene->image_of[texture] = put_image(scene, texture);
    return scene->image_of[texture];
}

static void put_alpha(const sinew_material *material, sinew__buffer *out)
{
    switch ((sinew_alpha_mode)material->alpha_mode) {
    case SINEW_ALPHA_OPAQUE: break;
    case SINEW_ALPHA_BLEND: sinew__buffer_put_text(out, ",\"alphaMode\":\"BLEND\""); break;
    case SINEW_ALPHA_TEST: {
        char cutoff[SINEW__NUMBER_SIZE];
        sinew__format_float(isfinite(material->alpha_cutoff) ? fmaxf(material->alpha_cutoff, 0) : 0.5f, cutoff);
        sinew__buffer_format(out, ",\"alphaMode\":\"MASK\",\"alphaCutoff\":%s", cutoff);
        break;
    }
    }
    if (material->two_sided) sinew__buffer_put_text(out, ",\"doubleSided\":true");
}

static int32_t put_material(glb_scene *scene, const sinew_material *material, int textured)
{
    const int32_t image = textured ? image_index(scene, material->texture) : SINEW_NONE;
    const int32_t texture = image == SINEW_NONE ? SINEW_NONE : put_texture(scene, image, material);
    const char *name = sinew_text(scene->model, material->name);
    const float *given =
        image == SINEW_NONE && material->texture != SINEW_NONE ? material->bare_color : material->base_color;
    float color[4];
    int32_t index;
    for (int i = 0; i < 4; ++i) color[i] = fminf(fmaxf(given[i], 0), 1);
    sinew__buffer *out = sinew__glb_item(&scene->file, GLB_MATERIALS, &index);
    if (*name) {
        sinew__buffer_put_text(out, "\"name\":");
        sinew__glb_string(out, name);
        sinew__buffer_put_character(out, ',');
    }
    sinew__buffer_put_text(out, "\"pbrMetallicRoughness\":{\"metallicFactor\":0,");
    sinew__glb_floats(out, "baseColorFactor", color, 4);
    if (texture != SINEW_NONE) sinew__buffer_format(out, ",\"baseColorTexture\":{\"index\":%d}", (int)texture);
    sinew__buffer_put_character(out, '}');
    put_alpha(material, out);
    sinew__buffer_put_character(out, '}');
    return index;
}

int32_t sinew__glb_material(glb_scene *scene, int32_t material, int has_texcoords)
{
    const int32_t count = scene->model->material_count;
    const sinew_material *item = material == SINEW_NONE ? NULL : &scene->model->materials[material];
    const int textured = item && has_texcoords && item->texture != SINEW_NONE;
    int32_t *index = &scene->material_of[item ? 2 * material + textured : 2 * count];
    if (*index == SINEW_NONE) *index = item ? put_material(scene, item, textured) : put_default_material(scene);
    return *index;
}
