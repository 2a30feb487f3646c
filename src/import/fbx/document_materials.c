// Reads the materials of an FBX document, with their textures and maps.

#include <math.h>
#include <string.h>

#include "core/base/ascii.h"
#include "core/base/buffer.h"
#include "core/base/error.h"
#include "fbx/fbx_document.h"
#include "import/fbx/document_geometry.h"
#include "import/import_stages.h"

/// The textures that materials have used so far.
typedef struct document_textures {
    import_pass *pass;
    int32_t *numbers; ///< [object_count] 1 + index in raw.textures of a texture or video; 0: not used yet
    name_table paths; ///< paths of files that are not embedded → index
    name_table sets;  ///< names of texture coordinates other than the first ones of a geometry
} document_textures;

// Finds a property of a material by the names that programs use: compares the part after the last '|', in any case.

static int is_same_word(const char *word, const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && word[i] && sinew__ascii_lower(word[i]) == sinew__ascii_lower(text[i])) i++;
    return i == length && !word[i];
}

/// Returns the index of a property's name in a list ended by NULL, or SIZE_MAX.
static size_t material_name_rank(const char *const *names, const char *property, size_t length)
{
    size_t behind = length;
    while (behind > 0 && property[behind - 1] != '|') behind--;
    for (size_t i = 0; names[i]; ++i)
        if (is_same_word(names[i], property + behind, length - behind)) return i;
    return SIZE_MAX;
}

static int is_layered(const fbx_object *object)
{
    return strcmp(object->class_name, "LayeredTexture") == 0;
}

/// Returns the texture, or the layered texture, that is connected to a material's property; if several properties in
/// `names` have one, the first name wins. NULL if none has.
static const fbx_object *find_material_source(const fbx_document *document, const fbx_object *material,
                                              const char *const *names)
{
    const fbx_connections sources = sinew__fbx_sources(document, material);
    const fbx_object *found = NULL;
    size_t best = SIZE_MAX;
    for (size_t i = 0; i < sources.count; ++i) {
        const char *property = sources.items[i].target_property;
        const fbx_object *source = sources.items[i].source;
        const size_t rank = material_name_rank(names, property, strlen(property));
        if (rank >= best ||
            (is_layered(source) ? !sinew__fbx_source_of(document, source, FBX_TEXTURE) : source->kind != FBX_TEXTURE))
            continue;
        found = source;
        best = rank;
    }
    return found;
}

/// Whether the file extension of a texture's image is a format without alpha.
static int is_opaque_image(const fbx_document *document, const fbx_object *texture)
{
    static const char *const extensions[] = {"jpg", "jpeg", "bmp"};
    const fbx_object *video = sinew__fbx_source_of(document, texture, FBX_VIDEO);
    fbx_bytes name = sinew__fbx_media_file_name(texture);
    if (name.size == 0 && video) name = sinew__fbx_media_file_name(video);
    size_t dot = name.size;
    while (dot > 0 && name.bytes[dot - 1] != '.') dot--;
    for (size_t i = 0; dot > 0 && i < sizeof extensions / sizeof *extensions; ++i)
        if (is_same_word(extensions[i], name.bytes + dot, name.size - dot)) return 1;
    return 0;
}

/// Values of BlendModes, of 31 in FBX, with which a layer can cover the layers below it.
enum { LAYER_TRANSLUCENT = 0, LAYER_OVER = 4, LAYER_NORMAL = 5 };

