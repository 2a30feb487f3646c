// Layers → local pose.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "blend/blender.h"

/// Layers of the weighted average with a weight, heaviest first.
typedef struct layer_order {
    const sinew_blend_layer *of[SINEW_BLEND_MAX_LAYERS];
    int32_t count;
} layer_order;

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

/// An order that depends on the contents of layers only, so that sums do not depend on the order of the array.
static int comes_before(const sinew_blend_layer *a, const sinew_blend_layer *b, int32_t group_count)
{
    const int order = compare_numbers((double)a->weight, (double)b->weight);
    if (order) return order > 0;
    const int by_source = compare_sources(&a->source, &b->source, group_count);
    if (by_source || a->mask == b->mask) return by_source < 0;
    if (!a->mask || !b->mask) return !a->mask;
    return memcmp(a->mask->weights, b->mask->weights,
                  (size_t)group_count * SINEW_LOCAL_LANES * sizeof *a->mask->weights) < 0;
}

static void sort_layers(const sinew_blend_layer *layers, int32_t count, int32_t group_count, layer_order *out)
{
    out->count = 0;
    for (int32_t i = 0; i < count; ++i) {
        if (layers[i].mode != SINEW_BLEND_OVERRIDE || sinew__blend_weight(&layers[i]) == 0) continue;
        int32_t at = out->count++;
        for (; at > 0 && comes_before(&layers[i], out->of[at - 1], group_count); --at) out->of[at] = out->of[at - 1];
        out->of[at] = &layers[i];
    }
}

static sinew__weighted_locals weighted(const sinew_blend_layer *layer, const sinew__sampled_source *sampled)
{
    return (sinew__weighted_locals){sampled->groups, layer->mask ? layer->mask->weights : NULL,
                                    sinew__blend_weight(layer)};
}

static void copy_source(const sinew_blender *blender, const sinew__sampled_source *from, sinew_local_pose *to)
{
    const sinew_local_pose source = {(sinew_local_group *)(uintptr_t)from->groups,
                                     (float *)(uintptr_t)from->morph_weights, (uint8_t *)(uintptr_t)from->visible,
                                     (uint8_t *)(uintptr_t)from->animated, from->timeline};
    sinew_local_pose_copy(blender->model, &source, to);
}

static void average(sinew_blender *blender, const layer_order *order, sinew_local_pose *out)
{
    const int32_t groups = blender->group_count;
    sinew__weighted_locals layer;
    sinew__blend_begin_scalars(blender);
    for (int32_t i = 0; i < order->count; ++i) {
        const sinew__sampled_source sampled = sinew__blend_sample(blender, &order->of[i]->source, SINEW__BLEND_SAMPLED);
        layer = weighted(order->of[i], &sampled);
        if (i == 0)
            blender->kernel->begin(&layer, groups, blender->sums);
        else if (i + 1 < order->count) // the last one is added as the sum is finished
            blender->kernel->add(&layer, groups, blender->sums);
        sinew__blend_add_scalars(blender, order->of[i], &sampled);
    }
    blender->kernel->finish(order->count > 1 ? &layer : NULL, blender->sums, blender->rest->groups, groups,
                            out->groups);
    sinew__blend_finish_scalars(blender, out);
}

/// Whether two layers are all, and their weights are those of every joint.
static int is_cross_fade(const layer_order *order)
{
    return order->count == 2 && !order->of[0]->mask && !order->of[1]->mask &&
           sinew__blend_weight(order->of[0]) + sinew__blend_weight(order->of[1]) >= SINEW_BLEND_THRESHOLD;
}

