#include "import/fbx/material_maps.h"

#include <math.h>
#include <string.h>

#include "base/error.h"
#include "import/fbx/material_names.h"
#include "import/material_light.h"

// ---- names -------------------------------------------------------------------------------------------------------

enum { MAX_NAMES = 10 };

/// Names of the slots for an image, as of the base colour in document_materials.c. "Bump" has heights or, as often,
/// normals; the renderer tells them apart by the image.
static const char *const MAP_NAMES[SINEW_MAP_COUNT][MAX_NAMES] = {
    [SINEW_MAP_NORMAL] = {"NormalMap", "Bump", "normalCamera", "TEX_normal_map", "normal_map", "norm_map", "bump_map",
                          "NormalTexture", "texmap_bump", "normal"},
    [SINEW_MAP_ROUGHNESS] = {"roughness", "specularRoughness", "specular_roughness", "roughness_map", "roughnessMap",
                             "TEX_roughness_map", "RoughnessTexture"},
    [SINEW_MAP_METALNESS] = {"metalness", "metallic", "metalness_map", "metalnessMap", "TEX_metallic_map",
                             "MetallicTexture", "ReflectionFactor"},
    [SINEW_MAP_SPECULAR] = {"SpecularColor", "SpecularFactor", "specular_map", "specularMap", "texmap_reflection"},
    [SINEW_MAP_EMISSIVE] = {"EmissiveColor", "EmissiveFactor", "emissionColor", "emission_color", "emit_color_map",
                            "emission_map", "TEX_emissive_map", "EmissiveTexture", "emissive"},
    [SINEW_MAP_OCCLUSION] = {"ao_map", "TEX_ao_map", "OcclusionTexture", "AmbientOcclusion", "occlusion"},
};

static const char *const GLOSSINESS_NAMES[] = {"ShininessExponent", "Shininess", "glossiness", "glossiness_map",
                                               "glossinessMap"};

static const char *const ROUGHNESS_NUMBERS[] = {"roughness", "specularRoughness", "specular_roughness"};
static const char *const METALNESS_NUMBERS[] = {"metalness", "metallic"};

enum { GLOSSINESS_NAME_COUNT = sizeof GLOSSINESS_NAMES / sizeof *GLOSSINESS_NAMES };
enum { ROUGHNESS_NUMBER_COUNT = sizeof ROUGHNESS_NUMBERS / sizeof *ROUGHNESS_NUMBERS };
enum { METALNESS_NUMBER_COUNT = sizeof METALNESS_NUMBERS / sizeof *METALNESS_NUMBERS };

static size_t count_names(const char *const names[MAX_NAMES])
{
    size_t count = 0;
    while (count < MAX_NAMES && names[count]) count++;
    return count;
}

// ---- maps --------------------------------------------------------------------------------------------------------

/// Whether two textures are placed on the mesh alike. A set without a name is the first one.
static int are_placed_alike(const fbx_object *a, const fbx_object *b)
{
    double vectors[2][2][3] = {{{1, 1, 1}, {0, 0, 0}}, {{1, 1, 1}, {0, 0, 0}}};
    const fbx_object *const objects[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        (void)sinew__fbx_property_vector(objects[i], "Scaling", vectors[i][0]);
        (void)sinew__fbx_property_vector(objects[i], "Translation", vectors[i][1]);
    }
    const fbx_bytes first = sinew__fbx_property_text(a, "UVSet"), second = sinew__fbx_property_text(b, "UVSet");
    const int same_set = first.size == 0 || second.size == 0 ||
                         (first.size == second.size && memcmp(first.bytes, second.bytes, first.size) == 0);
    return same_set && memcmp(vectors[0], vectors[1], sizeof vectors[0]) == 0;
}

/// One material being read.
typedef struct map_reader {
    document_textures *list;
    const fbx_object *object, *placed; ///< the material; the texture that the coordinates are of, or NULL
    sinew_raw_map *maps;               ///< [SINEW_MAP_COUNT]
    sinew_raw_material *out;
} map_reader;

