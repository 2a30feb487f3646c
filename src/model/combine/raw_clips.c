#include "model/combine/raw_clips.h"

#include "model/clip_events.h"

typedef struct clip_copy {
    const sinew_model *model;
    const sinew__clip_targets *targets;
    sinew__arena *memory;
} clip_copy;

/// Whether numbers of a property are lengths.
static int is_length(uint32_t property)
{
    switch ((sinew_channel_property)property) {
    case SINEW_CHANNEL_TRANSLATION:
    case SINEW_CHANNEL_ROTATION_OFFSET:
    case SINEW_CHANNEL_ROTATION_PIVOT:
    case SINEW_CHANNEL_SCALING_OFFSET:
    case SINEW_CHANNEL_SCALING_PIVOT: return 1;
    case SINEW_CHANNEL_ROTATION:
    case SINEW_CHANNEL_SCALING:
    case SINEW_CHANNEL_PRE_ROTATION:
    case SINEW_CHANNEL_POST_ROTATION:
    case SINEW_CHANNEL_VISIBILITY:
    case SINEW_CHANNEL_MORPH_WEIGHT:
    case SINEW_CHANNEL_OTHER: return 0;
    }
    return 0;
}

static const sinew_curve_key *scaled_keys(const clip_copy *copy, const sinew_curve_key *keys, int32_t count,
                                          double factor)
{
    if (factor == 1.0) return keys;
    sinew_curve_key *out = SINEW__ARENA_ARRAY(copy->memory, sinew_curve_key, count);
    if (!out) return NULL;
    for (int32_t i = 0; i < count; ++i) {
        out[i] = keys[i];
        out[i].value *= factor;
        out[i].in_value = (float)(factor * (double)out[i].in_value);
        out[i].out_value = (float)(factor * (double)out[i].out_value);
    }
    return out;
}

/// NULL for SINEW_NONE.
static const sinew_raw_curve *copy_curve(const clip_copy *copy, int32_t index, double factor)
{
    if (index == SINEW_NONE) return NULL;
    const sinew_curve *curve = &copy->model->curves[index];
    sinew_raw_curve *out = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_curve, 1);
    if (!out) return NULL;
    *out = (sinew_raw_curve){
        .keys = scaled_keys(copy, copy->model->curve_keys + curve->first_key, curve->key_count, factor),
        .key_count = curve->key_count,
        .before = curve->before,
        .after = curve->after,
        .before_count = curve->before_count,
        .after_count = curve->after_count};
    return out;
}

static void copy_layers(const clip_copy *copy, const sinew_clip *clip, sinew_raw_clip *out)
{
    sinew_raw_layer *layers = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_layer, clip->layer_count);
    for (int32_t i = 0; layers && i < clip->layer_count; ++i) {
        const sinew_layer *layer = &copy->model->layers[clip->first_layer + i];
        layers[i] = (sinew_raw_layer){.name = sinew_text(copy->model, layer->name),
                                      .mode = layer->mode,
                                      .is_base = layer->is_base,
                                      .weight = layer->weight,
                                      .weight_curve = copy_curve(copy, layer->weight_curve, 1.0),
                                      .rotation_by_layer = layer->rotation_by_layer,
                                      .scale_multiply = layer->scale_multiply,
                                      .muted = layer->muted};
    }
    out->layers = layers;
    out->layer_count = clip->layer_count;
}

/// Finds the joint and morph of the other model. Returns whether there is one, or none was meant.
static int find_target(const clip_copy *copy, int32_t joint, int32_t morph, int32_t *out_joint, int32_t *out_mesh,
                       int32_t *out_morph)
{
    const sinew__clip_targets *targets = copy->targets;
    *out_joint = joint == SINEW_NONE ? SINEW_NONE : targets->joint[joint];
    *out_mesh = morph == SINEW_NONE ? SINEW_NONE : targets->mesh[morph];
    *out_morph = morph == SINEW_NONE ? SINEW_NONE : targets->morph[morph];
    return (joint == SINEW_NONE || *out_joint != SINEW_NONE) && (morph == SINEW_NONE || *out_morph != SINEW_NONE);
}

