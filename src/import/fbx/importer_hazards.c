// Finds parts of an FBX document that make importers crash, fail or take too long.
#include "import/import_stages.h"

#include <stdlib.h>
#include <string.h>

#include "import/side_files/images.h"
#include "sinew/pose.h"

static void warn(import_pass *pass, const char *object, const char *what)
{
    sinew__import_warn(pass, IMPORT_WARNING_IMPORTER_HAZARD, object, "%s", what);
}

// ---- names -------------------------------------------------------------------------------------------------------

static int compare_names(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/// Warns of repeated and empty names of bones, because importers identify bones by name.
static void warn_of_names(import_pass *pass)
{
    const fbx_document *document = pass->document;
    const char **names = SINEW__ARENA_ARRAY(&pass->arena, const char *, document->object_count);
    if (!names) return;
    size_t count = 0;
    for (size_t i = 0; i < document->object_count; ++i)
        if (document->objects[i].kind == FBX_MODEL) names[count++] = document->objects[i].name;
    qsort(names, count, sizeof *names, compare_names);
    for (size_t first = 0, end; first < count; first = end) {
        for (end = first + 1; end < count && strcmp(names[end], names[first]) == 0;) end++;
        const size_t times = end - first;
        if (*names[first] == '\0')
            sinew__import_warn(pass, IMPORT_WARNING_IMPORTER_HAZARD, NULL, "%zu node%s no name", times,
                               times == 1 ? " has" : "s have");
        else if (times > 1)
            sinew__import_warn(pass, IMPORT_WARNING_IMPORTER_HAZARD, names[first], "%zu nodes have this name", times);
    }
}

// ---- circles -----------------------------------------------------------------------------------------------------

/// Numbers of an object's incoming and outgoing connections that remain while dead ends are removed.
typedef struct ends {
    int32_t in, out;
} ends;

static int both_are_models(const fbx_connection *connection)
{
    return connection->source->kind == FBX_MODEL && connection->target->kind == FBX_MODEL;
}

/// Removes the connections of `object` and appends the objects that become dead ends to `list`. Returns the new length
/// of the list.
static size_t take_away(const fbx_document *document, int32_t object, ends *counts, int32_t *list, size_t count)
{
    const fbx_connections to = sinew__fbx_targets(document, &document->objects[object]);
    const fbx_connections from = sinew__fbx_sources(document, &document->objects[object]);
    for (size_t i = 0; i < to.count; ++i) {
        const int32_t other = to.items[i].target->index;
        if (both_are_models(&to.items[i]) || counts[other].in == 0) continue;
        if (--counts[other].in == 0 && counts[other].out > 0) list[count++] = other;
    }
    for (size_t i = 0; i < from.count; ++i) {
        const int32_t other = from.items[i].source->index;
        if (both_are_models(&from.items[i]) || counts[other].out == 0) continue;
        if (--counts[other].out == 0 && counts[other].in > 0) list[count++] = other;
    }
    counts[object] = (ends){0, 0};
    return count;
}

/// Warns of connection cycles: removes all objects without a source or without a target, repeatedly. The rest is part
/// of a cycle or between two cycles.
static void warn_of_circles(import_pass *pass)
{
    const fbx_document *document = pass->document;
    ends *counts = SINEW__ARENA_ARRAY(&pass->arena, ends, document->object_count);
    int32_t *list = SINEW__ARENA_ARRAY(&pass->arena, int32_t, document->object_count);
    if (!counts || !list) return;
    for (size_t i = 0; i < document->connection_count; ++i) {
        if (both_are_models(&document->connections[i])) continue;
        counts[document->connections[i].source->index].out++;
        counts[document->connections[i].target->index].in++;
    }
    size_t count = 0;
    for (size_t i = 0; i < document->object_count; ++i)
        if ((counts[i].in == 0) != (counts[i].out == 0)) list[count++] = (int32_t)i;
    while (count > 0) {
        const int32_t object = list[--count];
        count = take_away(document, object, counts, list, count);
    }
    for (size_t i = 0; i < document->object_count; ++i)
        if (counts[i].in && counts[i].out)
            sinew__import_warn(pass, IMPORT_WARNING_IMPORTER_HAZARD, document->objects[i].name,
                               "%s: it is part of a connection cycle", document->objects[i].class_name);
}

// ---- properties --------------------------------------------------------------------------------------------------

/// Whether importers read a property type; source: Assimp's reader of typed properties.
static int is_known_type(fbx_bytes type)
{
    static const char *const hazard_types[] = {
        "Bool",    "bool",        "Color",           "ColorAndAlpha", "ColorRGB",
        "Enum",    "FieldOfView", "Float",           "Int",           "Integer",
        "KString", "KTime",       "Lcl Rotation",    "Lcl Scaling",   "Lcl Translation",
        "Number",  "ULongLong",   "UnitScaleFactor", "Vector",        "Vector3D",
        "double",  "enum",        "float",           "int",
    };
    for (size_t i = 0; i < sizeof hazard_types / sizeof *hazard_types; ++i)
        if (strlen(hazard_types[i]) == type.size && memcmp(hazard_types[i], type.bytes, type.size) == 0) return 1;
    return 0;
}

/// Warns of properties of unknown type that a user has added, `P: name, type, label, flags, …` with a U among the
/// flags.
static void warn_of_properties(import_pass *pass, const fbx_object *object)
{
    for (const fbx_record *property = object->properties ? object->properties->first_child : NULL; property;
         property = property->next) {
        const fbx_bytes flags = sinew__fbx_record_bytes(property, 3);
        if (flags.size == 0 || !memchr(flags.bytes, 'U', flags.size)) continue;
        if (is_known_type(sinew__fbx_record_bytes(property, 1))) continue;
        const char *name = sinew__fbx_text_utf8(&pass->arena, sinew__fbx_record_bytes(property, 0));
        const char *type = sinew__fbx_text_utf8(&pass->arena, sinew__fbx_record_bytes(property, 1));
        if (!name || !type) return;
        sinew__import_warn(pass, IMPORT_WARNING_IMPORTER_HAZARD, object->name,
                           "its property '%s' is of the type '%s', which importers do not know; it is dropped", name,
                           type);
    }
}

// ---- media and curves --------------------------------------------------------------------------------------------

/// Returns the first object to one of whose properties `object` is connected, or NULL.
static const fbx_object *moved_by(const fbx_document *document, const fbx_object *object)
{
    const fbx_connections to = sinew__fbx_targets(document, object);
    for (size_t i = 0; i < to.count; ++i)
        if (*to.items[i].target_property) return to.items[i].target;
    return NULL;
}

// ---- materials ---------------------------------------------------------------------------------------------------

/// Largest number of materials that a mesh may refer to without having them, because Assimp takes quadratic time for
/// these; largest depth of nested models, because Assimp recurses on them.
enum { MOST_MISSING_MATERIALS = 64, DEEPEST_CHAIN = SINEW_RECURSION_MAX };

static int compare_slots(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return (a > b) - (a < b);
}

/// Returns the number of different materials that the polygons of a geometry refer to but no model of the geometry has;
/// 0 when out of memory.
static size_t count_missing_materials(import_pass *pass, const fbx_object *geometry)
{
    const fbx_record *layer = sinew__fbx_record_child(geometry->record, FBX_NAME(LAYER_ELEMENT_MATERIAL));
    const fbx_record *record = sinew__fbx_record_child(layer, FBX_NAME(MATERIALS));
    const fbx_value *value = sinew__fbx_record_value(record, 0);
    const int is_array = value && value->kind == FBX_VALUE_ARRAY;
    if (!is_array || value->as.array->count <= MOST_MISSING_MATERIALS) return 0;
    const int32_t *slots;
    size_t count, missing = 0;
    if (sinew__fbx_record_int32s(&pass->arena, record, &slots, &count, NULL) != SINEW_OK) return 0;
    int32_t *sorted = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    if (!sorted) return 0;
    memcpy(sorted, slots, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_slots);
    int32_t materials = 0; // largest number of materials of a model with the geometry
    const fbx_connections models = sinew__fbx_targets(pass->document, geometry);
    for (size_t i = 0; i < models.count; ++i) {
        int32_t own = 0;
        const fbx_connections sources = sinew__fbx_sources(pass->document, models.items[i].target);
        for (size_t k = 0; k < sources.count; ++k) own += sources.items[k].source->kind == FBX_MATERIAL;
        if (own > materials) materials = own;
    }
    for (size_t i = 0; i < count; ++i)
        missing += (sorted[i] < 0 || sorted[i] >= materials) && (i == 0 || sorted[i] != sorted[i - 1]);
    return missing;
}

// ---- chains --------------------------------------------------------------------------------------------------------

static const fbx_object *model_above(const fbx_document *document, const fbx_object *model)
{
    const fbx_connections targets = sinew__fbx_targets(document, model);
    for (size_t i = 0; i < targets.count; ++i)
        if (targets.items[i].target->kind == FBX_MODEL) return targets.items[i].target;
    return NULL;
}

/// Returns the length of the longest chain of models below each other; 0 when out of memory. Visits each model once:
/// the way up from a model ends at a model whose depth is known or, in a cycle, at a model that is already on this way.
static int32_t longest_chain(import_pass *pass)
{
    enum { ON_THE_WAY = -1 };
    const fbx_document *document = pass->document;
    int32_t *depths = SINEW__ARENA_ARRAY(&pass->arena, int32_t, document->object_count), longest = 0;
    const fbx_object **way = SINEW__ARENA_ARRAY(&pass->arena, const fbx_object *, document->object_count);
    if (!depths || !way) return 0;
    for (size_t i = 0; i < document->object_count; ++i) depths[i] = 0;
    for (size_t i = 0; i < document->object_count; ++i) {
        if (document->objects[i].kind != FBX_MODEL) continue;
        size_t count = 0;
        const fbx_object *at = &document->objects[i];
        for (; at && depths[at->index] == 0; at = model_above(document, at)) {
            depths[at->index] = ON_THE_WAY;
            way[count++] = at;
        }
        int32_t depth = at && depths[at->index] > 0 ? depths[at->index] : 0;
        while (count > 0) depths[way[--count]->index] = ++depth;
        if (depth > longest) longest = depth;
    }
    return longest;
}

const char *sinew__find_importer_trap(import_pass *pass)
{
    const int32_t depth = longest_chain(pass);
    if (depth > DEEPEST_CHAIN)
        return sinew__arena_format(&pass->arena,
                                   "not asked, because it would recurse through %d nodes below each other", (int)depth);
    for (size_t i = 1; i < pass->document->object_count; ++i) {
        const fbx_object *geometry = &pass->document->objects[i];
        const size_t count = geometry->kind == FBX_GEOMETRY ? count_missing_materials(pass, geometry) : 0;
        if (count <= MOST_MISSING_MATERIALS) continue;
        const fbx_connections models = sinew__fbx_targets(pass->document, geometry);
        const char *name = *geometry->name || models.count == 0 ? geometry->name : models.items[0].target->name;
        return sinew__arena_format(&pass->arena,
                                   "not asked, because it would build a mesh for each of %zu materials that the "
                                   "polygons of '%s' name and the file does not have",
                                   count, name);
    }
    return NULL;
}

void sinew__warn_of_importer_hazards(import_pass *pass)
{
    const fbx_document *document = pass->document;
    warn_of_names(pass);
    warn_of_circles(pass);
    for (size_t i = 1; i < document->object_count; ++i) {
        const fbx_object *object = &document->objects[i];
        warn_of_properties(pass, object);
        if (object->kind == FBX_VIDEO && sinew__fbx_record_child(object->record, FBX_NAME(CONTENT))) {
            fbx_bytes content = {0};
            image_size size;
            const sinew_result result = sinew__fbx_video_content(pass->document, object, &content, NULL);
            const fbx_bytes path = sinew__fbx_media_file_name(object);
            const int is_tga = path.size > 4 && strncmp(path.bytes + path.size - 4, ".tga", 4) == 0;
            const unsigned char *bytes = (const unsigned char *)content.bytes;
            if (result == SINEW_OK && content.size > 0 &&
                !sinew__image_size_read(bytes, content.size, is_tga ? "tga" : "", &size))
                warn(pass, object->name, "its embedded file is not an image of a known format");
        }
        if (object->kind != FBX_ANIMATION_CURVE) continue;
        const fbx_record *times = sinew__fbx_record_child(object->record, FBX_NAME(KEY_TIME));
        const fbx_value *first = sinew__fbx_record_value(times, 0);
        const int is_array = first && first->kind == FBX_VALUE_ARRAY;
        if (is_array ? first->as.array->count : times && times->value_count) continue;
        const fbx_object *node = moved_by(document, object), *moved = node ? moved_by(document, node) : NULL;
        warn(pass, moved ? moved->name : object->name, "an animation curve of it has no keys and is dropped");
    }
}
