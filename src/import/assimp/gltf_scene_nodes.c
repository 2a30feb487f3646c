// Nodes of a glTF file → Assimp's. A node has a copy for each node above it that names it.
#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "core/base/error.h"
#include "import/assimp/gltf_scene.h"

// ---- transforms -----------------------------------------------------------------------------------------------------

// In single precision and the order of Assimp's operations, so that also signs of zeros are its.

typedef struct matrix {
    float rows[4][4];
} matrix;

static const matrix identity = {{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};

static matrix multiply(const matrix *a, const matrix *b)
{
    matrix out;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            out.rows[i][k] = b->rows[0][k] * a->rows[i][0] + b->rows[1][k] * a->rows[i][1] +
                             b->rows[2][k] * a->rows[i][2] + b->rows[3][k] * a->rows[i][3];
    return out;
}

static matrix rotation_of(const float q[4])
{
    const float x = q[0], y = q[1], z = q[2], w = q[3];
    return (matrix){{{1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w), 0},
                     {2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w), 0},
                     {2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y), 0},
                     {0, 0, 0, 1}}};
}

/// The matrix of a node that states its parts.
static matrix compose(const sinew__json_value *node)
{
    float t[3] = {0}, q[4] = {0, 0, 0, 1}, s[3] = {1, 1, 1};
    matrix out = identity;
    if (sinew__gltf_floats(node, "translation", 3, t)) {
        const matrix part = {{{1, 0, 0, t[0]}, {0, 1, 0, t[1]}, {0, 0, 1, t[2]}, {0, 0, 0, 1}}};
        out = multiply(&out, &part);
    }
    if (sinew__gltf_floats(node, "rotation", 4, q)) {
        const matrix part = rotation_of(q);
        out = multiply(&out, &part);
    }
    if (sinew__gltf_floats(node, "scale", 3, s)) {
        const matrix part = {{{s[0], 0, 0, 0}, {0, s[1], 0, 0}, {0, 0, s[2], 0}, {0, 0, 0, 1}}};
        out = multiply(&out, &part);
    }
    return out;
}

