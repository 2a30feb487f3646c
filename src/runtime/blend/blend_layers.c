// Layers → local pose: the weighted average, layers over it and additive layers.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "runtime/blend/blender.h"
#include "runtime/blend/clip_motions.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/engine.h"
#include "runtime/sampler/pose_fits.h"

static sinew_result check_source(const sinew_model *model, const sinew_blend_source *source, int layer,
                                 sinew_error *error)
{
    if (source->kind == SINEW_BLEND_POSE && source->pose) {
        if (sinew__local_pose_fits(model, source->pose)) return SINEW_OK;
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                           "layer %d: the pose belongs to another model (%d joints, expected %d)", layer,
                           (int)source->pose->joint_count, (int)model->joint_count);
    }
    if (source->kind != SINEW_BLEND_CLIP)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: no clip and no pose", layer);
    if (source->clip < SINEW_NONE || !sinew__has_clip(model, source->clip))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: clip %d does not exist", layer,
                           (int)source->clip);
    if (!isfinite(source->time))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: time %g is not finite", layer, source->time);
    if (source->in_place && source->in_place->model != model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: the clip motions belong to another model",
                           layer);
    return SINEW_OK;
}

sinew_result sinew__blend_check_layer(const sinew_model *model, const sinew_blend_input *layer, int number,
                                      sinew_error *error)
{
    const double weight = (double)layer->weight;
    if (!(weight >= 0 && weight <= (double)SINEW_BLEND_WEIGHT_MAX))
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: weight %g is out of range [0, %g]", number,
                           weight, (double)SINEW_BLEND_WEIGHT_MAX);
    if (layer->mode > SINEW_BLEND_ADDITIVE)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "layer %d: mode %d is invalid", number,
                           (int)layer->mode);
    if (layer->mask && layer->mask->model != model)
        return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT,
                           "layer %d: the mask belongs to another model (%d "
                           "joints, expected %d)",
                           number, (int)layer->mask->model->joint_count, (int)model->joint_count);
    const sinew_result result = check_source(model, &layer->source, number, error);
    if (result != SINEW_OK || layer->mode != SINEW_BLEND_ADDITIVE || layer->reference.kind == SINEW_BLEND_NONE)
        return result;
    return check_source(model, &layer->reference, number, error);
}

sinew_result sinew_blend_check(const sinew_model *model, const sinew_blend_input *layers, int32_t count,
                               sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count < 0 || count > SINEW_BLEND_INPUTS_MAX)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d layers, expected 0 to %d", (int)count,
                           SINEW_BLEND_INPUTS_MAX);
    if (count > 0 && SINEW__LACKS_ARGUMENT(out_error, layers)) return SINEW_ERROR_INVALID_ARGUMENT;
    double sum = 0;
    for (int32_t i = 0; i < count; ++i) {
        const sinew_result result = sinew__blend_check_layer(model, &layers[i], (int)i + 1, out_error);
        if (result != SINEW_OK) return result;
        sum += (double)layers[i].weight;
    }
    if (count > 0 && !(sum > 0))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the weights of all %d layers are 0", (int)count);
    return SINEW_OK;
}

// Local pose → globals → palette.

int sinew__blend_inherits_scale(const sinew_blender *blender, const sinew_local_group *groups, float tolerance)
{
    for (int32_t i = 0; i < blender->group_count; ++i)
        for (uint32_t left = blender->scale_lanes[i], lane = 0; left; left >>= 1, ++lane)
            if ((left & 1) &&
                !(fabsf(groups[i].sx[lane] - 1) <= tolerance && fabsf(groups[i].sy[lane] - 1) <= tolerance &&
                  fabsf(groups[i].sz[lane] - 1) <= tolerance))
                return 1;
    return 0;
}

static int rests_sheared(const sinew_blender *blender, const sinew_local_pose *pose)
{
    for (int32_t i = 0; blender->has_sheared_rest && i < blender->model->joint_count; ++i)
        if ((blender->model->joints[i].flags & SINEW_JOINT_REST_SHEARED) && !pose->animated[i]) return 1;
    return 0;
}

