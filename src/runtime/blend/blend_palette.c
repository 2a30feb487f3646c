// Layers → palette. If clips play that can be mixed before the joint constants are applied, no local pose is computed.
#include <string.h>

#include "core/base/affine.h"
#include "runtime/blend/blender.h"
#include "runtime/blend/clip_motions.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/compact_sample.h"

/// Largest difference from 1 that scales of the rest pose may have in a mix. It is half of the tolerance in needs_exact
/// (blend_layers.c), because an average of such scales is rounded again.
static const float rest_tolerance = 5e-7f;

/// Whether some joint of the model has pivots. With pivots the translation of an averaged joint depends on its averaged
/// rotation.
static int has_pivots(const sinew_model *model)
{
    const sinew__baked_header *header = sinew__baked_header_of(model);
    const sinew__joint_constants *constants = sinew__baked_at(model->baked, header->joint_constants);
    for (int32_t i = 0; i < header->joint_constants_count; ++i)
        if (constants[i].has_pivots != 0.0f) return 1;
    return 0;
}

int sinew__blend_can_mix(const sinew_blender *blender)
{
    return blender->model->baked_byte_count > 0 && !blender->has_sheared_rest && !has_pivots(blender->model) &&
           !sinew__blend_inherits_scale(blender, blender->rest->groups, rest_tolerance);
}

/// Whether a clip may scale a joint of `scale_lanes`, whose scale reaches its children only by their inherit type.
static int inherits_scale(const sinew_blender *blender, const sinew__compact_sample *sample)
{
    for (int32_t i = 0; blender->any_scale_lane && i < blender->group_count; ++i)
        if (blender->scale_lanes[i] & sinew__sample_group(sample, i)->scale_mask) return 1;
    return 0;
}

/// Whether a difference scales a joint of `scale_lanes`.
static int difference_inherits_scale(const sinew_blender *blender, const sinew__mixed_difference *difference)
{
    for (int32_t i = 0; blender->any_scale_lane && i < blender->group_count; ++i)
        if (blender->scale_lanes[i] & difference->groups[i].scale_mask) return 1;
    return 0;
}

/// K, the 4×4 matrix of `constants->rotation`, converts the rotation quaternion of a clip to the local one. Kᵀ · L · K,
/// where L multiplies by `rotation` from the left, is also a multiplication from the left; its quaternion is the
/// product with the identity.
sinew_quat sinew__rotation_before_constants(const sinew__joint_constants *constants, int lane, sinew_quat rotation)
{
    if (constants->keeps_rotation != 0.0f) return rotation;
    double k[4][4], out[4];
    for (int i = 0; i < 16; ++i) k[i / 4][i % 4] = (double)constants->rotation[i][lane];
    const sinew_quat rotated = sinew__quat_multiply(rotation, (sinew_quat){k[0][3], k[1][3], k[2][3], k[3][3]});
    for (int i = 0; i < 4; ++i)
        out[i] = k[0][i] * rotated.x + k[1][i] * rotated.y + k[2][i] * rotated.z + k[3][i] * rotated.w;
    return (sinew_quat){out[0], out[1], out[2], out[3]};
}

/// Sets `out` to the change that takes the root motion out of a clip; its joint is SINEW_NONE if nothing is to be taken
/// out. Returns 0 if the root's rotation is not a quaternion in this clip.
static int set_change(const sinew_lod *lod, const sinew_blend_source *source, double time,
                      const sinew__compact_sample *sample, sinew__joint_change *out)
{
    out->joint = SINEW_NONE;
    if (!source->in_place || !sinew__clip_moves(source->in_place, source->clip)) return 1;
    const int32_t joint = lod ? lod->kept_of[source->in_place->top] : source->in_place->top,
                  group = joint / SINEW__COMPACT_LANES;
    const int lane = joint % SINEW__COMPACT_LANES;
    const sinew__compact_group *own = sinew__sample_group(sample, group);
    if (own->flags & SINEW__COMPACT_QUATERNIONS && !(own->quaternion_mask >> lane & 1)) return 0;
    const sinew_root_delta back = sinew__clip_motion_back(source->in_place, source->clip, time);
    const sinew_transform transform = {.t = back.translation, .r = back.rotation, .s = {1, 1, 1}};
    const sinew_affine affine = sinew__affine_from_transform(&transform);
    out->joint = joint;
    out->translation = sinew__palette_matrix(&affine);
    // left multiplication by a quaternion: q · v for v as a column
    const sinew_quat q = sinew__rotation_before_constants(&sample->joint_constants[group], lane, back.rotation);
    const double m[4][4] = {
        {q.w, -q.z, q.y, q.x}, {q.z, q.w, -q.x, q.y}, {-q.y, q.x, q.w, q.z}, {-q.x, -q.y, -q.z, q.w}};
    for (int i = 0; i < 16; ++i) out->rotation[i / 4][i % 4] = (float)m[i / 4][i % 4];
    return 1;
}

