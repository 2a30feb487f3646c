/// Skins a mesh by vertex blocks: full blocks in place, a last block that is not full through a copy.
#include <string.h>

#include "skin/skin_method.h"

enum { VERTEX_BLOCK = SINEW_VERTEX_BLOCK_SIZE, VERTEX_BLOCK_FLOATS = VERTEX_BLOCK * 3 };

sinew__skin_vertex_blocks sinew__skin_vertex_blocks_of(const sinew__skin_job *job)
{
    const sinew_model *model = job->model;
    return (sinew__skin_vertex_blocks){.start = model->vertex_block_start + job->mesh->first_vertex_block,
                                       .skin_joints = model->vertex_block_joints,
                                       .weights = model->vertex_block_weights,
                                       .palette = job->palette,
                                       .first_skin_joint = job->mesh->first_skin_joint,
                                       .positions = job->positions,
                                       .normals = job->normals,
                                       .out_positions = job->out_positions,
                                       .out_normals = job->out_normals};
}

/// The vertex blocks from `block` on.
static sinew__skin_vertex_blocks vertex_blocks_from(const sinew__skin_vertex_blocks *blocks, int32_t block)
{
    const size_t floats = (size_t)block * VERTEX_BLOCK_FLOATS;
    sinew__skin_vertex_blocks from = *blocks;
    from.start += block;
    from.positions += floats;
    from.normals += floats;
    from.out_positions += floats;
    if (from.out_normals) from.out_normals += floats;
    return from;
}

/// Skins one vertex block of fewer than 16 vertices.
static void skin_partial(sinew__skin_vertex_blocks_function *skin, const sinew__skin_vertex_blocks *block,
                         int32_t vertices)
{
    const size_t bytes = (size_t)vertices * 3 * sizeof(float);
    float positions[VERTEX_BLOCK_FLOATS] = {0}, normals[VERTEX_BLOCK_FLOATS] = {0}, out_positions[VERTEX_BLOCK_FLOATS],
          out_normals[VERTEX_BLOCK_FLOATS];
    sinew__skin_vertex_blocks whole = *block;
    memcpy(positions, block->positions, bytes);
    memcpy(normals, block->normals, bytes);
    whole.positions = positions;
    whole.normals = normals;
    whole.out_positions = out_positions;
    if (block->out_normals) whole.out_normals = out_normals;
    skin(&whole, 1);
    memcpy(block->out_positions, out_positions, bytes);
    if (block->out_normals) memcpy(block->out_normals, out_normals, bytes);
}

static void skin_vertices(sinew__skin_vertex_blocks_function *skin, const sinew__skin_vertex_blocks *blocks,
                          int32_t vertices)
{
    const int32_t whole = vertices / VERTEX_BLOCK, rest = vertices % VERTEX_BLOCK;
    skin(blocks, whole);
    if (rest == 0) return;
    const sinew__skin_vertex_blocks last = vertex_blocks_from(blocks, whole);
    skin_partial(skin, &last, rest);
}

/// Mixes what linear skinning gives into vertices skinned by dual quaternions, where their blend weights ask for it.
static void mix_linear(const sinew__skin_job *job, const sinew__skin_kernel *kernel,
                       const sinew__skin_vertex_blocks *blocks)
{
    float positions[VERTEX_BLOCK_FLOATS], normals[VERTEX_BLOCK_FLOATS];
    for (int32_t first = 0; first < job->mesh->vertex_count; first += VERTEX_BLOCK) {
        const int32_t rest = job->mesh->vertex_count - first, count = rest < VERTEX_BLOCK ? rest : VERTEX_BLOCK;
        sinew__skin_vertex_blocks block = vertex_blocks_from(blocks, first / VERTEX_BLOCK);
        float *out_positions = block.out_positions, *out_normals = block.out_normals;
        block.out_positions = positions;
        if (out_normals) block.out_normals = normals;
        skin_vertices(kernel->linear, &block, count);
        for (int32_t v = 0; v < count; ++v) {
            const float share = job->blend_weights[first + v];
            if (share >= 1.0f) continue;
            sinew__mix_linear(share, positions + v * 3, normals + v * 3, out_positions + v * 3,
                              out_normals ? out_normals + v * 3 : NULL);
        }
    }
}

void sinew__skin_linear_vertex_blocks(const sinew__skin_job *job, const sinew__skin_kernel *kernel)
{
    const sinew__skin_vertex_blocks blocks = sinew__skin_vertex_blocks_of(job);
    skin_vertices(kernel->linear, &blocks, job->mesh->vertex_count);
}

void sinew__skin_dual_quaternion_vertex_blocks(const sinew__skin_job *job, const sinew__skin_kernel *kernel)
{
    sinew__skin_vertex_blocks blocks = sinew__skin_vertex_blocks_of(job);
    blocks.entries = sinew__split_palette(job);
    skin_vertices(kernel->dual_quaternion, &blocks, job->mesh->vertex_count);
    if (job->blend_weights) mix_linear(job, kernel, &blocks);
}