/// Sets *out to the topmost layer that covers the layers below it, else to the lowest layer; a note names the other
/// layers. Layers are in the order of their connections, the lowest first. A layer without a stated mode is
/// translucent, blended by the alpha of its image.
static sinew_result choose_layer(import_pass *pass, const fbx_object *layers, const fbx_object **out,
                                 sinew_error *error)
{
    enum { MOST_LAYERS = 64, MOST_NAMES = 4 };
    const fbx_connections all = sinew__fbx_sources(pass->document, layers);
    const size_t source_count = all.count < MOST_LAYERS ? all.count : MOST_LAYERS;
    const int32_t *modes = NULL;
    const double *alphas = NULL;
    size_t mode_count = 0, alpha_count = 0, layer = 0, others = 0;
    const fbx_record *mode_record = sinew__fbx_record_child(layers->record, FBX_NAME(BLEND_MODES)),
                     *alpha_record = sinew__fbx_record_child(layers->record, FBX_NAME(ALPHAS));
    sinew_result result = sinew__fbx_record_int32s(&pass->arena, mode_record, &modes, &mode_count, error);
    if (result == SINEW_ERROR_DAMAGED) result = SINEW_OK, mode_count = 0;
    if (result == SINEW_OK)
        result = sinew__fbx_record_doubles(&pass->arena, alpha_record, &alphas, &alpha_count, error);
    if (result == SINEW_ERROR_DAMAGED) result = SINEW_OK, alpha_count = 0;
    if (result != SINEW_OK) return result;
    *out = NULL;
    for (size_t i = 0; i < source_count; ++i) {
        const fbx_object *texture = all.items[i].source;
        if (texture->kind != FBX_TEXTURE) continue;
        const int32_t mode = layer < mode_count ? modes[layer] : LAYER_TRANSLUCENT;
        const double alpha = layer < alpha_count ? alphas[layer] : 1;
        const int is_blended = mode == LAYER_TRANSLUCENT || mode == LAYER_OVER;
        const int covers = mode == LAYER_NORMAL || (is_blended && is_opaque_image(pass->document, texture));
        if (!*out || (alpha >= 1 && covers)) *out = texture;
        ++layer;
    }
    sinew__buffer names = {0};
    for (size_t i = 0; i < source_count; ++i) {
        const fbx_object *texture = all.items[i].source;
        if (texture->kind != FBX_TEXTURE || texture == *out || ++others > MOST_NAMES) continue;
        sinew__buffer_format(&names, "%s'%s'", others > 1 ? ", " : "", texture->name);
    }
    if (others > MOST_NAMES) sinew__buffer_format(&names, " and %zu more", others - MOST_NAMES);
    sinew__buffer_put_character(&names, '\0');
    if (others > 0 && !names.failed)
        sinew__import_warn(pass, IMPORT_WARNING_TEXTURE_LAYERS, layers->name,
                           "of its layers only '%s' is drawn; the others are %s", (*out)->name, names.text);
    if (names.failed) result = sinew__fail_memory(error);
    sinew__buffer_free(&names);
    return result;
}

/// Sets *out to the texture of the first property in `names` that has a texture; NULL if no property has one. If that
/// is a layered texture, chooses one of its layers; a note names the other layers.
static sinew_result material_texture(import_pass *pass, const fbx_object *material, const char *const *names,
                                     const fbx_object **out, sinew_error *error)
{
    *out = find_material_source(pass->document, material, names);
    return *out && is_layered(*out) ? choose_layer(pass, *out, out, error) : SINEW_OK;
}

/// Returns the first property of `names` that a material has with at least `least` values; NULL if none exists. If
/// `is_own` is set, only properties of one program count, such as "Maya|baseColor".
static const fbx_record *material_property(const fbx_object *material, const char *const *names, size_t least,
                                           int is_own)
{
    const fbx_record *found = NULL;
    size_t best = SIZE_MAX;
    for (const fbx_record *property = material->properties ? material->properties->first_child : NULL; property;
         property = property->next) {
        const fbx_bytes name = sinew__fbx_record_bytes(property, 0);
        const size_t rank = material_name_rank(names, name.bytes, name.size);
        if (rank >= best || property->value_count < FBX_PROPERTY_VALUES + least) continue;
        if (is_own && !memchr(name.bytes, '|', name.size)) continue;
        found = property;
        best = rank;
    }
    return found;
}

/// Returns the first number of the first property of `names` that the material has, else `fallback`.
static double material_number(const fbx_object *material, const char *const *names, double fallback)
{
    return sinew__fbx_record_number(material_property(material, names, 1, 0), FBX_PROPERTY_VALUES, fallback);
}

