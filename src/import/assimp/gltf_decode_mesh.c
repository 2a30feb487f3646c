// The meshes of a glTF file that is rewritten for Assimp: attributes, Draco streams, indices and morph targets.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/gltf_decoder.h"
#include "import/assimp/gltf_draco.h"

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
            name[length] < '0' + GLTF_MOST_SETS && !name[length + 1])
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
        if (rule)
            result = sinew__gltf_visit(decoder, item, rule->kind, rule->least, rule->components, &accessor, error);
        if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, item->key, result, error);
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
    for (int set = 0; set < GLTF_MOST_SETS; set++) {
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
        const sinew_result result = sinew__gltf_open_accessor(decoder, item, &accessor, error);
        if (result != SINEW_OK) return result;
        if (accessor.type->code == 5123) continue;
        const size_t added = sinew__gltf_add_accessor(decoder, &accessor, GLTF_SHORTS, 4);
        if (!added) return sinew__gltf_fail_memory(decoder, error);
        item->number = (double)added;
    }
    return SINEW_OK;
}

// ---- Draco -------------------------------------------------------------------------------------------------------

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
    if (!numbers) return sinew__gltf_fail_memory(decoder, error);
    if (!sinew__json_is(id, SINEW__JSON_NUMBER) ||
        !sinew__gltf_draco_attribute(mesh, (uint32_t)sinew__gltf_whole(id), components, numbers))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: the Draco stream has no such attribute of %zu numbers",
                           components);
    normalize(numbers, count * components, authored);
    const gltf_accessor accessor = sinew__gltf_wrap(numbers, 1, count, components);
    const size_t added = sinew__gltf_add_accessor(decoder, &accessor, rule->kind, rule->components);
    if (!added) return sinew__gltf_fail_memory(decoder, error);
    attribute->number = (double)added;
    return SINEW_OK;
}

/// Indices come from the stream alone: their accessor states a type that they need not have, or is missing.
static sinew_result take_indices(gltf_decoder *decoder, const gltf_draco *mesh, sinew__json_value *primitive,
                                 sinew_error *error)
{
    const size_t count = sinew__gltf_draco_index_count(mesh);
    uint32_t *indices = SINEW__ARENA_ARRAY(&decoder->pass->arena, uint32_t, count);
    if (!indices) return sinew__gltf_fail_memory(decoder, error);
    sinew__gltf_draco_indices(mesh, indices);
    const gltf_accessor accessor = sinew__gltf_wrap(indices, 0, count, 1);
    const size_t added = count ? sinew__gltf_add_accessor(decoder, &accessor, GLTF_WORDS, 1) : 0;
    sinew__json_remove_member(primitive, "indices");
    if (count && (!added || !sinew__json_add_number(&decoder->pass->arena, primitive, "indices", (double)added)))
        return sinew__gltf_fail_memory(decoder, error);
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
        if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, id->key, result, error);
    }
    return take_indices(decoder, mesh, primitive, error);
}

static sinew_result visit_draco(gltf_decoder *decoder, sinew__json_value *primitive, sinew_error *error)
{
    static const char name[] = "KHR_draco_mesh_compression";
    sinew__json_value *extensions = sinew__json_member(primitive, "extensions");
    const sinew__json_value *draco = sinew__json_member(extensions, name);
    gltf_bytes view;
    char reason[160] = "";
    gltf_draco *mesh;
    if (!draco) return SINEW_OK;
    sinew_result result =
        sinew__gltf_view_open(decoder->accessors, sinew__json_member(draco, "bufferView"), &view, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, "Draco", result, error);
    result = sinew__gltf_draco_decode(view.bytes, view.size, &mesh, reason, sizeof reason);
    if (result == SINEW_OK)
        result = take_mesh(decoder, mesh, draco, primitive, error);
    else if (result == SINEW_ERROR_DAMAGED)
        result = sinew__fail(error, result, "damaged: %s: its Draco stream is damaged: %s", decoder->owner, reason);
    else if (result == SINEW_ERROR_UNSUPPORTED)
        result = sinew__fail(error, result, "unsupported: %s: this build reads no meshes that Draco compressed",
                             decoder->owner);
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
    const sinew_result result = sinew__gltf_visit(decoder, index, GLTF_WORDS, 1, 1, &indices, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, "indices", result, error);
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
    result = sinew__gltf_visit(decoder, index, GLTF_FLOATS, 3, 3, &position, error);
    if (result != SINEW_OK) return sinew__gltf_name_owner(decoder, "POSITION", result, error);
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

sinew_result sinew__gltf_visit_mesh(gltf_decoder *decoder, sinew__json_value *mesh, sinew_error *error)
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
