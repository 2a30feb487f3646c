// Rewrites what Assimp does not read of a glTF file: accessors that are normalised, quantised, sparse or compressed.
#include "import/assimp/gltf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/gltf_draco.h"

enum {
    KINDS = 3,        ///< of numbers that are written: GLTF_FLOATS, GLTF_SHORTS, GLTF_WORDS
    NOT_SEEN = 0,     ///< in `replacements`, which has the new accessor + 1
    MOST_SETS = 8,    ///< of texture coordinates, colours, joints and weights
    MOST_NUMBERS = 4, ///< of a vertex attribute's element
};

/// An accessor that will be written.
typedef struct decoded_accessor {
    gltf_accessor from;
    gltf_number_kind kind;
    size_t components, offset;
} decoded_accessor;

typedef struct gltf_decoder {
    import_pass *pass;
    gltf_accessors *accessors;
    sinew__json_value *array; ///< all accessors of the document
    size_t node_count;
    size_t authored_count;
    gltf_accessor *opened;       ///< [authored_count] those with a type
    size_t *replacements[KINDS]; ///< [authored_count]
    decoded_accessor *items;
    size_t count, capacity, size; ///< of items; bytes of all
    const char *owner;            ///< what is being read, for messages: "mesh 'Body'"
    int changed;
} gltf_decoder;

static sinew_result fail_memory(const gltf_decoder *decoder, sinew_error *error)
{
    return decoder->pass->arena.failed ? sinew__arena_fail(&decoder->pass->arena, error) : sinew__fail_memory(error);
}

/// Adds what is being read to a message: "damaged: mesh 'Body': POSITION: accessor 3 …".
static sinew_result name_owner(const gltf_decoder *decoder, const char *what, sinew_result result, sinew_error *error)
{
    static const char prefix[] = "damaged: ";
    if (result != SINEW_ERROR_DAMAGED || !error || strncmp(error->message, prefix, sizeof prefix - 1) != 0)
        return result;
    char reason[sizeof error->message];
    memcpy(reason, error->message + sizeof prefix - 1, sizeof reason - sizeof prefix + 1);
    return sinew__fail(error, result, "damaged: %s: %s: %s", decoder->owner, what, reason);
}

static void set_owner(gltf_decoder *decoder, const char *kind, const sinew__json_value *object, size_t index)
{
    const char *name = sinew__json_text(sinew__json_member(object, "name"));
    sinew__arena *arena = &decoder->pass->arena;
    decoder->owner = name && *name ? sinew__arena_format(arena, "%s '%.200s'", kind, name)
                                   : sinew__arena_format(arena, "%s %zu", kind, index);
    if (!decoder->owner) decoder->owner = kind;
}

// ---- one accessor ------------------------------------------------------------------------------------------------

/// Whether Assimp reads the numbers as they are stored.
static int is_plain(const gltf_accessor *accessor, gltf_number_kind kind, size_t components)
{
    const int code = accessor->type->code;
    const int is_integer = code == 5121 || code == 5123 || (code == 5125 && kind == GLTF_WORDS);
    return accessor->first && !accessor->sparse_count && !accessor->is_packed && accessor->components == components &&
           (kind == GLTF_FLOATS ? code == 5126 : is_integer) &&
           accessor->count <= accessor->view_size / accessor->stride;
}

/// Adds an accessor to the document that will have the numbers of `from`. Returns its index, or 0 when out of memory.
static size_t add_accessor(gltf_decoder *decoder, const gltf_accessor *from, gltf_number_kind kind, size_t components)
{
    static const int codes[KINDS] = {[GLTF_FLOATS] = 5126, [GLTF_SHORTS] = 5123, [GLTF_WORDS] = 5125};
    static const size_t sizes[KINDS] = {[GLTF_FLOATS] = 4, [GLTF_SHORTS] = 2, [GLTF_WORDS] = 4};
    static const char *const types[] = {[1] = "SCALAR", [2] = "VEC2", [3] = "VEC3", [4] = "VEC4", [16] = "MAT4"};
    decoded_accessor *items =
        sinew__arena_grow(&decoder->pass->arena, decoder->items, decoder->count, &decoder->capacity, sizeof *items);
    if (!items || from->count > SIZE_MAX / sizes[kind] / components) return 0;
    decoder->items = items;
    items[decoder->count] =
        (decoded_accessor){.from = *from, .kind = kind, .components = components, .offset = decoder->size};
    sinew__arena *arena = &decoder->pass->arena;
    sinew__json_value *accessor = sinew__json_add(arena, decoder->array, NULL, SINEW__JSON_OBJECT);
    if (!sinew__json_add_number(arena, accessor, "bufferView", (double)decoder->accessors->views.count) ||
        !sinew__json_add_number(arena, accessor, "byteOffset", (double)decoder->size) ||
        !sinew__json_add_number(arena, accessor, "componentType", codes[kind]) ||
        !sinew__json_add_number(arena, accessor, "count", (double)from->count) ||
        !sinew__json_add_text(arena, accessor, "type", types[components]))
        return 0;
    decoder->size += (from->count * components * sizes[kind] + 3) / 4 * 4;
    decoder->changed = 1;
    return decoder->authored_count + decoder->count++;
}

