/// Writes materials and their images.
#include <string.h>

#include "author/export/fbx/fbx_writer.h"
#include "core/platform/side_files.h"
#include "runtime/model/look_up.h"

/// The property that the image of each map is connected to: the first one that sinew reads and other programs know.
static const fbx_property_name map_properties[SINEW_MAP_COUNT] = {
    [SINEW_MAP_NORMAL] = FBX_PROPERTY_NORMAL_MAP,           [SINEW_MAP_ROUGHNESS] = FBX_PROPERTY_ROUGHNESS,
    [SINEW_MAP_METALNESS] = FBX_PROPERTY_REFLECTION_FACTOR, [SINEW_MAP_SPECULAR] = FBX_PROPERTY_SPECULAR_COLOR,
    [SINEW_MAP_EMISSIVE] = FBX_PROPERTY_EMISSIVE_COLOR,     [SINEW_MAP_OCCLUSION] = FBX_PROPERTY_AMBIENT_OCCLUSION,
};

static const float usual_roughness = 0.46f; // roughness of materials in files that do not state one

// ---- images -------------------------------------------------------------------------------------------------------

/// Returns the path of an image: the path that the options give a linked image, else the authored path with forward
/// slashes. An image without a path gets a name with its number. The name of an embedded image in a glTF may lack an
/// extension, by which programs choose the decoder; then the extension is appended.
static const char *image_path(fbx_writer *writer, int32_t texture, int is_linked)
{
    const sinew_texture *item = &writer->model->textures[texture];
    const char *path = sinew_text(writer->model, item->path), *format = sinew_text(writer->model, item->format);
    const char *given = is_linked ? sinew__glb_image(&writer->scene, texture).path : NULL;
    char *out;
    if (given)
        out = sinew__arena_text(&writer->memory, given, strlen(given));
    else if (!*path)
        out = sinew__arena_format(&writer->memory, "image_%d.%s", (int)texture, *format ? format : "png");
    else if (item->byte_count > 0 && *format && !strchr(sinew__base_name(path), '.'))
        out = sinew__arena_format(&writer->memory, "%s.%s", path, format);
    else
        out = sinew__arena_text(&writer->memory, path, strlen(path));
    for (char *c = out; c && *c && !given; ++c)
        if (*c == '\\') *c = '/';
    return out ? out : "";
}

/// Returns the name of the author's texture or, without one, the name of its image file.
static const char *image_name(const fbx_writer *writer, int32_t texture, const char *path)
{
    const char *name = sinew_text(writer->model, writer->model->textures[texture].name);
    return *name ? name : sinew__base_name(path);
}

fbx_bytes sinew__fbx_choose_content(fbx_writer *writer, int32_t texture)
{
    const glb_scene *scene = &writer->scene;
    const char *path = image_path(writer, texture, 0);
    const sinew_export_image image = sinew__glb_image(scene, texture);
    const int is_inside = writer->model->textures[texture].byte_count > 0;
    const int is_embedded = writer->options->textures == SINEW_TEXTURES_EMBEDDED;
    if (is_embedded || (is_inside && writer->options->textures == SINEW_TEXTURES_AS_AUTHORED)) {
        if (image.bytes && image.size <= GLB_MAX_DATA - writer->image_bytes) {
            writer->image_bytes += image.size;
            return (fbx_bytes){image.bytes, image.size};
        }
        sinew__export_note(scene->options, "texture '%s' is linked: %s", path,
                           image.size > 0 ? "its image file is too large" : "no image file found");
    } else if (is_inside && !image.path) {
        sinew__export_note(scene->options, "texture '%s' is linked, but only the source contains its image", path);
    } else if (!image.bytes && image.size == 0 && writer->options->images) {
        sinew__export_note(scene->options, "texture '%s' is linked, but no image file is found", path);
    }
    return (fbx_bytes){NULL, 0};
}

int64_t sinew__fbx_put_video(fbx_writer *writer, int32_t texture, fbx_bytes content)
{
    if (writer->video_id[texture]) return writer->video_id[texture];
    const char *path = writer->video_path[texture] = image_path(writer, texture, content.size == 0);
    const char *own = writer->video_name[texture], *name = own && *own ? own : image_name(writer, texture, path);
    fbx_record *record = sinew__fbx_put_object(writer, FBX_VIDEO, name, "Clip", &writer->video_id[texture]);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_TYPE, "Clip");
    fbx_record *list = sinew__fbx_put_properties(writer, record);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_PATH, path);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_USE_MIP_MAP, 0);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_FILENAME, path);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_RELATIVE_FILENAME, path);
    if (content.size > 0) (void)sinew__fbx_put(writer, record, FBX_RECORD_CONTENT, content);
    return writer->video_id[texture];
}

const char *const sinew__fbx_uv_sets[2] = {"UVMap", "UVMap2"};

/// Writes the texture mapping of an image, without its rotation: programs disagree on its meaning, and sinew's reader
/// ignores it.
static void put_mapping(fbx_writer *writer, fbx_record *list, const sinew_texture_mapping *mapping, const char *path)
{
    if (!mapping) return;
    const double translation[3] = {(double)mapping->offset[0], (double)mapping->offset[1], 0};
    const double scaling[3] = {(double)mapping->scale[0], (double)mapping->scale[1], 1};
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_UV_SET, sinew__fbx_uv_sets[mapping->set]);
    if (translation[0] != 0 || translation[1] != 0)
        sinew__fbx_put_vector(writer, list, FBX_PROPERTY_TRANSLATION, translation);
    if (scaling[0] != 1 || scaling[1] != 1) sinew__fbx_put_vector(writer, list, FBX_PROPERTY_SCALING, scaling);
    if (mapping->rotation != 0.0f)
        sinew__export_note(writer->options, "the rotation of the texture '%s' on its material is left out", path);
}

