// Converts takes of FBX 5 and 6, which are trees of channels: Take / Model / Channel "Transform" / Channel "T" /
// Channel "X" { Default, Key }. Each take becomes a stack with one layer; each channel becomes a curve node and up to
// three curves.
#include <string.h>

#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

/// The object and layer that channels are converted for.
typedef struct take_target {
    legacy_scene *scene;
    int64_t layer;
    const legacy_object *object;
} take_target;

static int has_keys(const fbx_record *channel)
{
    const fbx_record *keys = sinew__fbx_record_child(channel, "Key");
    return keys && keys->value_count > 0;
}

/// Whether a take contains keys, or a value without keys, for a channel or one of its components.
static int is_in_take(const fbx_record *channel)
{
    if (has_keys(channel) || sinew__fbx_record_child(channel, "Default")) return 1;
    for (const fbx_record *c = sinew__fbx_record_child(channel, "Channel"); c; c = sinew__fbx_record_next_same(c))
        if (has_keys(c) || sinew__fbx_record_child(c, "Default")) return 1;
    return 0;
}

static const char *joined(sinew__arena *arena, const char *prefix, fbx_bytes text)
{
    const size_t length = strlen(prefix);
    char *out = SINEW__ARENA_ARRAY(arena, char, length + text.size + 1);
    if (!out) return "";
    memcpy(out, prefix, length);
    if (text.size) memcpy(out + length, text.bytes, text.size);
    return out;
}

static void move_child(const fbx_record *from, const char *name, fbx_record *to)
{
    fbx_record *record = sinew__fbx_record_child(from, name);
    if (!record) return;
    sinew__fbx_record_detach(record);
    sinew__fbx_record_attach(to, record);
}

/// Makes the curve of one component. Without keys there is no curve, and the default value is stored in the curve node.
static sinew_result upgrade_component(const take_target *to, const fbx_record *channel, const char *property,
                                      int64_t node)
{
    legacy_scene *scene = to->scene;
    if (!has_keys(channel)) return SINEW_OK;
    int64_t id;
    fbx_record *curve = sinew__legacy_add_object(scene, "AnimationCurve", (fbx_bytes){"AnimCurve::", 11}, "", &id);
    if (!curve) return sinew__arena_fail(scene->arena, scene->error);
    sinew__fbx_record_add_values(scene->arena, curve, "Default", "d", sinew__fbx_child_number(channel, "Default", 0));
    sinew__fbx_record_add_values(scene->arena, curve, "KeyVer", "i", 4008);
    int understood;
    const sinew_result result = sinew__legacy_upgrade_keys(scene, channel, curve, &understood);
    if (result == SINEW_OK && !understood) {
        const char *key = sinew__fbx_text_utf8(scene->arena, to->object->key), *colons = key ? strstr(key, "::") : NULL;
        sinew__fbx_document_warn(scene->document,
                                 colons ? colons + 2
                                 : key  ? key
                                        : "",
                                 "a key at byte %zu is not understood; the curve is dropped",
                                 sinew__fbx_record_child(channel, "Key")->at);
        return SINEW_OK;
    }
    move_child(channel, "Pre-Extrapolation", curve);
    move_child(channel, "Post-Extrapolation", curve);
    sinew__legacy_connect(scene, id, node, property);
    return result;
}

/// Makes the curve node of a channel that animates `property` of the object with the id `target`.
static sinew_result upgrade_channel(const take_target *to, const fbx_record *channel, int64_t target,
                                    const char *property)
{
    legacy_scene *scene = to->scene;
    if (!is_in_take(channel)) return SINEW_OK;
    const fbx_bytes name = sinew__fbx_record_bytes(channel, 0);
    const char *node_name = joined(scene->arena, "AnimCurveNode::", name);
    int64_t id;
    fbx_record *node =
        sinew__legacy_add_object(scene, "AnimationCurveNode", (fbx_bytes){node_name, strlen(node_name)}, "", &id);
    fbx_record *defaults = node ? sinew__fbx_record_add(scene->arena, node, "Properties70") : NULL;
    if (!defaults) return sinew__arena_fail(scene->arena, scene->error);
    sinew__legacy_connect(scene, id, to->layer, NULL);
    sinew__legacy_connect(scene, id, target, property);

    const fbx_record *first = sinew__fbx_record_child(channel, "Channel");
    sinew_result result = SINEW_OK;
    for (const fbx_record *c = first ? first : channel; c && result == SINEW_OK;
         c = first ? sinew__fbx_record_next_same(c) : NULL) {
        const char *component = joined(scene->arena, "d|", sinew__fbx_record_bytes(c, 0));
        const fbx_record *value = sinew__fbx_record_child(c, "Default");
        if (value)
            sinew__legacy_add_number(scene, defaults, component, "Number", "A", sinew__fbx_record_number(value, 0, 0));
        result = upgrade_component(to, c, component, id);
    }
    return result;
}

