// The data of an upgrade: objects by name, new records, new connections.
#include <string.h>

#include "core/base/hash.h"
#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

// ---- names -------------------------------------------------------------------------------------------------------

static size_t find_slot(const legacy_scene *scene, fbx_bytes key)
{
    size_t slot = sinew__hash_name(key.bytes, key.size) & (scene->slot_count - 1);
    for (; scene->slots[slot]; slot = (slot + 1) & (scene->slot_count - 1)) {
        const fbx_bytes other = scene->items[scene->slots[slot] - 1].key;
        if (other.size == key.size && memcmp(other.bytes, key.bytes, key.size) == 0) break;
    }
    return slot;
}

sinew_result sinew__legacy_begin_index(legacy_scene *scene, size_t max_count)
{
    if (max_count > INT32_MAX / 4) return sinew__fbx_damaged(scene->error, 0, "too many objects");
    scene->slot_count = 16;
    while (scene->slot_count < 2 * max_count) scene->slot_count *= 2;
    scene->slots = SINEW__ARENA_ARRAY(scene->arena, int32_t, scene->slot_count);
    scene->items = SINEW__ARENA_ARRAY(scene->arena, legacy_object, max_count);
    return scene->slots && scene->items ? SINEW_OK : sinew__arena_fail(scene->arena, scene->error);
}

legacy_object *sinew__legacy_enter(legacy_scene *scene, fbx_record *record)
{
    legacy_object *object = &scene->items[scene->count++];
    object->key = sinew__fbx_record_bytes(record, 0);
    object->record = record;
    int32_t *slot = &scene->slots[find_slot(scene, object->key)];
    if (!*slot) *slot = (int32_t)scene->count;
    return object;
}

legacy_object *sinew__legacy_find(const legacy_scene *scene, fbx_bytes key)
{
    const int32_t found = key.size ? scene->slots[find_slot(scene, key)] : 0;
    return found ? &scene->items[found - 1] : NULL;
}

// ---- making records ----------------------------------------------------------------------------------------------

fbx_record *sinew__legacy_add_object(legacy_scene *scene, const char *class_name, fbx_bytes name, const char *subclass,
                                     int64_t *out_id)
{
    *out_id = ++scene->last_id;
    return sinew__fbx_record_add_values(scene->arena, scene->objects, class_name, "lts", *out_id, name, subclass);
}

void sinew__legacy_connect(legacy_scene *scene, int64_t source, int64_t target, const char *property)
{
    if (property)
        sinew__fbx_record_add_values(scene->arena, scene->connections, "C", "slls", "OP", source, target, property);
    else
        sinew__fbx_record_add_values(scene->arena, scene->connections, "C", "sll", "OO", source, target);
}

void sinew__legacy_add_number(legacy_scene *scene, fbx_record *properties, const char *name, const char *type,
                              const char *flags, double value)
{
    sinew__fbx_record_add_values(scene->arena, properties, "P", "ssssd", name, type, "", flags, value);
}