// Converts the images of an FBX document, texture objects and their videos, to raw textures.

static sinew_result read_texture(import_pass *pass, const fbx_object *object, const fbx_object *video,
                                 sinew_raw_texture *out, sinew_error *error)
{
    fbx_bytes name = sinew__fbx_media_file_name(object), content = {"", 0};
    if (name.size == 0 && video) name = sinew__fbx_media_file_name(video);
    sinew_result result = SINEW_OK;
    if (video) result = sinew__fbx_video_content(pass->document, video, &content, error);
    out->path = sinew__import_text(&pass->arena, name.bytes, name.size);
    if (result == SINEW_OK && !out->path) result = sinew__arena_fail(&pass->arena, error);
    if (result != SINEW_OK) return result;
    const char *dot = strrchr(out->path, '.');
    char *format = dot && strlen(dot) < 8 ? sinew__arena_text(&pass->arena, dot + 1, strlen(dot + 1)) : NULL;
    for (char *c = format; c && *c; ++c) *c = sinew__ascii_lower(*c);
    out->format = format ? format : "";
    out->name = object->name;
    out->bytes = content.size ? content.bytes : NULL;
    out->byte_count = content.size;
    return SINEW_OK;
}

/// Returns the number of objects of a class.
static size_t document_count(const fbx_document *document, fbx_class kind)
{
    size_t count = 0;
    for (size_t i = 0; i < document->object_count; ++i) count += document->objects[i].kind == kind ? 1u : 0u;
    return count;
}

/// Lists the names of texture coordinates that are not the first ones of a geometry. Returns 0 when out of memory.
static int list_further_sets(import_pass *pass, name_table *out)
{
    const fbx_document *document = pass->document;
    size_t count = 0;
    for (int is_listing = 0; is_listing < 2; ++is_listing) {
        if (is_listing && !sinew__name_table_create(&pass->arena, count, out)) return 0;
        for (size_t i = 0; i < document->object_count; ++i) {
            if (document->objects[i].kind != FBX_GEOMETRY) continue;
            const fbx_record *set = sinew__document_texcoords(document->objects[i].record, NULL);
            while (set && (set = sinew__document_texcoords(NULL, set))) {
                count += !is_listing;
                if (!is_listing) continue;
                const fbx_bytes name = sinew__fbx_child_bytes(set, FBX_NAME(NAME));
                const char *copy = sinew__arena_text(&pass->arena, name.bytes, name.size);
                if (!copy) return 0;
                sinew__name_table_add(out, copy, 0);
            }
        }
    }
    return 1;
}

/// Sets *out to the index in raw.textures of a texture object; SINEW_NONE if the object has no image. Files often have
/// one object per use of an image, so objects with the same embedded file or path become one texture.
static sinew_result document_texture_number(document_textures *list, const fbx_object *texture, int32_t *out,
                                            sinew_error *error)
{
    import_pass *pass = list->pass;
    const fbx_object *video = sinew__fbx_source_of(pass->document, texture, FBX_VIDEO);
    int32_t *known = &list->numbers[texture->index], *shared = video ? &list->numbers[video->index] : known;
    *out = *known ? *known - 1 : *shared ? *shared - 1 : SINEW_NONE;
    if (*out != SINEW_NONE) return SINEW_OK;
    sinew_raw_texture *item = &pass->textures[pass->raw.texture_count];
    const sinew_result result = read_texture(pass, texture, video, item, error);
    if (result != SINEW_OK || (!item->bytes && !*item->path)) return result;
    if (!item->bytes) *out = sinew__name_table_find(&list->paths, item->path);
    if (*out == SINEW_NONE) {
        *out = pass->raw.texture_count++;
        if (!item->bytes) sinew__name_table_add(&list->paths, item->path, *out);
    }
    *known = *out + 1;
    if (item->bytes) *shared = *known;
    return SINEW_OK;
}

