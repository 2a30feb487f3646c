/// Clip + time → local pose.
#include "runtime/sampler/sample_clip.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "runtime/kernels/kernels.h"
#include "runtime/model/channel_properties.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/compact_sample.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/model.h"

// ---- layers --------------------------------------------------------------------------------------------------------

/// Returns the weight of a layer at a tick.
static double layer_weight(const sinew_model *model, const sinew_fbx_layer *layer, int64_t ticks)
{
    if (layer->weight_curve == SINEW_NONE) return layer->weight;
    const double weight =
        sinew__curve_evaluate(model, &model->curves[layer->weight_curve], ticks) / 100; // FBX stores percent
    return fmax(0, fmin(weight, 1));
}

/// Returns |scale| to the power `part` with the sign of `scale`; 1 if `part` is 0 or less.
static double scale_power(double scale, double part)
{
    return part <= 0 ? 1 : copysign(pow(fabs(scale), part), scale);
}

/// Returns the fraction `part` of a rotation as the FBX SDK computes it from a matrix. Of the two quaternions of a
/// rotation, takes the one with positive w if the shorter arc is below 120°, else the one whose largest component is
/// positive, which may be the longer arc of up to 240°.
static sinew_quat part_of_rotation(sinew_quat q, double part)
{
    double leading = q.x;
    if (fabs(q.y) > fabs(leading)) leading = q.y;
    if (fabs(q.z) > fabs(leading)) leading = q.z;
    if (4 * q.w * q.w > 1) leading = q.w; // the matrix has a positive trace
    if (leading < 0) q = (sinew_quat){-q.x, -q.y, -q.z, -q.w};
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z), half = part * atan2(length, q.w);
    const double share = length > 0 ? sin(half) / length : 0;
    return (sinew_quat){q.x * share, q.y * share, q.z * share, cos(half)};
}

/// Combines the `value` of a layer with `result`, the value of the layers below. The lowest layer replaces the result.
/// An overriding layer replaces it by value · weight; a rotation that the layer composes as a rotation replaces it
/// entirely. Other layers add to the result or, if they let the layers below pass through, interpolate towards the
/// value. `rotation_order` is the joint's, for composing rotations.
static void layer_mix(const sinew_fbx_layer *layer, int lowest, double weight, uint32_t property, int rotation_order,
                      const double value[3], double result[3])
{
    const int as_rotation = property == SINEW_CHANNEL_ROTATION && layer->rotation_by_layer;
    const int as_factor = property == SINEW_CHANNEL_SCALING && layer->scale_multiply;
    if (lowest) {
        memcpy(result, value, 3 * sizeof *value);
    } else if (layer->mode == SINEW_LAYER_OVERRIDE) {
        for (int i = 0; i < 3; ++i)
            result[i] = as_rotation ? value[i] : as_factor ? scale_power(value[i], weight) : value[i] * weight;
    } else if (as_rotation) {
        const sinew_quat below = sinew__quat_from_euler(result, rotation_order),
                         own = sinew__quat_from_euler(value, rotation_order);
        const sinew_quat mixed = layer->mode == SINEW_LAYER_ADDITIVE
                                     ? sinew__quat_multiply(below, part_of_rotation(own, weight))
                                     : sinew__quat_slerp(below, own, weight);
        sinew__quat_to_euler(mixed, rotation_order, result);
    } else if (as_factor) {
        // scales are multiplied, each to the power of its weight
        const double below = layer->mode == SINEW_LAYER_ADDITIVE ? 1 : 1 - weight;
        for (int i = 0; i < 3; ++i) result[i] = scale_power(result[i], below) * scale_power(value[i], weight);
    } else {
        for (int i = 0; i < 3; ++i)
            result[i] += (layer->mode == SINEW_LAYER_ADDITIVE ? value[i] : value[i] - result[i]) * weight;
    }
}

// ---- sampling ------------------------------------------------------------------------------------------------------

/// The values that channels change: the stack of one joint, or the weight of one morph.
typedef struct target {
    sinew_transform_stack stack;
    double visibility[3], weight[3];
    int stack_moved;
    uint32_t mixed; // one bit per property that a layer has set
} target;

/// A clip and a time.
typedef struct moment {
    const sinew_model *model;
    const sinew_clip *clip;
    int64_t ticks;
    const sinew__sample_cursor *cursor; ///< where keys were found before; NULL: search
} moment;

