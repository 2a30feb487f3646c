// FBX 6 keeps polygons and shapes inside the model. They become a geometry, and blend shape deformers on it.
#include <string.h>

#include "fbx/fbx_parse.h"
#include "fbx/legacy.h"

/// Records of a model that belong to its geometry; layers begin with one of the last three.
static const char *const GEOMETRY_RECORDS[] = {"Vertices", "PolygonVertexIndex", "Edges", "GeometryVersion"};
static const char *const GEOMETRY_PREFIXES[] = {"LayerElement", "Layer", "Geometry"};

static int belongs_to_geometry(const fbx_record *record)
{
    for (size_t i = 0; i < sizeof GEOMETRY_RECORDS / sizeof *GEOMETRY_RECORDS; i++)
        if (strcmp(record->name, GEOMETRY_RECORDS[i]) == 0) return 1;
    for (size_t i = 0; i < sizeof GEOMETRY_PREFIXES / sizeof *GEOMETRY_PREFIXES; i++)
        if (strncmp(record->name, GEOMETRY_PREFIXES[i], strlen(GEOMETRY_PREFIXES[i])) == 0) return 1;
    return 0;
}

static void move_geometry(fbx_record *model, fbx_record *geometry)
{
    for (fbx_record *record = model->first_child, *next; record; record = next) {
        next = record->next;
        if (!belongs_to_geometry(record)) continue;
        fbx_record_detach(record);
        fbx_record_attach(geometry, record);
    }
}

/// The value that a model's property of a shape's name has: how much of it shows, in percent.
static double shape_percent(const fbx_record *model, fbx_bytes name)
{
    const fbx_record *properties = fbx_record_child(model, "Properties70");
    for (const fbx_record *p = fbx_record_child(properties, "P"); p; p = fbx_record_next_same(p)) {
        const fbx_bytes other = fbx_record_bytes(p, 0);
        if (other.size == name.size && memcmp(other.bytes, name.bytes, name.size) == 0)
            return fbx_record_number(p, 4, 0);
    }
    return 0;
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

/// `Shape: "Smile" { Indexes, Vertices, Normals }` → a channel of the deformer with one geometry of subclass Shape.
static void upgrade_shape(legacy_scene *scene, legacy_object *object, fbx_record *shape, int64_t deformer)
{
    static const double WHOLE = 100;
    const fbx_bytes name = fbx_record_bytes(shape, 0);
    const double percent = shape_percent(object->record, name);
    int64_t channel_id, geometry_id;
    fbx_record *channel = legacy_add_object(scene, "Deformer", class_name(scene->arena, "SubDeformer::", name),
                                            "BlendShapeChannel", &channel_id);
    fbx_record *geometry =
        legacy_add_object(scene, "Geometry", class_name(scene->arena, "Geometry::", name), "Shape", &geometry_id);
    fbx_record *properties = channel ? fbx_record_add(scene->arena, channel, "Properties70") : NULL;
    if (!properties || !geometry) return;
    legacy_add_number(scene, properties, "DeformPercent", "Number", "A", percent);
    fbx_record_add_values(scene->arena, channel, "DeformPercent", "d", percent);
    fbx_record_add_array(scene->arena, channel, "FullWeights", 'd', &WHOLE, 1);
    while (shape->first_child) {
        fbx_record *record = shape->first_child;
        fbx_record_detach(record);
        fbx_record_attach(geometry, record);
    }
    legacy_connect(scene, channel_id, deformer, NULL);
    legacy_connect(scene, geometry_id, channel_id, NULL);
    object->shapes[object->shape_count++] = (legacy_shape){name, channel_id};
}

static sinew_result upgrade_shapes(legacy_scene *scene, legacy_object *object)
{
    size_t count = 0;
    fbx_record *shape = fbx_record_child(object->record, "Shape");
    for (const fbx_record *s = shape; s; s = fbx_record_next_same(s)) count++;
    if (count == 0) return SINEW_OK;
    object->shapes = SINEW__ARENA_ARRAY(scene->arena, legacy_shape, count);
    int64_t deformer;
    if (!object->shapes ||
        !legacy_add_object(scene, "Deformer", (fbx_bytes){"Deformer::", 10}, "BlendShape", &deformer))
        return fbx_no_memory(scene->error, scene->arena);
    legacy_connect(scene, deformer, object->geometry, NULL);
    for (fbx_record *next; shape; shape = next) {
        next = fbx_record_next_same(shape);
        upgrade_shape(scene, object, shape, deformer);
        fbx_record_detach(shape);
    }
    return SINEW_OK;
}

sinew_result legacy_split_geometry(legacy_scene *scene, legacy_object *object)
{
    if (!fbx_record_child(object->record, "Vertices")) return SINEW_OK;
    fbx_bytes name = fbx_child_bytes(object->record, "NodeAttributeName");
    if (name.size == 0) name = (fbx_bytes){"Geometry::", 10};
    fbx_record *geometry = legacy_add_object(scene, "Geometry", name, "Mesh", &object->geometry);
    if (!geometry) return fbx_no_memory(scene->error, scene->arena);
    move_geometry(object->record, geometry);
    legacy_connect(scene, object->geometry, object->id, NULL);
    return upgrade_shapes(scene, object);
}