// Reads the maps of an FBX material: normals, roughness or glossiness, metalness, highlights, emission, occlusion.

// ---- names -------------------------------------------------------------------------------------------------------

enum { MAX_NAMES = 11 }; // including the NULL at the end

/// Property names of each map. Only the part after the last '|' is compared, in any case of letters. "Bump" contains
/// heights or, as often, normals; the renderer distinguishes them by the image.
static const char *const map_names[SINEW_MAP_COUNT][MAX_NAMES] = {
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

static const char *const glossiness_names[] = {"ShininessExponent", "Shininess",     "glossiness",
                                               "glossiness_map",    "glossinessMap", NULL};

static const char *const roughness_numbers[] = {"roughness", "specularRoughness", "specular_roughness", NULL};

static const char *const metalness_numbers[] = {"metalness", "metallic", NULL};

// ---- maps --------------------------------------------------------------------------------------------------------

/// The state while a material is read.
typedef struct map_reader {
    document_textures *list;
    const fbx_object *object;
    const char *sets[2]; ///< names of the texture coordinates that the material's images use; "" is the first set of a
                         ///< geometry
    int set_count;
    sinew_raw_texture_mapping *mappings; ///< [SINEW_MAP_COUNT + 1] the last one is the colour's
    sinew_raw_map *maps;                 ///< [SINEW_MAP_COUNT]
    sinew_raw_material *out;
    int is_dropped[SINEW_MAP_COUNT]; ///< whether the material has the map but it is not drawn
} map_reader;

static uint32_t read_wrap(const fbx_object *texture, fbx_property_name property)
{
    return sinew__fbx_property_integer(texture, property, 0) == 1 ? SINEW_TEXTURE_CLAMP : SINEW_TEXTURE_REPEAT;
}

/// Returns the mapping of a texture's coordinates, which are scaled and then translated, with v upwards. 3ds Max
/// translates by the offset and then scales by the tiling about the centre; the translation in its files is the result,
/// 0.5 − (offset + 0.5) · tiling. Unity's exporter writes its own scale and offset, which mean u · scale + offset.
static sinew_raw_texture_mapping read_mapping(import_pass *pass, const fbx_object *texture, int set)
{
    double scaling[3] = {1, 1, 1}, translation[3] = {0, 0, 0};
    sinew_raw_texture_mapping out = {.set = (uint32_t)set, .scale = {1, 1}};
    (void)sinew__fbx_property_vector(texture, FBX_PROPERTY_SCALING, scaling);
    (void)sinew__fbx_property_vector(texture, FBX_PROPERTY_TRANSLATION, translation);
    out.wrap[0] = read_wrap(texture, FBX_PROPERTY_WRAP_MODE_U);
    out.wrap[1] = read_wrap(texture, FBX_PROPERTY_WRAP_MODE_V);
    for (int k = 0; k < 2; ++k) {
        if (!isfinite((float)scaling[k]) || !isfinite((float)translation[k])) continue;
        out.scale[k] = (float)scaling[k];
        out.offset[k] = (float)translation[k];
    }
    // Rotations, pivots and swapped axes are ignored, because programs disagree on their meaning.
    static const fbx_property_name ignored[] = {FBX_PROPERTY_ROTATION, FBX_PROPERTY_TEXTURE_ROTATION_PIVOT,
                                                FBX_PROPERTY_TEXTURE_SCALING_PIVOT};
    int is_plain = sinew__fbx_property_integer(texture, FBX_PROPERTY_UV_SWAP, 0) == 0;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; ++i) {
        double vector[3] = {0};
        (void)sinew__fbx_property_vector(texture, ignored[i], vector);
        is_plain &= vector[0] == 0.0 && vector[1] == 0.0 && vector[2] == 0.0;
    }
    if (!is_plain)
        sinew__import_warn(
            pass, IMPORT_WARNING_APPROXIMATED, texture->name,
            "the texture is rotated, has a pivot or swaps u and v; only its scale and translation are used");
    return out;
}

