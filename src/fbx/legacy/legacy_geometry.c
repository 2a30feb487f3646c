// Moves polygons and shapes to a geometry with blend shape deformers. FBX 6 stores them in the model; FBX 7.1 stores
// shapes in the geometry.

#include <stdlib.h>
#include <string.h>

#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

// Connects textures to materials. FBX 6 connects both to models, and the polygons determine the texture of each
// material: for each polygon, LayerElementMaterial has the index of its material in the model, and LayerElementTexture
// the index of its texture. A material takes the first texture of one of its polygons. Without LayerElementTexture,
// texture i goes to material i.

/// Indices of a layer, one for each polygon or one for all of them.
typedef struct polygon_layer {
    const int32_t *numbers;
    size_t count; ///< 0: there is no such layer
    int is_same;  ///< whether one index is for all polygons
} polygon_layer;

static polygon_layer read_layer(const legacy_scene *scene, const fbx_record *geometry, const char *element,
                                const char *numbers)
{
    polygon_layer layer = {0};
    const fbx_record *record = sinew__fbx_record_child(geometry, element);
    const fbx_record *mapping = sinew__fbx_record_child(record, "MappingInformationType");
    layer.is_same = sinew__fbx_record_text_is(mapping, 0, "AllSame");
    if (!layer.is_same && !sinew__fbx_record_text_is(mapping, 0, "ByPolygon")) return layer;
    const fbx_record *list = sinew__fbx_record_child(record, numbers);
    if (sinew__fbx_record_int32s(scene->arena, list, &layer.numbers, &layer.count, NULL) != SINEW_OK) layer.count = 0;
    return layer;
}

/// Returns the index of a polygon, or −1.
static int32_t number_at(const polygon_layer *layer, size_t polygon)
{
    const size_t at = layer->is_same ? 0 : polygon;
    return at < layer->count ? layer->numbers[at] : -1;
}

static int64_t *list_ids(const legacy_scene *scene, const legacy_links *links)
{
    int64_t *ids = SINEW__ARENA_ARRAY(scene->arena, int64_t, links->count);
    size_t i = 0;
    for (const legacy_link *link = links->first; ids && link; link = link->next) ids[i++] = link->id;
    return ids;
}

/// Connects textures to materials by the polygons. Without LayerElementMaterial, all polygons have the first material.
static void connect_seen(legacy_scene *scene, const legacy_object *model, const polygon_layer *textures,
                         const int64_t *texture_ids, const int64_t *material_ids)
{
    const polygon_layer materials = read_layer(scene, model->geometry_record, "LayerElementMaterial", "Materials");
    uint8_t *textured = SINEW__ARENA_ARRAY(scene->arena, uint8_t, model->materials.count);
    const size_t polygons = textures->count > materials.count ? textures->count : materials.count;
    for (size_t i = 0; textured && i < polygons; ++i) {
        const int32_t texture = number_at(textures, i), material = materials.count ? number_at(&materials, i) : 0;
        if (texture < 0 || (size_t)texture >= model->textures.count || material < 0 ||
            (size_t)material >= model->materials.count || textured[material])
            continue;
        sinew__legacy_connect(scene, texture_ids[texture], material_ids[material], "DiffuseColor");
        textured[material] = 1;
    }
}

void sinew__legacy_connect_textures(legacy_scene *scene)
{
    for (size_t i = 0; i < scene->count; ++i) {
        const legacy_object *model = &scene->items[i];
        if (model->textures.count == 0 || model->materials.count == 0) continue;
        const int64_t *texture_ids = list_ids(scene, &model->textures),
                      *material_ids = list_ids(scene, &model->materials);
        if (!texture_ids || !material_ids) return;
        const polygon_layer textures = read_layer(scene, model->geometry_record, "LayerElementTexture", "TextureId");
        if (textures.count)
            connect_seen(scene, model, &textures, texture_ids, material_ids);
        else {
            // remaining textures are connected to the last material
            const size_t last = model->materials.count - 1;
            for (size_t k = 0; k < model->textures.count; ++k)
                sinew__legacy_connect(scene, texture_ids[k], material_ids[k < last ? k : last], "DiffuseColor");
        }
    }
}

/// Names of the records of a model that belong to its geometry, and beginnings of further names.
static const char *const geometry_records[] = {"Vertices", "PolygonVertexIndex", "Edges", "GeometryVersion"};

static const char *const geometry_prefixes[] = {"LayerElement", "Layer", "Geometry"};

