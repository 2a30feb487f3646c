// Morph weights, visibility and animated joints of layers.
#include <string.h>

#include "blend/blender.h"
#include "model/hierarchy.h"

static float joint_weight(const sinew_blend_layer *layer, float weight, int32_t joint)
{
    return layer->mask ? weight * layer->mask->weights[joint] : weight;
}

static void note_animated(const sinew_blender *blender, const uint8_t *animated, uint8_t *out)
{
    for (int32_t i = 0; blender->has_sheared_rest && i < blender->model->joint_count; ++i) out[i] |= animated[i];
}

// ---- weighted average ---------------------------------------------------------------------------------------------

/// The vote of the rest pose, for joints that no layer has a weight for.
static const float rest_vote = 1e-12f;

/// Sums of the layers so far, which all show the same joints.
static void begin_visible_sums(sinew_blender *blender)
{
    const float weight = blender->common_weight;
    blender->is_common = 0;
    for (int32_t i = 0; i < blender->model->joint_count; ++i) {
        const float vote = blender->rest->visible[i] ? rest_vote : -rest_vote;
        blender->visible_sums[i] = vote + (blender->common_visible[i] ? weight : -weight);
    }
}

/// Most layers of most models show the same joints, which are then compared, not counted.
static void add_visible(sinew_blender *blender, const sinew_blend_layer *layer, const uint8_t *visible)
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

static void finish_visible(sinew_blender *blender, uint8_t *out)
{
    const size_t count = (size_t)blender->model->joint_count;
    if (blender->is_common && blender->common_weight > rest_vote) {
        memcpy(out, blender->common_visible, count);
    } else {
        if (blender->is_common) begin_visible_sums(blender);
        for (size_t i = 0; i < count; ++i) out[i] = blender->visible_sums[i] >= 0;
    }
    if (memchr(out, 0, count)) sinew__inherit_visibility(blender->model, out);
}

void sinew__blend_begin_scalars(sinew_blender *blender)
{
    const sinew_model *model = blender->model;
    blender->is_common = 1;
    blender->common_weight = 0;
    for (int32_t i = 0; i < model->morph_count; ++i) blender->morph_sums[i] = 0;
    blender->morph_total = 0;
    blender->sums_timeline = 0;
    if (blender->has_sheared_rest) memset(blender->sums_animated, 0, (size_t)model->joint_count);
}

void sinew__blend_add_scalars(sinew_blender *blender, const sinew_blend_layer *layer,
                              const sinew__sampled_source *sampled)
{
    const sinew_model *model = blender->model;
    const float morph_weight = sinew__blend_morph_weight(layer);
    if (model->joint_count) add_visible(blender, layer, sampled->visible);
    for (int32_t i = 0; i < model->morph_count; ++i) blender->morph_sums[i] += morph_weight * sampled->morph_weights[i];
    if (blender->morph_total == 0) blender->sums_timeline = sampled->timeline; // that of the heaviest layer
    blender->morph_total += morph_weight;
    note_animated(blender, sampled->animated, blender->sums_animated);
}

void sinew__blend_finish_scalars(sinew_blender *blender, sinew_local_pose *out)
{
    const sinew_model *model = blender->model;
    const float total = blender->morph_total;
    const float missing = total < SINEW_BLEND_THRESHOLD ? SINEW_BLEND_THRESHOLD - total : 0;
    if (model->joint_count) finish_visible(blender, out->visible);
    for (int32_t i = 0; i < model->morph_count; ++i)
        out->morph_weights[i] =
            (blender->morph_sums[i] + missing * blender->rest->morph_weights[i]) / (total + missing);
    if (model->joint_count) memset(out->animated, 1, (size_t)model->joint_count);
    if (blender->has_sheared_rest) memcpy(out->animated, blender->sums_animated, (size_t)model->joint_count);
    out->timeline = blender->sums_timeline;
}

// ---- layers over the average --------------------------------------------------------------------------------------

void sinew__blend_scalars_over(const sinew_blender *blender, const sinew_blend_layer *layer,
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

void sinew__blend_scalars_difference(const sinew_blender *blender, const sinew_blend_layer *layer,
                                     const sinew__sampled_source *sampled, const sinew__sampled_source *reference,
                                     sinew_local_pose *pose)
{
    const float weight = sinew__blend_morph_weight(layer);
    for (int32_t i = 0; i < blender->model->morph_count; ++i)
        pose->morph_weights[i] += weight * (sampled->morph_weights[i] - reference->morph_weights[i]);
    note_animated(blender, sampled->animated, pose->animated);
}
