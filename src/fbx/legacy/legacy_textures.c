// FBX 6 connects textures to models, as it does materials. Which texture a material has follows from the polygons:
// LayerElementMaterial numbers the model's materials, LayerElementTexture its textures, and a material takes the first
// texture that one of its polygons has. Without such a layer the i-th texture goes to the i-th material.
#include <string.h>

#include "fbx/fbx_parse.h"
#include "fbx/legacy/legacy.h"

/// Indices of a layer, one for each polygon or one for all.
typedef struct polygon_layer {
    const int32_t *numbers;
    size_t count; ///< 0: no such layer
    int is_same;
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

/// The index of a polygon, or -1.
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

/// By the polygons. A mesh without materials by polygon has one for all of it.
static void connect_seen(legacy_scene *scene, const legacy_object *model, const polygon_layer *textures,
                         const int64_t *texture_ids, const int64_t *material_ids)
{
    const polygon_layer materials = read_layer(scene, model->geometry_record, "LayerElementMaterial", "Materials");
    uint8_t *textured = SINEW__ARENA_ARRAY(scene->arena, uint8_t, model->materials.count);
    const size_t polygons = textures->count > materials.count ? textures->count : materials.count;
    for (size_t i = 0; textured && i < polygons; i++) {
        const int32_t texture = number_at(textures, i), material = materials.count ? number_at(&materials, i) : 0;
        if (texture < 0 || (size_t)texture >= model->textures.count || material < 0 ||
            (size_t)material >= model->materials.count || textured[material])
            continue;
        sinew__legacy_connect(scene, texture_ids[texture], material_ids[material], "DiffuseColor");
        textured[material] = 1;
    }
}

/// One by one; textures that are left over go to the last material.
static void connect_in_order(legacy_scene *scene, const legacy_object *model, const int64_t *texture_ids,
                             const int64_t *material_ids)
{
    const size_t last = model->materials.count - 1;
    for (size_t i = 0; i < model->textures.count; i++)
        sinew__legacy_connect(scene, texture_ids[i], material_ids[i < last ? i : last], "DiffuseColor");
}

void sinew__legacy_connect_textures(legacy_scene *scene)
{
    for (size_t i = 0; i < scene->count; i++) {
        const legacy_object *model = &scene->items[i];
        if (model->textures.count == 0 || model->materials.count == 0) continue;
        const int64_t *texture_ids = list_ids(scene, &model->textures),
                      *material_ids = list_ids(scene, &model->materials);
        if (!texture_ids || !material_ids) return;
        const polygon_layer textures = read_layer(scene, model->geometry_record, "LayerElementTexture", "TextureId");
        if (textures.count)
            connect_seen(scene, model, &textures, texture_ids, material_ids);
        else
            connect_in_order(scene, model, texture_ids, material_ids);
    }
}
