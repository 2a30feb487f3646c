#include "model/order_vertices.h"

#include <stdlib.h>
#include <string.h>

/// Palette entries that move some of the vertices, rising, and how many vertices those are.
typedef struct binding_set {
    const int32_t *bindings;
    uint32_t binding_count;
    int32_t number;   ///< in the order of first use
    int32_t vertices; ///< that it moves
} binding_set;

typedef struct binding_sets {
    binding_set *items;
    int32_t count;
    int32_t *table; ///< [slots] number + 1, 0: free
    size_t slots;   ///< a power of two
} binding_sets;

static int compare_bindings(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return a < b ? -1 : a > b;
}

static int compare_sets(const void *left, const void *right)
{
    const binding_set *a = left, *b = right;
    for (uint32_t i = 0; i < a->binding_count && i < b->binding_count; ++i) {
        if (a->bindings[i] != b->bindings[i]) return a->bindings[i] < b->bindings[i] ? -1 : 1;
    }
    return a->binding_count < b->binding_count ? -1 : a->binding_count > b->binding_count;
}

/// Writes the sorted entries of one vertex and returns how many there are.
static uint32_t list_bindings(const sinew_raw_mesh *mesh, uint32_t vertex, int32_t *out)
{
    uint32_t count = 0;
    int is_sorted = 1;
    for (uint32_t i = mesh->influence_start[vertex]; i < mesh->influence_start[vertex + 1]; ++i) {
        if (mesh->influences[i].weight == 0.0f) continue;
        out[count] = mesh->influences[i].binding;
        is_sorted &= count == 0 || out[count - 1] <= out[count];
        ++count;
    }
    if (!is_sorted) qsort(out, count, sizeof *out, compare_bindings);
    return count;
}

/// FNV-1a over entries: most sets have one to four.
static size_t hash_of_set(const int32_t *bindings, uint32_t count)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (uint32_t i = 0; i < count; ++i) hash = (hash ^ (uint32_t)bindings[i]) * UINT64_C(1099511628211);
    return (size_t)(hash ^ hash >> 32);
}

/// The number of the set of these entries, which is added where there is none. Bindings must outlive the sets.
static int32_t find_set(binding_sets *sets, const int32_t *bindings, uint32_t count)
{
    size_t slot = hash_of_set(bindings, count) & (sets->slots - 1);
    for (; sets->table[slot]; slot = (slot + 1) & (sets->slots - 1)) {
        const binding_set *set = &sets->items[sets->table[slot] - 1];
        if (set->binding_count == count && memcmp(set->bindings, bindings, count * sizeof *bindings) == 0)
            return set->number;
    }
    sets->items[sets->count] = (binding_set){.bindings = bindings, .binding_count = count, .number = sets->count};
    sets->table[slot] = ++sets->count;
    return sets->count - 1;
}

/// Fills the sets and the number of each vertex's. Returns 0 when out of memory.
static int find_sets(const sinew_raw_mesh *mesh, const uint32_t *vertices, int32_t count, sinew__arena *arena,
                     binding_sets *sets, int32_t *set_of)
{
    size_t total = 0;
    for (int32_t i = 0; i < count; ++i)
        total += mesh->influence_start[vertices[i] + 1] - mesh->influence_start[vertices[i]];
    int32_t *bindings = SINEW__ARENA_ARRAY(arena, int32_t, total);
    for (sets->slots = 16; sets->slots < (size_t)count * 2;) sets->slots *= 2;
    sets->items = SINEW__ARENA_ARRAY(arena, binding_set, count);
    sets->table = SINEW__ARENA_ARRAY(arena, int32_t, sets->slots);
    if (!bindings || !sets->items || !sets->table) return 0;
    for (int32_t i = 0; i < count; ++i) {
        const uint32_t listed = list_bindings(mesh, vertices[i], bindings);
        set_of[i] = find_set(sets, bindings, listed);
        if (++sets->items[set_of[i]].vertices == 1) bindings += listed;
    }
    return 1;
}

int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena)
{
    if (!mesh->influence_start) return 1;
    binding_sets sets = {0};
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