static int belongs_to_geometry(const fbx_record *record)
{
    for (size_t i = 0; i < sizeof geometry_records / sizeof *geometry_records; ++i)
        if (strcmp(record->name, geometry_records[i]) == 0) return 1;
    for (size_t i = 0; i < sizeof geometry_prefixes / sizeof *geometry_prefixes; ++i)
        if (strncmp(record->name, geometry_prefixes[i], strlen(geometry_prefixes[i])) == 0) return 1;
    return 0;
}

/// Returns the weight of a shape in per cent: the value of the property with the shape's name.
static double shape_percent(const fbx_record *holder, fbx_bytes name)
{
    const fbx_record *properties = sinew__fbx_record_child(holder, "Properties70");
    for (const fbx_record *p = sinew__fbx_record_child(properties, "P"); p; p = sinew__fbx_record_next_same(p)) {
        const fbx_bytes other = sinew__fbx_record_bytes(p, 0);
        if (other.size == name.size && memcmp(other.bytes, name.bytes, name.size) == 0)
            return sinew__fbx_record_number(p, 4, 0);
    }
    return 0;
}

fbx_bytes sinew__legacy_shape_name(fbx_bytes channel)
{
    static const char suffix[] = " (Shape)";
    const size_t length = sizeof suffix - 1;
    if (channel.size > length && memcmp(channel.bytes + channel.size - length, suffix, length) == 0)
        channel.size -= length;
    return channel;
}

static fbx_bytes class_name(sinew__arena *arena, const char *prefix, fbx_bytes name)
{
    const size_t length = strlen(prefix);
    char *text = SINEW__ARENA_ARRAY(arena, char, length + name.size + 1);
    if (!text) return (fbx_bytes){"", 0};
    memcpy(text, prefix, length);
    if (name.size) memcpy(text + length, name.bytes, name.size);
    return (fbx_bytes){text, length + name.size};
}

/// Converts `Shape: "Smile" { Indexes, Vertices, Normals }` to a channel of the deformer with one geometry of subclass
/// Shape.
static void upgrade_shape(legacy_scene *scene, legacy_object *object, fbx_record *shape, int64_t deformer)
{
    static const double whole = 100;
    const fbx_bytes name = sinew__fbx_record_bytes(shape, 0);
    const double percent = shape_percent(object->record, name);
    int64_t channel_id, geometry_id;
    fbx_record *channel = sinew__legacy_add_object(scene, "Deformer", class_name(scene->arena, "SubDeformer::", name),
                                                   "BlendShapeChannel", &channel_id);
    fbx_record *geometry = sinew__legacy_add_object(scene, "Geometry", class_name(scene->arena, "Geometry::", name),
                                                    "Shape", &geometry_id);
    fbx_record *properties = channel ? sinew__fbx_record_add(scene->arena, channel, "Properties70") : NULL;
    if (!properties || !geometry) return;
    sinew__legacy_add_number(scene, properties, "DeformPercent", "Number", "A", percent);
    sinew__fbx_record_add_values(scene->arena, channel, "DeformPercent", "d", percent);
    sinew__fbx_record_add_array(scene->arena, channel, "FullWeights", 'd', &whole, 1);
    while (shape->first_child) {
        fbx_record *record = shape->first_child;
        sinew__fbx_record_detach(record);
        sinew__fbx_record_attach(geometry, record);
    }
    sinew__legacy_connect(scene, channel_id, deformer, NULL);
    sinew__legacy_connect(scene, geometry_id, channel_id, NULL);
    object->shapes[object->shape_count++] = (legacy_shape){name, channel_id};
}

static sinew_result upgrade_shapes(legacy_scene *scene, legacy_object *object)
{
    size_t count = 0;
    fbx_record *shape = sinew__fbx_record_child(object->record, "Shape");
    for (const fbx_record *s = shape; s; s = sinew__fbx_record_next_same(s)) count++;
    if (count == 0) return SINEW_OK;
    object->shapes = SINEW__ARENA_ARRAY(scene->arena, legacy_shape, count);
    int64_t deformer;
    if (!object->shapes ||
        !sinew__legacy_add_object(scene, "Deformer", (fbx_bytes){"Deformer::", 10}, "BlendShape", &deformer))
        return sinew__arena_fail(scene->arena, scene->error);
    sinew__legacy_connect(scene, deformer, object->geometry, NULL);
    for (fbx_record *next; shape; shape = next) {
        next = sinew__fbx_record_next_same(shape);
        upgrade_shape(scene, object, shape, deformer);
        sinew__fbx_record_detach(shape);
    }
    return SINEW_OK;
}

