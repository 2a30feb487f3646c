/// Clips, layers, channels, curves, tracks and key times.
#include <math.h>

#include "model/validate/validate.h"

static int curve_is_valid(const sinew_model *model, const sinew_curve *curve)
{
    if (curve->key_count <= 0 || !sinew__range_fits(curve->first_key, curve->key_count, model->curve_key_count) ||
        curve->before > SINEW_EXTRAPOLATE_REPEAT_RELATIVE || curve->after > SINEW_EXTRAPOLATE_REPEAT_RELATIVE)
        return 0;
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    for (int32_t i = 0; i < curve->key_count; ++i) {
        const sinew_curve_key *key = &keys[i];
        const uint32_t carries = sinew__finite_carry(key->in_time) | sinew__finite_carry(key->in_value) |
                                 sinew__finite_carry(key->out_time) | sinew__finite_carry(key->out_value);
        if ((i > 0 && key->ticks <= keys[i - 1].ticks) || !isfinite(key->value) || key->interpolation > SINEW_CUBIC ||
            carries >> 31 || key->in_time > 0.0f || key->out_time < 0.0f)
            return 0;
    }
    return 1;
}

static int channel_is_valid(const sinew_model *model, const sinew_clip *clip, const sinew_channel *channel)
{
    if (!sinew__range_fits((int64_t)channel->layer - clip->first_layer, 1, clip->layer_count) ||
        !sinew__index_or_none(channel->joint, model->joint_count) ||
        !sinew__index_or_none(channel->morph, model->morph_count) || channel->property > SINEW_CHANNEL_OTHER ||
        channel->slerps > 1 || !sinew__all_finite_double(channel->value, 3))
        return 0;
    for (int i = 0; i < 3; ++i)
        if (!sinew__index_or_none(channel->curve[i], model->curve_count)) return 0;
    switch ((sinew_channel_property)channel->property) {
    case SINEW_CHANNEL_MORPH_WEIGHT: return channel->morph != SINEW_NONE;
    case SINEW_CHANNEL_OTHER: return 1;
    case SINEW_CHANNEL_TRANSLATION:
    case SINEW_CHANNEL_ROTATION:
    case SINEW_CHANNEL_SCALING:
    case SINEW_CHANNEL_ROTATION_OFFSET:
    case SINEW_CHANNEL_ROTATION_PIVOT:
    case SINEW_CHANNEL_PRE_ROTATION:
    case SINEW_CHANNEL_POST_ROTATION:
    case SINEW_CHANNEL_SCALING_OFFSET:
    case SINEW_CHANNEL_SCALING_PIVOT:
    case SINEW_CHANNEL_VISIBILITY: return channel->joint != SINEW_NONE;
    }
    return 0;
}

static int rotation_is_unit(const sinew_track_key *key)
{
    const double *q = key->value;
    return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-6;
}

_Static_assert(sizeof(sinew_track_key) == 5 * sizeof(double), "keys are nothing but doubles, without gaps");

static int track_keys_are_finite(const sinew_model *model)
{
    return sinew__all_finite_double((const double *)(const void *)model->track_keys,
                                    5 * (size_t)model->track_key_count);
}

static int track_is_valid(const sinew_model *model, const sinew_track *track)
{
    if (!sinew__index_or_none(track->joint, model->joint_count) ||
        !sinew__index_or_none(track->node, model->node_count) ||
        !sinew__index_or_none(track->morph, model->morph_count) || track->path > SINEW_TRACK_MORPH_WEIGHT ||
        (track->path == SINEW_TRACK_MORPH_WEIGHT && track->morph == SINEW_NONE) || track->key_count <= 0 ||
        !sinew__range_fits(track->first_key, track->key_count, model->track_key_count) ||
        (track->interpolation != SINEW_STEP && track->interpolation != SINEW_LINEAR))
        return 0;
    const sinew_track_key *keys = model->track_keys + track->first_key;
    int fits = 1;
    for (int32_t i = 1; i < track->key_count; ++i) fits &= keys[i].time > keys[i - 1].time;
    for (int32_t i = 0; track->path == SINEW_TRACK_ROTATION && i < track->key_count; ++i)
        fits &= rotation_is_unit(&keys[i]);
    return fits;
}

static int key_times_rise(const sinew_model *model, const sinew_clip *clip)
{
    const double *times = model->key_times + clip->first_key_time;
    for (int32_t i = 0; i < clip->key_time_count; ++i)
        if (!isfinite(times[i]) || (i > 0 && !(times[i] > times[i - 1]))) return 0;
    return 1;
}

static int clip_is_valid(const sinew_model *model, const sinew_clip *clip)
{
    if (!sinew__text_fits(model, clip->name) || !isfinite(clip->start) || !isfinite(clip->duration) ||
        clip->duration < 0 || !isfinite(clip->last_key) ||
        !sinew__range_fits(clip->first_layer, clip->layer_count, model->layer_count) ||
        !sinew__range_fits(clip->first_channel, clip->channel_count, model->channel_count) ||
        !sinew__range_fits(clip->first_track, clip->track_count, model->track_count) ||
        !sinew__range_fits(clip->first_key_time, clip->key_time_count, model->key_time_count) ||
        !key_times_rise(model, clip))
        return 0;
    for (int32_t i = 0; i < clip->channel_count; ++i)
        if (!channel_is_valid(model, clip, &model->channels[clip->first_channel + i])) return 0;
    return 1;
}

sinew_result sinew__validate_clips(const sinew_model *model, sinew_error *error)
{
    if (!track_keys_are_finite(model))
        return sinew__damaged(error, "keys that are not finite among", model->track_key_count);
    for (int32_t i = 0; i < model->curve_count; ++i)
        if (!curve_is_valid(model, &model->curves[i])) return sinew__damaged(error, "curve", i);
    for (int32_t i = 0; i < model->layer_count; ++i) {
        const sinew_layer *layer = &model->layers[i];
        if (!sinew__text_fits(model, layer->name) || layer->mode > SINEW_LAYER_OVERRIDE_PASSTHROUGH ||
            !isfinite(layer->weight) || !sinew__index_or_none(layer->weight_curve, model->curve_count))
            return sinew__damaged(error, "layer", i);
    }
    for (int32_t i = 0; i < model->track_count; ++i)
        if (!track_is_valid(model, &model->tracks[i])) return sinew__damaged(error, "track", i);
    for (int32_t i = 0; i < model->clip_count; ++i)
        if (!clip_is_valid(model, &model->clips[i])) return sinew__damaged(error, "clip", i);
    return SINEW_OK;
}
