// Matches Assimp's nodes with the models of an FBX document.
#include "import/import_stages.h"

#include <string.h>

#include "core/base/error.h"

int sinew__assimp_node_is_pivot(const sinew_raw_node *node)
{
    return strstr(node->name, "_$AssimpFbx$_") != NULL;
}

/// The children of every node, as linked lists.
typedef struct node_tree {
    int32_t *first_child, *next; ///< [node_count] SINEW_NONE: no more
} node_tree;

static int make_tree(import_pass *pass, node_tree *tree)
{
    const int32_t count = pass->raw.node_count;
    tree->first_child = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    tree->next = SINEW__ARENA_ARRAY(&pass->arena, int32_t, count);
    if (!tree->first_child || !tree->next) return 0;
    for (int32_t i = 0; i < count; ++i) tree->first_child[i] = tree->next[i] = SINEW_NONE;
    for (int32_t i = count - 1; i > 0; --i) {
        const int32_t parent = pass->nodes[i].parent;
        tree->next[i] = tree->first_child[parent];
        tree->first_child[parent] = i;
    }
    return 1;
}

/// Returns the node of an object itself, below its pivot nodes.
static int32_t skip_pivots(const import_pass *pass, const node_tree *tree, int32_t node)
{
    while (node != SINEW_NONE && sinew__assimp_node_is_pivot(&pass->nodes[node])) node = tree->first_child[node];
    return node;
}

/// Returns the node whose children are the object's children: the lowest of the pivot nodes with inverse geometric
/// transforms, or the object's own node if it has no such pivots.
static int32_t holder_of_children(const import_pass *pass, const node_tree *tree, int32_t node)
{
    for (;;) {
        const int32_t child = tree->first_child[node];
        if (child == SINEW_NONE || tree->next[child] != SINEW_NONE) return node;
        const char *pivot = strstr(pass->nodes[child].name, "_$AssimpFbx$_Geometric");
        if (!pivot || !strstr(pivot, "Inverse")) return node;
        node = child;
    }
}

/// Whether a connection makes a model the child of another. Effectors are not children, because Assimp makes no nodes
/// of them.
static int is_child(const fbx_connection *connection)
{
    const fbx_object *object = connection->source;
    return object->kind == FBX_MODEL && !*connection->target_property && strcmp(object->subclass, "IKEffector") != 0 &&
           strcmp(object->subclass, "FKEffector") != 0;
}

/// Whether the name of a node begins with an object's name. Assimp appends a number to a name that is used already.
static int name_fits(const import_pass *pass, int32_t node, const fbx_object *object)
{
    return strncmp(pass->nodes[node].name, object->name, strlen(object->name)) == 0;
}

typedef struct matched_pair {
    const fbx_object *object;
    int32_t node;
} matched_pair;

typedef struct node_matcher {
    import_pass *pass;
    node_tree tree;
    matched_pair *stack; ///< pairs whose children are still to be matched
    size_t count, capacity;
} node_matcher;

static int match(node_matcher *matcher, const fbx_object *object, int32_t node)
{
    import_pass *pass = matcher->pass;
    if (pass->model_nodes[object->index] == SINEW_NONE) pass->model_nodes[object->index] = node;
    matched_pair *stack =
        sinew__arena_grow(&pass->arena, matcher->stack, matcher->count, &matcher->capacity, sizeof *stack);
    if (!stack) return 0;
    matcher->stack = stack;
    stack[matcher->count++] = (matched_pair){object, node};
    return 1;
}

sinew_result sinew__match_nodes(import_pass *pass, sinew_error *error)
{
    node_matcher matcher = {.pass = pass};
    if (!make_tree(pass, &matcher.tree)) return sinew__arena_fail(&pass->arena, error);
    if (!match(&matcher, &pass->document->objects[0], 0)) return sinew__arena_fail(&pass->arena, error);
    while (matcher.count) {
        const matched_pair pair = matcher.stack[--matcher.count];
        const fbx_connections children = sinew__fbx_sources(pass->document, pair.object);
        const int32_t first = matcher.tree.first_child[holder_of_children(pass, &matcher.tree, pair.node)];
        int32_t node = first;
        int agree = 1; // whether both have the same children in the same order
        for (size_t i = 0; i < children.count && agree; ++i) {
            if (!is_child(&children.items[i])) continue;
            const int32_t own = skip_pivots(pass, &matcher.tree, node);
            agree = own != SINEW_NONE && name_fits(pass, own, children.items[i].source);
            if (agree) node = matcher.tree.next[node];
        }
        agree &= node == SINEW_NONE;
        // Otherwise, a child node matches the next child of the document with its name.
        size_t at = 0;
        for (node = first; node != SINEW_NONE; node = matcher.tree.next[node]) {
            const int32_t own = skip_pivots(pass, &matcher.tree, node);
            size_t i = at;
            while (i < children.count && (!is_child(&children.items[i]) || own == SINEW_NONE ||
                                          (!agree && !name_fits(pass, own, children.items[i].source))))
                ++i;
            if (i == children.count) continue;
            if (!match(&matcher, children.items[i].source, own)) return sinew__arena_fail(&pass->arena, error);
            at = i + 1;
        }
    }
    return SINEW_OK;
}