static void copy_channels(const clip_copy *copy, const sinew_clip *clip, sinew_raw_clip *out)
{
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_channel, clip->channel_count);
    for (int32_t i = 0; channels && i < clip->channel_count; ++i) {
        const sinew_channel *channel = &copy->model->channels[clip->first_channel + i];
        sinew_raw_channel to = {.layer = channel->layer - clip->first_layer, .property = channel->property};
        if (!find_target(copy, channel->joint, channel->morph, &to.joint, &to.mesh, &to.morph)) continue;
        const double factor = is_length(channel->property) ? copy->targets->unit : 1.0;
        for (int c = 0; c < 3; ++c) {
            to.value[c] = factor * channel->value[c];
            to.curve[c] = copy_curve(copy, channel->curve[c], factor);
        }
        channels[out->channel_count++] = to;
    }
    out->channels = channels;
}

/// Keys, and the tangents that follow those of a cubic track.
static const sinew_track_key *copy_track_keys(const clip_copy *copy, const sinew_track *track)
{
    const sinew_track_key *keys = copy->model->track_keys + track->first_key;
    if (track->path != SINEW_TRACK_TRANSLATION || copy->targets->unit == 1.0) return keys;
    const size_t count = (track->interpolation == SINEW_CUBIC ? 3 : 1) * (size_t)track->key_count;
    sinew_track_key *out = SINEW__ARENA_ARRAY(copy->memory, sinew_track_key, count);
    for (size_t k = 0; out && k < count; ++k) {
        out[k] = keys[k];
        for (int c = 0; c < 3; ++c) out[k].value[c] *= copy->targets->unit;
    }
    return out;
}

/// Tracks of the importer's nodes alone are left out: the other model's nodes are others.
static void copy_tracks(const clip_copy *copy, const sinew_clip *clip, sinew_raw_clip *out)
{
    sinew_raw_track *tracks = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_track, clip->track_count);
    for (int32_t i = 0; tracks && i < clip->track_count; ++i) {
        const sinew_track *track = &copy->model->tracks[clip->first_track + i];
        sinew_raw_track to = {.node = SINEW_NONE, .path = track->path, .interpolation = track->interpolation};
        if (track->joint == SINEW_NONE && track->morph == SINEW_NONE) continue;
        if (!find_target(copy, track->joint, track->morph, &to.joint, &to.mesh, &to.morph)) continue;
        to.keys = copy_track_keys(copy, track);
        to.key_count = track->key_count;
        if (to.keys && track->interpolation == SINEW_CUBIC) to.tangents = to.keys + track->key_count;
        tracks[out->track_count++] = to;
    }
    out->tracks = tracks;
}

static void copy_events(const clip_copy *copy, int32_t clip, sinew_raw_clip *out)
{
    int32_t first;
    out->event_count = sinew__clip_events(copy->model, clip, &first);
    sinew_raw_event *events = SINEW__ARENA_ARRAY(copy->memory, sinew_raw_event, out->event_count);
    for (int32_t i = 0; events && i < out->event_count; ++i) {
        const sinew_event *event = &copy->model->events[first + i];
        events[i] = (sinew_raw_event){.track = sinew_text(copy->model, event->track),
                                      .text = sinew_text(copy->model, event->text),
                                      .time = event->time,
                                      .value = event->value};
    }
    out->events = events;
}

int sinew__raw_clips(const sinew_model *model, const sinew__clip_targets *targets, sinew__arena *memory,
                     sinew_raw_clip *clips)
{
    const clip_copy copy = {.model = model, .targets = targets, .memory = memory};
    for (int32_t i = 0; i < model->clip_count && !memory->failed; ++i) {
        const sinew_clip *clip = &model->clips[i];
        clips[i] = (sinew_raw_clip){.name = sinew_text(model, clip->name),
                                    .is_default = clip->is_default,
                                    .start = clip->start,
                                    .duration = clip->duration};
        copy_layers(&copy, clip, &clips[i]);
        copy_channels(&copy, clip, &clips[i]);
        copy_tracks(&copy, clip, &clips[i]);
        copy_events(&copy, i, &clips[i]);
    }
    return !memory->failed;
}
