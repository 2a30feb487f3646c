/// Meshes, their vertices, palette entries, deformers and morphs.
#include <math.h>

#include "base/affine.h"
#include "model/validate/validate.h"

static int shares_fit(const sinew_model *model, const sinew_mesh *mesh)
{
    return sinew__range_fits(mesh->first_vertex, mesh->vertex_count, model->vertex_count) &&
           sinew__range_fits(mesh->first_index, mesh->index_count, model->index_count) && mesh->index_count % 3 == 0 &&
           sinew__range_fits(mesh->first_submesh, mesh->submesh_count, model->submesh_count) &&
           sinew__range_fits(mesh->first_polygon, mesh->polygon_count, model->polygon_count) &&
           sinew__range_fits(mesh->first_corner, mesh->corner_count, model->corner_count) &&
           sinew__range_fits(mesh->first_skin_joint, mesh->skin_joint_count, model->skin_joint_count) &&
           sinew__range_fits(mesh->first_morph, mesh->morph_count, model->morph_count) &&
           sinew__range_fits(mesh->first_deformer, mesh->deformer_count, model->deformer_count);
}

static int corners_fit(const sinew_model *model, const sinew_mesh *mesh)
{
    const uint32_t *sizes = model->polygon_sizes + mesh->first_polygon;
    const size_t polygons = (size_t)mesh->polygon_count;
    uint64_t corners = 0;
    for (size_t i = 0; i < polygons; ++i) corners += sizes[i];
    if (corners != (uint64_t)mesh->corner_count) return 0;
    const uint32_t vertices = (uint32_t)mesh->vertex_count;
    return sinew__all_below(model->corner_vertices + mesh->first_corner, (size_t)mesh->corner_count, vertices) &&
           sinew__all_below(model->indices + mesh->first_index, (size_t)mesh->index_count, vertices);
}

static int submeshes_fit(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_submesh; i < mesh->first_submesh + mesh->submesh_count; ++i) {
        const sinew_submesh *submesh = &model->submeshes[i];
        if (!sinew__index_or_none(submesh->material, model->material_count) || submesh->index_count % 3 != 0 ||
            !sinew__range_fits((int64_t)submesh->first_index - mesh->first_index, submesh->index_count,
                               mesh->index_count))
            return 0;
    }
    return 1;
}

/// Whether `count` runs, each from one start to the next, rise within [0, total], and none is longer than `longest`;
/// both lie below 2³¹.
static int runs_rise(const uint32_t *starts, int32_t count, uint32_t longest, uint32_t total)
{
    if (count == 0) return 1;
    if (starts[count] > total) return 0;
    const size_t runs = (size_t)count;
    uint32_t carries = 0; // where all starts lie below 2³¹, so does the length of a run that rises
    for (size_t i = 0; i < runs; ++i) carries |= starts[i] | sinew__limit_carry(starts[i + 1] - starts[i], longest + 1);
    return !(carries >> 31);
}

/// What a word of an item has to be: a finite float, or an index of the `count`, below 2³¹, from `first` on.
typedef struct word_rule {
    int is_index;
    uint32_t first, count;
} word_rule;

