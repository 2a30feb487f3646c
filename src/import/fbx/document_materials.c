#include "import/fbx/fbx_stages.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "import/fbx/document_textures.h"
#include "import/fbx/material_maps.h"
#include "import/fbx/material_names.h"

// ---- names -------------------------------------------------------------------------------------------------------

/// Property names of the surface colour, the most specific first: the part after the last '|', in any case.
/// Phong and Lambert; Arnold and the standard surface of Maya ("Maya|baseColor"); the physical material of 3ds Max
/// ("3dsMax|Parameters|base_color_map"); Stingray ("Maya|TEX_color_map"); older shaders.
static const char *const BASE_NAMES[] = {"DiffuseColor", "baseColor",      "base_color",  "base_color_map",
                                         "baseColorMap", "TEX_color_map",  "diffuse_map", "DiffuseTexture",
                                         "diffuse",      "texmap_diffuse", "DiffuseMap",  "Diffuse_Color"};

/// Those of them that hold a colour. The others are slots for a texture, whose own value is black or meaningless.
static const char *const COLOR_NAMES[] = {"DiffuseColor", "baseColor", "base_color", "diffuse", "Diffuse_Color"};

static const char *const OPACITY_NAMES[] = {"TransparentColor", "TransparencyFactor", "opacity", "opacity_map",
                                            "cutout_map"};

enum { BASE_NAME_COUNT = sizeof BASE_NAMES / sizeof *BASE_NAMES };
enum { COLOR_NAME_COUNT = sizeof COLOR_NAMES / sizeof *COLOR_NAMES };
enum { OPACITY_NAME_COUNT = sizeof OPACITY_NAMES / sizeof *OPACITY_NAMES };

// ---- materials ---------------------------------------------------------------------------------------------------

static float unit_range(double value)
{
    return isfinite(value) ? (float)fmin(fmax(value, 0.0), 1.0) : 1.0f;
}

/// The colour of a program's own property ("Maya|baseColor") where the material has one, else the diffuse colour.
static void read_base_color(const fbx_object *object, double out[3])
{
    if (!sinew__fbx_property_vector(object, "DiffuseColor", out))
        (void)sinew__fbx_property_vector(object, "Diffuse", out);
    const fbx_record *first = object->properties ? object->properties->first_child : NULL;
    size_t best = COLOR_NAME_COUNT;
    for (const fbx_record *property = first; property; property = property->next) {
        const fbx_bytes name = sinew__fbx_record_bytes(property, 0);
        const size_t rank = sinew__material_name_rank(COLOR_NAMES, COLOR_NAME_COUNT, name.bytes, name.size);
        if (rank >= best || !memchr(name.bytes, '|', name.size) || property->value_count < FBX_PROPERTY_VALUES + 3)
            continue;
        for (size_t i = 0; i < 3; i++) out[i] = sinew__fbx_record_number(property, FBX_PROPERTY_VALUES + i, out[i]);
        best = rank;
    }
}

/// Colour times factor. A texture replaces the colour, as a connection replaces the value of a property; the colour is
/// kept for when the image is missing. Opacity as stated, else one minus the transparency.
static void read_colors(const fbx_object *object, int is_textured, sinew_raw_material *out)
{
    double base[3] = {0.8, 0.8, 0.8}, transparent[3] = {0, 0, 0};
    read_base_color(object, base);
    (void)sinew__fbx_property_vector(object, "TransparentColor", transparent);
    const double factor = sinew__fbx_property_number(object, "DiffuseFactor", 1.0);
    for (int i = 0; i < 3; i++) out->bare_color[i] = unit_range(base[i] * factor);
    for (int i = 0; i < 3; i++) out->base_color[i] = is_textured ? unit_range(factor) : out->bare_color[i];
    const double left = 1.0 - sinew__fbx_property_number(object, "TransparencyFactor", 0.0) *
                                  (transparent[0] + transparent[1] + transparent[2]) / 3.0;
    const float opacity = unit_range(sinew__fbx_property_number(object, "Opacity", left));
    out->base_color[3] = out->bare_color[3] = opacity > 0.0f ? opacity : 1.0f; // an opacity of 0 is an exporter's error
}

static void read_alpha(const fbx_document *document, const fbx_object *object, sinew_raw_material *out)
{
    const int has_opacity = sinew__material_texture(document, object, OPACITY_NAMES, OPACITY_NAME_COUNT) != NULL;
    out->alpha_mode = out->base_color[3] < 1.0f || has_opacity ? SINEW_ALPHA_BLEND : SINEW_ALPHA_OPAQUE;
    out->alpha_cutoff = 0.5f;
}