static void track_value(const moment *now, int32_t track, double out_value[4])
{
    int32_t first = 0;
    sinew__track_evaluate_near(now->model, &now->model->tracks[track], now->clip->start, now->ticks,
                               now->cursor ? &now->cursor->track_keys[track] : &first, out_value);
}

static void apply_channel(const moment *now, const sinew_channel *channel, target *on)
{
    const sinew_model *model = now->model;
    const sinew_fbx_layer *layer = &model->layers[channel->layer];
    double value[3], *numbers = channel->property == SINEW_CHANNEL_VISIBILITY ? on->visibility
                                : channel->property == SINEW_CHANNEL_MORPH_WEIGHT
                                    ? on->weight
                                    : sinew__stack_values(&on->stack, channel->property);
    if (layer->muted || !numbers) return; // the property animates nothing
    for (int i = 0; i < 3; ++i) {
        const int32_t curve = channel->curve[i];
        int32_t first = 0;
        value[i] = curve == SINEW_NONE
                       ? channel->value[i]
                       : sinew__curve_evaluate_near(model, &model->curves[curve], now->ticks,
                                                    now->cursor ? &now->cursor->curve_keys[curve] : &first);
    }
    const int order = on->stack.rotation_active ? on->stack.rotation_order : SINEW_ROTATE_XYZ;
    const int is_stack = channel->property <= SINEW_CHANNEL_SCALING_PIVOT;
    const uint32_t bit = UINT32_C(1) << channel->property;
    const int is_first = !(on->mixed & bit), is_lowest = is_first && (!is_stack || layer->is_base);
    if (is_first && !is_lowest) {
        // The first layer with this property is not the clip's base layer, so that its value is added to a neutral one.
        const double neutral = channel->property == SINEW_CHANNEL_SCALING && layer->scale_multiply;
        for (int i = 0; i < 3; ++i) numbers[i] = neutral;
    }
    layer_mix(layer, is_lowest, layer_weight(model, layer, now->ticks), channel->property, order, value, numbers);
    on->mixed |= bit;
    on->stack_moved |= is_stack;
}

/// Evaluates `count` consecutive channels, which belong to one joint or morph.
static target apply_run(const moment *now, const sinew_channel *channels, int32_t count, int is_visible)
{
    const sinew_model *model = now->model;
    target on = {.visibility = {is_visible}};
    if (channels->joint != SINEW_NONE) on.stack = sinew__joint_stack(model, channels->joint);
    if (channels->morph != SINEW_NONE) on.weight[0] = (double)model->morphs[channels->morph].weight;
    for (int32_t i = 0; i < count; ++i) apply_channel(now, &channels[i], &on);
    return on;
}

static void sample_channels(const moment *now, sinew_pose *pose)
{
    const int32_t count = now->clip->channel_count;
    const sinew_channel *channels = now->model->channels + now->clip->first_channel;
    for (int32_t first = 0, end; first < count; first = end) {
        end = first + 1;
        while (end < count && channels[end].joint == channels[first].joint &&
               channels[end].morph == channels[first].morph)
            ++end;
        const int32_t joint = channels[first].joint, morph = channels[first].morph;
        const target on = apply_run(now, &channels[first], end - first, joint != SINEW_NONE ? pose->visible[joint] : 0);
        if (morph != SINEW_NONE) pose->morph_weights[morph] = (float)on.weight[0];
        if (joint == SINEW_NONE) continue;
        pose->visible[joint] = on.visibility[0] > 0;
        if (!on.stack_moved) continue;
        pose->local[joint] = sinew__stack_local(&on.stack);
        pose->animated[joint] = 1;
    }
}

static void sample_tracks(const moment *now, sinew_pose *pose)
{
    for (int32_t i = now->clip->first_track; i < now->clip->first_track + now->clip->track_count; ++i) {
        const sinew_track *track = &now->model->tracks[i];
        double value[4];
        if (track->morph == SINEW_NONE && track->joint == SINEW_NONE) continue;
        track_value(now, i, value);
        if (track->morph != SINEW_NONE) {
            pose->morph_weights[track->morph] = (float)value[0];
        } else {
            sinew__track_put(track, value, &pose->local[track->joint]);
            pose->animated[track->joint] = 1;
        }
    }
}