static sinew_result open_accessor(gltf_decoder *decoder, const sinew__json_value *index, gltf_accessor *out,
                                  sinew_error *error)
{
    const double number = sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1;
    const int is_known = number >= 0 && number < (double)decoder->authored_count;
    if (is_known) *out = decoder->opened[(size_t)number];
    if (is_known && out->type) return SINEW_OK;
    const sinew_result result = sinew__gltf_accessor_open(decoder->accessors, index, out, error);
    if (is_known && result == SINEW_OK) decoder->opened[(size_t)number] = *out;
    return result;
}

/// Checks the accessor that `index` names, and gives it another one if Assimp would misread it. It has at least `least`
/// numbers per element, and is read as `components`. `out` may be NULL.
static sinew_result visit(gltf_decoder *decoder, sinew__json_value *index, gltf_number_kind kind, size_t least,
                          size_t components, gltf_accessor *out, sinew_error *error)
{
    gltf_accessor accessor;
    const double number = sinew__json_is(index, SINEW__JSON_NUMBER) ? index->number : -1;
    if (number >= (double)decoder->authored_count && number < (double)(decoder->authored_count + decoder->count)) {
        if (out) *out = decoder->items[(size_t)number - decoder->authored_count].from; // of a Draco mesh
        return SINEW_OK;
    }
    const sinew_result result = open_accessor(decoder, index, &accessor, error);
    if (result != SINEW_OK) return result;
    if (accessor.components < least)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: accessor %.0f has %zu numbers per element, expected %zu", number,
                           accessor.components, least);
    if (out) *out = accessor;
    if (is_plain(&accessor, kind, components)) return SINEW_OK;
    size_t *replacement = &decoder->replacements[kind][(size_t)number];
    if (*replacement == NOT_SEEN) {
        const size_t added = add_accessor(decoder, &accessor, kind, components);
        if (!added) return fail_memory(decoder, error);
        *replacement = added + 1;
    }
    index->number = (double)(*replacement - 1);
    return SINEW_OK;
}

// ---- attributes of vertices --------------------------------------------------------------------------------------

typedef struct attribute_rule {
    const char *name;
    int has_sets; ///< a number follows the name
    gltf_number_kind kind;
    size_t least, components;
} attribute_rule;

static const attribute_rule attribute_rules[] = {
    {"POSITION", 0, GLTF_FLOATS, 3, 3},  {"NORMAL", 0, GLTF_FLOATS, 3, 3}, {"TANGENT", 0, GLTF_FLOATS, 4, 4},
    {"TEXCOORD_", 1, GLTF_FLOATS, 2, 2}, {"COLOR_", 1, GLTF_FLOATS, 3, 4}, {"JOINTS_", 1, GLTF_SHORTS, 4, 4},
    {"WEIGHTS_", 1, GLTF_FLOATS, 4, 4},
};

static const attribute_rule target_attributes[] = {
    {"POSITION", 0, GLTF_FLOATS, 3, 3}, {"NORMAL", 0, GLTF_FLOATS, 3, 3}, {"TANGENT", 0, GLTF_FLOATS, 3, 3}};

static const attribute_rule *find_rule(const attribute_rule *rules, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(rules[i].name);
        if (!rules[i].has_sets && strcmp(name, rules[i].name) == 0) return &rules[i];
        if (rules[i].has_sets && strncmp(name, rules[i].name, length) == 0 && name[length] >= '0' &&
            name[length] < '0' + MOST_SETS && !name[length + 1])
            return &rules[i];
    }
    return NULL;
}