/// Computes the joint matrices in double precision, for poses that needs_exact selects.
static void compute_exactly(sinew_blender *blender, const sinew_local_pose *pose)
{
    const sinew_model *model = blender->model;
    sinew_local_pose_evaluate(model, pose, blender->exact);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        float *joint_matrix = blender->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(i + 1);
        const sinew_affine global = sinew__affine_multiply(&model->info->global_inverse, &blender->exact->global[i]);
        for (int k = 0; k < 12; ++k) joint_matrix[k] = (float)global.row[k / 4][k % 4];
    }
}

/// Whether the globals of a pose need double precision: T · R · S per joint does not describe them if an inherit type
/// passes on a scale, or if a rest pose is sheared.
static int needs_exact(const sinew_blender *blender, const sinew_local_pose *pose)
{
    static const float tolerance = 1e-6f; // scales within float rounding of 1 count as 1
    return (blender->any_scale_lane && sinew__blend_inherits_scale(blender, pose->groups, tolerance)) ||
           rests_sheared(blender, pose);
}

void sinew_blend_globals(sinew_blender *blender, const sinew_local_pose *pose)
{
    if (!sinew__local_pose_fits(blender->model, pose)) return;
    blender->is_mixed = 0;
    if (needs_exact(blender, pose))
        compute_exactly(blender, pose);
    else
        blender->pose_kernel->walk_locals(&blender->tables, pose->groups, blender->joint_matrices);
}

void sinew_blend_globals_below(sinew_blender *blender, const sinew_local_pose *pose, int32_t joint)
{
    if (!sinew__is_item(joint, blender->model->joint_count) || !sinew__local_pose_fits(blender->model, pose)) return;
    if (needs_exact(blender, pose))
        compute_exactly(blender, pose);
    else
        blender->pose_kernel->walk_locals_below(&blender->tables, pose->groups, joint, blender->joint_matrices);
}

sinew_affine sinew_blend_joint_global(const sinew_blender *blender, int32_t joint)
{
    const sinew_model *model = blender->model;
    if (!sinew__is_item(joint, model->joint_count)) return (sinew_affine){0};
    const float *joint_matrix = blender->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1);
    if (blender->is_mixed) return sinew__global_of_skinning(model, joint_matrix, joint);
    sinew_affine global;
    for (int k = 0; k < 12; ++k) global.row[k / 4][k % 4] = (double)joint_matrix[k];
    return blender->has_root ? sinew__affine_multiply(&model->info->root, &global) : global;
}

void sinew_blend_palette(const sinew_blender *blender, sinew_palette_matrix *out_palette)
{
    blender->pose_kernel->put_palette(&blender->tables, blender->joint_matrices, out_palette);
}

// Morph weights, visibility and `animated` flags of layers.

static float joint_weight(const sinew_blend_input *layer, float weight, int32_t joint)
{
    return layer->mask ? weight * layer->mask->weights[joint] : weight;
}

static void note_animated(const sinew_blender *blender, const uint8_t *animated, uint8_t *out)
{
    for (int32_t i = 0; blender->has_sheared_rest && i < blender->model->joint_count; ++i) out[i] |= animated[i];
}

// ---- weighted average ---------------------------------------------------------------------------------------------

/// The weight of the rest pose's visibility, small enough that any layer outvotes it: it decides for joints that no
/// layer has a weight for.
static const float rest_vote = 1e-12f;

/// Sets `visible_sums` to the sums of the layers so far, which all show the same joints. From then on, visibility is
/// summed per joint instead of compared.
static void begin_visible_sums(sinew_blender *blender)
{
    const float weight = blender->common_weight;
    blender->is_common = 0;
    for (int32_t i = 0; i < blender->model->joint_count; ++i) {
        const float vote = blender->rest->visible[i] ? rest_vote : -rest_vote;
        blender->visible_sums[i] = vote + (blender->common_visible[i] ? weight : -weight);
    }
}

/// Adds the visibility of a layer to the average. While all layers show the same joints, which is common, it only
/// compares them; from the first layer that differs on, it counts weights per joint.
static void add_visible(sinew_blender *blender, const sinew_blend_input *layer, const uint8_t *visible)
{
    const size_t count = (size_t)blender->model->joint_count;
    const float weight = sinew__blend_weight(layer);
    if (blender->is_common && blender->common_weight == 0) memcpy(blender->common_visible, visible, count);
    if (blender->is_common && !layer->mask && memcmp(blender->common_visible, visible, count) == 0) {
        blender->common_weight += weight;
        return;
    }
    if (blender->is_common) begin_visible_sums(blender);
    for (size_t i = 0; i < count; ++i) {
        const float own = joint_weight(layer, weight, (int32_t)i);
        blender->visible_sums[i] += visible[i] ? own : -own;
    }
}