static uint32_t read_wrap(const fbx_object *texture, const char *property)
{
    return sinew__fbx_property_integer(texture, property, 0) == 1 ? SINEW_TEXTURE_CLAMP : SINEW_TEXTURE_REPEAT;
}

static int is_zero(const double vector[3])
{
    return vector[0] == 0.0 && vector[1] == 0.0 && vector[2] == 0.0;
}

/// Rotations, pivots and swapped axes are ignored: programs disagree on their meaning.
static void warn_of_placement(import_pass *pass, const fbx_object *texture)
{
    double rotation[3] = {0}, pivots[2][3] = {{0}};
    (void)sinew__fbx_property_vector(texture, "Rotation", rotation);
    (void)sinew__fbx_property_vector(texture, "TextureRotationPivot", pivots[0]);
    (void)sinew__fbx_property_vector(texture, "TextureScalingPivot", pivots[1]);
    if (is_zero(rotation) && is_zero(pivots[0]) && is_zero(pivots[1]) &&
        sinew__fbx_property_integer(texture, "UVSwap", 0) == 0)
        return;
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, texture->name,
                       "the texture is rotated, has a pivot or swaps u and v; only its scale and translation are used");
}

/// Coordinates, with v upwards, are scaled and then translated. 3ds Max, which scales by its tiling about the centre
/// after a translation by its offset, writes 0.5 - (offset + 0.5) · tiling as the translation; Unity's exporter writes
/// its own scale and offset, which are u · scale + offset.
static import_uv_map read_uv_map(const fbx_object *texture)
{
    double scaling[3] = {1, 1, 1}, translation[3] = {0, 0, 0};
    (void)sinew__fbx_property_vector(texture, "Scaling", scaling);
    (void)sinew__fbx_property_vector(texture, "Translation", translation);
    import_uv_map map = IMPORT_UV_UNCHANGED;
    for (int k = 0; k < 2; k++) {
        if (!isfinite((float)scaling[k]) || !isfinite((float)translation[k])) continue;
        map.row[k][k] = (float)scaling[k];
        map.row[k][2] = (float)translation[k];
    }
    return map;
}

/// All images of a material have the coordinates of the first one.
static void read_placement(import_pass *pass, const fbx_object *texture, sinew_raw_material *out)
{
    const int32_t material = pass->raw.material_count;
    warn_of_placement(pass, texture);
    out->wrap[0] = read_wrap(texture, "WrapModeU");
    out->wrap[1] = read_wrap(texture, "WrapModeV");
    pass->material_uv_maps[material] = read_uv_map(texture);
    pass->material_uv_names[material] = sinew__fbx_property_text(texture, "UVSet");
}

static sinew_result read_material(document_textures *list, const fbx_object *object, sinew_raw_material *out,
                                  sinew_error *error)
{
    import_pass *pass = list->pass;
    *out = (sinew_raw_material){.name = object->name, .texture = SINEW_NONE};
    const fbx_object *texture = sinew__material_texture(pass->document, object, BASE_NAMES, BASE_NAME_COUNT);
    const fbx_object *first = texture;
    read_colors(object, texture != NULL, out);
    read_alpha(pass->document, object, out);
    pass->material_uv_maps[pass->raw.material_count] = IMPORT_UV_UNCHANGED;
    sinew_result result = SINEW_OK;
    if (texture) result = sinew__document_texture_number(list, texture, &out->texture, error);
    if (result == SINEW_OK) result = sinew__material_maps_read(list, object, texture, out, &first, error);
    if (first) read_placement(pass, first, out);
    return result;
}

sinew_result sinew__document_materials_read(import_pass *pass, sinew_error *error)
{
    const fbx_document *document = pass->document;
    const size_t count = sinew__document_count(document, FBX_MATERIAL);
    sinew_raw_material *materials = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_material, count);
    pass->material_uv_names = SINEW__ARENA_ARRAY(&pass->arena, fbx_bytes, count);
    pass->material_uv_maps = SINEW__ARENA_ARRAY(&pass->arena, import_uv_map, count);
    document_textures list;
    if (!materials || !pass->material_uv_names || !pass->material_uv_maps ||
        !sinew__document_textures_begin(pass, &list))
        return sinew__arena_fail(&pass->arena, error);
    sinew_result result = SINEW_OK;
    for (size_t i = 0; i < document->object_count && result == SINEW_OK; i++) {
        if (document->objects[i].kind != FBX_MATERIAL) continue;
        result = read_material(&list, &document->objects[i], &materials[pass->raw.material_count], error);
        pass->document_materials[i] = pass->raw.material_count++;
    }
    if (result == SINEW_OK) result = sinew__document_textures_add_embedded(&list, error);
    pass->raw.materials = materials;
    pass->raw.textures = pass->textures;
    return result;
}
