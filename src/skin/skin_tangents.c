/// Tangents, by the same methods as positions and normals.
#include <string.h>

#include "skin/skin_method.h"

enum { VERTEX_BLOCK = SINEW_VERTEX_BLOCK_SIZE };

/// How the tangents of one mesh are rotated.
typedef struct tangent_job {
    sinew__skin_job job;
    const float *tangents;            ///< [vertex_count × 4]
    const sinew__dual_entry *entries; ///< NULL: linear alone
    float *out;
} tangent_job;

/// The share of linear skinning in a vertex is 1 − its blend weight.
static void mix(float share, const float linear[4], float dual[4])
{
    for (int i = 0; i < 3; ++i) dual[i] = linear[i] + share * (dual[i] - linear[i]);
    sinew__make_unit(dual, 1);
}

static int is_mixed(const tangent_job *on, int32_t vertex)
{
    return on->job.blend_weights && on->job.blend_weights[vertex] < 1.0f;
}

// ---- plain loops --------------------------------------------------------------------------------------------------

static void rotate_vertices(const tangent_job *on)
{
    for (int32_t v = 0; v < on->job.mesh->vertex_count; ++v) {
        const float *tangent = on->tangents + (size_t)v * 4;
        float linear[4], *out = on->out + (size_t)v * 4;
        if (!on->entries) {
            sinew__rotate_tangent_linear(&on->job, v, tangent, out);
            continue;
        }
        sinew__rotate_tangent_dual_quaternion(&on->job, on->entries, v, tangent, out);
        if (!is_mixed(on, v)) continue;
        sinew__rotate_tangent_linear(&on->job, v, tangent, linear);
        mix(on->job.blend_weights[v], linear, out);
    }
}

// ---- by vertex blocks ----------------------------------------------------------------------------------------------

static void gather(const float *from, int32_t count, sinew__tangent_vertex_block *to)
{
    memset(to, 0, sizeof *to);
    for (int32_t v = 0; v < count; ++v)
        for (int i = 0; i < 4; ++i) to->part[i][v] = from[v * 4 + i];
}

static void scatter(const sinew__tangent_vertex_block *from, int32_t count, float *to)
{
    for (int32_t v = 0; v < count; ++v)
        for (int i = 0; i < 4; ++i) to[v * 4 + i] = from->part[i][v];
}

static void mix_vertex_block(const tangent_job *on, const sinew__skin_kernel *kernel,
                             const sinew__skin_vertex_blocks *blocks, int32_t first, int32_t count)
{
    sinew__tangent_vertex_block rotated;
    float linear[VERTEX_BLOCK * 4];
    gather(on->tangents + (size_t)first * 4, count, &rotated);
    kernel->linear_tangents(blocks, first / VERTEX_BLOCK, &rotated);
    scatter(&rotated, count, linear);
    for (int32_t v = 0; v < count; ++v)
        if (is_mixed(on, first + v))
            mix(on->job.blend_weights[first + v], linear + v * 4, on->out + (size_t)(first + v) * 4);
}

static void rotate_vertex_blocks(const tangent_job *on, const sinew__skin_kernel *kernel)
{
    const int32_t vertices = on->job.mesh->vertex_count;
    sinew__skin_vertex_blocks blocks = sinew__skin_vertex_blocks_of(&on->job);
    blocks.entries = on->entries;
    for (int32_t first = 0; first < vertices; first += VERTEX_BLOCK) {
        const int32_t count = vertices - first < VERTEX_BLOCK ? vertices - first : VERTEX_BLOCK;
        sinew__tangent_vertex_block rotated;
        gather(on->tangents + (size_t)first * 4, count, &rotated);
        if (on->entries)
            kernel->dual_quaternion_tangents(&blocks, first / VERTEX_BLOCK, &rotated);
        else
            kernel->linear_tangents(&blocks, first / VERTEX_BLOCK, &rotated);
        scatter(&rotated, count, on->out + (size_t)first * 4);
        if (on->job.blend_weights) mix_vertex_block(on, kernel, &blocks, first, count);
    }
}

void sinew__skin_tangents_with(const sinew__skin_kernel *kernel, int32_t method, const sinew_model *model, int32_t mesh,
                               const sinew_pose *pose, float *scratch, float *out_tangents)
{
    const sinew_mesh *item = &model->meshes[mesh];
    const sinew_deformer *skin = sinew__skin_of(model, item);
    const int32_t used = sinew__skin_method_of(method, skin);
    tangent_job on = {.job = {.model = model, .mesh = item, .palette = pose->palette, .scratch = scratch},
                      .tangents = model->tangents + (size_t)item->first_vertex * 4,
                      .out = out_tangents};
    if (sinew__uses_dual_quaternions(used)) {
        on.entries = sinew__split_palette(&on.job);
        scratch += sinew__dual_quaternion_floats(item);
    }
    if (sinew__is_additive(skin)) {
        sinew__find_displacements(&on.job, scratch);
        kernel = NULL;
    }
    if (used == SINEW_SKIN_BLENDED) on.job.blend_weights = model->blend_weights + skin->first_blend_weight;
    if (kernel)
        rotate_vertex_blocks(&on, kernel);
    else
        rotate_vertices(&on);
}

void sinew_skin_tangents(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *scratch,
                         float *out_tangents)
{
    sinew__skin_tangents_with(sinew__skin_kernel_best(), SINEW_NONE, model, mesh, pose, scratch, out_tangents);
}