static sinew_result add_map(map_reader *reader, sinew_map kind, const fbx_object *texture, sinew_error *error)
{
    import_pass *pass = reader->list->pass;
    if (!texture) return SINEW_OK;
    if (reader->placed && !are_placed_alike(reader->placed, texture)) {
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_APPROXIMATED, texture->name,
                           "the map has other texture coordinates than the first one of the material and is not drawn");
        return SINEW_OK;
    }
    int32_t number;
    const sinew_result result = sinew__document_texture_number(reader->list, texture, &number, error);
    if (result != SINEW_OK || number == SINEW_NONE) return result;
    reader->maps[reader->out->map_count++] = (sinew_raw_map){.kind = (uint32_t)kind, .texture = number};
    if (!reader->placed) reader->placed = texture;
    return SINEW_OK;
}

/// Blender writes roughness where others write glossiness.
static int is_of_blender(const import_pass *pass)
{
    return strstr(pass->document->creator, "Blender") || strstr(pass->document->application, "Blender");
}

/// Roughness in its own slot, else glossiness.
static sinew_result add_roughness(map_reader *reader, sinew_error *error)
{
    const import_pass *pass = reader->list->pass;
    const char *const *names = MAP_NAMES[SINEW_MAP_ROUGHNESS];
    const fbx_object *texture = sinew__material_texture(pass->document, reader->object, names, count_names(names));
    if (!texture) {
        texture = sinew__material_texture(pass->document, reader->object, GLOSSINESS_NAMES, GLOSSINESS_NAME_COUNT);
        reader->out->roughness_map_is_glossiness = texture && !is_of_blender(pass);
    }
    return add_map(reader, SINEW_MAP_ROUGHNESS, texture, error);
}

static sinew_result add_all_maps(map_reader *reader, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    for (int kind = 0; kind < SINEW_MAP_COUNT && result == SINEW_OK; kind++) {
        const char *const *names = MAP_NAMES[kind];
        if (kind == SINEW_MAP_ROUGHNESS)
            result = add_roughness(reader, error);
        else
            result = add_map(
                reader, (sinew_map)kind,
                sinew__material_texture(reader->list->pass->document, reader->object, names, count_names(names)),
                error);
    }
    return result;
}

// ---- numbers -----------------------------------------------------------------------------------------------------

static float unit_range(double value)
{
    return isfinite(value) ? (float)fmin(fmax(value, 0.0), 1.0) : 0.0f;
}

/// A map replaces the number of its property. The highlights of Phong materials say nothing about their surface: their
/// programs write the same ones everywhere.
static void read_numbers(const fbx_object *object, sinew_raw_material *out)
{
    double color[3] = {0, 0, 0};
    const double rough = sinew__material_number(object, ROUGHNESS_NUMBERS, ROUGHNESS_NUMBER_COUNT, -1.0);
    const double metal = sinew__material_number(object, METALNESS_NUMBERS, METALNESS_NUMBER_COUNT, 0.0);
    if (rough >= 0) out->roughness = fmaxf(unit_range(rough), 0.01f);
    if (sinew__material_has_map(out, SINEW_MAP_ROUGHNESS)) out->roughness = 1;
    out->metalness = sinew__material_has_map(out, SINEW_MAP_METALNESS) ? 1 : unit_range(metal);
    (void)sinew__fbx_property_vector(object, "EmissiveColor", color);
    const double factor = sinew__fbx_property_number(object, "EmissiveFactor", 1.0);
    for (int i = 0; i < 3; i++)
        out->emissive[i] = sinew__material_has_map(out, SINEW_MAP_EMISSIVE) ? 1 : unit_range(color[i] * factor);
    sinew__material_drop_white_light(out);
}

sinew_result sinew__material_maps_read(document_textures *list, const fbx_object *object, const fbx_object *base,
                                       sinew_raw_material *out, const fbx_object **out_first, sinew_error *error)
{
    map_reader reader = {.list = list, .object = object, .placed = base, .out = out};
    reader.maps = SINEW__ARENA_ARRAY(&list->pass->arena, sinew_raw_map, SINEW_MAP_COUNT);
    if (!reader.maps) return sinew__arena_fail(&list->pass->arena, error);
    out->maps = reader.maps;
    const sinew_result result = add_all_maps(&reader, error);
    read_numbers(object, out);
    *out_first = reader.placed;
    return result;
}
