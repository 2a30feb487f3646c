#include "model/order_vertices.h"

#include <stdlib.h>

/// A vertex and the palette entries that move it, rising.
typedef struct moved_vertex {
    const int32_t *bindings;
    uint32_t binding_count;
    uint32_t vertex;
} moved_vertex;

static int compare(const void *left, const void *right)
{
    const moved_vertex *a = left, *b = right;
    for (uint32_t i = 0; i < a->binding_count && i < b->binding_count; ++i) {
        if (a->bindings[i] != b->bindings[i]) return a->bindings[i] < b->bindings[i] ? -1 : 1;
    }
    if (a->binding_count != b->binding_count) return a->binding_count < b->binding_count ? -1 : 1;
    return a->vertex < b->vertex ? -1 : a->vertex > b->vertex;
}

static int compare_bindings(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return a < b ? -1 : a > b;
}

/// Writes the sorted entries of one vertex and returns how many there are.
static uint32_t list_bindings(const sinew_raw_mesh *mesh, uint32_t vertex, int32_t *out)
{
    uint32_t count = 0;
    for (uint32_t i = mesh->influence_start[vertex]; i < mesh->influence_start[vertex + 1]; ++i) {
        if (mesh->influences[i].weight != 0.0f) out[count++] = mesh->influences[i].binding;
    }
    qsort(out, count, sizeof *out, compare_bindings);
    return count;
}

int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena)
{
    if (!mesh->influence_start) return 1;
    size_t total = 0;
    for (int32_t i = 0; i < count; ++i)
        total += mesh->influence_start[vertices[i] + 1] - mesh->influence_start[vertices[i]];
    moved_vertex *moved = SINEW__ARENA_ARRAY(arena, moved_vertex, count);
    int32_t *bindings = SINEW__ARENA_ARRAY(arena, int32_t, total);
    if (!moved || !bindings) return 0;
    for (int32_t i = 0; i < count; ++i) {
        moved[i] = (moved_vertex){.bindings = bindings, .vertex = vertices[i]};
        moved[i].binding_count = list_bindings(mesh, vertices[i], bindings);
        bindings += moved[i].binding_count;
    }
    qsort(moved, (size_t)count, sizeof *moved, compare);
    for (int32_t i = 0; i < count; ++i) vertices[i] = moved[i].vertex;
    return 1;
}