int sinew__blend_find_fade(const sinew_blender *blender, const sinew_blend_layer *layers, int32_t count,
                           sinew__clip_fade *out_fade)
{
    layer_order order; // not zeroed: it is larger than what most characters play
    for (int32_t i = 0; i < count; ++i)
        if (layers[i].mode != SINEW_BLEND_OVERRIDE && sinew__blend_weight(&layers[i]) > 0) return 0;
    sort_layers(layers, count, blender->group_count, &order);
    if (!is_cross_fade(&order)) return 0;
    for (int i = 0; i < 2; ++i) {
        out_fade->layers[i] = order.of[i];
        if (order.of[i]->source.kind != SINEW_BLEND_CLIP || order.of[i]->source.clip == SINEW_NONE) return 0;
    }
    return 1;
}

static void cross_fade(sinew_blender *blender, const layer_order *order, sinew_local_pose *out)
{
    sinew__sampled_source sampled[2];
    sinew__weighted_locals locals[2];
    sinew__blend_begin_scalars(blender);
    for (int i = 0; i < 2; ++i) {
        sampled[i] = sinew__blend_sample(blender, &order->of[i]->source, SINEW__BLEND_SAMPLED + i);
        locals[i] = weighted(order->of[i], &sampled[i]);
        sinew__blend_add_scalars(blender, order->of[i], &sampled[i]);
    }
    blender->kernel->average_two(&locals[0], &locals[1], blender->rest->groups, blender->group_count, out->groups);
    sinew__blend_finish_scalars(blender, out);
}

static void blend_overrides(sinew_blender *blender, const sinew_blend_layer *layers, int32_t count,
                            sinew_local_pose *out)
{
    layer_order order; // not zeroed: it is larger than what most characters play
    sort_layers(layers, count, blender->group_count, &order);
    const sinew_blend_layer *only = order.count == 1 ? order.of[0] : NULL;
    if (order.count == 0) {
        sinew_local_pose_copy(blender->model, blender->rest, out);
    } else if (only && !only->mask && sinew__blend_weight(only) >= SINEW_BLEND_THRESHOLD) {
        const sinew__sampled_source sampled = sinew__blend_sample(blender, &only->source, SINEW__BLEND_SAMPLED);
        copy_source(blender, &sampled, out);
    } else if (is_cross_fade(&order)) {
        cross_fade(blender, &order, out);
    } else {
        average(blender, &order, out);
    }
}

/// What an additive layer is relative to.
static sinew_blend_source reference_of(const sinew_blend_layer *layer)
{
    if (layer->reference.kind != SINEW_BLEND_NONE) return layer->reference;
    const int is_clip = layer->source.kind == SINEW_BLEND_CLIP;
    return (sinew_blend_source){.kind = SINEW_BLEND_CLIP, .clip = is_clip ? layer->source.clip : SINEW_NONE};
}

static void apply_layer(sinew_blender *blender, const sinew_blend_layer *layer, sinew_local_pose *pose)
{
    const sinew__sampled_source sampled = sinew__blend_sample(blender, &layer->source, SINEW__BLEND_SAMPLED);
    const sinew__weighted_locals locals = weighted(layer, &sampled);
    if (layer->mode == SINEW_BLEND_OVER) {
        blender->kernel->over(&locals, blender->group_count, pose->groups);
        sinew__blend_scalars_over(blender, layer, &sampled, pose);
        return;
    }
    const sinew_blend_source from = reference_of(layer);
    const sinew__sampled_source reference = sinew__blend_sample(blender, &from, SINEW__BLEND_SECOND);
    blender->kernel->add_difference(&locals, reference.groups, blender->group_count, pose->groups);
    sinew__blend_scalars_difference(blender, layer, &sampled, &reference, pose);
}

void sinew_blend_layers(sinew_blender *blender, const sinew_blend_layer *layers, int32_t count,
                        sinew_local_pose *out_pose)
{
    assert(count >= 0 && count <= SINEW_BLEND_MAX_LAYERS);
    blend_overrides(blender, layers, count, out_pose);
    for (int32_t i = 0; i < count; ++i)
        if (layers[i].mode != SINEW_BLEND_OVERRIDE && sinew__blend_weight(&layers[i]) > 0)
            apply_layer(blender, &layers[i], out_pose);
}
