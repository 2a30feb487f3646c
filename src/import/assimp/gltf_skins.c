#include "import/assimp/gltf_skins.h"

#include <cjson/cJSON.h>

#include "import/assimp/gltf_json.h"

enum {
    MAX_COPIED_ITEMS = 1 << 18, ///< JSON items of all copies: about 20 000 meshes of one primitive
    NO_SKIN = -1,
    NO_NODE = -2,
};

typedef struct skin_search {
    import_pass *pass;
    gltf_list meshes;
    cJSON *mesh_array;
    int32_t *skins;    ///< [meshes.count] that of the first node with the mesh, NO_SKIN or NO_NODE
    int32_t *items;    ///< [meshes.count] of the JSON of a mesh; 0: not counted
    name_table copies; ///< "mesh skin" → index of the copy
    int32_t count;     ///< of meshes and copies
    int32_t left;      ///< of MAX_COPIED_ITEMS
} skin_search;

static int begin_search(skin_search *search, const cJSON *nodes)
{
    sinew__arena *arena = &search->pass->arena;
    if (!sinew__gltf_list(search->pass, search->mesh_array, &search->meshes) ||
        !sinew__name_table_create(arena, (size_t)cJSON_GetArraySize(nodes), &search->copies))
        return 0;
    const size_t count = search->meshes.count;
    search->count = (int32_t)count;
    search->left = MAX_COPIED_ITEMS;
    search->skins = SINEW__ARENA_ARRAY(arena, int32_t, count);
    search->items = SINEW__ARENA_ARRAY(arena, int32_t, count);
    for (size_t i = 0; search->skins && i < count; i++) search->skins[i] = NO_NODE;
    return search->skins && search->items;
}

static int32_t index_in(const cJSON *object, const char *key, int32_t otherwise)
{
    const cJSON *number = cJSON_GetObjectItemCaseSensitive(object, key);
    return cJSON_IsNumber(number) && number->valueint >= 0 ? number->valueint : otherwise;
}

/// Items of a JSON value, itself included. cJSON limits its depth.
static int32_t count_items(const cJSON *value)
{
    int32_t count = 1;
    for (const cJSON *child = value->child; child && count <= MAX_COPIED_ITEMS; child = child->next)
        count += count_items(child);
    return count;
}

/// Adds a copy of a mesh to the file. Returns its index, SINEW_NONE when there are too many copies, NO_NODE when out of
/// memory.
static int32_t copy_mesh(skin_search *search, int32_t mesh, const char *key)
{
    if (!search->items[mesh]) search->items[mesh] = count_items(search->meshes.items[mesh]);
    if (search->items[mesh] > search->left) return SINEW_NONE;
    search->left -= search->items[mesh];
    cJSON *copy = cJSON_Duplicate(search->meshes.items[mesh], 1);
    if (!copy || !cJSON_AddItemToArray(search->mesh_array, copy)) {
        cJSON_Delete(copy);
        return NO_NODE;
    }
    sinew__name_table_add(&search->copies, key, search->count);
    return search->count++;
}

/// The copy of a mesh for a skin, as copy_mesh.
static int32_t find_copy(skin_search *search, int32_t mesh, int32_t skin)
{
    const char *key = sinew__arena_format(&search->pass->arena, "%d %d", mesh, skin);
    if (!key) return NO_NODE;
    const int32_t known = sinew__name_table_find(&search->copies, key);
    return known >= 0 ? known : copy_mesh(search, mesh, key);
}

static void warn_of_shared_skin(skin_search *search, const cJSON *node)
{
    sinew__import_warn(&search->pass->warnings, &search->pass->arena, IMPORT_WARNING_APPROXIMATED,
                       cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(node, "name")),
                       "too many nodes have meshes with several skins; its mesh has the skin of another node");
}

/// Returns 0 when out of memory.
static int separate_node(skin_search *search, cJSON *node, int *changed)
{
    const int32_t mesh = index_in(node, "mesh", NO_NODE), skin = index_in(node, "skin", NO_SKIN);
    if (mesh < 0 || (size_t)mesh >= search->meshes.count) return 1;
    if (search->skins[mesh] == NO_NODE) search->skins[mesh] = skin;
    if (search->skins[mesh] == skin) return 1;
    const int32_t copy = find_copy(search, mesh, skin);
    if (copy == SINEW_NONE) warn_of_shared_skin(search, node);
    if (copy >= 0) (void)cJSON_SetNumberHelper(cJSON_GetObjectItemCaseSensitive(node, "mesh"), (double)copy);
    *changed |= copy >= 0;
    return copy != NO_NODE;
}

int sinew__gltf_separate_skins(import_pass *pass, cJSON *root, int *out_changed)
{
    cJSON *nodes = cJSON_GetObjectItemCaseSensitive(root, "nodes"), *node;
    skin_search search = {.pass = pass, .mesh_array = cJSON_GetObjectItemCaseSensitive(root, "meshes")};
    *out_changed = 0;
    if (!cJSON_IsArray(nodes) || !cJSON_IsArray(search.mesh_array)) return 1;
    if (!begin_search(&search, nodes)) return 0;
    cJSON_ArrayForEach(node, nodes) if (!separate_node(&search, node, out_changed)) return 0;
    return 1;
}