/// Samples a clip as the next source of the mix. Returns 0 if the clip is not compact or not defined at that time, or
/// if scales or root motion prevent mixing.
static int add_clip(const sinew_blender *blender, const sinew_lod *lod, const sinew_blend_source *source,
                    sinew__mixed_clips *clips)
{
    const int32_t index = clips->source_count++;
    const sinew_model *model = lod ? &lod->played : blender->model;
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, source->clip);
    sinew__compact_sample *sample = &clips->samples[index];
    const double timeline = sinew__blend_timeline(model, source);
    clips->poses[index] = NULL;
    if (!clips->baked) clips->baked = baked;
    return baked && !(baked->flags & SINEW__BAKED_INHERITS) &&
           sinew__compact_sample_at(model, baked, timeline, &clips->positions[index], sample) &&
           (lod || !inherits_scale(blender, sample)) &&
           set_change(lod, source, timeline - sinew__model_clip(model, source->clip)->start, sample,
                      &clips->changes[index]);
}

/// Adds a clip or a pose to the sources of the mix. Returns 0 if there are too many, or it cannot be mixed.
static int add_source(const sinew_blender *blender, const sinew_lod *lod, const sinew_blend_source *source,
                      sinew__mixed_clips *clips)
{
    if (clips->source_count == SINEW__MOST_MIXED) return 0;
    if (source->kind == SINEW_BLEND_CLIP && source->clip != SINEW_NONE) return add_clip(blender, lod, source, clips);
    if (!SINEW__MIXES_ALL) return 0;
    const sinew_local_pose *pose = source->kind == SINEW_BLEND_POSE ? source->pose : blender->rest;
    const sinew_model *model = lod ? &lod->played : blender->model;
    const int32_t index = clips->source_count++;
    ++clips->pose_count;
    clips->poses[index] = pose->groups;
    clips->pose_morphs[index] = pose->morph_weights;
    clips->changes[index].joint = SINEW_NONE;
    clips->samples[index] = (sinew__compact_sample){
        .joint_constants = sinew__baked_at(model->baked, sinew__baked_header_of(model)->joint_constants),
        .joint_count = model->joint_count,
        .joint_group_count = sinew__compact_groups_of(model->joint_count)};
    return !(blender->any_scale_lane && sinew__blend_inherits_scale(blender, pose->groups, rest_tolerance));
}

/// Adds the sources of the average. The rest pose is the last of them if some joint may lack weight.
static int find_averaged(const sinew_blender *blender, const sinew_lod *lod, const sinew__layer_order *order,
                         sinew__mixed_clips *clips)
{
    static const sinew_blend_source rest = {.kind = SINEW_BLEND_CLIP, .clip = SINEW_NONE};
    float total = 0, morph_total = 0;
    clips->has_masks = 0;
    for (int32_t i = 0; i < order->count; ++i) {
        const sinew_blend_input *layer = order->layers[i];
        if (!add_source(blender, lod, &layer->source, clips)) return 0;
        clips->masks[i] = layer->mask ? layer->mask->weights : NULL;
        clips->has_masks |= layer->mask != NULL;
        total += clips->weights[i] = sinew__blend_weight(layer);
        morph_total += clips->morph_weights[i] = sinew__blend_morph_weight(layer);
    }
    clips->count = order->count;
    if (clips->has_masks || !(total >= SINEW_BLEND_THRESHOLD)) {
        if (!SINEW__MIXES_ALL) return 0;
        if (!add_source(blender, lod, &rest, clips)) return 0;
        const float missing = SINEW_BLEND_THRESHOLD - morph_total;
        clips->morph_weights[clips->count] = missing > 0 ? missing : 0;
        clips->weights[clips->count] = SINEW_BLEND_THRESHOLD - total; // unused if there are masks
        total = SINEW_BLEND_THRESHOLD;
        morph_total += clips->morph_weights[clips->count++];
    }
    for (int32_t i = 0; i < clips->count; ++i) {
        clips->morph_weights[i] = clips->morph_weights[i] / morph_total;
        if (!clips->has_masks) clips->weights[i] = clips->weights[i] / total;
    }
    return 1;
}