static sinew_result upgrade_transform(const take_target *to, const fbx_record *transform)
{
    static const struct {
        const char *channel, *property;
    } PARTS[] = {{"T", "Lcl Translation"}, {"R", "Lcl Rotation"}, {"S", "Lcl Scaling"}};
    sinew_result result = SINEW_OK;
    for (const fbx_record *c = sinew__fbx_record_child(transform, "Channel"); c && result == SINEW_OK;
         c = sinew__fbx_record_next_same(c))
        for (size_t i = 0; i < 3 && result == SINEW_OK; ++i)
            if (sinew__fbx_record_text_is(c, 0, PARTS[i].channel))
                result = upgrade_channel(to, c, to->object->id, PARTS[i].property);
    return result;
}

static sinew_result upgrade_object_channel(const take_target *to, const fbx_record *channel)
{
    const fbx_bytes name = sinew__legacy_shape_name(sinew__fbx_record_bytes(channel, 0));
    if (sinew__fbx_record_text_is(channel, 0, "Transform")) return upgrade_transform(to, channel);
    for (size_t i = 0; i < to->object->shape_count; ++i) {
        const legacy_shape *shape = &to->object->shapes[i];
        if (shape->name.size == name.size && memcmp(shape->name.bytes, name.bytes, name.size) == 0)
            return upgrade_channel(to, channel, shape->channel, "DeformPercent");
    }
    return upgrade_channel(to, channel, to->object->id, joined(to->scene->arena, "", name));
}

static void add_time(legacy_scene *scene, fbx_record *properties, const char *name, const fbx_record *span,
                     size_t index)
{
    if (!span || span->value_count <= index) return;
    sinew__fbx_record_add_values(scene->arena, properties, "P", "ssssl", name, "KTime", "Time", "",
                                 sinew__fbx_record_integer(span, index, 0));
}

/// Adds the stack of a take and its layer.
static sinew_result add_stack(legacy_scene *scene, const fbx_record *take, int64_t *out_layer)
{
    int64_t stack_id;
    const char *name = joined(scene->arena, "AnimStack::", sinew__fbx_record_bytes(take, 0));
    const fbx_bytes stack_name = {name, 11 + sinew__fbx_record_bytes(take, 0).size};
    fbx_record *stack = sinew__legacy_add_object(scene, "AnimationStack", stack_name, "", &stack_id);
    fbx_record *layer =
        sinew__legacy_add_object(scene, "AnimationLayer", (fbx_bytes){"AnimLayer::BaseLayer", 20}, "", out_layer);
    fbx_record *properties = stack ? sinew__fbx_record_add(scene->arena, stack, "Properties70") : NULL;
    if (!properties || !layer || *name == '\0') return sinew__arena_fail(scene->arena, scene->error);
    const fbx_record *local = sinew__fbx_record_child(take, "LocalTime");
    const fbx_record *reference = sinew__fbx_record_child(take, "ReferenceTime");
    add_time(scene, properties, "LocalStart", local, 0);
    add_time(scene, properties, "LocalStop", local, 1);
    add_time(scene, properties, "ReferenceStart", reference, 0);
    add_time(scene, properties, "ReferenceStop", reference, 1);
    sinew__legacy_connect(scene, *out_layer, stack_id, NULL);
    return SINEW_OK;
}

static sinew_result upgrade_take(legacy_scene *scene, fbx_record *take)
{
    take_target to = {.scene = scene};
    sinew_result result = add_stack(scene, take, &to.layer);
    for (fbx_record *record = take->first_child, *next; record && result == SINEW_OK; record = next) {
        next = record->next;
        const fbx_record *channel = sinew__fbx_record_child(record, "Channel");
        if (!channel) continue;
        to.object = sinew__legacy_find(scene, sinew__fbx_record_bytes(record, 0));
        for (; to.object && channel && result == SINEW_OK; channel = sinew__fbx_record_next_same(channel))
            result = upgrade_object_channel(&to, channel);
        sinew__fbx_record_detach(record);
    }
    return result;
}

sinew_result sinew__legacy_upgrade_takes(legacy_scene *scene)
{
    sinew_result result = SINEW_OK;
    fbx_record *takes = sinew__fbx_record_child(scene->root, "Takes");
    fbx_record *take = sinew__fbx_record_child(takes, "Take");
    for (; take && result == SINEW_OK; take = sinew__fbx_record_next_same(take)) result = upgrade_take(scene, take);
    return result;
}
