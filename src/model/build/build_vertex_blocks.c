/// Vertex blocks: each 16 vertices of a mesh with all the palette entries that move any of them, so that one entry is
/// read once for 16 vertices. Vertices that an entry does not move weigh 0 on it. Where vertices lie sorted
/// (order_vertices.h) the lists are hardly longer than those of one vertex.
#include <float.h>
#include <stdlib.h>

#include "base/error.h"
#include "model/build/build_mesh_parts.h"

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

/// Whether all palette entries of a vertex are in the list; both rise.
static int has_all(const int32_t *items, size_t count, const sinew_influence *influences, size_t influence_count)
{
    size_t at = 0;
    for (size_t i = 0; i < influence_count; ++i) {
        while (at < count && items[at] < influences[i].skin_joint) ++at;
        if (at == count || items[at] != influences[i].skin_joint) return 0;
    }
    return 1;
}

/// Lists the palette entries of vertices [first, end), counted over the model, as one vertex_block.
static sinew_result list_vertex_block(sinew__builder *builder, int32_t first, int32_t end)
{
    const uint32_t *start = sinew__section_items(builder, SINEW__SECTION_INFLUENCE_START);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    const size_t at = (size_t)sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    int32_t *skin_joints = sinew__section_push(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS, start[end] - start[first]);
    uint32_t *vertex_block_end = sinew__section_push(builder, SINEW__SECTION_VERTEX_BLOCK_START, 1);
    if (!skin_joints || !vertex_block_end) return sinew__fail_memory(builder->error);
    size_t count = 0;
    for (int32_t v = first; v < end; ++v) {
        if (has_all(skin_joints, count, &influences[start[v]], start[v + 1] - start[v])) continue;
        for (uint32_t i = start[v]; i < start[v + 1]; ++i) skin_joints[count++] = influences[i].skin_joint;
        count = make_set(skin_joints, count);
    }
    builder->sections[SINEW__SECTION_VERTEX_BLOCK_JOINTS].count = at + count;
    *vertex_block_end = (uint32_t)(at + count);
    return SINEW_OK;
}

static float within_float(float number)
{
    return number < -FLT_MAX ? -FLT_MAX : number > FLT_MAX ? FLT_MAX : number;
}

/// Adds up the weights of vertices [first, end) in their vertex_block, whose entries are `skin_joints`.
static void weigh_vertex_block(const sinew__builder *builder, int32_t first, int32_t end, const int32_t *skin_joints,
                               float (*weights)[SINEW_VERTEX_BLOCK_SIZE])
{
    const uint32_t *start = sinew__section_items(builder, SINEW__SECTION_INFLUENCE_START);
    const sinew_influence *influences = sinew__section_items(builder, SINEW__SECTION_INFLUENCES);
    for (int32_t v = first; v < end; ++v) {
        size_t at = 0;
        for (uint32_t i = start[v]; i < start[v + 1]; ++i) {
            while (skin_joints[at] < influences[i].skin_joint) ++at;
            weights[at][v - first] = within_float(weights[at][v - first] + influences[i].weight);
        }
    }
}

static int32_t end_of_vertex_block(int32_t first, int32_t end)
{
    return end - first < SINEW_VERTEX_BLOCK_SIZE ? end : first + SINEW_VERTEX_BLOCK_SIZE;
}

sinew_result sinew__build_vertex_blocks(sinew__mesh_build *build)
{
    sinew__builder *builder = build->builder;
    sinew_mesh *mesh = build->mesh;
    mesh->first_vertex_block = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_START) - 1;
    const int32_t end = mesh->first_vertex + mesh->vertex_count;
    const int32_t listed = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    sinew_result result = SINEW_OK;
    for (int32_t v = mesh->first_vertex; v < end && result == SINEW_OK; v += SINEW_VERTEX_BLOCK_SIZE)
        result = list_vertex_block(builder, v, end_of_vertex_block(v, end));
    if (result != SINEW_OK) return result;
    const int32_t count = sinew__section_size(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS) - listed;
    float(*weights)[SINEW_VERTEX_BLOCK_SIZE] =
        sinew__section_push(builder, SINEW__SECTION_VERTEX_BLOCK_WEIGHTS, (size_t)count);
    if (!weights) return sinew__fail_memory(builder->error);
    const int32_t *skin_joints = sinew__section_items(builder, SINEW__SECTION_VERTEX_BLOCK_JOINTS);
    const uint32_t *vertex_block =
        (const uint32_t *)sinew__section_items(builder, SINEW__SECTION_VERTEX_BLOCK_START) + mesh->first_vertex_block;
    for (int32_t v = mesh->first_vertex; v < end; v += SINEW_VERTEX_BLOCK_SIZE, ++vertex_block)
        weigh_vertex_block(builder, v, end_of_vertex_block(v, end), skin_joints + *vertex_block,
                           weights + (*vertex_block - (uint32_t)listed));
    return SINEW_OK;
}
