// Converts FBX 5 to the form of FBX 6, with objects and connections by name. In FBX 5, models are at the top level,
// list their children, and contain their transforms (as channels), skin clusters (as links), materials and shapes.
#include <string.h>

#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

/// Appends `Connect: "OO", source, target`, with names as in the file.
static void connect(legacy_scene *scene, fbx_bytes source, fbx_bytes target)
{
    sinew__fbx_record_add_values(scene->arena, scene->connections, "Connect", "stt", "OO", source, target);
}

static fbx_bytes text(const char *characters)
{
    return (fbx_bytes){characters, strlen(characters)};
}

static void move(fbx_record *record, fbx_record *parent)
{
    sinew__fbx_record_detach(record);
    sinew__fbx_record_attach(parent, record);
}

/// Sets name and subclass of an FBX 5 record, as values of an FBX 6 object.
static void set_name(legacy_scene *scene, fbx_record *record, fbx_bytes name, const char *subclass)
{
    fbx_record *named = sinew__fbx_record_add_values(scene->arena, NULL, record->name, "ts", name, subclass);
    if (!named) return;
    record->values = named->values;
    record->value_count = named->value_count;
}

/// Returns the channel with a name among a record's children, or NULL.
static const fbx_record *find_channel(const fbx_record *record, const char *name)
{
    const fbx_record *channel = sinew__fbx_record_child(record, "Channel");
    while (channel && !sinew__fbx_record_text_is(channel, 0, name)) channel = sinew__fbx_record_next_same(channel);
    return channel;
}

// ---- properties --------------------------------------------------------------------------------------------------

static void add_vector(legacy_scene *scene, fbx_record *properties, const char *name, const char *type,
                       const double v[3])
{
    sinew__fbx_record_add_values(scene->arena, properties, "Property", "sssddd", name, type, "A+", v[0], v[1], v[2]);
}

/// Converts `Channel: "Transform" { Channel: "T" { Channel: "X" { Default: 1 } … } … }` to Lcl Translation and so on.
static void add_transform(legacy_scene *scene, const fbx_record *model, fbx_record *properties)
{
    static const struct {
        const char *channel, *property;
        double otherwise;
    } PARTS[] = {{"T", "Lcl Translation", 0}, {"R", "Lcl Rotation", 0}, {"S", "Lcl Scaling", 1}};
    static const char *const axes[] = {"X", "Y", "Z"};
    const fbx_record *transform = find_channel(model, "Transform");
    for (size_t i = 0; i < 3; ++i) {
        const fbx_record *part = find_channel(transform, PARTS[i].channel);
        double v[3];
        for (size_t k = 0; k < 3; ++k)
            v[k] = sinew__fbx_child_number(find_channel(part, axes[k]), "Default", PARTS[i].otherwise);
        add_vector(scene, properties, PARTS[i].property, PARTS[i].property, v);
    }
}

/// Converts channels with a single value: visibility, and the weight of each shape.
static void add_single_channels(legacy_scene *scene, const fbx_record *model, fbx_record *properties)
{
    for (const fbx_record *c = sinew__fbx_record_child(model, "Channel"); c; c = sinew__fbx_record_next_same(c)) {
        const fbx_record *value = sinew__fbx_record_child(c, "Default");
        if (!value) continue;
        const fbx_bytes name = sinew__legacy_shape_name(sinew__fbx_record_bytes(c, 0));
        sinew__fbx_record_add_values(scene->arena, properties, "Property", "tssd", name, "Number", "A+",
                                     sinew__fbx_record_number(value, 0, 0));
    }
}

static void detach_all(const fbx_record *record, const char *name)
{
    for (fbx_record *child = sinew__fbx_record_child(record, name), *next; child; child = next) {
        next = sinew__fbx_record_next_same(child);
        sinew__fbx_record_detach(child);
    }
}

// ---- geometry ----------------------------------------------------------------------------------------------------

/// Returns how many numbers a record contains, without decoding them.
static size_t count_numbers(const fbx_record *record)
{
    const fbx_value *first = sinew__fbx_record_value(record, 0);
    if (!first) return 0;
    return first->kind == FBX_VALUE_ARRAY ? first->as.array->count : record->value_count;
}

static fbx_record *add_layer_element(legacy_scene *scene, fbx_record *model, const char *name, const char *mapping,
                                     const char *reference)
{
    fbx_record *element = sinew__fbx_record_add_values(scene->arena, model, name, "i", 0);
    if (!element) return NULL;
    sinew__fbx_record_add_values(scene->arena, element, "MappingInformationType", "s", mapping);
    sinew__fbx_record_add_values(scene->arena, element, "ReferenceInformationType", "s", reference);
    return element;
}