/// Whether all words of items of `width` words, 7 at most, keep the rules. Four items are looked at together: whatever
/// the width, four neighbouring words then meet the same four rules each time.
static inline int items_fit(const void *items, size_t item_count, const word_rule *rules, size_t width)
{
    enum { MOST_WORDS = 4 * 7 };
    const uint32_t *words = items;
    const size_t block = 4 * width, end = item_count * width;
    uint32_t first[MOST_WORDS] = {0}, kept[MOST_WORDS] = {0}, added[MOST_WORDS] = {0}, carries[MOST_WORDS] = {0},
             all = 0;
    for (size_t i = 0; i < block; ++i) {
        const word_rule rule = rules[i % width];
        first[i] = rule.first;
        kept[i] = rule.is_index ? UINT32_MAX : UINT32_C(0xff) << 23; // of a float, its exponent
        added[i] = rule.is_index ? (UINT32_C(1) << 31) - rule.count
                                 : UINT32_C(1) << 23; // as for sinew__limit_carry and sinew__finite_carry
    }
    size_t at = 0;
    for (; at + block <= end; at += block)
        for (size_t i = 0; i < block; ++i) {
            const uint32_t word = (words[at + i] - first[i]) & kept[i];
            carries[i] |= word | (word + added[i]);
        }
    for (size_t i = 0; at + i < end; ++i) {
        const uint32_t word = (words[at + i] - first[i]) & kept[i];
        carries[i] |= word | (word + added[i]);
    }
    for (size_t i = 0; i < block; ++i) all |= carries[i];
    return !(all >> 31);
}

_Static_assert(sizeof(sinew_influence) == 3 * sizeof(uint32_t), "an index and two floats, without gaps");
_Static_assert(sizeof(sinew_shape_delta) == 7 * sizeof(uint32_t), "an index and six floats, without gaps");

static int influences_fit(const sinew_model *model, const sinew_mesh *mesh)
{
    const uint32_t *starts = model->influence_start + mesh->first_vertex;
    if (mesh->vertex_count == 0) return 1;
    if (mesh->max_influences < 0 ||
        !runs_rise(starts, mesh->vertex_count, (uint32_t)mesh->max_influences, (uint32_t)model->influence_count))
        return 0;
    const word_rule rules[3] = {{1, (uint32_t)mesh->first_skin_joint, (uint32_t)mesh->skin_joint_count}};
    return items_fit(model->influences + starts[0], starts[mesh->vertex_count] - starts[0], rules, 3);
}

static int vertex_blocks_fit(const sinew_model *model, const sinew_mesh *mesh)
{
    const int32_t vertex_blocks =
        mesh->vertex_count / SINEW_VERTEX_BLOCK_SIZE + (mesh->vertex_count % SINEW_VERTEX_BLOCK_SIZE != 0);
    if (!sinew__range_fits(mesh->first_vertex_block, vertex_blocks, model->vertex_block_count)) return 0;
    const uint32_t *starts = model->vertex_block_start + mesh->first_vertex_block;
    if (!runs_rise(starts, vertex_blocks, INT32_MAX, (uint32_t)model->vertex_block_joint_count)) return 0;
    if (vertex_blocks == 0) return 1;
    const word_rule rule = {1, (uint32_t)mesh->first_skin_joint, (uint32_t)mesh->skin_joint_count};
    return items_fit(model->vertex_block_joints + starts[0], starts[vertex_blocks] - starts[0], &rule, 1);
}

static int deformers_fit(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i) {
        const sinew_deformer *deformer = &model->deformers[i];
        if (deformer->kind > SINEW_DEFORM_CACHE || deformer->method > SINEW_SKIN_BLENDED ||
            deformer->link_mode > SINEW_LINK_TOTAL_ONE)
            return 0;
        if (deformer->first_blend_weight != SINEW_NONE &&
            !sinew__range_fits(deformer->first_blend_weight, mesh->vertex_count, model->blend_weight_count))
            return 0;
    }
    return 1;
}

/// The entries of an additive mesh each have one to be measured against.
static int associate_fits(const sinew_model *model, const sinew_mesh *mesh)
{
    for (int32_t i = mesh->first_deformer; i < mesh->first_deformer + mesh->deformer_count; ++i) {
        const sinew_deformer *deformer = &model->deformers[i];
        if (deformer->kind != SINEW_DEFORM_SKIN || deformer->link_mode != SINEW_LINK_ADDITIVE) continue;
        for (int32_t b = mesh->first_skin_joint; b < mesh->first_skin_joint + mesh->skin_joint_count; ++b)
            if (!sinew__range_fits((int64_t)model->skin_joints[b].associate - mesh->first_skin_joint, 1,
                                   mesh->skin_joint_count))
                return 0;
    }
    return 1;
}