static struct aiMatrix4x4 read_transform(const sinew__json_value *node)
{
    float numbers[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    struct aiMatrix4x4 out;
    if (sinew__json_is(sinew__json_member(node, "matrix"), SINEW__JSON_ARRAY)) {
        (void)sinew__gltf_floats(node, "matrix", 16, numbers);
        return sinew__gltf_matrix(numbers);
    }
    const matrix composed = compose(node);
    static_assert(sizeof out == sizeof composed, "both are four rows of floats");
    memcpy(&out, &composed, sizeof out);
    return out;
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

/// A node that has been made and not been filled.
typedef struct pending_node {
    struct aiNode *node;
    int32_t index;
} pending_node;

typedef struct node_maker {
    gltf_reader *reader;
    pending_node *stack;
    size_t count, capacity;
} node_maker;

/// Returns the new node, or NULL when out of memory.
static struct aiNode *make_node(node_maker *maker, const sinew__json_value *index)
{
    sinew__arena *arena = &maker->reader->pass->arena;
    pending_node *stack = sinew__arena_grow(arena, maker->stack, maker->count, &maker->capacity, sizeof *stack);
    struct aiNode *node = SINEW__ARENA_ARRAY(arena, struct aiNode, 1);
    if (!stack || !node) return NULL;
    maker->stack = stack;
    stack[maker->count++] = (pending_node){.node = node, .index = (int32_t)index->number};
    return node;
}

/// Makes the nodes that an array names. Returns 0 when out of memory.
static int make_nodes(node_maker *maker, const sinew__json_value *array, struct aiNode *parent)
{
    const sinew__json_value *number = sinew__json_first(array);
    parent->mChildren = SINEW__ARENA_ARRAY(&maker->reader->pass->arena, struct aiNode *, sinew__json_count(array));
    if (!parent->mChildren) return 0;
    for (; number; number = number->next) {
        if (!sinew__json_is(number, SINEW__JSON_NUMBER)) continue;
        struct aiNode *child = make_node(maker, number);
        if (!child) return 0;
        child->mParent = parent;
        parent->mChildren[parent->mNumChildren++] = child;
    }
    return 1;
}

/// Of the extras of a node, Assimp keeps the names, of which one has a meaning here. Returns 0 when out of memory.
static int read_extras(gltf_reader *reader, const sinew__json_value *json, struct aiNode *node)
{
    static const char key[] = "sinew_added";
    sinew__arena *arena = &reader->pass->arena;
    if (!sinew__json_member(sinew__json_member(json, "extras"), key)) return 1;
    node->mMetaData = SINEW__ARENA_ARRAY(arena, struct aiMetadata, 1);
    struct aiString *keys = SINEW__ARENA_ARRAY(arena, struct aiString, 1);
    if (!node->mMetaData || !keys) return 0;
    sinew__gltf_copy_text(key, keys);
    *node->mMetaData = (struct aiMetadata){.mNumProperties = 1, .mKeys = keys};
    return 1;
}

static sinew_result read_mesh_of(gltf_reader *reader, const sinew__json_value *json, struct aiNode *node,
                                 sinew_error *error)
{
    const sinew__json_value *index = sinew__json_member(json, "mesh"), *skin = sinew__json_member(json, "skin");
    if (!index) return SINEW_OK;
    const int32_t mesh = (int32_t)index->number;
    const int32_t count = sinew__json_count(sinew__json_member(reader->meshes.items[mesh], "primitives"));
    node->mMeshes = SINEW__ARENA_ARRAY(&reader->pass->arena, unsigned, count);
    if (!node->mMeshes) return sinew__arena_fail(&reader->pass->arena, error);
    node->mNumMeshes = (unsigned)count;
    for (int32_t i = 0; i < count; i++) node->mMeshes[i] = (unsigned)(reader->mesh_starts[mesh] + i);
    if (!sinew__gltf_item(&reader->skins, skin)) return SINEW_OK;
    return sinew__gltf_read_bones(reader, mesh, (int32_t)skin->number, error);
}

static sinew_result fill_node(node_maker *maker, pending_node pending, sinew_error *error)
{
    gltf_reader *reader = maker->reader;
    import_pass *pass = reader->pass;
    const sinew__json_value *json = reader->nodes.items[pending.index];
    const char *name = sinew__gltf_node_name(pass, json, (size_t)pending.index);
    if (!name) return sinew__arena_fail(&pass->arena, error);
    sinew__gltf_copy_text(name, &pending.node->mName);
    pending.node->mTransformation = read_transform(json);
    if (!make_nodes(maker, sinew__json_member(json, "children"), pending.node) ||
        !read_extras(reader, json, pending.node))
        return sinew__arena_fail(&pass->arena, error);
    return read_mesh_of(reader, json, pending.node, error);
}

sinew_result sinew__gltf_read_nodes(gltf_reader *reader, sinew_error *error)
{
    import_pass *pass = reader->pass;
    node_maker maker = {.reader = reader};
    sinew_result result = SINEW_OK;
    struct aiNode *root = SINEW__ARENA_ARRAY(&pass->arena, struct aiNode, 1);
    if (!root) return sinew__arena_fail(&pass->arena, error);
    sinew__gltf_copy_text("ROOT", &root->mName);
    root->mTransformation = read_transform(NULL);
    if (!make_nodes(&maker, sinew__json_member(sinew__gltf_shown_scene(reader->root), "nodes"), root))
        return sinew__arena_fail(&pass->arena, error);
    reader->scene->mRootNode = root->mNumChildren == 1 ? root->mChildren[0] : root;
    while (result == SINEW_OK && maker.count > 0) result = fill_node(&maker, maker.stack[--maker.count], error);
    return result;
}