int sinew__blend_find_clips(const sinew_blender *blender, const sinew_lod *lod, const sinew_blend_input *layers,
                            int32_t count, sinew__mixed_clips *clips)
{
    clips->count = clips->over_count = clips->source_count = clips->pose_count = 0;
    clips->baked = NULL;
    if (!blender->can_mix || count > SINEW__MOST_MIXED || (lod && blender->any_scale_lane)) return 0;
    sinew__layer_order order;
    sinew__blend_sort_layers(blender, layers, count, &order);
    sinew__blend_add_overs(blender, layers, count, &order);
    if (!find_averaged(blender, lod, &order, clips)) return 0;
    for (int32_t i = 0; i < order.over_count; ++i) {
        const sinew_blend_input *layer = order.layers[order.count + i];
        const int is_additive = layer->mode == SINEW_BLEND_ADDITIVE;
        const sinew_blend_source reference = is_additive ? sinew__blend_reference(layer) : (sinew_blend_source){0};
        const float morph_weight = sinew__blend_morph_weight(layer);
        if (!SINEW__MIXES_ALL && (is_additive || (lod && layer->mask))) return 0;
        clips->overs[i] = (sinew__clip_over){.weight = sinew__blend_weight(layer),
                                             .mask = layer->mask ? layer->mask->weights : NULL,
                                             .source = clips->source_count,
                                             .reference = is_additive ? clips->source_count + 1 : SINEW_NONE};
        clips->morph_overs[i] = is_additive || morph_weight < 1 ? morph_weight : 1;
        if (!add_source(blender, lod, &layer->source, clips)) return 0;
        if (is_additive && !add_source(blender, lod, &reference, clips)) return 0;
    }
    clips->over_count = order.over_count;
    // Poses with only one clip are not mixed: as local poses they take 3 to 8 % less time with AVX-512, but as long or
    // longer elsewhere.
    return clips->pose_count == 0 || clips->source_count - clips->pose_count > 1;
}

/// Copies a difference, given in the order of the model's joints, to blender->differences in the order of the level's
/// joints.
static void gather_differences(sinew_blender *blender, const sinew_lod *lod, const sinew__mixed_difference *from)
{
    for (int32_t i = 0; i < lod->joint_count; ++i) {
        const int32_t joint = lod->joints[i], own = joint % SINEW_LOCAL_LANES, lane = i % SINEW_LOCAL_LANES;
        const sinew__pose_difference *base = &from->groups[joint / SINEW_LOCAL_LANES];
        sinew__pose_difference *to = &blender->differences[i / SINEW_LOCAL_LANES];
        if (lane == 0) to->translates = 0, to->scale_mask = 0;
        to->translates |= base->translates;
        to->scale_mask |= (base->scale_mask >> own & 1) << lane;
        for (int k = 0; k < 4; ++k) to->rotation[k][lane] = base->rotation[k][own];
        for (int k = 0; k < 3; ++k) to->translation[k][lane] = base->translation[k][own];
        for (int k = 0; k < 3; ++k) to->scale[k][lane] = base->scale[k][own];
        blender->differences_left[i] = from->left[joint];
    }
}

static void set_differences(sinew_blender *blender, const sinew_lod *lod, const sinew__mixed_difference *difference,
                            sinew__clip_mix *mix)
{
    if (!difference) return;
    if (lod) gather_differences(blender, lod, difference);
    mix->differences = lod ? blender->differences : difference->groups;
    mix->left = lod ? blender->differences_left : difference->left;
}

/// Returns the morph weights of a source. Those of a clip are computed in `memory`.
static const float *source_morphs(const sinew_model *played, const sinew__mixed_clips *clips, int32_t source,
                                  float *memory)
{
    if (SINEW__MIXES_ALL && clips->poses[source]) return clips->pose_morphs[source];
    sinew__compact_weights(played, sinew__compact_kernel_best(), &clips->samples[source], memory);
    return memory;
}