/// Visits the attributes of a primitive or of a morph target. Removes those without a meaning here, and those that do
/// not have `vertices` elements.
static sinew_result visit_attributes(gltf_decoder *decoder, sinew__json_value *attributes, const attribute_rule *rules,
                                     size_t count, size_t vertices, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    sinew__json_value *kept = NULL;
    for (sinew__json_value *item = sinew__json_first(attributes); item; item = item->next) {
        const attribute_rule *rule = item->key ? find_rule(rules, count, item->key) : NULL;
        gltf_accessor accessor = {0};
        sinew_result result = SINEW_OK;
        if (rule) result = visit(decoder, item, rule->kind, rule->least, rule->components, &accessor, error);
        if (result != SINEW_OK) return name_owner(decoder, item->key, result, error);
        if (rule && accessor.count == vertices) {
            kept = item;
            continue;
        }
        if (rule)
            sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_INDICES, decoder->owner,
                               "its attribute '%s' has %zu elements, but the mesh has %zu vertices; it was dropped",
                               rule->name, accessor.count, vertices);
        sinew__json_remove_after(attributes, kept);
        decoder->changed = 1;
    }
    return SINEW_OK;
}

/// Joints and weights go together, set by set from the first on.
static void drop_lonely_sets(gltf_decoder *decoder, sinew__json_value *attributes)
{
    int is_over = 0;
    for (int set = 0; set < MOST_SETS; set++) {
        char joints[16], weights[16];
        snprintf(joints, sizeof joints, "JOINTS_%d", set);
        snprintf(weights, sizeof weights, "WEIGHTS_%d", set);
        const int has_joints = (sinew__json_member(attributes, joints) != NULL);
        const int has_weights = (sinew__json_member(attributes, weights) != NULL);
        is_over |= !has_joints || !has_weights;
        if (!is_over || (!has_joints && !has_weights)) continue;
        sinew__import_warn(&decoder->pass->warnings, &decoder->pass->arena, IMPORT_WARNING_BAD_INDICES, decoder->owner,
                           "set %d of joints and weights is not complete and was dropped", set);
        sinew__json_remove_member(attributes, joints);
        sinew__json_remove_member(attributes, weights);
        decoder->changed = 1;
    }
}

/// Assimp takes all sets of joints for as wide as the first one.
static sinew_result widen_joints(gltf_decoder *decoder, sinew__json_value *attributes, sinew_error *error)
{
    for (sinew__json_value *item = sinew__json_first(attributes); item; item = item->next) {
        gltf_accessor accessor;
        if (strncmp(item->key, "JOINTS_", 7) != 0 || item->number >= (double)decoder->authored_count) continue;
        const sinew_result result = open_accessor(decoder, item, &accessor, error);
        if (result != SINEW_OK) return result;
        if (accessor.type->code == 5123) continue;
        const size_t added = add_accessor(decoder, &accessor, GLTF_SHORTS, 4);
        if (!added) return fail_memory(decoder, error);
        item->number = (double)added;
    }
    return SINEW_OK;
}

// ---- Draco -------------------------------------------------------------------------------------------------------

/// What is in memory as an accessor of packed floats or words.
static gltf_accessor wrap(const void *numbers, int is_float, size_t count, size_t components)
{
    static const gltf_number_type types[] = {{5125, 4, 0, 4294967295}, {5126, 4, 1, 0}};
    return (gltf_accessor){
        .type = &types[is_float], .components = components, .count = count, .first = numbers, .stride = 4 * components};
}

/// Normalises integers as their accessor says.
static void normalize(float *numbers, size_t count, const sinew__json_value *accessor)
{
    static const double largest[] = {127, 255, 32767, 65535};
    const sinew__json_value *code = sinew__json_member(accessor, "componentType");
    if (!sinew__json_is(sinew__json_member(accessor, "normalized"), SINEW__JSON_TRUE) ||
        !sinew__json_is(code, SINEW__JSON_NUMBER) || sinew__gltf_whole(code) < 5120 || sinew__gltf_whole(code) > 5123)
        return;
    for (size_t i = 0; i < count; i++)
        numbers[i] = (float)fmax((double)numbers[i] / largest[sinew__gltf_whole(code) - 5120], -1.0);
}

static size_t components_of(const sinew__json_value *accessor)
{
    const char *type = sinew__json_text(sinew__json_member(accessor, "type"));
    if (!type || strncmp(type, "VEC", 3) != 0 || type[3] < '2' || type[3] > '4' || type[4])
        return type && strcmp(type, "SCALAR") == 0 ? 1 : 0;
    return (size_t)(type[3] - '0');
}