/// Connects an image to a property of a material. `map` is a sinew_map, or SINEW_MAP_COUNT for the base colour.
static void put_texture(fbx_writer *writer, const sinew_material *material, int64_t id, int map,
                        fbx_property_name property)
{
    const sinew_model *model = writer->model;
    const int32_t texture = map == SINEW_MAP_COUNT ? material->texture : material->maps[map];
    const sinew_texture_mapping *mapping =
        sinew_material_texture_mapping(model, (int32_t)(material - model->materials), map);
    const uint32_t *wrap = mapping ? mapping->wrap : material->wrap;
    int64_t own;
    const fbx_bytes content =
        writer->video_id[texture] ? (fbx_bytes){NULL, 0} : sinew__fbx_choose_content(writer, texture);
    const int64_t video = sinew__fbx_put_video(writer, texture, content);
    const char *path = writer->video_path[texture];
    fbx_record *record = sinew__fbx_put_object(writer, FBX_TEXTURE, image_name(writer, texture, path), "", &own);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_TYPE, "TextureVideoClip");
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 202);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_FILE_NAME_OF_TEXTURE, path);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_RELATIVE_FILENAME, path);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_TEXTURE_ALPHA_SOURCE, "None");
    fbx_record *list = sinew__fbx_put_properties(writer, record);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_USE_MATERIAL, 1);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_WRAP_MODE_U, wrap[0] == SINEW_TEXTURE_CLAMP ? 1 : 0);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_WRAP_MODE_V, wrap[1] == SINEW_TEXTURE_CLAMP ? 1 : 0);
    put_mapping(writer, list, mapping, path);
    sinew__fbx_put_connection(writer, video, own);
    sinew__fbx_put_property_connection(writer, own, id, property);
}

// ---- materials ----------------------------------------------------------------------------------------------------

static void put_color(fbx_writer *writer, fbx_record *list, fbx_property_name name, const float color[3], double factor)
{
    const double numbers[3] = {(double)color[0] * factor, (double)color[1] * factor, (double)color[2] * factor};
    sinew__fbx_put_vector(writer, list, name, numbers);
}

/// Writes colour × factor. An image replaces only the colour; the colour is written too, for readers that do not find
/// the image.
static void put_colors(fbx_writer *writer, fbx_record *list, const sinew_material *material)
{
    const int has_image = material->texture != SINEW_NONE;
    const double factor = has_image ? (double)material->base_color[0] : 1;
    put_color(writer, list, FBX_PROPERTY_DIFFUSE_COLOR, has_image ? material->bare_color : material->base_color,
              factor > 0 ? 1 / factor : 1);
    sinew__fbx_put_property(writer, list, FBX_PROPERTY_DIFFUSE_FACTOR, factor);
    if (material->base_color[3] < 1) {
        static const float white[3] = {1, 1, 1};
        put_color(writer, list, FBX_PROPERTY_TRANSPARENT_COLOR, white, 1);
        sinew__fbx_put_property(writer, list, FBX_PROPERTY_TRANSPARENCY_FACTOR, 1 - (double)material->base_color[3]);
        sinew__fbx_put_property(writer, list, FBX_PROPERTY_OPACITY, (double)material->base_color[3]);
    }
    if (material->maps[SINEW_MAP_EMISSIVE] == SINEW_NONE)
        put_color(writer, list, FBX_PROPERTY_EMISSIVE_COLOR, material->emissive, 1);
    if (material->maps[SINEW_MAP_ROUGHNESS] == SINEW_NONE && material->roughness != usual_roughness)
        sinew__fbx_put_property(writer, list, FBX_PROPERTY_ROUGHNESS, (double)material->roughness);
    if (material->maps[SINEW_MAP_METALNESS] == SINEW_NONE && material->metalness != 0)
        sinew__fbx_put_property(writer, list, FBX_PROPERTY_METALNESS, (double)material->metalness);
}

static void put_images(fbx_writer *writer, const sinew_material *material, int64_t id)
{
    if (material->texture != SINEW_NONE) {
        put_texture(writer, material, id, SINEW_MAP_COUNT, FBX_PROPERTY_DIFFUSE_COLOR);
        if (material->alpha_mode != SINEW_ALPHA_OPAQUE && material->base_color[3] >= 1)
            put_texture(writer, material, id, SINEW_MAP_COUNT, FBX_PROPERTY_TRANSPARENT_COLOR);
    }
    for (int i = 0; i < SINEW_MAP_COUNT; ++i) {
        const int is_glossiness = i == SINEW_MAP_ROUGHNESS && material->roughness_map_is_glossiness;
        if (material->maps[i] != SINEW_NONE)
            put_texture(writer, material, id, i, is_glossiness ? FBX_PROPERTY_SHININESS_EXPONENT : map_properties[i]);
    }
}

int64_t sinew__fbx_material(fbx_writer *writer, int32_t material)
{
    const sinew_material *item = &writer->model->materials[material];
    int64_t *id = &writer->material_id[material];
    if (*id) return *id;
    fbx_record *record = sinew__fbx_put_object(writer, FBX_MATERIAL, sinew_text(writer->model, item->name), "", id);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_VERSION, 102);
    (void)sinew__fbx_put(writer, record, FBX_RECORD_SHADING_MODEL, "phong");
    (void)sinew__fbx_put(writer, record, FBX_RECORD_MULTI_LAYER, 0);
    put_colors(writer, sinew__fbx_put_properties(writer, record), item);
    put_images(writer, item, *id);
    return *id;
}
