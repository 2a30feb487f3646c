#include <stdlib.h>

#include "base/error.h"
#include "base/memory.h"
#include "render/model_buffers.h"

/// Returns a sortable key of a polygon edge: its two vertices, the smaller first.
static uint64_t edge_key(uint32_t a, uint32_t b)
{
    return a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
}

static int compare_keys(const void *a, const void *b)
{
    const uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return (left > right) - (left < right);
}

/// Lists every edge of a mesh once, sorted. Returns the number of edges.
static size_t list_edges(const sinew_model *model, const sinew_mesh *mesh, uint64_t *keys)
{
    size_t count = 0;
    const uint32_t *corner = model->corner_vertices + mesh->first_corner;
    for (int32_t i = 0; i < mesh->polygon_count; ++i) {
        const uint32_t size = model->polygon_sizes[mesh->first_polygon + i];
        for (uint32_t k = 0; k < size && size > 1; ++k) keys[count++] = edge_key(corner[k], corner[(k + 1) % size]);
        corner += size;
    }
    qsort(keys, count, sizeof keys[0], compare_keys);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || keys[i] != keys[i - 1]) keys[kept++] = keys[i];
    }
    return kept;
}

/// Fills `indices` with the edges of all meshes and `ranges` with the range of each mesh. Returns the number of
/// indices.
static size_t list_all_edges(const sinew_model *model, uint64_t *keys, uint32_t *indices, render_edge_range *ranges)
{
    size_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const size_t edges = list_edges(model, &model->meshes[i], keys);
        ranges[i] = (render_edge_range){.first = count, .count = 2 * edges};
        for (size_t k = 0; k < edges; ++k) {
            indices[count++] = (uint32_t)(keys[k] >> 32);
            indices[count++] = (uint32_t)keys[k];
        }
    }
    return count;
}

sinew_result sinew__render_model_buffers_edges(render_model_buffers *buffers, const sinew_model *model,
                                               sinew_error *out_error)
{
    if (buffers->edges) return SINEW_OK;
    const size_t corners = (size_t)model->corner_count + 1;
    uint64_t *keys = sinew__allocate(corners * sizeof *keys);
    uint32_t *indices = sinew__allocate(2 * corners * sizeof *indices);
    render_edge_range *ranges = sinew__allocate(((size_t)model->mesh_count + 1) * sizeof *ranges);
    sinew_result result = SINEW_OK;
    if (keys && indices && ranges) {
        const size_t size = list_all_edges(model, keys, indices, ranges) * sizeof *indices;
        glBindVertexArray(0);
        glGenBuffers(1, &buffers->edge_indices);
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffers->edge_indices);
        glBufferData(GL_ELEMENT_ARRAY_BUFFER, (GLsizeiptr)size, indices, GL_STATIC_DRAW);
        buffers->edges = ranges;
        ranges = NULL;
    } else {
        result = sinew__fail_memory(out_error);
    }
    sinew_free(keys);
    sinew_free(indices);
    sinew_free(ranges);
    return result;
}