/// Finds the image and the texture mapping of a texture. *out_texture is SINEW_NONE without an image. *out_mapping is
/// NULL, with a warning, if the image uses a third set of texture coordinates.
static sinew_result map_image(map_reader *reader, const fbx_object *texture, size_t slot, int32_t *out_texture,
                              const sinew_raw_texture_mapping **out_mapping, sinew_error *error)
{
    import_pass *pass = reader->list->pass;
    const fbx_bytes set_name = sinew__fbx_property_text(texture, FBX_PROPERTY_UV_SET);
    const char *name = sinew__arena_text(&pass->arena, set_name.bytes, set_name.size);
    int set = 0;
    *out_texture = SINEW_NONE;
    *out_mapping = NULL;
    if (!name) return sinew__arena_fail(&pass->arena, error);
    // "" stands for the first set of a geometry. A texture may also use that set's name, or a name that no geometry
    // has.
    if (sinew__name_table_find(&reader->list->sets, name) == SINEW_NONE) name = "";
    while (set < reader->set_count && strcmp(reader->sets[set], name) != 0) ++set;
    if (set == 2) {
        sinew__import_warn(pass, IMPORT_WARNING_APPROXIMATED, texture->name,
                           "the map has the third texture coordinates of the material and is not drawn");
        return SINEW_OK;
    }
    reader->mappings[slot] = read_mapping(pass, texture, set);
    *out_mapping = &reader->mappings[slot];
    const sinew_result result = document_texture_number(reader->list, texture, out_texture, error);
    if (result != SINEW_OK || *out_texture == SINEW_NONE || set < reader->set_count) return result;
    if (set == 0) memcpy(reader->out->wrap, reader->mappings[slot].wrap, sizeof reader->out->wrap);
    reader->sets[reader->set_count++] = name;
    return SINEW_OK;
}

static sinew_result add_all_maps(map_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->list->pass;
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind) {
        const char *const *names = map_names[kind];
        const fbx_object *texture;
        sinew_result result = material_texture(pass, reader->object, names, &texture, error);
        if (result == SINEW_OK && kind == SINEW_MAP_ROUGHNESS && !texture) {
            result = material_texture(pass, reader->object, glossiness_names, &texture, error);
            // Blender writes roughness into the property that other programs use for glossiness.
            reader->out->roughness_map_is_glossiness = texture && !strstr(pass->document->creator, "Blender") &&
                                                       !strstr(pass->document->application, "Blender");
        }
        if (result == SINEW_OK && texture) {
            int32_t number;
            const sinew_raw_texture_mapping *mapping;
            result = map_image(reader, texture, (size_t)kind, &number, &mapping, error);
            reader->is_dropped[kind] = !mapping;
            if (result == SINEW_OK && number != SINEW_NONE)
                reader->maps[reader->out->map_count++] =
                    (sinew_raw_map){.kind = (uint32_t)kind, .texture = number, .mapping = mapping};
        }
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}

// ---- numbers -----------------------------------------------------------------------------------------------------

static float unit_range(double value)
{
    return isfinite(value) ? (float)fmin(fmax(value, 0.0), 1.0) : 0.0f;
}

/// Reads the numbers of maps, unless a map replaces them. The highlights of Phong materials are ignored: programs write
/// the same ones for all surfaces.
static void read_numbers(const fbx_object *object, sinew_raw_material *out)
{
    double color[3] = {0, 0, 0};
    const double rough = material_number(object, roughness_numbers, -1.0);
    const double metal = material_number(object, metalness_numbers, 0.0);
    if (rough >= 0) out->roughness = fmaxf(unit_range(rough), 0.01f);
    if (sinew__material_has_map(out, SINEW_MAP_ROUGHNESS)) out->roughness = 1;
    out->metalness = sinew__material_has_map(out, SINEW_MAP_METALNESS) ? 1 : unit_range(metal);
    (void)sinew__fbx_property_vector(object, FBX_PROPERTY_EMISSIVE_COLOR, color);
    const double factor = sinew__fbx_property_number(object, FBX_PROPERTY_EMISSIVE_FACTOR, 1.0);
    for (int i = 0; i < 3; ++i)
        out->emissive[i] = sinew__material_has_map(out, SINEW_MAP_EMISSIVE) ? 1 : unit_range(color[i] * factor);
    sinew__material_drop_white_light(out);
}

