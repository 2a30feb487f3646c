// Reads connections `C: "OP", source, target, "property"`, sorts them by either end, and looks them up.
#include <string.h>

#include "fbx/fbx_index.h"
#include "fbx/fbx_parse.h"

// ---- reading -----------------------------------------------------------------------------------------------------

/// Reads a connection; returns 0 if one of its ends does not exist. The two letters tell whether source and target are
/// objects or properties. Also returns 0 if the source is the scene, unless the target is a deformer, whose bone the
/// scene then is.
static int read_connection(const fbx_document *document, const fbx_record *record, fbx_connection *out,
                           fbx_bytes out_properties[2])
{
    const fbx_bytes kind = sinew__fbx_record_bytes(record, 0);
    if (kind.size != 2) return 0;
    size_t at = 1;
    out->source = sinew__fbx_object_by_id(document, sinew__fbx_record_integer(record, at++, -1));
    out_properties[0] = kind.bytes[0] == 'P' ? sinew__fbx_record_bytes(record, at++) : (fbx_bytes){"", 0};
    out->target = sinew__fbx_object_by_id(document, sinew__fbx_record_integer(record, at++, -1));
    out_properties[1] = kind.bytes[1] == 'P' ? sinew__fbx_record_bytes(record, at++) : (fbx_bytes){"", 0};
    return out->source && out->target && (out->source->id != 0 || out->target->kind == FBX_DEFORMER);
}

/// Returns a copy of a property's name. Thousands of connections use the same few names, so the last copy is tried
/// first.
static const char *property_name(fbx_document *document, fbx_bytes name, const char *last)
{
    if (name.size == 0) return "";
    if (strlen(last) == name.size && memcmp(last, name.bytes, name.size) == 0) return last;
    return sinew__fbx_text_utf8(document->arena, name);
}

/// Sorts connections by the index of one end (counting sort). Connections with the same end stay in the order of the
/// file.
static sinew_result sort_by_end(const fbx_document *document, int by_target, const fbx_connection **out_sorted,
                                const size_t **out_start)
{
    const size_t count = document->connection_count;
    size_t *start = SINEW__ARENA_ARRAY(document->arena, size_t, document->object_count + 2);
    fbx_connection *sorted = SINEW__ARENA_ARRAY(document->arena, fbx_connection, count);
    if (!start || !sorted) return SINEW_ERROR_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; ++i) {
        const fbx_connection *c = &document->connections[i];
        start[(by_target ? c->target : c->source)->index + 2]++;
    }
    for (size_t i = 1; i < document->object_count + 2; ++i) start[i] += start[i - 1];
    for (size_t i = 0; i < count; ++i) {
        const fbx_connection *c = &document->connections[i];
        sorted[start[(by_target ? c->target : c->source)->index + 1]++] = *c;
    }
    *out_sorted = sorted;
    *out_start = start;
    return SINEW_OK;
}

/// Hash set of the connections read so far. Some files repeat a connection thousands of times, which would take
/// quadratic time in code that follows connections of connections.
typedef struct seen_connections {
    uint32_t *slots; ///< [capacity] position in the list + 1; 0: free
    size_t capacity; ///< a power of two
} seen_connections;

static int same_connection(const fbx_connection *a, const fbx_connection *b)
{
    return a->source == b->source && a->target == b->target && strcmp(a->source_property, b->source_property) == 0 &&
           strcmp(a->target_property, b->target_property) == 0;
}

static uint64_t connection_hash(const fbx_connection *c)
{
    const uint64_t factor = 0x9e3779b97f4a7c15u;
    uint64_t hash = ((uint64_t)c->source->index * factor) ^ (uint64_t)c->target->index;
    for (const char *at = c->target_property; *at; ++at) hash = hash * factor + (unsigned char)*at;
    return (hash * factor) >> 20;
}

