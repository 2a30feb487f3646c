/// Clip + time → local pose.
#include <string.h>

#include "base/affine.h"
#include "model/transform_stack.h"
#include "sampler/curve.h"
#include "sampler/layers.h"
#include "sampler/slerp_keys.h"
#include "sampler/track.h"
#include "sinew/pose.h"

static void set_rest(const sinew_model *model, sinew_pose *pose)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        pose->local[i] = model->joints[i].rest;
        pose->visible[i] = !(model->joints[i].flags & SINEW_JOINT_HIDDEN);
    }
    for (int32_t i = 0; i < model->morph_count; ++i) pose->morph_weights[i] = model->morphs[i].weight;
    if (model->joint_count) memset(pose->moved, 0, (size_t)model->joint_count);
}

/// What hangs on a hidden joint is hidden; parents come first.
static void inherit_visibility(const sinew_model *model, sinew_pose *pose)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        if (joint->parent != SINEW_NONE && !(joint->flags & SINEW_JOINT_SHOWN_ALONE)) pose->visible[i] &= pose->visible[joint->parent];
    }
}

/// What channels act on: the stack of one joint, or the weight of one morph.
typedef struct target {
    sinew_transform_stack stack;
    double visibility[3], weight[3];
    int stack_moved;
} target;

/// The three numbers that a property stands for, or NULL where it drives nothing.
static double *numbers_of(target *on, sinew_channel_property property)
{
    switch (property) {
    case SINEW_CHANNEL_TRANSLATION: return on->stack.translation;
    case SINEW_CHANNEL_ROTATION: return on->stack.rotation;
    case SINEW_CHANNEL_SCALING: return on->stack.scaling;
    case SINEW_CHANNEL_ROTATION_OFFSET: return on->stack.rotation_offset;
    case SINEW_CHANNEL_ROTATION_PIVOT: return on->stack.rotation_pivot;
    case SINEW_CHANNEL_PRE_ROTATION: return on->stack.pre_rotation;
    case SINEW_CHANNEL_POST_ROTATION: return on->stack.post_rotation;
    case SINEW_CHANNEL_SCALING_OFFSET: return on->stack.scaling_offset;
    case SINEW_CHANNEL_SCALING_PIVOT: return on->stack.scaling_pivot;
    case SINEW_CHANNEL_VISIBILITY: return on->visibility;
    case SINEW_CHANNEL_MORPH_WEIGHT: return on->weight;
    case SINEW_CHANNEL_OTHER: return NULL;
    }
    return NULL;
}

static void apply_channel(const sinew_model *model, const sinew_clip *clip, const sinew_channel *channel, int64_t ticks,
                          target *on)
{
    const sinew_layer *layer = &model->layers[channel->layer];
    double *numbers = numbers_of(on, (sinew_channel_property)channel->property);
    if (!numbers || layer->muted) return;
    double value[3];
    for (int i = 0; i < 3; ++i) {
        value[i] = channel->curve[i] == SINEW_NONE
                       ? channel->value[i]
                       : sinew__curve_evaluate(model, &model->curves[channel->curve[i]], ticks);
    }
    const int order = on->stack.rotation_active ? on->stack.rotation_order : SINEW_ROTATE_XYZ;
    if (channel->slerps) (void)sinew__slerp_keys(model, channel, order, ticks, value);
    sinew__layer_mix(layer, channel->layer == clip->first_layer, sinew__layer_weight(model, layer, ticks),
                     channel->property, order, value, numbers);
    if (channel->property <= SINEW_CHANNEL_SCALING_PIVOT) on->stack_moved = 1;
}

/// Applies the channels of one joint or morph, `count` in a row.
static void apply_run(const sinew_model *model, const sinew_clip *clip, const sinew_channel *channels, int32_t count,
                      int64_t ticks, sinew_pose *pose)
{
    const int32_t joint = channels->joint, morph = channels->morph;
    target on = {0};
    if (joint != SINEW_NONE) {
        on.stack = sinew__joint_stack(model, joint);
        on.visibility[0] = pose->visible[joint];
    }
    if (morph != SINEW_NONE) on.weight[0] = (double)model->morphs[morph].weight;
    for (int32_t i = 0; i < count; ++i) apply_channel(model, clip, &channels[i], ticks, &on);
    if (joint != SINEW_NONE) {
        if (on.stack_moved) {
            pose->local[joint] = sinew__stack_local(&on.stack);
            pose->moved[joint] = 1;
        }
        pose->visible[joint] = on.visibility[0] > 0;
    }
    if (morph != SINEW_NONE) pose->morph_weights[morph] = (float)on.weight[0];
}

static void sample_channels(const sinew_model *model, const sinew_clip *clip, int64_t ticks, sinew_pose *pose)
{
    const sinew_channel *channels = model->channels + clip->first_channel;
    for (int32_t first = 0, end; first < clip->channel_count; first = end) {
        end = first + 1;
        while (end < clip->channel_count && channels[end].joint == channels[first].joint &&
               channels[end].morph == channels[first].morph)
            ++end;
        apply_run(model, clip, &channels[first], end - first, ticks, pose);
    }
}

static void sample_tracks(const sinew_model *model, const sinew_clip *clip, int64_t ticks, sinew_pose *pose)
{
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        if (track->morph != SINEW_NONE) {
            double value[4];
            sinew__track_evaluate(model, track, clip->start, ticks, value);
            pose->morph_weights[track->morph] = (float)value[0];
        } else if (track->joint != SINEW_NONE) {
            sinew__track_apply(model, track, clip->start, ticks, &pose->local[track->joint]);
            pose->moved[track->joint] = 1;
        }
    }
}

void sinew_pose_sample(const sinew_model *model, int32_t clip, double time, sinew_pose *pose)
{
    set_rest(model, pose);
    pose->time = time;
    pose->rows_clip = SINEW_NONE;
    if (clip != SINEW_NONE) {
        const int64_t ticks = sinew__ticks(model, time);
        sample_channels(model, &model->clips[clip], ticks, pose);
        sample_tracks(model, &model->clips[clip], ticks, pose);
    }
    inherit_visibility(model, pose);
}