/// Clears the sums of morph weights, visibility and `animated` flags before the first layer of an average.
static void begin_scalars(sinew_blender *blender)
{
    const sinew_model *model = blender->model;
    blender->is_common = 1;
    blender->common_weight = 0;
    for (int32_t i = 0; i < model->morph_count; ++i) blender->morph_sums[i] = 0;
    blender->morph_total = 0;
    blender->sums_timeline = 0;
    if (blender->has_sheared_rest) memset(blender->sums_animated, 0, (size_t)model->joint_count);
}

/// Adds the morph weights, visibility and `animated` flags of one layer to the sums of an average.
static void add_scalars(sinew_blender *blender, const sinew_blend_input *layer, const sinew__sampled_source *sampled)
{
    const sinew_model *model = blender->model;
    const float morph_weight = sinew__blend_morph_weight(layer);
    if (model->joint_count) add_visible(blender, layer, sampled->visible);
    for (int32_t i = 0; i < model->morph_count; ++i) blender->morph_sums[i] += morph_weight * sampled->morph_weights[i];
    if (blender->morph_total == 0) blender->sums_timeline = sampled->timeline; // the heaviest layer's
    blender->morph_total += morph_weight;
    note_animated(blender, sampled->animated, blender->sums_animated);
}

/// Divides the sums of an average by their weights and writes morph weights, visibility and `animated` flags to `out`.
static void finish_scalars(sinew_blender *blender, sinew_local_pose *out)
{
    const sinew_model *model = blender->model;
    const float total = blender->morph_total;
    const float missing = total < SINEW_BLEND_THRESHOLD ? SINEW_BLEND_THRESHOLD - total : 0;
    if (model->joint_count) {
        const size_t count = (size_t)blender->model->joint_count;
        if (blender->is_common && blender->common_weight > rest_vote) {
            memcpy(out->visible, blender->common_visible, count);
        } else {
            if (blender->is_common) begin_visible_sums(blender);
            for (size_t k = 0; k < count; ++k) out->visible[k] = blender->visible_sums[k] >= 0;
        }
        if (memchr(out->visible, 0, count)) sinew__inherit_visibility(blender->model, out->visible);
    }
    for (int32_t i = 0; i < model->morph_count; ++i)
        out->morph_weights[i] =
            (blender->morph_sums[i] + missing * blender->rest->morph_weights[i]) / (total + missing);
    if (model->joint_count) memset(out->animated, 1, (size_t)model->joint_count);
    if (blender->has_sheared_rest) memcpy(out->animated, blender->sums_animated, (size_t)model->joint_count);
    out->timeline = blender->sums_timeline;
}

// ---- layers over the average --------------------------------------------------------------------------------------

/// Applies the morph weights, visibility and `animated` flags of a layer that lies over the average.
static void put_scalars_over(const sinew_blender *blender, const sinew_blend_input *layer,
                             const sinew__sampled_source *sampled, sinew_local_pose *pose)
{
    const sinew_model *model = blender->model;
    const float weight = sinew__blend_weight(layer);
    float morph_weight = sinew__blend_morph_weight(layer);
    if (morph_weight > 1) morph_weight = 1;
    int hidden = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (joint_weight(layer, weight, i) >= 0.5f) pose->visible[i] = sampled->visible[i];
        hidden |= !pose->visible[i];
    }
    if (hidden) sinew__inherit_visibility(model, pose->visible);
    for (int32_t i = 0; i < model->morph_count; ++i)
        pose->morph_weights[i] = pose->morph_weights[i] * (1 - morph_weight) + sampled->morph_weights[i] * morph_weight;
    note_animated(blender, sampled->animated, pose->animated);
}

static int is_usable_source(const sinew_model *model, const sinew_blend_source *source)
{
    if (source->kind == SINEW_BLEND_POSE) return source->pose && sinew__local_pose_fits(model, source->pose);
    return source->kind == SINEW_BLEND_CLIP && sinew__has_clip(model, source->clip) &&
           (!source->in_place || source->in_place->model == model);
}

