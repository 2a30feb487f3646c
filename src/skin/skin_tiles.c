/// A mesh tile by tile: whole tiles where they lie, the last one, where it is not full, by way of a copy.
#include <string.h>

#include "skin/skin_method.h"

enum { TILE = SINEW_TILE_VERTICES, TILE_FLOATS = TILE * 3 };

sinew__skin_tiles sinew__skin_tiles_of(const sinew__skin_job *job)
{
    const sinew_model *model = job->model;
    return (sinew__skin_tiles){.start = model->tile_start + job->mesh->first_tile,
                               .bindings = model->tile_bindings,
                               .weights = model->tile_weights,
                               .palette = job->palette,
                               .first_binding = job->mesh->first_binding,
                               .positions = job->positions,
                               .normals = job->normals,
                               .out_positions = job->out_positions,
                               .out_normals = job->out_normals};
}

/// The tiles from `tile` on.
static sinew__skin_tiles tiles_from(const sinew__skin_tiles *tiles, int32_t tile)
{
    const size_t floats = (size_t)tile * TILE_FLOATS;
    sinew__skin_tiles from = *tiles;
    from.start += tile;
    from.positions += floats;
    from.normals += floats;
    from.out_positions += floats;
    if (from.out_normals) from.out_normals += floats;
    return from;
}

/// Skins one tile of fewer than 16 vertices.
static void skin_partial(sinew__skin_tiles_function *skin, const sinew__skin_tiles *tile, int32_t vertices)
{
    const size_t bytes = (size_t)vertices * 3 * sizeof(float);
    float positions[TILE_FLOATS] = {0}, normals[TILE_FLOATS] = {0}, out_positions[TILE_FLOATS],
          out_normals[TILE_FLOATS];
    sinew__skin_tiles whole = *tile;
    memcpy(positions, tile->positions, bytes);
    memcpy(normals, tile->normals, bytes);
    whole.positions = positions;
    whole.normals = normals;
    whole.out_positions = out_positions;
    if (tile->out_normals) whole.out_normals = out_normals;
    skin(&whole, 1);
    memcpy(tile->out_positions, out_positions, bytes);
    if (tile->out_normals) memcpy(tile->out_normals, out_normals, bytes);
}

static void skin_vertices(sinew__skin_tiles_function *skin, const sinew__skin_tiles *tiles, int32_t vertices)
{
    const int32_t whole = vertices / TILE, rest = vertices % TILE;
    skin(tiles, whole);
    if (rest == 0) return;
    const sinew__skin_tiles last = tiles_from(tiles, whole);
    skin_partial(skin, &last, rest);
}

/// Mixes what linear skinning gives into vertices skinned by dual quaternions, where their blend weights ask for it.
static void mix_linear(const sinew__skin_job *job, const sinew__skin_kernel *kernel, const sinew__skin_tiles *tiles)
{
    float positions[TILE_FLOATS], normals[TILE_FLOATS];
    for (int32_t first = 0; first < job->mesh->vertex_count; first += TILE) {
        const int32_t rest = job->mesh->vertex_count - first, count = rest < TILE ? rest : TILE;
        sinew__skin_tiles tile = tiles_from(tiles, first / TILE);
        float *out_positions = tile.out_positions, *out_normals = tile.out_normals;
        tile.out_positions = positions;
        if (out_normals) tile.out_normals = normals;
        skin_vertices(kernel->linear, &tile, count);
        for (int32_t v = 0; v < count; ++v) {
            const float share = job->blend_weights[first + v];
            if (share >= 1.0f) continue;
            sinew__mix_linear(share, positions + v * 3, normals + v * 3, out_positions + v * 3,
                              out_normals ? out_normals + v * 3 : NULL);
        }
    }
}

void sinew__skin_linear_tiles(const sinew__skin_job *job, const sinew__skin_kernel *kernel)
{
    const sinew__skin_tiles tiles = sinew__skin_tiles_of(job);
    skin_vertices(kernel->linear, &tiles, job->mesh->vertex_count);
}

void sinew__skin_dual_quaternion_tiles(const sinew__skin_job *job, const sinew__skin_kernel *kernel)
{
    sinew__skin_tiles tiles = sinew__skin_tiles_of(job);
    tiles.entries = sinew__split_palette(job);
    skin_vertices(kernel->dual_quaternion, &tiles, job->mesh->vertex_count);
    if (job->blend_weights) mix_linear(job, kernel, &tiles);
}
