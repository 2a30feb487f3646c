#include "model/build/order_vertices.h"

#include <stdlib.h>
#include <string.h>

/// Palette entries that move some of the vertices, rising, and how many vertices those are.
typedef struct skin_joint_set {
    const int32_t *skin_joints;
    uint32_t skin_joint_count;
    int32_t number;   ///< in the order of first use
    int32_t vertices; ///< that it moves
} skin_joint_set;

typedef struct skin_joint_sets {
    skin_joint_set *items;
    int32_t count;
    int32_t *table; ///< [slots] number + 1, 0: free
    size_t slots;   ///< a power of two
} skin_joint_sets;

static int compare_skin_joints(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return a < b ? -1 : a > b;
}

static int compare_sets(const void *left, const void *right)
{
    const skin_joint_set *a = left, *b = right;
    for (uint32_t i = 0; i < a->skin_joint_count && i < b->skin_joint_count; ++i) {
        if (a->skin_joints[i] != b->skin_joints[i]) return a->skin_joints[i] < b->skin_joints[i] ? -1 : 1;
    }
    return a->skin_joint_count < b->skin_joint_count ? -1 : a->skin_joint_count > b->skin_joint_count;
}

/// Writes the sorted entries of one vertex and returns how many there are.
static uint32_t list_skin_joints(const sinew_raw_mesh *mesh, uint32_t vertex, int32_t *out)
{
    uint32_t count = 0;
    int is_sorted = 1;
    for (uint32_t i = mesh->influence_start[vertex]; i < mesh->influence_start[vertex + 1]; ++i) {
        if (mesh->influences[i].weight == 0.0f) continue;
        out[count] = mesh->influences[i].skin_joint;
        is_sorted &= count == 0 || out[count - 1] <= out[count];
        ++count;
    }
    if (!is_sorted) qsort(out, count, sizeof *out, compare_skin_joints);
    return count;
}

/// FNV-1a over entries: most sets have one to four.
static size_t hash_of_set(const int32_t *skin_joints, uint32_t count)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (uint32_t i = 0; i < count; ++i) hash = (hash ^ (uint32_t)skin_joints[i]) * UINT64_C(1099511628211);
    return (size_t)(hash ^ hash >> 32);
}

/// The number of the set of these entries, which is added where there is none. Skin joints must outlive the sets.
static int32_t find_set(skin_joint_sets *sets, const int32_t *skin_joints, uint32_t count)
{
    size_t slot = hash_of_set(skin_joints, count) & (sets->slots - 1);
    for (; sets->table[slot]; slot = (slot + 1) & (sets->slots - 1)) {
        const skin_joint_set *set = &sets->items[sets->table[slot] - 1];
        if (set->skin_joint_count == count && memcmp(set->skin_joints, skin_joints, count * sizeof *skin_joints) == 0)
            return set->number;
    }
    sets->items[sets->count] =
        (skin_joint_set){.skin_joints = skin_joints, .skin_joint_count = count, .number = sets->count};
    sets->table[slot] = ++sets->count;
    return sets->count - 1;
}

/// Fills the sets and the number of each vertex's. Returns 0 when out of memory.
static int find_sets(const sinew_raw_mesh *mesh, const uint32_t *vertices, int32_t count, sinew__arena *arena,
                     skin_joint_sets *sets, int32_t *set_of)
{
    size_t total = 0;
    for (int32_t i = 0; i < count; ++i)
        total += mesh->influence_start[vertices[i] + 1] - mesh->influence_start[vertices[i]];
    int32_t *skin_joints = SINEW__ARENA_ARRAY(arena, int32_t, total);
    for (sets->slots = 16; sets->slots < (size_t)count * 2;) sets->slots *= 2;
    sets->items = SINEW__ARENA_ARRAY(arena, skin_joint_set, count);
    sets->table = SINEW__ARENA_ARRAY(arena, int32_t, sets->slots);
    if (!skin_joints || !sets->items || !sets->table) return 0;
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t listed = list_skin_joints(mesh, vertices[i], skin_joints);
        set_of[i] = find_set(sets, skin_joints, listed);
        if (++sets->items[set_of[i]].vertices == 1) skin_joints += listed;
    }
    return 1;
}

int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena)
{
    if (!mesh->influence_start) return 1;
    skin_joint_sets sets = {0};
    int32_t *set_of = SINEW__ARENA_ARRAY(arena, int32_t, count), *next = SINEW__ARENA_ARRAY(arena, int32_t, count);
    uint32_t *unsorted = SINEW__ARENA_ARRAY(arena, uint32_t, count);
    if (!set_of || !next || !unsorted || !find_sets(mesh, vertices, count, arena, &sets, set_of)) return 0;
    qsort(sets.items, (size_t)sets.count, sizeof *sets.items, compare_sets);
    int32_t place = 0;
    for (int32_t i = 0; i < sets.count; ++i) {
        next[sets.items[i].number] = place;
        place += sets.items[i].vertices;
    }
    if (count > 0) memcpy(unsorted, vertices, (size_t)count * sizeof *vertices);
    for (int32_t i = 0; i < count; ++i) vertices[next[set_of[i]]++] = unsorted[i];
    return 1;
}