/// Gives an attribute of the primitive the numbers of the Draco mesh's attribute `id`.
static sinew_result take_attribute(gltf_decoder *decoder, const gltf_draco *mesh, const sinew__json_value *id,
                                   sinew__json_value *attribute, sinew_error *error)
{
    const attribute_rule *rule = find_rule(attribute_rules, sizeof attribute_rules / sizeof *attribute_rules, id->key);
    const sinew__json_value *authored = sinew__gltf_item(&decoder->accessors->accessors, attribute);
    const size_t components = components_of(authored), count = sinew__gltf_draco_vertex_count(mesh);
    const sinew__json_value *stated = sinew__json_member(authored, "count");
    if (!rule) return SINEW_OK;
    if (components < rule->least || !sinew__json_is(stated, SINEW__JSON_NUMBER) || stated->number != (double)count)
        return sinew__fail(error, SINEW_ERROR_DAMAGED,
                           "damaged: the Draco stream has %zu vertices, its accessor says otherwise", count);
    float *numbers = SINEW__ARENA_ARRAY(&decoder->pass->arena, float, count *components);
    if (!numbers) return fail_memory(decoder, error);
    if (!sinew__json_is(id, SINEW__JSON_NUMBER) ||
        !sinew__gltf_draco_attribute(mesh, (uint32_t)sinew__gltf_whole(id), components, numbers))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the Draco stream has no such attribute of %zu numbers",
                           components);
    normalize(numbers, count * components, authored);
    const gltf_accessor accessor = wrap(numbers, 1, count, components);
    const size_t added = add_accessor(decoder, &accessor, rule->kind, rule->components);
    if (!added) return fail_memory(decoder, error);
    attribute->number = (double)added;
    return SINEW_OK;
}

/// Indices come from the stream alone: their accessor states a type that they need not have, or is missing.
static sinew_result take_indices(gltf_decoder *decoder, const gltf_draco *mesh, sinew__json_value *primitive,
                                 sinew_error *error)
{
    const size_t count = sinew__gltf_draco_index_count(mesh);
    uint32_t *indices = SINEW__ARENA_ARRAY(&decoder->pass->arena, uint32_t, count);
    if (!indices) return fail_memory(decoder, error);
    sinew__gltf_draco_indices(mesh, indices);
    const gltf_accessor accessor = wrap(indices, 0, count, 1);
    const size_t added = count ? add_accessor(decoder, &accessor, GLTF_WORDS, 1) : 0;
    sinew__json_remove_member(primitive, "indices");
    if (count && (!added || !sinew__json_add_number(&decoder->pass->arena, primitive, "indices", (double)added)))
        return fail_memory(decoder, error);
    sinew__json_remove_member(primitive, "mode"); // a stream has triangles, also of a strip
    return SINEW_OK;
}

static sinew_result take_mesh(gltf_decoder *decoder, const gltf_draco *mesh, const sinew__json_value *draco,
                              sinew__json_value *primitive, sinew_error *error)
{
    sinew__json_value *attributes = sinew__json_member(primitive, "attributes");
    const sinew__json_value *id;
    for (id = sinew__json_first(sinew__json_member(draco, "attributes")); id; id = id->next) {
        sinew__json_value *attribute = sinew__json_member(attributes, id->key);
        const sinew_result result = attribute ? take_attribute(decoder, mesh, id, attribute, error) : SINEW_OK;
        if (result != SINEW_OK) return name_owner(decoder, id->key, result, error);
    }
    return take_indices(decoder, mesh, primitive, error);
}

static sinew_result visit_draco(gltf_decoder *decoder, sinew__json_value *primitive, sinew_error *error)
{
    static const char name[] = "KHR_draco_mesh_compression";
    sinew__json_value *extensions = sinew__json_member(primitive, "extensions");
    const sinew__json_value *draco = sinew__json_member(extensions, name);
    gltf_bytes view;
    char reason[160];
    if (!draco) return SINEW_OK;
    sinew_result result =
        sinew__gltf_view_open(decoder->accessors, sinew__json_member(draco, "bufferView"), &view, error);
    if (result != SINEW_OK) return name_owner(decoder, "Draco", result, error);
    gltf_draco *mesh = sinew__gltf_draco_decode(view.bytes, view.size, reason, sizeof reason);
    if (mesh)
        result = take_mesh(decoder, mesh, draco, primitive, error);
    else if (*reason)
        result = sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s: its Draco stream is damaged: %s", decoder->owner,
                             reason);
    else
        result = sinew__fail_memory(error);
    sinew__gltf_draco_free(mesh);
    sinew__json_remove_member(extensions, name);
    return result;
}

// ---- meshes ------------------------------------------------------------------------------------------------------

static size_t count_bad(const gltf_accessor *indices, size_t vertices)
{
    size_t bad = 0;
    for (size_t i = 0; i < indices->count; i++) bad += !(sinew__gltf_number(indices, i, 0) < (double)vertices);
    return bad;
}

/// Indices that a primitive of a mode needs to have a polygon; 0: there is no such mode.
static size_t least_indices(const sinew__json_value *mode)
{
    static const size_t least[] = {1, 2, 2, 2, 3, 3, 3};
    const double value = sinew__json_is(mode, SINEW__JSON_NUMBER) ? mode->number : 4;
    return value >= 0 && value < (double)(sizeof least / sizeof *least) ? least[(size_t)value] : 0;
}