/// Fills the images of a material, the colour's first, and the numbers that belong to the maps. Maps with a third set
/// of texture coordinates are dropped with a warning. `base` is the texture of the colour, or NULL. Stores the names of
/// the texture coordinates in the pass.
static sinew_result read_images(document_textures *list, const fbx_object *object, const fbx_object *base,
                                sinew_raw_material *out, sinew_error *error)
{
    import_pass *pass = list->pass;
    map_reader reader = {.list = list, .object = object, .out = out};
    reader.maps = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_map, SINEW_MAP_COUNT);
    reader.mappings = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture_mapping, SINEW_MAP_COUNT + 1);
    if (!reader.maps || !reader.mappings) return sinew__arena_fail(&pass->arena, error);
    out->maps = reader.maps;
    sinew_result result = SINEW_OK;
    if (base) result = map_image(&reader, base, SINEW_MAP_COUNT, &out->texture, &out->mapping, error);
    if (result == SINEW_OK) result = add_all_maps(&reader, error);
    read_numbers(object, out);
    for (int kind = 0; kind < SINEW_MAP_COUNT; ++kind)
        if (reader.is_dropped[kind]) sinew__material_reset_number(out, (sinew_map)kind);
    const char **names = pass->material_uv_names[pass->raw.material_count];
    const int is_swapped = reader.set_count == 2 && !*reader.sets[1]; // the first set of the geometry must be first
    for (int i = 0; i < reader.set_count; ++i) names[is_swapped ? 1 - i : i] = reader.sets[i];
    for (int i = 0; is_swapped && i <= SINEW_MAP_COUNT; ++i) reader.mappings[i].set ^= 1;
    return result;
}

// ---- names -------------------------------------------------------------------------------------------------------

/// Property names of the surface colour, the most specific first. Only the part after the last '|' is compared, in any
/// case of letters. The names are from Phong and Lambert; Arnold and the standard surface of Maya ("Maya|baseColor");
/// the physical material of 3ds Max ("3dsMax|Parameters|base_color_map"); Stingray ("Maya|TEX_color_map"); older
/// shaders.
static const char *const base_names[] = {"DiffuseColor",
                                         "baseColor",
                                         "base_color",
                                         "base_color_map",
                                         "baseColorMap",
                                         "TEX_color_map",
                                         "diffuse_map",
                                         "DiffuseTexture",
                                         "diffuse",
                                         "texmap_diffuse",
                                         "DiffuseMap",
                                         "Diffuse_Color",
                                         NULL};

/// The names among base_names whose properties contain a colour. The other properties are slots for a texture; their
/// own value is black or meaningless.
static const char *const color_names[] = {"DiffuseColor", "baseColor", "base_color", "diffuse", "Diffuse_Color", NULL};

static const char *const opacity_names[] = {"TransparentColor", "TransparencyFactor", "opacity",
                                            "opacity_map",      "cutout_map",         NULL};

// ---- materials ---------------------------------------------------------------------------------------------------

static float unit_range_or_one(double value)
{
    return isfinite(value) ? (float)fmin(fmax(value, 0.0), 1.0) : 1.0f;
}