/// Whether a layer belongs to the model: its source, mask and, if it is additive, its reference. Other layers have no
/// effect. The source must be a clip or a pose; the reference may be empty.
static int is_usable(const sinew_model *model, const sinew_blend_input *layer)
{
    return is_usable_source(model, &layer->source) && (!layer->mask || layer->mask->model == model) &&
           (layer->mode != SINEW_BLEND_ADDITIVE || layer->reference.kind == SINEW_BLEND_NONE ||
            is_usable_source(model, &layer->reference));
}

static int compare_numbers(double a, double b)
{
    return (a > b) - (a < b);
}

static int compare_sources(const sinew_blend_source *a, const sinew_blend_source *b, int32_t group_count)
{
    if (a->kind != b->kind) return a->kind == SINEW_BLEND_POSE ? 1 : -1;
    if (a->kind == SINEW_BLEND_CLIP)
        return a->clip != b->clip ? (a->clip > b->clip) - (a->clip < b->clip) : compare_numbers(a->time, b->time);
    return memcmp(a->pose->groups, b->pose->groups, (size_t)group_count * sizeof *a->pose->groups);
}

/// Whether layer `a` is summed before `b`. The order depends only on the contents of layers, so that sums do not depend
/// on the order of the caller's array.
static int comes_before(const sinew_blend_input *a, const sinew_blend_input *b, int32_t group_count)
{
    const int order = compare_numbers((double)a->weight, (double)b->weight);
    if (order) return order > 0;
    const int by_source = compare_sources(&a->source, &b->source, group_count);
    if (by_source || a->mask == b->mask) return by_source < 0;
    if (!a->mask || !b->mask) return !a->mask;
    return memcmp(a->mask->weights, b->mask->weights,
                  (size_t)group_count * SINEW_LOCAL_LANES * sizeof *a->mask->weights) < 0;
}

void sinew__blend_sort_layers(const sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                              sinew__layer_order *out)
{
    out->count = out->over_count = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (layers[i].mode != SINEW_BLEND_AVERAGE || sinew__blend_weight(&layers[i]) == 0) continue;
        if (!is_usable(blender->model, &layers[i])) continue;
        int32_t at = out->count++;
        for (; at > 0 && comes_before(&layers[i], out->layers[at - 1], blender->group_count); --at)
            out->layers[at] = out->layers[at - 1];
        out->layers[at] = &layers[i];
    }
}

void sinew__blend_add_overs(const sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                            sinew__layer_order *order)
{
    for (int32_t i = 0; i < count; ++i) {
        if (layers[i].mode == SINEW_BLEND_AVERAGE || sinew__blend_weight(&layers[i]) == 0) continue;
        if (is_usable(blender->model, &layers[i])) order->layers[order->count + order->over_count++] = &layers[i];
    }
}

static sinew__weighted_locals weighted(const sinew_blend_input *layer, const sinew__sampled_source *sampled)
{
    return (sinew__weighted_locals){sampled->groups, layer->mask ? layer->mask->weights : NULL,
                                    sinew__blend_weight(layer)};
}

static void average(sinew_blender *blender, const sinew__layer_order *order, sinew_local_pose *out)
{
    const int32_t joints = blender->model->joint_count;
    sinew__weighted_locals layer;
    begin_scalars(blender);
    for (int32_t i = 0; i < order->count; ++i) {
        const sinew__sampled_source sampled =
            sinew__blend_sample(blender, &order->layers[i]->source, SINEW__BLEND_SAMPLED);
        layer = weighted(order->layers[i], &sampled);
        if (i == 0)
            blender->kernel->begin(&layer, joints, blender->sums);
        else if (i + 1 < order->count) // finish() adds the last layer
            blender->kernel->add(&layer, joints, blender->sums);
        add_scalars(blender, order->layers[i], &sampled);
    }
    blender->kernel->finish(order->count > 1 ? &layer : NULL, blender->sums, blender->rest->groups, joints,
                            out->groups);
    finish_scalars(blender, out);
}

/// Whether there are exactly two layers without masks, with enough total weight.
static int is_cross_fade(const sinew__layer_order *order)
{
    return order->count == 2 && !order->layers[0]->mask && !order->layers[1]->mask &&
           sinew__blend_weight(order->layers[0]) + sinew__blend_weight(order->layers[1]) >= SINEW_BLEND_THRESHOLD;
}