static int shape_fits(const sinew_model *model, const sinew_mesh *mesh, const sinew_shape *shape)
{
    if (!sinew__range_fits(shape->first_delta, shape->delta_count, model->delta_count) ||
        !isfinite(shape->full_weight) || shape->full_weight == 0.0f)
        return 0;
    const word_rule rules[7] = {{1, 0, (uint32_t)mesh->vertex_count}};
    return items_fit(model->deltas + shape->first_delta, (size_t)shape->delta_count, rules, 7);
}

static int morphs_fit(const sinew_model *model, const sinew_mesh *mesh, int32_t mesh_index)
{
    for (int32_t i = mesh->first_morph; i < mesh->first_morph + mesh->morph_count; ++i) {
        const sinew_morph *morph = &model->morphs[i];
        if (morph->mesh != mesh_index || !sinew__text_fits(model, morph->name) || !isfinite(morph->weight) ||
            !sinew__range_fits(morph->first_shape, morph->shape_count, model->shape_count))
            return 0;
        for (int32_t s = 0; s < morph->shape_count; ++s) {
            const sinew_shape *shape = &model->shapes[morph->first_shape + s];
            if (!shape_fits(model, mesh, shape) || (s > 0 && !(shape->full_weight > shape[-1].full_weight))) return 0;
        }
    }
    return 1;
}

static int mesh_is_valid(const sinew_model *model, int32_t index)
{
    const sinew_mesh *mesh = &model->meshes[index];
    return sinew__text_fits(model, mesh->name) && sinew__text_fits(model, mesh->object) && mesh->joint >= 0 &&
           mesh->joint < model->joint_count && shares_fit(model, mesh) && mesh->skin_joint_count > 0 &&
           sinew__all_finite(mesh->bounds_min, 3) && sinew__all_finite(mesh->bounds_max, 3) &&
           corners_fit(model, mesh) && submeshes_fit(model, mesh) && influences_fit(model, mesh) &&
           vertex_blocks_fit(model, mesh) && deformers_fit(model, mesh) && associate_fits(model, mesh) &&
           morphs_fit(model, mesh, index);
}

sinew_result sinew__validate_meshes(const sinew_model *model, sinew_error *error)
{
    const size_t vertices = (size_t)model->vertex_count;
    if (!sinew__all_finite(model->positions, vertices * 3) || !sinew__all_finite(model->normals, vertices * 3) ||
        !sinew__all_finite(model->texcoords, vertices * 2) || !sinew__all_finite(model->colors, vertices * 4) ||
        (model->tangents && !sinew__all_finite(model->tangents, vertices * 4)) ||
        !sinew__all_finite(model->blend_weights, (size_t)model->blend_weight_count) ||
        !sinew__all_finite(model->vertex_block_weights,
                           (size_t)model->vertex_block_joint_count * SINEW_VERTEX_BLOCK_SIZE))
        return sinew__damaged(error, "vertices that are not finite among", model->vertex_count);
    for (int32_t i = 0; i < model->skin_joint_count; ++i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        if (skin_joint->mesh < 0 || skin_joint->mesh >= model->mesh_count || skin_joint->joint < 0 ||
            skin_joint->joint >= model->joint_count || !sinew__index_or_none(skin_joint->node, model->node_count) ||
            !sinew__index_or_none(skin_joint->associate, model->skin_joint_count) ||
            !sinew__affine_is_finite(&skin_joint->offset) || !sinew__affine_is_finite(&skin_joint->node_offset))
            return sinew__damaged(error, "palette entry", i);
    }
    for (int32_t i = 0; i < model->mesh_count; ++i)
        if (!mesh_is_valid(model, i)) return sinew__damaged(error, "mesh", i);
    return SINEW_OK;
}
