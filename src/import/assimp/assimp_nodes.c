// Stage: Assimp's node tree → `nodes`, including pivots.
#include <assimp/scene.h>
#include <string.h>

#include "base/affine.h"
#include "base/error.h"
#include "import/assimp/assimp_convert.h"
#include "import/assimp/assimp_stages.h"

typedef struct pending_node {
    const struct aiNode *node;
    int32_t parent;
} pending_node;

/// An explicit stack of nodes: a file may nest deeper than the call stack allows.
typedef struct node_list {
    pending_node *stack;
    size_t stack_count, stack_capacity;
    const struct aiNode **nodes;
    size_t node_capacity;
    int32_t *parents;
    size_t parent_capacity;
    size_t count;
} node_list;

static int push(import_pass *pass, node_list *list, const struct aiNode *node, int32_t parent)
{
    pending_node *stack =
        sinew__arena_grow(&pass->arena, list->stack, list->stack_count, &list->stack_capacity, sizeof *stack);
    if (!stack) return 0;
    list->stack = stack;
    stack[list->stack_count++] = (pending_node){node, parent};
    return 1;
}

static int append(import_pass *pass, node_list *list, pending_node item)
{
    const struct aiNode **nodes =
        sinew__arena_grow(&pass->arena, (void *)list->nodes, list->count, &list->node_capacity, sizeof *nodes);
    int32_t *parents =
        sinew__arena_grow(&pass->arena, list->parents, list->count, &list->parent_capacity, sizeof *parents);
    if (!nodes || !parents || list->count >= INT32_MAX) return 0;
    list->nodes = nodes;
    list->parents = parents;
    nodes[list->count] = item.node;
    parents[list->count++] = item.parent;
    return 1;
}

/// Depth-first, siblings in order.
static int list_nodes(import_pass *pass, node_list *list)
{
    if (!push(pass, list, pass->scene->mRootNode, SINEW_NONE)) return 0;
    while (list->stack_count) {
        const pending_node item = list->stack[--list->stack_count];
        if (!append(pass, list, item)) return 0;
        for (unsigned child = item.node->mNumChildren; child-- > 0;)
            if (!push(pass, list, item.node->mChildren[child], (int32_t)list->count - 1)) return 0;
    }
    return 1;
}

/// The scene of a Collada file and the root of an FBX have no transform of their own. Assimp's converts units and
/// axes; sinew keeps those of the file.
static void undo_conversion(import_pass *pass)
{
    if (pass->format.name && (strcmp(pass->format.name, "FBX") == 0 || strcmp(pass->format.name, "Collada") == 0))
        pass->nodes[0].local = sinew__affine_identity();
}

// ---- names --------------------------------------------------------------------------------------------------------

/// Counts namesakes with meshes or children: the mesh or the joints below them could be what a name means.
static void count_meanings(const import_pass *pass, int32_t node_count, int32_t *meanings)
{
    for (int32_t i = 0; i < node_count; i++) {
        const int32_t first = sinew__name_table_find(&pass->node_names, pass->nodes[i].name);
        if (first != i && (pass->scene_nodes[i]->mNumMeshes || pass->scene_nodes[i]->mNumChildren)) meanings[first]++;
    }
}

/// Counts a reference to a name in a mesh or clip, which has the number `user`, from 1; a second one counts as a
/// meaning.
static void count_reference(import_pass *pass, const struct aiString *name, int32_t user, int32_t *last,
                            int32_t *meanings)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, name->data);
    if (node == SINEW_NONE) return;
    meanings[node] += last[node] == user;
    last[node] = user;
}

static void count_repeated(import_pass *pass, int32_t *last, int32_t *meanings)
{
    const struct aiScene *scene = pass->scene;
    int32_t user = 0;
    for (unsigned m = 0; m < scene->mNumMeshes; m++, user++)
        for (unsigned b = 0; b < scene->mMeshes[m]->mNumBones; b++)
            count_reference(pass, &scene->mMeshes[m]->mBones[b]->mName, user + 1, last, meanings);
    for (unsigned a = 0; a < scene->mNumAnimations; a++, user++)
        for (unsigned c = 0; c < scene->mAnimations[a]->mNumChannels; c++)
            count_reference(pass, &scene->mAnimations[a]->mChannels[c]->mNodeName, user + 1, last, meanings);
}

/// Nodes that share a name do no harm if only the first has meshes or children, and no mesh or clip uses the name
/// twice: the result is the same. Returns 0 when out of memory.
static int forget_harmless_namesakes(import_pass *pass, int32_t node_count)
{
    int32_t *meanings = SINEW__ARENA_ARRAY(&pass->arena, int32_t, node_count);
    int32_t *last = SINEW__ARENA_ARRAY(&pass->arena, int32_t, node_count);
    if (!meanings || !last) return 0;
    count_meanings(pass, node_count, meanings);
    count_repeated(pass, last, meanings);
    for (int32_t i = 0; i < node_count; i++)
        if (meanings[i] == 0) pass->namesakes[i] = 0;
    return 1;
}

sinew_result sinew__import_nodes(import_pass *pass, sinew_error *error)
{
    node_list list = {0};
    if (!list_nodes(pass, &list)) return sinew__arena_fail(&pass->arena, error);
    pass->scene_nodes = list.nodes;
    pass->nodes = SINEW__ARENA_ARRAY(&pass->arena, sinew_raw_node, list.count);
    pass->namesakes = SINEW__ARENA_ARRAY(&pass->arena, int32_t, list.count);
    if (!pass->nodes || !pass->namesakes || !sinew__name_table_create(&pass->arena, list.count, &pass->node_names))
        return sinew__arena_fail(&pass->arena, error);
    for (size_t i = 0; i < list.count; i++) {
        sinew_raw_node *node = &pass->nodes[i];
        node->parent = list.parents[i];
        node->name = sinew__assimp_text(&pass->arena, &list.nodes[i]->mName);
        if (!node->name) return sinew__arena_fail(&pass->arena, error);
        if (!sinew__assimp_affine(&list.nodes[i]->mTransformation, &node->local))
            sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_BAD_NUMBERS, node->name,
                               "the node's transform is not finite and became the identity");
        const int32_t first = sinew__name_table_find(&pass->node_names, node->name);
        if (first != SINEW_NONE)
            pass->namesakes[first]++;
        else
            sinew__name_table_add(&pass->node_names, node->name, (int32_t)i);
    }
    undo_conversion(pass);
    if (!forget_harmless_namesakes(pass, (int32_t)list.count)) return sinew__arena_fail(&pass->arena, error);
    pass->raw.nodes = pass->nodes;
    pass->raw.node_count = (int32_t)list.count;
    return SINEW_OK;
}

/// The document of an FBX identifies joints by number; there, names may repeat.
int32_t sinew__import_find_node(import_pass *pass, const char *name)
{
    const int32_t node = sinew__name_table_find(&pass->node_names, name);
    if (node == SINEW_NONE || pass->namesakes[node] == 0 || pass->document) return node;
    sinew__import_warn(&pass->warnings, &pass->arena, IMPORT_WARNING_NAMESAKES, name,
                       "%d nodes have this name; bones and keys of all of them apply to the first one",
                       pass->namesakes[node] + 1);
    pass->namesakes[node] = 0;
    return node;
}