/// Says in *out_count how many indices of polygons there are.
static sinew_result visit_indices(gltf_decoder *decoder, sinew__json_value *primitive, size_t vertices,
                                  size_t *out_count, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    sinew__json_value *index = sinew__json_member(primitive, "indices");
    gltf_accessor indices;
    *out_count = vertices;
    if (!index) return SINEW_OK;
    const sinew_result result = visit(decoder, index, GLTF_WORDS, 1, 1, &indices, error);
    if (result != SINEW_OK) return name_owner(decoder, "indices", result, error);
    const size_t bad = count_bad(&indices, vertices);
    *out_count = bad < indices.count ? indices.count : 0;
    if (bad)
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_INDICES, decoder->owner,
                           "%zu of its %zu indices name missing vertices; their polygons were dropped", bad,
                           indices.count);
    return SINEW_OK;
}

static sinew_result visit_targets(gltf_decoder *decoder, sinew__json_value *primitive, size_t vertices,
                                  sinew_error *error)
{
    sinew__json_value *target;
    sinew_result result = SINEW_OK;
    for (target = sinew__json_first(sinew__json_member(primitive, "targets")); target; target = target->next) {
        if (result == SINEW_OK)
            result = visit_attributes(decoder, target, target_attributes,
                                      sizeof target_attributes / sizeof *target_attributes, vertices, error);
    }
    return result;
}

/// Says in *out_is_usable whether the primitive has polygons, or points or lines.
static sinew_result visit_primitive(gltf_decoder *decoder, sinew__json_value *primitive, int *out_is_usable,
                                    sinew_error *error)
{
    sinew__json_value *attributes = sinew__json_member(primitive, "attributes");
    gltf_accessor position = {0};
    size_t count = 0;
    *out_is_usable = 0;
    sinew_result result = visit_draco(decoder, primitive, error);
    sinew__json_value *index = sinew__json_member(attributes, "POSITION");
    if (result != SINEW_OK || !index) return result;
    result = visit(decoder, index, GLTF_FLOATS, 3, 3, &position, error);
    if (result != SINEW_OK) return name_owner(decoder, "POSITION", result, error);
    result = visit_attributes(decoder, attributes, attribute_rules, sizeof attribute_rules / sizeof *attribute_rules,
                              position.count, error);
    drop_lonely_sets(decoder, attributes);
    if (result == SINEW_OK && (sinew__json_member(attributes, "JOINTS_1") != NULL))
        result = widen_joints(decoder, attributes, error);
    if (result == SINEW_OK) result = visit_indices(decoder, primitive, position.count, &count, error);
    if (result == SINEW_OK) result = visit_targets(decoder, primitive, position.count, error);
    const size_t least = least_indices(sinew__json_member(primitive, "mode"));
    *out_is_usable = least > 0 && count >= least;
    return result;
}

static sinew_result visit_mesh(gltf_decoder *decoder, sinew__json_value *mesh, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    sinew__json_value *primitives = sinew__json_member(mesh, "primitives");
    sinew__json_value *kept = NULL;
    for (sinew__json_value *primitive = sinew__json_first(primitives); primitive; primitive = primitive->next) {
        int is_usable;
        const sinew_result result = visit_primitive(decoder, primitive, &is_usable, error);
        if (result != SINEW_OK) return result;
        if (is_usable) {
            kept = primitive;
            continue;
        }
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_EMPTY_MESH, decoder->owner,
                           "a primitive has no polygons and was dropped");
        sinew__json_remove_after(primitives, kept);
        decoder->changed = 1;
    }
    return SINEW_OK;
}

// ---- skins -------------------------------------------------------------------------------------------------------

/// A skin without matrices was bound where its joints' spaces are that of the mesh.
static sinew_result add_identities(gltf_decoder *decoder, sinew__json_value *skin, size_t count, sinew_error *error)
{
    float *numbers = SINEW__ARENA_ARRAY(&decoder->pass->arena, float, count * 16);
    if (!numbers) return fail_memory(decoder, error);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 16; k++) numbers[i * 16 + k] = k % 5 == 0 ? 1.0f : 0.0f;
    const gltf_accessor accessor = wrap(numbers, 1, count, 16);
    const size_t added = add_accessor(decoder, &accessor, GLTF_FLOATS, 16);
    return added && sinew__json_add_number(&decoder->pass->arena, skin, "inverseBindMatrices", (double)added)
               ? SINEW_OK
               : fail_memory(decoder, error);
}

