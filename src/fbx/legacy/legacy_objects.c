// Gives objects of FBX 6 ids, and replaces their names by ids in all references.
#include <string.h>

#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

// ---- properties --------------------------------------------------------------------------------------------------

/// Converts `Property: name, type, flags, values…` to `P: name, type, "", flags, values…`.
static void upgrade_property(sinew__arena *arena, fbx_record *property)
{
    const uint32_t count = property->value_count;
    if (count < 3 || strcmp(property->name, "Property") != 0) return;
    fbx_value *values = SINEW__ARENA_ARRAY(arena, fbx_value, (size_t)count + 1);
    if (!values) return;
    memcpy(values, property->values, 2 * sizeof *values);
    values[2] = (fbx_value){.kind = FBX_VALUE_TEXT, .type = 'S', .as.bytes = ""};
    memcpy(values + 3, property->values + 2, (count - 2) * sizeof *values);
    property->name = "P";
    property->values = values;
    property->value_count = count + 1;
}

// ---- objects -----------------------------------------------------------------------------------------------------

/// Converts `Model: "Model::Cube", "Mesh"` to `Model: id, "Model::Cube", "Mesh"`.
static sinew_result give_ids(legacy_scene *scene)
{
    size_t max_count = 0;
    for (const fbx_record *record = scene->objects->first_child; record; record = record->next) max_count++;
    const sinew_result result = sinew__legacy_begin_index(scene, max_count);
    if (result != SINEW_OK) return result;
    for (fbx_record *record = scene->objects->first_child; record; record = record->next) {
        const fbx_value *name = sinew__fbx_record_value(record, 0), *subclass = sinew__fbx_record_value(record, 1);
        if (!name || name->kind != FBX_VALUE_TEXT) continue;
        fbx_value *values = SINEW__ARENA_ARRAY(scene->arena, fbx_value, 3);
        if (!values) return sinew__arena_fail(scene->arena, scene->error);
        legacy_object *object = sinew__legacy_enter(scene, record);
        object->id = ++scene->last_id;
        values[0] = (fbx_value){.kind = FBX_VALUE_INTEGER, .type = 'L', .as.integer = object->id};
        values[1] = *name;
        values[2] = subclass ? *subclass : (fbx_value){.kind = FBX_VALUE_TEXT, .type = 'S', .as.bytes = ""};
        record->values = values;
        record->value_count = 3;
    }
    return SINEW_OK;
}

// ---- poses -------------------------------------------------------------------------------------------------------

/// Converts `Node: "Model::Cube"` to `Node: id`.
static void upgrade_pose(legacy_scene *scene, const fbx_record *pose)
{
    fbx_record *item = sinew__fbx_record_child(pose, "PoseNode");
    for (; item; item = sinew__fbx_record_next_same(item)) {
        fbx_record *node = sinew__fbx_record_child(item, "Node");
        const legacy_object *object = sinew__legacy_find(scene, sinew__fbx_record_bytes(node, 0));
        if (!object) continue;
        sinew__fbx_record_detach(node);
        sinew__fbx_record_add_values(scene->arena, item, "Node", "l", object->id);
    }
}

// ---- connections -------------------------------------------------------------------------------------------------

/// Whether a name is the scene's, which is the parent of models without another parent.
static int is_scene(fbx_bytes key)
{
    static const char *const root_names[] = {"Model::Scene", "Model::RootNode"};
    static const char *const binary[] = {"Scene\0\1Model", "RootNode\0\1Model"};
    static const size_t binary_size[] = {12, 15};
    for (size_t i = 0; i < 2; ++i) {
        if (key.size == strlen(root_names[i]) && memcmp(key.bytes, root_names[i], key.size) == 0) return 1;
        if (key.size == binary_size[i] && memcmp(key.bytes, binary[i], key.size) == 0) return 1;
    }
    return 0;
}

static void note_link(legacy_scene *scene, legacy_links *links, int64_t id)
{
    legacy_link *link = SINEW__ARENA_ARRAY(scene->arena, legacy_link, 1);
    if (!link) return;
    link->id = id;
    if (links->last)
        links->last->next = link;
    else
        links->first = link;
    links->last = link;
    ++links->count;
}