void sinew__pose_sample_near(const sinew_model *model, int32_t clip, double time, const sinew__sample_cursor *cursor,
                             sinew_pose *pose)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        pose->local[i] = model->joints[i].rest;
        pose->visible[i] = !(model->joints[i].flags & SINEW_JOINT_HIDDEN);
    }
    for (int32_t i = 0; i < model->morph_count; ++i) pose->morph_weights[i] = model->morphs[i].weight;
    if (model->joint_count) memset(pose->animated, 0, (size_t)model->joint_count);
    pose->timeline = time;
    pose->baked_clip = SINEW_NONE;
    if (clip != SINEW_NONE) {
        const moment now = {model, sinew__model_clip(model, clip), sinew__ticks(model, time), cursor};
        sample_channels(&now, pose);
        sample_tracks(&now, pose);
    }
    sinew__inherit_visibility(model, pose->visible);
}

int sinew__joint_sample_stack(const sinew_model *model, int32_t clip, int32_t joint, const sinew__joint_motion *motion,
                              int64_t ticks, const sinew__sample_cursor *cursor, sinew_transform_stack *out_stack)
{
    const moment now = {model, sinew__model_clip(model, clip), ticks, cursor};
    if (motion->channel_count == 0) {
        *out_stack = sinew__joint_stack(model, joint);
        return 0;
    }
    const target on = apply_run(&now, &model->channels[motion->first_channel], motion->channel_count, 0);
    *out_stack = on.stack;
    return on.stack_moved;
}

void sinew__joint_sample(const sinew_model *model, int32_t clip, int32_t joint, const sinew__joint_motion *motion,
                         int64_t ticks, const sinew__sample_cursor *cursor, sinew_transform_stack *out_stack,
                         sinew_transform *out_local)
{
    const moment now = {model, sinew__model_clip(model, clip), ticks, cursor};
    sinew_transform_stack own, *stack = out_stack ? out_stack : &own;
    *out_local = model->joints[joint].rest;
    if ((out_stack || motion->channel_count > 0) &&
        sinew__joint_sample_stack(model, clip, joint, motion, ticks, cursor, stack))
        *out_local = sinew__stack_local(stack);
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i) {
        double value[4];
        track_value(&now, i, value);
        sinew__track_put(&model->tracks[i], value, out_local);
    }
}

double sinew__morph_sample(const sinew_model *model, int32_t clip, int32_t morph, const sinew__joint_motion *motion,
                           int64_t ticks, const sinew__sample_cursor *cursor)
{
    const moment now = {model, sinew__model_clip(model, clip), ticks, cursor};
    double weight = (double)model->morphs[morph].weight;
    if (motion->channel_count > 0)
        weight = apply_run(&now, &model->channels[motion->first_channel], motion->channel_count, 0).weight[0];
    for (int32_t i = motion->first_track; i < motion->first_track + motion->track_count; ++i) {
        double value[4];
        track_value(&now, i, value);
        weight = value[0];
    }
    return weight;
}

/// Samples the compact clip: stripped models and bound clips have no curves. A clip that was unbound gives the rest
/// pose.
static void sample_compact(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (!baked) {
        sinew__pose_sample_near(model, SINEW_NONE, time, NULL, pose);
        return;
    }
    pose->timeline = time;
    pose->baked_clip = SINEW_NONE;
    sinew__compact_sample_at(model, baked, time, &position, &sample);
    sinew__compact_transforms(model, &sample, pose->local);
    sinew__compact_weights(model, sinew__compact_kernel_best(), &sample, pose->morph_weights);
    memcpy(pose->visible, sinew__compact_visible(model, baked, position.tick), (size_t)model->joint_count);
    memcpy(pose->animated, sinew__baked_animated(model, baked), (size_t)model->joint_count);
}

void sinew_pose_sample(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    if (!sinew__can_pose_clip(model, clip) || !sinew__pose_fits(model, pose)) return;
    const double timeline = sinew__timeline(model, clip, time);
    if (clip != SINEW_NONE && sinew__lacks_curves(model, clip))
        sample_compact(model, clip, timeline, pose);
    else
        sinew__pose_sample_near(model, clip, timeline, NULL, pose);
}