/// Assigns normals to points if there is one normal per point, or to polygon vertices if there is one per polygon
/// vertex; else removes the normals.
static void upgrade_normals(legacy_scene *scene, fbx_record *model)
{
    fbx_record *normals = sinew__fbx_record_child(model, "Normals");
    if (!normals) return;
    const size_t count = count_numbers(normals);
    const size_t points = count_numbers(sinew__fbx_record_child(model, "Vertices"));
    const size_t corners = 3 * count_numbers(sinew__fbx_record_child(model, "PolygonVertexIndex"));
    const char *mapping = count == points ? "ByVertice" : count == corners ? "ByPolygonVertex" : NULL;
    fbx_record *element = mapping ? add_layer_element(scene, model, "LayerElementNormal", mapping, "Direct") : NULL;
    if (element)
        move(normals, element);
    else
        sinew__fbx_record_detach(normals);
}

static void upgrade_texture_coordinates(legacy_scene *scene, fbx_record *model)
{
    fbx_record *info = sinew__fbx_record_child(model, "GeometryUVInfo");
    fbx_record *values = sinew__fbx_record_child(info, "TextureUV");
    fbx_record *indices = sinew__fbx_record_child(info, "TextureUVVerticeIndex");
    if (info) sinew__fbx_record_detach(info);
    if (!values || !indices) return;
    fbx_record *element = add_layer_element(scene, model, "LayerElementUV", "ByPolygonVertex", "IndexToDirect");
    if (!element) return;
    values->name = "UV";
    indices->name = "UVIndex";
    move(values, element);
    move(indices, element);
}

static void upgrade_material_layer(legacy_scene *scene, fbx_record *model)
{
    fbx_record *indices = sinew__fbx_record_child(model, "Materials");
    fbx_record *assignment = sinew__fbx_record_child(model, "MaterialAssignation");
    if (!indices || !assignment) return;
    const char *mapping = sinew__fbx_record_text_is(assignment, 0, "ByPolygon") ? "ByPolygon" : "AllSame";
    fbx_record *element = add_layer_element(scene, model, "LayerElementMaterial", mapping, "IndexToDirect");
    sinew__fbx_record_detach(assignment);
    if (element) move(indices, element);
}

// ---- contents of models ------------------------------------------------------------------------------------------

static void upgrade_material(legacy_scene *scene, fbx_record *material, fbx_bytes model)
{
    static const char *const colors[][2] = {{"Ambient", "AmbientColor"},
                                            {"Diffuse", "DiffuseColor"},
                                            {"Specular", "SpecularColor"},
                                            {"Emissive", "EmissiveColor"}};
    const fbx_bytes name = sinew__fbx_record_bytes(material, 0);
    fbx_record *properties = sinew__fbx_record_add(scene->arena, material, "Properties60");
    if (!properties) return;
    for (size_t i = 0; i < sizeof colors / sizeof *colors; ++i) {
        const fbx_record *color = sinew__fbx_record_child(material, colors[i][0]);
        if (!color || color->value_count < 3) continue;
        double v[3];
        for (size_t k = 0; k < 3; ++k) v[k] = sinew__fbx_record_number(color, k, 0);
        add_vector(scene, properties, colors[i][1], "ColorRGB", v);
    }
    const fbx_record *alpha = sinew__fbx_record_child(material, "Alpha");
    if (alpha)
        sinew__fbx_record_add_values(scene->arena, properties, "Property", "sssd", "Opacity", "double", "",
                                     sinew__fbx_record_number(alpha, 0, 1));
    set_name(scene, material, name, "");
    move(material, scene->objects);
    connect(scene, name, model);
}

/// Converts `Link: "Bone01" { Indexes, Weights, Transform, TransformLink }` to a cluster of the model's skin.
static void upgrade_links(legacy_scene *scene, const fbx_record *model, fbx_bytes name)
{
    fbx_record *link = sinew__fbx_record_child(model, "Link");
    if (!link) return;
    const char *skin = sinew__arena_format(scene->arena, "Deformer::Skin %lld", (long long)++scene->last_id);
    if (!skin || !sinew__fbx_record_add_values(scene->arena, scene->objects, "Deformer", "ss", skin, "Skin")) return;
    connect(scene, text(skin), name);
    for (fbx_record *next; link; link = next) {
        next = sinew__fbx_record_next_same(link);
        const fbx_bytes bone = sinew__fbx_record_bytes(link, 0);
        const char *cluster =
            sinew__arena_format(scene->arena, "SubDeformer::Cluster %lld", (long long)++scene->last_id);
        if (!cluster) return;
        link->name = "Deformer";
        set_name(scene, link, text(cluster), "Cluster");
        move(link, scene->objects);
        connect(scene, text(cluster), text(skin));
        connect(scene, bone, text(cluster));
    }
}

