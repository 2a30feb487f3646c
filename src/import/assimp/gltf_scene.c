// A glTF file → Assimp's scene without Assimp: which objects are read, and in which order. gltf_scene_nodes.c,
// gltf_scene_meshes.c, gltf_scene_clips.c and gltf_materials.c read them.
//
// The order is Assimp's (5.2): an object is numbered when something names it first, and a node behind its children.
#include "import/assimp/gltf_scene.h"

#include <stdint.h>
#include <string.h>

#include "core/base/error.h"
#include "import/import_stages.h"

// ---- order ----------------------------------------------------------------------------------------------------------

/// A node whose children are being numbered.
typedef struct open_node {
    int32_t node;
    const sinew__json_value *next; ///< child
} open_node;

typedef struct node_order {
    gltf_reader *reader;
    unsigned char *states; ///< [nodes.count]
    open_node *stack;      ///< [nodes.count]
    size_t depth;
    size_t camera_count, light_count;
} node_order;

enum { UNSEEN, OPEN, DONE };

static int32_t *fill(import_pass *pass, size_t count)
{
    int32_t *numbers = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    for (size_t i = 0; numbers && i < count; i++) numbers[i] = SINEW_NONE;
    return numbers;
}

static sinew_result number_material(gltf_reader *reader, const sinew__json_value *primitive, sinew_error *error)
{
    int32_t index;
    sinew_result result = sinew__gltf_index(primitive, "material", &reader->materials, "material", &index, error);
    if (result != SINEW_OK || index == SINEW_NONE || reader->material_numbers[index] != SINEW_NONE) return result;
    result = sinew__gltf_number_images(reader, reader->materials.items[index], error);
    reader->material_numbers[index] = (int32_t)reader->scene->mNumMaterials;
    reader->material_order[reader->scene->mNumMaterials++] = index;
    return result;
}

static sinew_result number_mesh(gltf_reader *reader, const sinew__json_value *node, sinew_error *error)
{
    int32_t index;
    sinew_result result = sinew__gltf_index(node, "mesh", &reader->meshes, "mesh", &index, error);
    if (result != SINEW_OK || index == SINEW_NONE || reader->mesh_starts[index] != SINEW_NONE) return result;
    const sinew__json_value *primitives = sinew__json_member(reader->meshes.items[index], "primitives"), *primitive;
    reader->mesh_starts[index] = (int32_t)reader->scene->mNumMeshes;
    reader->scene->mNumMeshes += (unsigned)sinew__json_count(primitives);
    for (primitive = sinew__json_first(primitives); primitive && result == SINEW_OK; primitive = primitive->next)
        result = number_material(reader, primitive, error);
    return result;
}

static int has_light(const sinew__json_value *node)
{
    const sinew__json_value *extensions = sinew__json_member(node, "extensions");
    return sinew__json_is(sinew__json_member(sinew__json_member(extensions, "KHR_lights_punctual"), "light"),
                          SINEW__JSON_NUMBER);
}

static sinew_result open_node_of(node_order *order, const sinew__json_value *index, sinew_error *error)
{
    const gltf_list *nodes = &order->reader->nodes;
    const sinew__json_value *node = sinew__gltf_item(nodes, index);
    if (!sinew__json_is(index, SINEW__JSON_NUMBER)) return SINEW_OK;
    if (!sinew__json_is(node, SINEW__JSON_OBJECT))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no node %.0f", index->number);
    const int32_t number = (int32_t)index->number;
    if (order->states[number] == OPEN)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: node %d is among the nodes below it", (int)number);
    if (order->states[number] == DONE) return SINEW_OK;
    order->states[number] = OPEN;
    order->stack[order->depth++] =
        (open_node){.node = number, .next = sinew__json_first(sinew__json_member(node, "children"))};
    return SINEW_OK;
}

/// A camera must have the lens of its type.
static sinew_result count_camera(node_order *order, const sinew__json_value *node, sinew_error *error)
{
    int32_t index;
    const sinew_result result = sinew__gltf_index(node, "camera", &order->reader->cameras, "camera", &index, error);
    if (result != SINEW_OK || index == SINEW_NONE) return result;
    const sinew__json_value *camera = order->reader->cameras.items[index];
    const char *type = sinew__json_text(sinew__json_member(camera, "type"));
    const int is_parallel = type && strcmp(type, "orthographic") == 0;
    order->camera_count++;
    if (sinew__json_member(camera, is_parallel ? "orthographic" : "perspective")) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: camera %d has no lens", (int)index);
}