static sinew_result visit_skin(gltf_decoder *decoder, sinew__json_value *skin, sinew_error *error)
{
    sinew__json_value *index = sinew__json_member(skin, "inverseBindMatrices");
    const size_t joints = (size_t)sinew__json_count(sinew__json_member(skin, "joints"));
    gltf_accessor matrices;
    if (joints == 0) return SINEW_OK;
    if (!index) return add_identities(decoder, skin, joints, error);
    const sinew_result result = visit(decoder, index, GLTF_FLOATS, 16, 16, &matrices, error);
    if (result != SINEW_OK) return name_owner(decoder, "inverseBindMatrices", result, error);
    if (matrices.count >= joints) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: %s has %zu joints, but %zu inverse bind matrices",
                       decoder->owner, joints, matrices.count);
}

/// The accessor that an attribute names now, be it authored or new; all of them have been visited.
static const gltf_accessor *accessor_of(const gltf_decoder *decoder, const sinew__json_value *attributes,
                                        const char *name, int set)
{
    char key[16];
    snprintf(key, sizeof key, "%s_%d", name, set);
    const sinew__json_value *index = sinew__json_member(attributes, key);
    if (!index) return NULL;
    const size_t number = (size_t)index->number;
    return number < decoder->authored_count ? &decoder->opened[number]
                                            : &decoder->items[number - decoder->authored_count].from;
}

/// Weights of joints that a skin of `joint_count` joints does not have. Assimp drops them in silence.
static size_t count_lost_weights(const gltf_decoder *decoder, const sinew__json_value *attributes, size_t joint_count)
{
    size_t lost = 0;
    for (int set = 0; set < MOST_SETS; set++) {
        const gltf_accessor *joints = accessor_of(decoder, attributes, "JOINTS", set);
        const gltf_accessor *weights = accessor_of(decoder, attributes, "WEIGHTS", set);
        for (size_t i = 0; joints && weights && i < joints->count; i++)
            for (size_t c = 0; c < MOST_NUMBERS; c++)
                lost +=
                    sinew__gltf_number(joints, i, c) >= (double)joint_count && sinew__gltf_number(weights, i, c) > 0;
    }
    return lost;
}

/// After meshes and skins: each mesh has one skin at most by now.
static sinew_result check_joints(gltf_decoder *decoder, const sinew__json_value *root, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    const sinew__json_value *node, *primitive;
    gltf_list meshes, skins;
    if (!sinew__gltf_list(pass, sinew__json_member(root, "meshes"), &meshes) ||
        !sinew__gltf_list(pass, sinew__json_member(root, "skins"), &skins))
        return fail_memory(decoder, error);
    for (node = sinew__json_first(sinew__json_member(root, "nodes")); node; node = node->next) {
        const sinew__json_value *index = sinew__json_member(node, "mesh"), *mesh = sinew__gltf_item(&meshes, index);
        const sinew__json_value *skin = sinew__gltf_item(&skins, sinew__json_member(node, "skin"));
        const size_t joints = (size_t)sinew__json_count(sinew__json_member(skin, "joints"));
        size_t lost = 0;
        if (!mesh || !skin) continue;
        meshes.items[(size_t)index->number] = NULL; // looked at once
        for (primitive = sinew__json_first(sinew__json_member(mesh, "primitives")); primitive;
             primitive = primitive->next)
            lost += count_lost_weights(decoder, sinew__json_member(primitive, "attributes"), joints);
        if (lost)
            sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_INDICES,
                               sinew__json_text(sinew__json_member(node, "name")),
                               "%zu weights are of joints that its skin of %zu joints does not have; they were dropped",
                               lost, joints);
    }
    return SINEW_OK;
}

// ---- animations --------------------------------------------------------------------------------------------------

/// Numbers of a value of a path; 0: core glTF has no such path.
static size_t numbers_of_path(const char *path)
{
    static const struct {
        const char *path;
        size_t numbers;
    } paths[] = {{"translation", 3}, {"rotation", 4}, {"scale", 3}, {"weights", 1}};
    for (size_t i = 0; path && i < sizeof paths / sizeof *paths; i++)
        if (strcmp(path, paths[i].path) == 0) return paths[i].numbers;
    return 0;
}

/// Why a channel cannot be played, or NULL.
static const char *problem_of(const gltf_accessor *times, const gltf_accessor *values, int is_cubic, size_t numbers)
{
    const size_t least = times->count * (is_cubic ? 3 : 1);
    if (times->count > SIZE_MAX / 3 || values->count < least) return "it has fewer values than times";
    return numbers == 1 && values->count % least ? "its times do not have as many weights each" : NULL;
}