// ---- models ------------------------------------------------------------------------------------------------------

static void upgrade_model(legacy_scene *scene, fbx_record *model)
{
    const fbx_bytes name = sinew__fbx_record_bytes(model, 0);
    const int is_mesh = sinew__fbx_record_child(model, "Vertices") != NULL;
    const char *type = is_mesh ? "Mesh" : sinew__fbx_text_utf8(scene->arena, sinew__fbx_child_bytes(model, "Type"));
    set_name(scene, model, name, type && *type ? type : "Null");
    fbx_record *properties = sinew__fbx_record_add(scene->arena, model, "Properties60");
    if (!properties) return;
    add_transform(scene, model, properties);
    add_single_channels(scene, model, properties);
    detach_all(model, "Channel");
    detach_all(model, "Children");
    upgrade_normals(scene, model);
    upgrade_texture_coordinates(scene, model);
    upgrade_material_layer(scene, model);
    for (fbx_record *material = sinew__fbx_record_child(model, "Material"), *next; material; material = next) {
        next = sinew__fbx_record_next_same(material);
        upgrade_material(scene, material, name);
    }
    for (fbx_record *texture = sinew__fbx_record_child(model, "Texture"), *next; texture; texture = next) {
        next = sinew__fbx_record_next_same(texture);
        connect(scene, sinew__fbx_record_bytes(texture, 0), name);
        move(texture, scene->objects);
    }
    upgrade_links(scene, model, name);
}

/// Connects each model's listed children to it, and models without a parent to the scene.
static void connect_models(legacy_scene *scene)
{
    for (size_t i = 0; i < scene->count; ++i) {
        const fbx_record *children = sinew__fbx_record_child(scene->items[i].record, "Children");
        for (size_t k = 0; children && k < children->value_count; ++k) {
            legacy_object *child = sinew__legacy_find(scene, sinew__fbx_record_bytes(children, k));
            if (!child || child->has_parent) continue;
            child->has_parent = 1;
            connect(scene, child->key, scene->items[i].key);
        }
    }
    for (size_t i = 0; i < scene->count; ++i)
        if (!scene->items[i].has_parent) connect(scene, scene->items[i].key, text("Model::Scene"));
}

static sinew_result collect_models(legacy_scene *scene)
{
    size_t count = 0;
    for (const fbx_record *m = sinew__fbx_record_child(scene->root, "Model"); m; m = sinew__fbx_record_next_same(m))
        ++count;
    const sinew_result result = sinew__legacy_begin_index(scene, count);
    if (result != SINEW_OK) return result;
    for (fbx_record *m = sinew__fbx_record_child(scene->root, "Model"), *next; m; m = next) {
        next = sinew__fbx_record_next_same(m);
        if (sinew__fbx_record_bytes(m, 0).size == 0) continue;
        sinew__legacy_enter(scene, m);
        move(m, scene->objects);
    }
    return SINEW_OK;
}

sinew_result sinew__legacy_upgrade_5(sinew__arena *arena, fbx_record *root, sinew_error *error)
{
    legacy_scene scene = {.arena = arena, .error = error, .root = root};
    if (sinew__fbx_record_child(root, "Objects")) return SINEW_OK; // some programs already wrote the form of FBX 6
    scene.objects = sinew__fbx_record_add(arena, root, "Objects");
    scene.connections = sinew__fbx_record_add(arena, root, "Connections");
    if (!scene.objects || !scene.connections) return sinew__arena_fail(arena, error);
    const sinew_result result = collect_models(&scene);
    if (result != SINEW_OK) return result;
    connect_models(&scene);
    for (size_t i = 0; i < scene.count; ++i) upgrade_model(&scene, scene.items[i].record);
    const fbx_record *holder = sinew__fbx_record_child(scene.root, "SceneGenericPersistence");
    for (fbx_record *pose = sinew__fbx_record_child(holder, "Pose"), *next; pose; pose = next) {
        next = sinew__fbx_record_next_same(pose);
        set_name(&scene, pose, sinew__fbx_record_bytes(pose, 0), "BindPose");
        move(pose, scene.objects);
    }
    return arena->failed ? sinew__arena_fail(arena, error) : SINEW_OK;
}