void sinew__blend_mix_weights(const sinew_blender *blender, const sinew_model *played, const sinew__mixed_clips *clips,
                              const sinew__mixed_difference *difference, float *out)
{
    const int32_t count = blender->model->morph_count;
    float *memory[] = {blender->memory[SINEW__BLEND_SAMPLED]->morph_weights,
                       blender->memory[SINEW__BLEND_SECOND]->morph_weights};
    for (int32_t i = 0; i < clips->count; ++i) {
        const float *own = source_morphs(played, clips, i, memory[0]);
        for (int32_t k = 0; k < count; ++k) out[k] = (i ? out[k] : 0) + clips->morph_weights[i] * own[k];
    }
    for (int32_t i = 0; i < clips->over_count; ++i) {
        const sinew__clip_over *over = &clips->overs[i];
        const float weight = clips->morph_overs[i], *own = source_morphs(played, clips, over->source, memory[0]);
        const float *reference = !SINEW__MIXES_ALL || over->reference == SINEW_NONE
                                     ? NULL
                                     : source_morphs(played, clips, over->reference, memory[1]);
        for (int32_t k = 0; k < count; ++k)
            out[k] = reference ? out[k] + weight * (own[k] - reference[k]) : out[k] * (1 - weight) + own[k] * weight;
    }
    for (int32_t k = 0; difference && k < count; ++k)
        out[k] += difference->morphs_left * (difference->morph_weights[k] - blender->rest->morph_weights[k]);
}

int sinew__blend_mix_clips(sinew_blender *blender, const sinew_lod *lod, const sinew_blend_input *layers, int32_t count,
                           const sinew__mixed_difference *difference, const float *root, int all_joints,
                           sinew_palette_matrix *out_palette, float *out_morph_weights)
{
    sinew__mixed_clips *clips = blender->clips;
    const sinew_model *played = lod ? &lod->played : blender->model;
    if (difference && difference_inherits_scale(blender, difference)) return 0;
    if (!sinew__blend_find_clips(blender, lod, layers, count, clips)) return 0;
    blender->is_mixed = 1;
    sinew__clip_mix mix = {.samples = clips->samples,
                           .poses = clips->pose_count ? clips->poses : NULL,
                           .rest = blender->rest->groups,
                           .changes = clips->changes,
                           .weights = clips->weights,
                           .masks = clips->has_masks ? clips->masks : NULL,
                           .count = clips->count,
                           .overs = clips->overs,
                           .over_count = clips->over_count,
                           .joints = lod ? lod->joints : NULL};
    set_differences(blender, lod, difference, &mix);
    sinew__walk walk = sinew__walk_of(played, clips->baked);
    if (root) walk.root = root;
    const int is_one = clips->source_count == 1 && clips->pose_count == 0;
    if (is_one && clips->changes[0].joint == SINEW_NONE && !difference)
        blender->pose_kernel->play->walk_compact(&walk, clips->samples, all_joints, blender->joint_matrices,
                                                 out_palette);
    else if (is_one)
        blender->kernel->walk_clip(&walk, &mix, all_joints, blender->joint_matrices, out_palette);
    else
        blender->kernel->walk_clips(&walk, &mix, all_joints, blender->joint_matrices, out_palette);
    // sinew_blend_joint_global and the palette expect the root at the start of the joint matrices, whichever way they
    // were computed.
    if (root) memcpy(blender->joint_matrices, walk.header->root, sizeof walk.header->root);
    if (out_morph_weights && blender->model->morph_count)
        sinew__blend_mix_weights(blender, played, clips, difference, out_morph_weights);
    return 1;
}

void sinew_blend_evaluate_palette(sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                                  sinew_palette_matrix *out_palette, float *out_morph_weights)
{
    if (count < 0 || count > SINEW_BLEND_INPUTS_MAX) return;
    if (sinew__blend_mix_clips(blender, NULL, layers, count, NULL, NULL, 1, out_palette, out_morph_weights)) return;
    sinew_local_pose *pose = blender->shown[0];
    sinew_blend(blender, layers, count, pose);
    sinew_blend_globals(blender, pose);
    sinew_blend_palette(blender, out_palette);
    if (out_morph_weights && blender->model->morph_count)
        memcpy(out_morph_weights, pose->morph_weights, (size_t)blender->model->morph_count * sizeof(float));
}
