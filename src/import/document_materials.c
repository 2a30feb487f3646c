#include "import/document_materials.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#include "base/error.h"
#include "import/assimp_convert.h"

static float unit_range(double value)
{
    return isfinite(value) ? (float)fmin(fmax(value, 0.0), 1.0) : 1.0f;
}

/// Colour times factor; opacity as the file states it, else what its transparency leaves.
static void read_colors(const fbx_object *object, sinew_raw_material *out)
{
    double diffuse[3] = {0.8, 0.8, 0.8}, transparent[3] = {0, 0, 0};
    (void)fbx_property_vector(object, "DiffuseColor", diffuse);
    (void)fbx_property_vector(object, "TransparentColor", transparent);
    const double factor = fbx_property_number(object, "DiffuseFactor", 1.0);
    for (int i = 0; i < 3; i++) out->base_color[i] = unit_range(diffuse[i] * factor);
    const double left = 1.0 - fbx_property_number(object, "TransparencyFactor", 0.0) *
                                  (transparent[0] + transparent[1] + transparent[2]) / 3.0;
    const float opacity = unit_range(fbx_property_number(object, "Opacity", left));
    out->base_color[3] = opacity > 0.0f ? opacity : 1.0f; // nobody ships what cannot be seen
    out->alpha_mode = out->base_color[3] < 1.0f ? SINEW_ALPHA_BLEND : SINEW_ALPHA_OPAQUE;
    out->alpha_cutoff = 0.5f;
}

/// The extension of a path in lower case, or "".
static const char *format_of(sinew__arena *arena, const char *path)
{
    const char *dot = strrchr(path, '.');
    char *format = dot && strlen(dot) < 8 ? sinew__arena_text(arena, dot + 1, strlen(dot + 1)) : NULL;
    for (char *c = format; c && *c; c++) *c = (char)tolower((unsigned char)*c);
    return format ? format : "";
}

static sinew_result read_texture(import_pass *pass, const fbx_object *object, sinew_raw_texture *out,
                                 sinew_error *error)
{
    const fbx_object *video = fbx_source_of(pass->document, object, FBX_VIDEO);
    fbx_bytes name = fbx_media_file_name(object), content = {"", 0};
    if (name.size == 0 && video) name = fbx_media_file_name(video);
    sinew_result result = SINEW_OK;
    if (video) result = fbx_video_content(pass->document, video, &content, error);
    out->path = import_text(&pass->arena, name.bytes, name.size);
    if (result == SINEW_OK && !out->path) result = import_fail_arena(&pass->arena, error);
    if (result != SINEW_OK) return result;
    out->format = format_of(&pass->arena, out->path);
    out->bytes = content.size ? content.bytes : NULL;
    out->byte_count = content.size;
    return SINEW_OK;
}

static size_t count_of(const fbx_document *document, fbx_class kind)
{
    size_t count = 0;
    for (size_t i = 0; i < document->object_count; i++) count += document->objects[i].kind == kind ? 1u : 0u;
    return count;
}

/// Textures in the order of the file; *out_numbers gives each object its number.
static sinew_result read_textures(import_pass *pass, int32_t **out_numbers, sinew_error *error)
{
    const fbx_document *document = pass->document;
    int32_t *numbers = SINEW__ARENA_ARRAY(&pass->arena, int32_t, document->object_count);
    pass->textures = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture, count_of(document, FBX_TEXTURE));
    if (!numbers || !pass->textures) return import_fail_arena(&pass->arena, error);
    for (size_t i = 0; i < document->object_count; i++) {
        if (document->objects[i].kind != FBX_TEXTURE) continue;
        numbers[i] = pass->raw.texture_count++;
        const sinew_result result = read_texture(pass, &document->objects[i], &pass->textures[numbers[i]], error);
        if (result != SINEW_OK) return result;
    }
    pass->raw.textures = pass->textures;
    *out_numbers = numbers;
    return SINEW_OK;
}

sinew_result document_materials_read(import_pass *pass, sinew_error *error)
{
    const fbx_document *document = pass->document;
    int32_t *texture_numbers = NULL;
    sinew_result result = read_textures(pass, &texture_numbers, error);
    if (result != SINEW_OK) return result;
    sinew_raw_material *materials =
        SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_material, count_of(document, FBX_MATERIAL));
    if (!materials) return import_fail_arena(&pass->arena, error);
    for (size_t i = 0; i < document->object_count; i++) {
        const fbx_object *object = &document->objects[i];
        if (object->kind != FBX_MATERIAL) continue;
        const fbx_object *texture = fbx_source_of_property(document, object, "DiffuseColor", FBX_TEXTURE);
        sinew_raw_material *material = &materials[pass->raw.material_count];
        *material = (sinew_raw_material){.name = object->name,
                                         .texture = texture ? texture_numbers[texture->index] : SINEW_NONE};
        read_colors(object, material);
        pass->document_materials[i] = pass->raw.material_count++;
    }
    pass->raw.materials = materials;
    return SINEW_OK;
}