static sinew_result read_material(document_textures *list, const fbx_object *object, sinew_raw_material *out,
                                  sinew_error *error)
{
    import_pass *pass = list->pass;
    *out = (sinew_raw_material){.name = object->name, .texture = SINEW_NONE};
    const fbx_object *texture;
    const sinew_result result = material_texture(pass, object, base_names, &texture, error);
    if (result != SINEW_OK) return result;
    // The colour is the diffuse colour, or the property of one program, such as "Maya|baseColor", if the material has
    // one; it is multiplied by the diffuse factor. A texture replaces the colour, as a connection replaces the value of
    // a property; the colour is kept for a missing image.
    double base[3] = {0.8, 0.8, 0.8}, transparent[3] = {0, 0, 0};
    if (!sinew__fbx_property_vector(object, FBX_PROPERTY_DIFFUSE_COLOR, base))
        (void)sinew__fbx_property_vector(object, FBX_PROPERTY_DIFFUSE, base);
    const fbx_record *own = material_property(object, color_names, 3, 1);
    for (size_t i = 0; own && i < 3; ++i) base[i] = sinew__fbx_record_number(own, FBX_PROPERTY_VALUES + i, base[i]);
    (void)sinew__fbx_property_vector(object, FBX_PROPERTY_TRANSPARENT_COLOR, transparent);
    const double factor = sinew__fbx_property_number(object, FBX_PROPERTY_DIFFUSE_FACTOR, 1.0);
    for (int i = 0; i < 3; ++i) out->bare_color[i] = unit_range_or_one(base[i] * factor);
    for (int i = 0; i < 3; ++i) out->base_color[i] = texture ? unit_range_or_one(factor) : out->bare_color[i];
    // The opacity is stated, or is one minus the transparency; an opacity of 0 is an exporter's error.
    const double left = 1.0 - sinew__fbx_property_number(object, FBX_PROPERTY_TRANSPARENCY_FACTOR, 0.0) *
                                  (transparent[0] + transparent[1] + transparent[2]) / 3.0;
    const float opacity = unit_range_or_one(sinew__fbx_property_number(object, FBX_PROPERTY_OPACITY, left));
    out->base_color[3] = out->bare_color[3] = opacity > 0.0f ? opacity : 1.0f;
    const int has_opacity = find_material_source(pass->document, object, opacity_names) != NULL;
    out->alpha_mode = out->base_color[3] < 1.0f || has_opacity ? SINEW_ALPHA_BLEND : SINEW_ALPHA_OPAQUE;
    out->alpha_cutoff = 0.5f;
    return read_images(list, object, texture, out, error);
}

sinew_result sinew__document_materials_read(import_pass *pass, sinew_error *error)
{
    const fbx_document *document = pass->document;
    const size_t count = document_count(document, FBX_MATERIAL);
    sinew_raw_material *materials = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_material, count);
    pass->material_uv_names = SINEW__ARENA_ARRAY(&pass->arena, import_uv_names, count);
    const size_t texture_count = document_count(document, FBX_TEXTURE);
    document_textures list = {.pass = pass,
                              .numbers = SINEW__ARENA_ARRAY(&pass->arena, int32_t, document->object_count)};
    pass->document_textures = list.numbers;
    pass->textures = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_texture, texture_count);
    if (!materials || !pass->material_uv_names || !list.numbers || !pass->textures ||
        !sinew__name_table_create(&pass->arena, texture_count, &list.paths) || !list_further_sets(pass, &list.sets))
        return sinew__arena_fail(&pass->arena, error);
    pass->raw.materials = materials;
    pass->raw.textures = pass->textures;
    for (size_t i = 0; i < document->object_count; ++i) {
        if (document->objects[i].kind != FBX_MATERIAL) continue;
        const sinew_result result =
            read_material(&list, &document->objects[i], &materials[pass->raw.material_count], error);
        if (result != SINEW_OK) return result;
        pass->document_materials[i] = pass->raw.material_count++;
    }
    // Embedded images that no material uses are also kept, because the file may be their only copy.
    for (size_t i = 0; i < document->object_count; ++i) {
        const fbx_object *object = &document->objects[i];
        const fbx_object *video =
            object->kind == FBX_TEXTURE ? sinew__fbx_source_of(document, object, FBX_VIDEO) : NULL;
        if (!video || !sinew__fbx_record_child(video->record, FBX_NAME(CONTENT))) continue;
        int32_t number;
        const sinew_result result = document_texture_number(&list, object, &number, error);
        if (result != SINEW_OK) return result;
    }
    return SINEW_OK;
}