static sinew_result visit_sampler(gltf_decoder *decoder, sinew__json_value *sampler, size_t numbers,
                                  const char **out_problem, sinew_error *error)
{
    const char *interpolation = sinew__json_text(sinew__json_member(sampler, "interpolation"));
    const int is_cubic = interpolation && strcmp(interpolation, "CUBICSPLINE") == 0;
    gltf_accessor times, values;
    sinew_result result = visit(decoder, sinew__json_member(sampler, "input"), GLTF_FLOATS, 1, 1, &times, error);
    if (result != SINEW_OK) return name_owner(decoder, "times", result, error);
    result = visit(decoder, sinew__json_member(sampler, "output"), GLTF_FLOATS, numbers, numbers, &values, error);
    if (result != SINEW_OK) return name_owner(decoder, "values", result, error);
    *out_problem = problem_of(&times, &values, is_cubic, numbers);
    return SINEW_OK;
}

/// Checks a channel; *out_problem says why it is to be removed, or is NULL.
static sinew_result visit_channel(gltf_decoder *decoder, const sinew__json_value *channel, const gltf_list *samplers,
                                  unsigned char *is_used, const char **out_problem, sinew_error *error)
{
    const sinew__json_value *target = sinew__json_member(channel, "target");
    const sinew__json_value *node = sinew__json_member(target, "node");
    const sinew__json_value *index = sinew__json_member(channel, "sampler");
    const sinew__json_value *sampler = sinew__gltf_item(samplers, index);
    const size_t numbers = numbers_of_path(sinew__json_text(sinew__json_member(target, "path")));
    *out_problem = NULL;
    if (numbers == 0)
        *out_problem = "it animates something else than a transform or morph weights";
    else if (!sinew__json_is(node, SINEW__JSON_NUMBER) ||
             !(node->number >= 0 && node->number < (double)decoder->node_count))
        *out_problem = "its node is not in the file";
    else if (!sampler)
        *out_problem = "it has no keys";
    if (*out_problem) return SINEW_OK;
    is_used[(size_t)index->number] = 1;
    return visit_sampler(decoder, (sinew__json_value *)(uintptr_t)sampler, numbers, out_problem, error);
}

static sinew_result visit_animation(gltf_decoder *decoder, sinew__json_value *animation, sinew_error *error)
{
    import_pass *pass = decoder->pass;
    sinew__json_value *channels = sinew__json_member(animation, "channels");
    gltf_list samplers;
    if (!sinew__gltf_list(pass, sinew__json_member(animation, "samplers"), &samplers))
        return fail_memory(decoder, error);
    unsigned char *is_used = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, samplers.count);
    if (!is_used) return fail_memory(decoder, error);
    sinew__json_value *kept = NULL;
    for (sinew__json_value *channel = sinew__json_first(channels); channel; channel = channel->next) {
        const char *problem;
        const sinew_result result = visit_channel(decoder, channel, &samplers, is_used, &problem, error);
        if (result != SINEW_OK) return result;
        if (!problem) {
            kept = channel;
            continue;
        }
        sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_KEYS, decoder->owner,
                           "a channel was dropped: %s", problem);
        sinew__json_remove_after(channels, kept);
        decoder->changed = 1;
    }
    for (size_t i = 0; i < samplers.count; i++) { // Assimp reads all of them
        if (is_used[i]) continue;
        sinew__json_value *sampler = (sinew__json_value *)(uintptr_t)samplers.items[i];
        sinew__json_remove_member(sampler, "input");
        sinew__json_remove_member(sampler, "output");
        decoder->changed = 1;
    }
    return SINEW_OK;
}

// ---- the new buffer ----------------------------------------------------------------------------------------------

/// An array of the document; anything else in its place is replaced by an array.
static sinew__json_value *array_of(const gltf_decoder *decoder, sinew__json_value *root, const char *name)
{
    sinew__json_value *array = sinew__json_member(root, name);
    if (sinew__json_is(array, SINEW__JSON_ARRAY)) return array;
    sinew__json_remove_member(root, name);
    return sinew__json_add(&decoder->pass->arena, root, name, SINEW__JSON_ARRAY);
}

/// Adds an object with a byteLength to an array. Returns it, or NULL when out of memory.
static sinew__json_value *add_range(const gltf_decoder *decoder, sinew__json_value *array, size_t size)
{
    sinew__arena *arena = &decoder->pass->arena;
    sinew__json_value *object = sinew__json_add(arena, array, NULL, SINEW__JSON_OBJECT);
    return sinew__json_add_number(arena, object, "byteLength", (double)size) ? object : NULL;
}