static sinew_result close_node(node_order *order, sinew_error *error)
{
    const int32_t number = order->stack[--order->depth].node;
    const sinew__json_value *node = order->reader->nodes.items[number];
    order->states[number] = DONE;
    order->light_count += (size_t)has_light(node);
    const sinew_result result = count_camera(order, node, error);
    return result == SINEW_OK ? number_mesh(order->reader, node, error) : result;
}

/// A node and all below it.
static sinew_result number_tree(node_order *order, const sinew__json_value *root, sinew_error *error)
{
    sinew_result result = open_node_of(order, root, error);
    while (result == SINEW_OK && order->depth > 0) {
        open_node *top = &order->stack[order->depth - 1];
        const sinew__json_value *child = top->next;
        if (child) top->next = child->next;
        result = child ? open_node_of(order, child, error) : close_node(order, error);
    }
    return result;
}

static sinew_result number_skins_and_clips(node_order *order, sinew_error *error)
{
    sinew_result result = SINEW_OK;
    const sinew__json_value *item, *part;
    for (item = sinew__json_first(sinew__json_member(order->reader->root, "skins")); item; item = item->next)
        for (part = sinew__json_first(sinew__json_member(item, "joints")); part && result == SINEW_OK;
             part = part->next)
            result = number_tree(order, part, error);
    for (item = sinew__json_first(sinew__json_member(order->reader->root, "animations")); item; item = item->next)
        for (part = sinew__json_first(sinew__json_member(item, "channels")); part && result == SINEW_OK;
             part = part->next)
            result = number_tree(order, sinew__json_member(sinew__json_member(part, "target"), "node"), error);
    return result;
}

static int allocate_numbers(node_order *order)
{
    gltf_reader *reader = order->reader;
    import_pass *pass = reader->pass;
    order->states = SINEW__ARENA_ARRAY(&pass->arena, unsigned char, reader->nodes.count);
    order->stack = SINEW__ARENA_ARRAY(&pass->arena, open_node, reader->nodes.count);
    reader->mesh_starts = fill(pass, reader->meshes.count);
    reader->material_numbers = fill(pass, reader->materials.count);
    reader->material_order = fill(pass, reader->materials.count);
    reader->image_numbers = fill(pass, reader->images.count);
    reader->image_order = fill(pass, reader->images.count);
    return !pass->arena.failed;
}

/// A camera or light has the name of its node; what else it has is not read here. Returns 0 when out of memory.
static int add_camera_and_light(gltf_reader *reader, size_t index)
{
    import_pass *pass = reader->pass;
    struct aiScene *scene = reader->scene;
    const sinew__json_value *node = reader->nodes.items[index];
    const int is_camera = sinew__json_member(node, "camera") != NULL, is_light = has_light(node);
    if (!is_camera && !is_light) return 1;
    const char *name = sinew__gltf_node_name(pass, node, index);
    struct aiCamera *camera = is_camera ? SINEW__ARENA_ARRAY(&pass->arena, struct aiCamera, 1) : NULL;
    struct aiLight *light = is_light ? SINEW__ARENA_ARRAY(&pass->arena, struct aiLight, 1) : NULL;
    if (!name || pass->arena.failed) return 0;
    if (camera) {
        sinew__gltf_copy_text(name, &camera->mName);
        scene->mCameras[scene->mNumCameras++] = camera;
    }
    if (light) {
        sinew__gltf_copy_text(name, &light->mName);
        scene->mLights[scene->mNumLights++] = light;
    }
    return 1;
}

/// Returns 0 when out of memory.
static int list_cameras_and_lights(const node_order *order)
{
    gltf_reader *reader = order->reader;
    sinew__arena *arena = &reader->pass->arena;
    int ok = 1;
    reader->scene->mCameras = SINEW__ARENA_ARRAY(arena, struct aiCamera *, order->camera_count);
    reader->scene->mLights = SINEW__ARENA_ARRAY(arena, struct aiLight *, order->light_count);
    for (size_t i = 0; i < reader->nodes.count && ok && !arena->failed; i++)
        if (order->states[i] == DONE) ok = add_camera_and_light(reader, i);
    return ok && !arena->failed;
}