static void cross_fade(sinew_blender *blender, const sinew__layer_order *order, sinew_local_pose *out)
{
    sinew__sampled_source sampled[2];
    sinew__weighted_locals locals[2];
    begin_scalars(blender);
    for (int i = 0; i < 2; ++i) {
        sampled[i] = sinew__blend_sample(blender, &order->layers[i]->source, SINEW__BLEND_SAMPLED + i);
        locals[i] = weighted(order->layers[i], &sampled[i]);
        add_scalars(blender, order->layers[i], &sampled[i]);
    }
    blender->kernel->average_two(&locals[0], &locals[1], blender->rest->groups, blender->model->joint_count,
                                 out->groups);
    finish_scalars(blender, out);
}

static void blend_overrides(sinew_blender *blender, const sinew_blend_input *layers, int32_t count,
                            sinew_local_pose *out)
{
    sinew__layer_order order; // not zeroed, because it is much larger than the part that most characters use
    sinew__blend_sort_layers(blender, layers, count, &order);
    const sinew_blend_input *only = order.count == 1 ? order.layers[0] : NULL;
    if (order.count == 0) {
        sinew_local_pose_copy(blender->model, blender->rest, out);
    } else if (only && !only->mask && sinew__blend_weight(only) >= SINEW_BLEND_THRESHOLD) {
        const sinew__sampled_source sampled = sinew__blend_sample(blender, &only->source, SINEW__BLEND_SAMPLED);
        const sinew_local_pose source = {(sinew_local_group *)(uintptr_t)sampled.groups,
                                         (float *)(uintptr_t)sampled.morph_weights,
                                         (uint8_t *)(uintptr_t)sampled.visible,
                                         (uint8_t *)(uintptr_t)sampled.animated,
                                         sampled.timeline,
                                         blender->model->joint_count,
                                         blender->model->morph_count};
        sinew_local_pose_copy(blender->model, &source, out);
    } else if (is_cross_fade(&order)) {
        cross_fade(blender, &order, out);
    } else {
        average(blender, &order, out);
    }
}

sinew_blend_source sinew__blend_reference(const sinew_blend_input *layer)
{
    if (layer->reference.kind != SINEW_BLEND_NONE) return layer->reference;
    const int is_clip = layer->source.kind == SINEW_BLEND_CLIP;
    return (sinew_blend_source){.kind = SINEW_BLEND_CLIP, .clip = is_clip ? layer->source.clip : SINEW_NONE};
}

static void apply_layer(sinew_blender *blender, const sinew_blend_input *layer, sinew_local_pose *pose)
{
    const sinew__sampled_source sampled = sinew__blend_sample(blender, &layer->source, SINEW__BLEND_SAMPLED);
    const sinew__weighted_locals locals = weighted(layer, &sampled);
    if (layer->mode == SINEW_BLEND_OVERRIDE) {
        blender->kernel->over(&locals, blender->model->joint_count, pose->groups);
        put_scalars_over(blender, layer, &sampled, pose);
        return;
    }
    const sinew_blend_source from = sinew__blend_reference(layer);
    const sinew__sampled_source reference = sinew__blend_sample(blender, &from, SINEW__BLEND_SECOND);
    blender->kernel->add_difference(&locals, reference.groups, blender->model->joint_count, pose->groups);
    const float weight = sinew__blend_morph_weight(layer);
    for (int32_t i = 0; i < blender->model->morph_count; ++i)
        pose->morph_weights[i] += weight * (sampled.morph_weights[i] - reference.morph_weights[i]);
    note_animated(blender, sampled.animated, pose->animated);
}

void sinew_blend(sinew_blender *blender, const sinew_blend_input *layers, int32_t count, sinew_local_pose *out_pose)
{
    if (count < 0 || count > SINEW_BLEND_INPUTS_MAX || !sinew__local_pose_fits(blender->model, out_pose)) return;
    blend_overrides(blender, layers, count, out_pose);
    for (int32_t i = 0; i < count; ++i)
        if (layers[i].mode != SINEW_BLEND_AVERAGE && sinew__blend_weight(&layers[i]) > 0 &&
            is_usable(blender->model, &layers[i]))
            apply_layer(blender, &layers[i], out_pose);
}