static void upgrade_connection(legacy_scene *scene, const fbx_record *old)
{
    const fbx_bytes property = sinew__fbx_record_bytes(old, 3);
    const legacy_object *source = sinew__legacy_find(scene, sinew__fbx_record_bytes(old, 1));
    legacy_object *target = sinew__legacy_find(scene, sinew__fbx_record_bytes(old, 2));
    const int to_scene = !target && is_scene(sinew__fbx_record_bytes(old, 2));
    if (!source || (!target && !to_scene)) return;
    const int deforms = target && target->geometry && strcmp(source->record->name, "Deformer") == 0;
    if (target && strcmp(source->record->name, "Material") == 0) note_link(scene, &target->materials, source->id);
    if (target && strcmp(source->record->name, "Texture") == 0) note_link(scene, &target->textures, source->id);
    const int64_t target_id = to_scene ? 0 : deforms ? target->geometry : target->id;
    if (property.size)
        sinew__fbx_record_add_values(scene->arena, scene->connections, "C", "sllt", "OP", source->id, target_id,
                                     property);
    else
        sinew__legacy_connect(scene, source->id, target_id, NULL);
}

// ---- settings ----------------------------------------------------------------------------------------------------

/// Returns the frame rate of FBX 5, which FBX 6 files also contain: `Settings: { FrameRate: "24" }`.
static double old_frame_rate(const fbx_record *root)
{
    const fbx_record *settings = sinew__fbx_record_child(sinew__fbx_record_child(root, "Version5"), "Settings");
    if (!settings) settings = sinew__fbx_record_child(root, "Settings");
    const fbx_bytes text = sinew__fbx_child_bytes(settings, "FrameRate");
    double rate = 0;
    int64_t integer;
    int is_integer;
    if (!sinew__fbx_parse_number(text.bytes, text.bytes + text.size, &rate, &integer, &is_integer)) return 0;
    return rate > 0 && rate < 10000 ? rate : 0;
}

static int has_property(const fbx_record *properties, const char *name)
{
    for (const fbx_record *p = sinew__fbx_record_child(properties, "P"); p; p = sinew__fbx_record_next_same(p))
        if (sinew__fbx_record_text_is(p, 0, name)) return 1;
    return 0;
}

static void upgrade_settings(legacy_scene *scene)
{
    fbx_record *settings = sinew__fbx_record_child(scene->objects, "GlobalSettings");
    if (settings) {
        sinew__fbx_record_detach(settings);
        sinew__fbx_record_attach(scene->root, settings);
    } else {
        settings = sinew__fbx_record_child(scene->root, "GlobalSettings");
    }
    if (!settings) settings = sinew__fbx_record_add(scene->arena, scene->root, "GlobalSettings");
    fbx_record *properties = sinew__fbx_record_child(settings, "Properties70");
    if (!properties && settings) properties = sinew__fbx_record_add(scene->arena, settings, "Properties70");
    const double rate = old_frame_rate(scene->root);
    if (!properties || rate == 0 || has_property(properties, "TimeMode")) return;
    sinew__fbx_record_add_values(scene->arena, properties, "P", "ssssi", "TimeMode", "enum", "", "", 14);
    sinew__legacy_add_number(scene, properties, "CustomFrameRate", "double", "", rate);
}

// ---- the upgrade -------------------------------------------------------------------------------------------------

sinew_result sinew__legacy_upgrade_objects(legacy_scene *scene)
{
    scene->objects = sinew__fbx_record_child(scene->root, "Objects");
    if (!scene->objects) scene->objects = sinew__fbx_record_add(scene->arena, scene->root, "Objects");
    if (!scene->objects) return sinew__arena_fail(scene->arena, scene->error);
    for (fbx_record *record = scene->root; record; record = sinew__fbx_record_walk(record, scene->root)) {
        if (strcmp(record->name, "Properties60") != 0) continue;
        record->name = "Properties70";
        for (fbx_record *property = record->first_child; property; property = property->next)
            upgrade_property(scene->arena, property);
    }
    sinew_result result = give_ids(scene);
    if (result != SINEW_OK) return result;
    scene->connections = sinew__fbx_record_add(scene->arena, NULL, "Connections");
    if (!scene->connections) return sinew__arena_fail(scene->arena, scene->error);
    for (size_t i = 0; result == SINEW_OK && i < scene->count; ++i)
        if (strcmp(scene->items[i].record->name, "Model") == 0)
            result = sinew__legacy_split_geometry(scene, &scene->items[i]);
    for (size_t i = 0; i < scene->count; ++i)
        if (strcmp(scene->items[i].record->name, "Pose") == 0) upgrade_pose(scene, scene->items[i].record);
    fbx_record *connections = sinew__fbx_record_child(scene->root, "Connections");
    if (connections) {
        sinew__fbx_record_detach(connections);
        for (const fbx_record *c = connections->first_child; c; c = c->next) upgrade_connection(scene, c);
        sinew__legacy_connect_textures(scene);
    }
    sinew__fbx_record_attach(scene->root, scene->connections);
    upgrade_settings(scene);
    return result;
}
