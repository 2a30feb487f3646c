/// Tiles: each 16 vertices of a mesh with all the palette entries that move any of them, so that one entry is read once
/// for 16 vertices. Vertices that an entry does not move weigh 0 on it. Where vertices lie sorted (order_vertices.h)
/// the lists are hardly longer than those of one vertex.
#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/builder.h"

static int compare(const void *left, const void *right)
{
    const int32_t a = *(const int32_t *)left, b = *(const int32_t *)right;
    return a < b ? -1 : a > b;
}

/// Sorts and drops what repeats; returns how many remain.
static size_t make_set(int32_t *items, size_t count)
{
    qsort(items, count, sizeof *items, compare);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept == 0 || items[kept - 1] != items[i]) items[kept++] = items[i];
    }
    return kept;
}

/// Adds the tile of vertices [first, end), counted over the model.
static sinew_result add_tile(sinew__builder *builder, int32_t first, int32_t end)
{
    const uint32_t *start = sinew__section_items(builder, SINEW__SECTION_INFLUENCE_START);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    const size_t at = (size_t)sinew__section_size(builder, SINEW__SECTION_TILE_BINDINGS),
                 listed = start[end] - start[first];
    int32_t *bindings = sinew__section_push(builder, SINEW__SECTION_TILE_BINDINGS, listed);
    if (!bindings) return sinew__fail_memory(builder->error);
    for (size_t i = 0; i < listed; ++i) bindings[i] = influences[start[first] + i].binding;
    const size_t count = make_set(bindings, listed);
    builder->sections[SINEW__SECTION_TILE_BINDINGS].count = at + count;

    float(*weights)[SINEW_TILE_VERTICES] = sinew__section_push(builder, SINEW__SECTION_TILE_WEIGHTS, count);
    uint32_t *tile_end = sinew__section_push(builder, SINEW__SECTION_TILE_START, 1);
    if (!weights || !tile_end) return sinew__fail_memory(builder->error);
    *tile_end = (uint32_t)(at + count);
    for (int32_t v = first; v < end; ++v) {
        for (uint32_t i = start[v]; i < start[v + 1]; ++i) {
            const int32_t *binding = bsearch(&influences[i].binding, bindings, count, sizeof *bindings, compare);
            float *weight = &weights[binding - bindings][v - first];
            *weight = fminf(fmaxf(*weight + influences[i].weight, -FLT_MAX), FLT_MAX);
        }
    }
    return SINEW_OK;
}

sinew_result sinew__build_tiles(sinew__mesh_build *build)
{
    sinew_mesh *mesh = build->mesh;
    mesh->first_tile = sinew__section_size(build->builder, SINEW__SECTION_TILE_START) - 1;
    const int32_t end = mesh->first_vertex + mesh->vertex_count;
    sinew_result result = SINEW_OK;
    for (int32_t v = mesh->first_vertex; v < end && result == SINEW_OK; v += SINEW_TILE_VERTICES)
        result = add_tile(build->builder, v, end - v < SINEW_TILE_VERTICES ? end : v + SINEW_TILE_VERTICES);
    return result;
}