static sinew_result number_all(gltf_reader *reader, sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    node_order order = {.reader = reader};
    sinew_result result = SINEW_OK;
    const sinew__json_value *number =
        sinew__json_first(sinew__json_member(sinew__gltf_shown_scene(reader->root), "nodes"));
    if (!allocate_numbers(&order)) return sinew__arena_fail(arena, error);
    for (; number && result == SINEW_OK; number = number->next) result = number_tree(&order, number, error);
    if (result == SINEW_OK) result = number_skins_and_clips(&order, error);
    reader->scene->mNumMaterials++; // that of meshes without one
    if (result != SINEW_OK) return result;
    return list_cameras_and_lights(&order) ? SINEW_OK : sinew__arena_fail(arena, error);
}

// ---- the file -------------------------------------------------------------------------------------------------------

static sinew_result check_version(const sinew__json_value *asset, sinew_error *error)
{
    const char *version = sinew__json_text(sinew__json_member(asset, "version"));
    if (version && version[0] == '2') return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "unsupported: glTF of version %.16s; sinew reads version 2",
                       version && *version ? version : "1 or none");
}

static const char *copy_of(import_pass *pass, const sinew__json_value *asset, const char *key)
{
    const char *text = sinew__json_text(sinew__json_member(asset, key));
    return text && *text ? sinew__import_text(&pass->arena, text, strlen(text)) : NULL;
}

/// Lists the arrays of the document. Returns 0 when out of memory.
static int list_all(gltf_reader *reader)
{
    const struct {
        const char *name;
        gltf_list *list;
    } lists[] = {{"nodes", &reader->nodes},     {"meshes", &reader->meshes},       {"skins", &reader->skins},
                 {"cameras", &reader->cameras}, {"materials", &reader->materials}, {"textures", &reader->textures},
                 {"images", &reader->images},   {"samplers", &reader->samplers}};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        if (!sinew__gltf_list(reader->pass, sinew__json_member(reader->root, lists[i].name), lists[i].list)) return 0;
    return 1;
}

static sinew_result read_document(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    const sinew__json_value *asset = sinew__json_member(reader->root, "asset");
    sinew_result result = check_version(asset, error);
    if (result != SINEW_OK) return result;
    reader->scene = SINEW__ARENA_ARRAY(&pass->arena, struct aiScene, 1);
    if (!reader->scene || !list_all(reader) || !sinew__gltf_accessors_begin(pass, reader->root, reader->accessors))
        return sinew__arena_fail(&pass->arena, error);
    pass->scene = reader->scene;
    sinew__gltf_find_extensions(reader);
    pass->raw.version = copy_of(pass, asset, "version");
    pass->raw.generator = copy_of(pass, asset, "generator");
    result = number_all(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_images(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_meshes(reader, error);
    if (result == SINEW_OK) result = sinew__import_textures(pass, error);
    if (result == SINEW_OK) result = sinew__gltf_read_materials(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_nodes(reader, error);
    if (result == SINEW_OK) result = sinew__gltf_read_clips(reader, error);
    return result;
}

sinew_result sinew__gltf_read_scene(import_pass *pass, sinew_error *error)
{
    sinew_error reason = {0};
    sinew__json json = sinew__gltf_parse(pass, &reason);
    gltf_accessors accessors = {0};
    gltf_reader reader = {.pass = pass, .accessors = &accessors, .root = json.root};
    if (pass->arena.failed) return sinew__arena_fail(&pass->arena, error);
    if (!json.root)
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: its JSON: %.200s",
                           *reason.message ? reason.message : "expected an object");
    const sinew_result result = read_document(&reader, error);
    sinew__gltf_accessors_end(&accessors);
    sinew__json_free(&json);
    return result;
}

sinew_result sinew__gltf_stages(import_pass *pass, sinew_error *error)
{
    pass->raw.unit_cm = 100.0; // metres, by the standard
    sinew_result result = sinew__gltf_prepare(pass, error);
    if (result == SINEW_OK) result = sinew__gltf_read_scene(pass, error);
    sinew__gltf_finish(pass);
    if (result == SINEW_OK) result = sinew__import_nodes(pass, error);
    if (result == SINEW_OK) result = sinew__import_joints(pass, error);
    if (result == SINEW_OK) result = sinew__import_cameras(pass, error);
    if (result == SINEW_OK) result = sinew__import_meshes(pass, error);
    if (result == SINEW_OK) result = sinew__import_clips(pass, error);
    return result == SINEW_OK ? sinew__import_gltf_events(pass, error) : result;
}