/// Adds `list[count]` to the set. Returns whether an equal connection is in it already.
static int seen_before(seen_connections *seen, const fbx_connection *list, size_t count)
{
    size_t slot = connection_hash(&list[count]) & (seen->capacity - 1);
    for (; seen->slots[slot]; slot = (slot + 1) & (seen->capacity - 1))
        if (same_connection(&list[seen->slots[slot] - 1], &list[count])) return 1;
    seen->slots[slot] = (uint32_t)count + 1;
    return 0;
}

sinew_result sinew__fbx_read_connections(fbx_document *document, sinew_error *error)
{
    const fbx_record *list = sinew__fbx_record_child(document->root, FBX_NAME(CONNECTIONS));
    size_t max_count = 0;
    for (const fbx_record *child = list ? list->first_child : NULL; child; child = child->next) max_count++;
    fbx_connection *connections = SINEW__ARENA_ARRAY(document->arena, fbx_connection, max_count);
    seen_connections seen = {.capacity = 16};
    while (seen.capacity < 2 * max_count) seen.capacity *= 2;
    seen.slots = SINEW__ARENA_ARRAY(document->arena, uint32_t, seen.capacity);
    if (!connections || !seen.slots) return sinew__arena_fail(document->arena, error);
    const char *last[2] = {"", ""};
    for (const fbx_record *record = list ? list->first_child : NULL; record; record = record->next) {
        fbx_connection *connection = &connections[document->connection_count];
        fbx_bytes properties[2];
        if (!read_connection(document, record, connection, properties)) continue;
        for (int i = 0; i < 2; ++i) {
            last[i] = property_name(document, properties[i], last[i]);
            if (!last[i]) return sinew__arena_fail(document->arena, error);
        }
        connection->source_property = last[0];
        connection->target_property = last[1];
        if (!seen_before(&seen, connections, document->connection_count)) document->connection_count++;
    }
    document->connections = connections;
    struct fbx_index *index = document->index;
    if (sort_by_end(document, 1, &index->by_target, &index->target_start) != SINEW_OK ||
        sort_by_end(document, 0, &index->by_source, &index->source_start) != SINEW_OK)
        return sinew__arena_fail(document->arena, error);
    return SINEW_OK;
}

// ---- lookup ------------------------------------------------------------------------------------------------------

fbx_connections sinew__fbx_sources(const fbx_document *document, const fbx_object *object)
{
    const size_t *start = document->index->target_start + object->index;
    return (fbx_connections){document->index->by_target + start[0], start[1] - start[0]};
}

fbx_connections sinew__fbx_targets(const fbx_document *document, const fbx_object *object)
{
    const size_t *start = document->index->source_start + object->index;
    return (fbx_connections){document->index->by_source + start[0], start[1] - start[0]};
}

static const fbx_object *find_source(const fbx_document *document, const fbx_object *object, const char *property,
                                     fbx_class kind)
{
    const fbx_connections sources = sinew__fbx_sources(document, object);
    for (size_t i = 0; i < sources.count; ++i)
        if (sources.items[i].source->kind == kind && strcmp(sources.items[i].target_property, property) == 0)
            return sources.items[i].source;
    return NULL;
}

const fbx_object *sinew__fbx_source_of(const fbx_document *document, const fbx_object *object, fbx_class kind)
{
    return find_source(document, object, "", kind);
}

const fbx_object *sinew__fbx_source_of_property(const fbx_document *document, const fbx_object *object,
                                                fbx_property_name property, fbx_class kind)
{
    return find_source(document, object, sinew__fbx_properties[property].name, kind);
}

const fbx_object *sinew__fbx_target_of(const fbx_document *document, const fbx_object *object, fbx_class kind)
{
    const fbx_connections targets = sinew__fbx_targets(document, object);
    for (size_t i = 0; i < targets.count; ++i)
        if (targets.items[i].target->kind == kind && targets.items[i].target_property[0] == '\0')
            return targets.items[i].target;
    return NULL;
}