/// Adds a buffer and a view of all of it. The first buffer of a .glb is its binary chunk, be there one or not. Returns
/// 0 when out of memory.
static int add_buffer(const gltf_decoder *decoder, sinew__json_value *root)
{
    sinew__json_value *buffers = array_of(decoder, root, "buffers"), *views = array_of(decoder, root, "bufferViews");
    const int is_glb = strcmp(decoder->pass->format.extension, "glb") == 0;
    const size_t count = decoder->accessors->buffers.count;
    if (is_glb && count == 0 && !add_range(decoder, buffers, 0)) return 0;
    sinew__json_value *buffer = add_range(decoder, buffers, decoder->size),
                      *view = add_range(decoder, views, decoder->size);
    return sinew__json_add_text(&decoder->pass->arena, buffer, "uri", GLTF_DECODED_NAME) &&
           sinew__json_add_number(&decoder->pass->arena, view, "buffer", (double)(is_glb && count == 0 ? 1 : count));
}

/// Views of compressed data have no data of their own, and their buffer none at all: for Assimp it is empty.
static void empty_fallback_buffers(gltf_decoder *decoder)
{
    const int is_glb = strcmp(decoder->pass->format.extension, "glb") == 0;
    const gltf_list *buffers = &decoder->accessors->buffers;
    for (size_t i = is_glb ? 1 : 0; i < buffers->count; i++) {
        sinew__json_value *length = sinew__json_member(buffers->items[i], "byteLength");
        if (!length || (sinew__json_member(buffers->items[i], "uri") != NULL)) continue;
        length->number = 0;
        decoder->changed = 1;
    }
}

static sinew_result write_buffer(gltf_decoder *decoder, sinew__json_value *root, side_file *out, sinew_error *error)
{
    if (decoder->count == 0) return SINEW_OK;
    unsigned char *bytes = sinew__arena_aligned(&decoder->pass->arena, decoder->size, 16);
    if (!bytes || !add_buffer(decoder, root)) return fail_memory(decoder, error);
    for (size_t i = 0; i < decoder->count; i++) {
        const decoded_accessor *item = &decoder->items[i];
        sinew__gltf_write(&item->from, item->kind, item->components, bytes + item->offset);
    }
    *out = (side_file){.name = GLTF_DECODED_NAME, .bytes = bytes, .size = decoder->size};
    return SINEW_OK;
}

static int begin(gltf_decoder *decoder, sinew__json_value *root)
{
    sinew__arena *arena = &decoder->pass->arena;
    decoder->array = array_of(decoder, root, "accessors");
    decoder->authored_count = decoder->accessors->accessors.count;
    decoder->node_count = (size_t)sinew__json_count(sinew__json_member(root, "nodes"));
    decoder->opened = SINEW__ARENA_ARRAY(arena, gltf_accessor, decoder->authored_count);
    for (int kind = 0; kind < KINDS; kind++)
        decoder->replacements[kind] = SINEW__ARENA_ARRAY(arena, size_t, decoder->authored_count);
    return decoder->array && !arena->failed;
}

/// Visits the objects of an array of the document, whose errors name them as `kind`.
static sinew_result
visit_each(gltf_decoder *decoder, const sinew__json_value *root, const char *array, const char *kind,
           sinew_result (*visit_one)(gltf_decoder *decoder, sinew__json_value *object, sinew_error *error),
           sinew_error *error)
{
    size_t index = 0;
    sinew_result result = SINEW_OK;
    sinew__json_value *object;
    for (object = sinew__json_first(sinew__json_member(root, array)); object; object = object->next) {
        set_owner(decoder, kind, object, index++);
        if (result == SINEW_OK) result = visit_one(decoder, object, error);
    }
    return result;
}

sinew_result sinew__gltf_decode(gltf_accessors *accessors, sinew__json_value *root, side_file *out_file,
                                int *out_changed, sinew_error *error)
{
    gltf_decoder decoder = {.pass = accessors->pass, .accessors = accessors};
    *out_file = (side_file){0};
    if (!begin(&decoder, root)) return fail_memory(&decoder, error);
    sinew_result result = visit_each(&decoder, root, "meshes", "mesh", visit_mesh, error);
    if (result == SINEW_OK) result = visit_each(&decoder, root, "skins", "skin", visit_skin, error);
    if (result == SINEW_OK) result = check_joints(&decoder, root, error);
    if (result == SINEW_OK) result = visit_each(&decoder, root, "animations", "clip", visit_animation, error);
    if (result == SINEW_OK) result = write_buffer(&decoder, root, out_file, error);
    if (result == SINEW_OK) empty_fallback_buffers(&decoder);
    *out_changed |= decoder.changed;
    return result;
}
