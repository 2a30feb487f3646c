/// Clips, channels, curves, tracks and key times.
#include <math.h>

#include "runtime/model/validate/section_fits.h"

int sinew__clips_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->clip_count; ++i) {
        *out_item = i;
        if (model->clips[i].duration < 0 || model->clips[i].animated_joints > model->joint_count) return 0;
    }
    return 1;
}

// ---- curves -------------------------------------------------------------------------------------------------------

static int has_target(const sinew_channel *channel)
{
    switch ((sinew_channel_property)channel->property) {
    case SINEW_CHANNEL_MORPH_WEIGHT: return channel->morph != SINEW_NONE && channel->joint == SINEW_NONE;
    case SINEW_CHANNEL_OTHER: return channel->morph == SINEW_NONE;
    case SINEW_CHANNEL_TRANSLATION:
    case SINEW_CHANNEL_ROTATION:
    case SINEW_CHANNEL_SCALING:
    case SINEW_CHANNEL_ROTATION_OFFSET:
    case SINEW_CHANNEL_ROTATION_PIVOT:
    case SINEW_CHANNEL_PRE_ROTATION:
    case SINEW_CHANNEL_POST_ROTATION:
    case SINEW_CHANNEL_SCALING_OFFSET:
    case SINEW_CHANNEL_SCALING_PIVOT:
    case SINEW_CHANNEL_VISIBILITY: return channel->joint != SINEW_NONE && channel->morph == SINEW_NONE;
    }
    return 0;
}

/// Within a clip by joint, then morph, then layer.
static int comes_after(const sinew_channel *channel, const sinew_channel *before)
{
    if (channel->joint != before->joint) return channel->joint > before->joint;
    if (channel->morph != before->morph) return channel->morph > before->morph;
    return channel->layer >= before->layer;
}

int sinew__channels_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_channel *channels = model->channels + model->clips[c].first_channel;
        for (int32_t i = 0; i < model->clips[c].channel_count; ++i) {
            *out_item = model->clips[c].first_channel + i;
            if (!has_target(&channels[i]) || (i > 0 && !comes_after(&channels[i], &channels[i - 1]))) return 0;
        }
    }
    return 1;
}

/// Whether a curve is the next one; *next then is the one after it.
static int takes_next(int32_t curve, int32_t *next)
{
    if (curve == SINEW_NONE) return 1;
    return curve == (*next)++;
}

/// Clip by clip: those of the layers' weights, then those of the channels.
int sinew__curves_are_divided(const sinew_model *model)
{
    int32_t next = 0;
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_clip *clip = &model->clips[c];
        for (int32_t i = clip->first_layer; i < clip->first_layer + clip->layer_count; ++i)
            if (!takes_next(model->layers[i].weight_curve, &next)) return 0;
        for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i)
            for (int k = 0; k < 3; ++k)
                if (!takes_next(model->channels[i].curve[k], &next)) return 0;
    }
    return next == model->curve_count;
}

int sinew__curves_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->curve_count; ++i) {
        *out_item = i;
        if (model->curves[i].key_count == 0) return 0;
    }
    return 1;
}

/// Times rise, and handles lie on their side of the key.
int sinew__curve_keys_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->curve_count; ++c) {
        const sinew_curve *curve = &model->curves[c];
        const sinew_curve_key *keys = model->curve_keys + curve->first_key;
        int wrong = 0;
        for (int32_t i = 0; i < curve->key_count; ++i) wrong |= (keys[i].in_time > 0.0f) | (keys[i].out_time < 0.0f);
        for (int32_t i = 1; i < curve->key_count; ++i) wrong |= keys[i].ticks <= keys[i - 1].ticks;
        *out_item = curve->first_key;
        if (wrong) return 0;
    }
    return 1;
}

// ---- tracks -------------------------------------------------------------------------------------------------------

/// A track moves a morph, or what its node and joint stand for. Within a clip tracks are sorted by node.
int sinew__tracks_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const sinew_track *tracks = model->tracks + model->clips[c].first_track;
        for (int32_t i = 0; i < model->clips[c].track_count; ++i) {
            const sinew_track *track = &tracks[i];
            const int of_morph = track->path == SINEW_TRACK_MORPH_WEIGHT;
            *out_item = model->clips[c].first_track + i;
            if (track->key_count == 0 || of_morph != (track->morph != SINEW_NONE) ||
                (of_morph && track->joint != SINEW_NONE) || (i > 0 && track->node < track[-1].node) ||
                track->interpolation == SINEW_STEP_NEXT)
                return 0;
        }
    }
    return 1;
}

static int rotation_is_unit(const sinew_track_key *key)
{
    const double *q = key->value;
    return fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1) < 1e-6;
}

int sinew__track_keys_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t t = 0; t < model->track_count; ++t) {
        const sinew_track *track = &model->tracks[t];
        const sinew_track_key *keys = model->track_keys + track->first_key;
        int fits = 1;
        for (int32_t i = 1; i < track->key_count; ++i) fits &= keys[i].time > keys[i - 1].time;
        for (int32_t i = 0; track->path == SINEW_TRACK_ROTATION && i < track->key_count; ++i)
            fits &= rotation_is_unit(&keys[i]);
        *out_item = track->first_key;
        if (!fits) return 0;
    }
    return 1;
}

int sinew__events_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->event_count; ++i) {
        const sinew_event *event = &model->events[i], *before = i > 0 ? event - 1 : event;
        *out_item = i;
        if (event->clip < before->clip || (event->clip == before->clip && event->time < before->time) ||
            event->time < 0 || event->time > model->clips[event->clip].duration || !model->text[event->track])
            return 0;
    }
    return 1;
}

int sinew__key_times_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t c = 0; c < model->clip_count; ++c) {
        const double *times = model->timeline_key_times + model->clips[c].first_key_time;
        for (int32_t i = 1; i < model->clips[c].key_time_count; ++i) {
            *out_item = model->clips[c].first_key_time + i;
            if (!(times[i] > times[i - 1])) return 0;
        }
    }
    return 1;
}