sinew_result sinew__legacy_split_geometry(legacy_scene *scene, legacy_object *object)
{
    if (!sinew__fbx_record_child(object->record, "Vertices")) return SINEW_OK;
    fbx_bytes name = sinew__fbx_child_bytes(object->record, "NodeAttributeName");
    if (name.size == 0) name = (fbx_bytes){"Geometry::", 10};
    fbx_record *geometry = sinew__legacy_add_object(scene, "Geometry", name, "Mesh", &object->geometry);
    if (!geometry) return sinew__arena_fail(scene->arena, scene->error);
    object->geometry_record = geometry;
    for (fbx_record *record = object->record->first_child, *next; record; record = next) {
        next = record->next;
        if (!belongs_to_geometry(record)) continue;
        sinew__fbx_record_detach(record);
        sinew__fbx_record_attach(geometry, record);
    }
    sinew__legacy_connect(scene, object->geometry, object->id, NULL);
    return upgrade_shapes(scene, object);
}

// ---- shapes inside geometries ------------------------------------------------------------------------------------

static int compare_ids(const void *left, const void *right)
{
    const legacy_object *a = left, *b = right;
    return a->id < b->id ? -1 : a->id > b->id;
}

/// Converts `C: "OP", curve node, geometry, "Smile"` to `C: "OP", curve node, channel, "DeformPercent"`.
static void redirect_connection(legacy_scene *scene, fbx_record *connection)
{
    const legacy_object wanted = {.id = sinew__fbx_record_integer(connection, 2, 0)};
    const legacy_object *holder = bsearch(&wanted, scene->items, scene->count, sizeof *scene->items, compare_ids);
    const fbx_bytes name = sinew__fbx_record_bytes(connection, 3);
    for (size_t i = 0; holder && i < holder->shape_count; ++i) {
        const legacy_shape *shape = &holder->shapes[i];
        if (shape->name.size != name.size || memcmp(shape->name.bytes, name.bytes, name.size) != 0) continue;
        const fbx_record *redirected =
            sinew__fbx_record_add_values(scene->arena, NULL, "C", "slls", "OP",
                                         sinew__fbx_record_integer(connection, 1, 0), shape->channel, "DeformPercent");
        if (!redirected) return;
        connection->values = redirected->values;
        connection->value_count = redirected->value_count;
        return;
    }
}

sinew_result sinew__legacy_upgrade_inline_shapes(sinew__arena *arena, fbx_record *root, sinew_error *error)
{
    legacy_scene scene = {.arena = arena, .error = error, .root = root};
    scene.objects = sinew__fbx_record_child(root, "Objects");
    scene.connections = sinew__fbx_record_child(root, "Connections");
    if (!scene.objects || !scene.connections) return SINEW_OK;
    size_t count = 0;
    for (const fbx_record *record = scene.objects->first_child; record; record = record->next) {
        const int64_t id = sinew__fbx_record_integer(record, 0, 0);
        if (id > scene.last_id) scene.last_id = id; // new ids are larger
        count += sinew__fbx_record_is(record, "Geometry") && sinew__fbx_record_child(record, "Shape");
    }
    if (count == 0) return SINEW_OK;
    if (scene.last_id > INT64_MAX - INT32_MAX)
        return sinew__fbx_damaged(error, scene.objects->at, "an id is too large");
    scene.items = SINEW__ARENA_ARRAY(arena, legacy_object, count);
    if (!scene.items) return sinew__arena_fail(arena, error);
    sinew_result result = SINEW_OK;
    fbx_record *last = scene.objects->last_child;
    for (fbx_record *record = scene.objects->first_child; record && result == SINEW_OK;
         record = record == last ? NULL : record->next) {
        if (!sinew__fbx_record_is(record, "Geometry") || !sinew__fbx_record_child(record, "Shape")) continue;
        legacy_object *holder = &scene.items[scene.count++];
        *holder = (legacy_object){.id = sinew__fbx_record_integer(record, 0, 0), .record = record};
        holder->geometry = holder->id;
        result = upgrade_shapes(&scene, holder);
    }
    qsort(scene.items, scene.count, sizeof *scene.items, compare_ids);
    for (fbx_record *c = scene.connections->first_child; c && result == SINEW_OK; c = c->next)
        if (sinew__fbx_record_text_is(c, 0, "OP")) redirect_connection(&scene, c);
    return result == SINEW_OK && arena->failed ? sinew__arena_fail(arena, error) : result;
}
