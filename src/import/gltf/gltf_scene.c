// Finds the nodes of a glTF file that are shown, and the names of objects for messages.
#include "import/gltf/gltf.h"

#include <string.h>

#include "core/base/error.h"

// ---- messages -------------------------------------------------------------------------------------------------------

void sinew__gltf_set_owner(gltf_reader *reader, const char *kind, const sinew__json_value *object, size_t index)
{
    const char *name = sinew__gltf_text(object, "name", "");
    sinew__arena *arena = &reader->pass->arena;
    reader->owner = *name ? sinew__arena_format(arena, "%s '%.200s'", kind, name)
                          : sinew__arena_format(arena, "%s %zu", kind, index);
    if (!reader->owner) reader->owner = kind;
}

sinew_result sinew__gltf_name_owner(const gltf_reader *reader, const char *what, sinew_result result,
                                    sinew_error *error)
{
    static const char prefix[] = "damaged: ";
    if (result != SINEW_ERROR_DAMAGED || !error || strncmp(error->message, prefix, sizeof prefix - 1) != 0)
        return result;
    char reason[sizeof error->message];
    memcpy(reason, error->message + sizeof prefix - 1, sizeof reason - sizeof prefix + 1);
    return sinew__fail(error, result, "damaged: %s: %s: %s", reader->owner, what, reason);
}

const char *sinew__gltf_node_name(import_pass *pass, const sinew__json_value *node, size_t index)
{
    const char *name = sinew__gltf_text(node, "name", "");
    return *name ? sinew__import_text(&pass->arena, name, strlen(name))
                 : sinew__arena_format(&pass->arena, "nodes[%zu]", index);
}

// ---- shown nodes ----------------------------------------------------------------------------------------------------

/// The state of the search for the shown nodes.
typedef struct shown_nodes {
    const gltf_list *nodes;
    int32_t *parents, *stack; ///< [nodes->count] the parent of each node or SINEW_NONE; the nodes whose children are
                              ///< still to be visited
    unsigned char *is_shown;  ///< [nodes->count]
    int32_t *roots;           ///< [nodes->count + length of the scene's list]
    int32_t root_count;
} shown_nodes;

/// Returns the node whose index a JSON array holds, or SINEW_NONE.
static int32_t node_of(const shown_nodes *shown, const sinew__json_value *number)
{
    return sinew__gltf_item(shown->nodes, number) ? (int32_t)number->number : SINEW_NONE;
}

static const sinew__json_value *first_of(const sinew__json_value *object, const char *key)
{
    return sinew__json_first(sinew__json_member(object, key));
}

/// Adds a root, and marks it and its descendants as shown.
static void show(shown_nodes *shown, int32_t root)
{
    size_t count = 0;
    shown->roots[shown->root_count++] = root;
    if (shown->is_shown[root]) return;
    shown->is_shown[root] = 1;
    shown->stack[count++] = root;
    while (count > 0) {
        const sinew__json_value *child = first_of(shown->nodes->items[shown->stack[--count]], "children");
        for (; child; child = child->next) {
            const int32_t index = node_of(shown, child);
            if (index == SINEW_NONE || shown->is_shown[index]) continue;
            shown->is_shown[index] = 1;
            shown->stack[count++] = index;
        }
    }
}

/// Adds the roots above the joints of shown skins. glTF requires the joints to be in the same scene as the mesh, but
/// some programs omit them from the scene. The search marks each node between a joint and its root, so it ends even in
/// a cycle.
static void add_skeletons(const gltf_reader *reader, shown_nodes *shown)
{
    const size_t count = shown->nodes->count;
    unsigned char *is_shown = shown->is_shown;
    for (size_t i = 0; i < count; ++i) {
        const sinew__json_value *skin =
            sinew__gltf_item(&reader->skins, sinew__json_member(shown->nodes->items[i], "skin"));
        for (const sinew__json_value *number = is_shown[i] ? first_of(skin, "joints") : NULL; number;
             number = number->next)
            for (int32_t joint = node_of(shown, number); joint != SINEW_NONE && !is_shown[joint];
                 joint = shown->parents[joint]) {
                is_shown[joint] = 1;
                if (shown->parents[joint] == SINEW_NONE) shown->roots[shown->root_count++] = joint;
            }
    }
}

sinew_result sinew__gltf_find_roots(gltf_reader *reader, int32_t **out_roots, int32_t *out_count, sinew_error *error)
{
    sinew__arena *arena = &reader->pass->arena;
    const sinew__json_value *scenes = sinew__json_member(reader->root, "scenes"), *scene = sinew__json_first(scenes);
    const sinew__json_value *number = sinew__json_member(reader->root, "scene");
    const double index = sinew__json_is(number, SINEW__JSON_NUMBER) ? number->number : 0;
    const size_t count = reader->nodes.count;
    if ((scene || number) && !(index >= 0 && index < (double)sinew__json_count(scenes)))
        return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no scene %.0f, the file has %d", index,
                           (int)sinew__json_count(scenes));
    for (int i = 0; i < (int)index; ++i) scene = scene->next;
    shown_nodes shown = {.nodes = &reader->nodes};
    shown.parents = SINEW__ARENA_ARRAY(arena, int32_t, count);
    shown.stack = SINEW__ARENA_ARRAY(arena, int32_t, count);
    shown.is_shown = SINEW__ARENA_ARRAY(arena, unsigned char, count);
    shown.roots =
        SINEW__ARENA_ARRAY(arena, int32_t, count + (size_t)sinew__json_count(sinew__json_member(scene, "nodes")));
    if (arena->failed) return sinew__arena_fail(arena, error);
    for (size_t i = 0; i < count; ++i) shown.parents[i] = SINEW_NONE;
    for (size_t i = 0; i < count; ++i)
        for (number = first_of(reader->nodes.items[i], "children"); number; number = number->next) {
            const int32_t child = node_of(&shown, number);
            if (child != SINEW_NONE) shown.parents[child] = (int32_t)i;
        }
    for (number = first_of(scene, "nodes"); number; number = number->next) {
        if (!sinew__json_is(number, SINEW__JSON_NUMBER)) continue;
        if (node_of(&shown, number) == SINEW_NONE)
            return sinew__fail(error, SINEW_ERROR_DAMAGED, "damaged: there is no node %.0f", number->number);
        show(&shown, node_of(&shown, number));
    }
    for (size_t i = 0; !scene && i < count; ++i) // without scenes, all nodes that are not children are shown
        if (shown.parents[i] == SINEW_NONE) show(&shown, (int32_t)i);
    add_skeletons(reader, &shown);
    *out_roots = shown.roots;
    *out_count = shown.root_count;
    return SINEW_OK;
}
