/// Builds clips: layers, channels with their curves, tracks, events, and the times of the author's keyframes.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/build/builder.h"
#include "runtime/model/look_up.h"

// Events of clips, sorted by time.

/// Orders events by time; events at the same time keep their order.
static int compare_events(const void *a, const void *b)
{
    const sinew_raw_event *x = *(const sinew_raw_event *const *)a, *y = *(const sinew_raw_event *const *)b;
    if (x->time != y->time) return x->time < y->time ? -1 : 1;
    return (x > y) - (x < y);
}

static const double time_tolerance = 1e-9; ///< seconds: events this close outside the clip still count

/// Adds the events of the clip that is added to the section CLIPS next.
static sinew_result build_events(sinew__builder *builder, const sinew_raw_clip *raw, double duration)
{
    const sinew_raw_event **order = SINEW__ARENA_ARRAY(&builder->scratch, const sinew_raw_event *, raw->event_count);
    const int32_t clip = sinew__section_size(builder, SINEW__SECTION_CLIPS);
    size_t count = 0;
    int ok = 1;
    if (!order) return sinew__fail_memory(builder->error);
    for (int32_t i = 0; i < raw->event_count; ++i) {
        const sinew_raw_event *event = &raw->events[i];
        if (event->track && *event->track && event->time >= -time_tolerance && event->time <= duration + time_tolerance)
            order[count++] = event;
    }
    if (count) qsort(order, count, sizeof *order, compare_events);
    for (size_t i = 0; i < count && ok; ++i) {
        const sinew_event event = {.clip = clip,
                                   .track = sinew__builder_name(builder, order[i]->track, &ok),
                                   .text = sinew__builder_name(builder, order[i]->text, &ok),
                                   .time = fmax(0, fmin(order[i]->time, duration)),
                                   .value = isfinite(order[i]->value) ? order[i]->value : 0};
        sinew_event *item = ok ? sinew__section_push(builder, SINEW__SECTION_EVENTS, 1) : NULL;
        if (item) *item = event;
        ok = item != NULL;
    }
    return ok ? SINEW_OK : sinew__fail_memory(builder->error);
}

typedef struct clip_build {
    sinew__builder *builder;
    const sinew_raw_clip *raw;
    const char *name;
    sinew_clip clip;
} clip_build;

static sinew_result fail_clip(const clip_build *build, const char *what)
{
    return sinew__fail(build->builder->error, SINEW_ERROR_INVALID_ARGUMENT, "clip '%s': %s", build->name, what);
}

/// Adds a curve and sets *out to its index, or to SINEW_NONE if `raw` is NULL or has no keys.
static sinew_result add_curve(clip_build *build, const sinew_raw_curve *raw, int32_t *out)
{
    sinew__builder *builder = build->builder;
    *out = SINEW_NONE;
    if (!raw || raw->key_count <= 0) return SINEW_OK;
    if (!raw->keys) return fail_clip(build, "a curve's keys are missing");
    if (raw->before > SINEW_EXTRAPOLATE_REPEAT_RELATIVE || raw->after > SINEW_EXTRAPOLATE_REPEAT_RELATIVE)
        return fail_clip(build, "a curve of unknown extrapolation");
    for (int32_t i = 0; i < raw->key_count; ++i) {
        if (i > 0 && raw->keys[i].ticks <= raw->keys[i - 1].ticks) return fail_clip(build, "key times do not rise");
        if (!isfinite(raw->keys[i].value) || raw->keys[i].interpolation > SINEW_CUBIC)
            return fail_clip(build, "a key is not finite");
    }
    sinew_curve curve = {.first_key = sinew__section_size(builder, SINEW__SECTION_CURVE_KEYS),
                         .key_count = raw->key_count,
                         .before = raw->before,
                         .after = raw->after,
                         .before_count = raw->before_count,
                         .after_count = raw->after_count};
    sinew_curve_key *keys = sinew__section_extend(builder, SINEW__SECTION_CURVE_KEYS, (size_t)raw->key_count);
    if (!keys) return sinew__fail_memory(builder->error);
    memcpy(keys, raw->keys, (size_t)raw->key_count * sizeof *keys);
    for (int32_t i = 0; i < raw->key_count; ++i) {
        float *handles[] = {&keys[i].in_time, &keys[i].in_value, &keys[i].out_time, &keys[i].out_value};
        for (int h = 0; h < 4; ++h)
            if (!isfinite(*handles[h])) *handles[h] = 0;
        if (!(keys[i].in_time < 0)) keys[i].in_time = 0;
        if (!(keys[i].out_time > 0)) keys[i].out_time = 0;
    }
    sinew_curve *item = sinew__section_push(builder, SINEW__SECTION_CURVES, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = curve;
    *out = sinew__section_size(builder, SINEW__SECTION_CURVES) - 1;
    return SINEW_OK;
}

/// Returns the clip's base layer: the one marked as base unless it is muted, else the lowest layer that has channels
/// and is not muted, else the first.
static int32_t base_layer(const sinew_raw_clip *clip)
{
    for (int32_t i = 0; i < clip->layer_count; ++i)
        if (clip->layers[i].is_base && !clip->layers[i].muted) return i;
    int32_t lowest = clip->layer_count;
    for (int32_t i = 0; i < clip->channel_count; ++i) {
        const int32_t layer = clip->channels[i].layer;
        if (layer >= 0 && layer < lowest && !clip->layers[layer].muted) lowest = layer;
    }
    return lowest < clip->layer_count ? lowest : 0;
}

static sinew_result add_layer(clip_build *build, const sinew_raw_layer *raw, int is_base)
{
    sinew__builder *builder = build->builder;
    int ok = 1;
    sinew_fbx_layer layer = {.name = sinew__builder_name(builder, raw->name, &ok),
                             .mode = raw->mode > SINEW_LAYER_OVERRIDE_PASSTHROUGH ? SINEW_LAYER_ADDITIVE : raw->mode,
                             .is_base = (uint32_t)is_base,
                             .weight = isfinite(raw->weight) ? raw->weight : 1,
                             .rotation_by_layer = raw->rotation_by_layer != 0,
                             .scale_multiply = raw->scale_multiply != 0,
                             .muted = raw->muted != 0};
    const sinew_result result = add_curve(build, raw->weight_curve, &layer.weight_curve);
    if (result != SINEW_OK) return result;
    sinew_fbx_layer *item = sinew__section_push(builder, SINEW__SECTION_LAYERS, 1);
    if (!ok || !item) return sinew__fail_memory(builder->error);
    *item = layer;
    ++build->clip.layer_count;
    return SINEW_OK;
}

/// Sets *out to the model's index of a raw mesh's morph, or to SINEW_NONE.
static sinew_result find_morph(const clip_build *build, int32_t mesh, int32_t morph, int32_t *out)
{
    const sinew_raw_model *raw = build->builder->raw;
    *out = SINEW_NONE;
    if (mesh < 0 || mesh >= raw->mesh_count || morph < 0 || morph >= raw->meshes[mesh].morph_count)
        return fail_clip(build, "there is no such morph");
    *out = build->builder->first_morph[mesh] + morph;
    return SINEW_OK;
}

static sinew_result find_joint(const clip_build *build, int32_t raw_joint, int32_t *out)
{
    if (raw_joint < SINEW_NONE || raw_joint >= build->builder->raw->joint_count)
        return fail_clip(build, "there is no such joint");
    *out = raw_joint == SINEW_NONE ? SINEW_NONE : build->builder->joint_of_raw[raw_joint];
    return SINEW_OK;
}

static int compare_numbers(int32_t a, int32_t b)
{
    return (a > b) - (a < b);
}

/// A channel or track to be sorted, together with its raw keys, which are copied after sorting.
typedef struct placed_channel {
    sinew_channel item;
    const sinew_raw_channel *raw;
} placed_channel;

typedef struct placed_track {
    sinew_track item;
    const sinew_raw_track *raw;
} placed_track;

/// Orders channels by joint, morph and layer; equal channels keep their order.
static int compare_channels(const void *a, const void *b)
{
    const placed_channel *x = a, *y = b;
    int order = compare_numbers(x->item.joint, y->item.joint);
    if (order == 0) order = compare_numbers(x->item.morph, y->item.morph);
    if (order == 0) order = compare_numbers(x->item.layer, y->item.layer);
    return order ? order : (x->raw > y->raw) - (x->raw < y->raw);
}

/// Orders tracks by node, joint and morph; equal tracks keep their order.
static int compare_tracks(const void *a, const void *b)
{
    const placed_track *x = a, *y = b;
    int order = compare_numbers(x->item.node, y->item.node);
    if (order == 0) order = compare_numbers(x->item.joint, y->item.joint);
    if (order == 0) order = compare_numbers(x->item.morph, y->item.morph);
    return order ? order : (x->raw > y->raw) - (x->raw < y->raw);
}

static sinew_result add_channels(clip_build *build)
{
    sinew__builder *builder = build->builder;
    const int32_t count = build->raw->channel_count,
                  layer_count = build->raw->layer_count ? build->raw->layer_count : 1;
    placed_channel *placed = SINEW__ARENA_ARRAY(&builder->scratch, placed_channel, count);
    if (!placed) return sinew__fail_memory(builder->error);
    build->clip.first_channel = sinew__section_size(builder, SINEW__SECTION_CHANNELS);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_raw_channel *raw = &build->raw->channels[i];
        if (raw->layer < 0 || raw->layer >= layer_count) return fail_clip(build, "there is no such layer");
        if (raw->property > SINEW_CHANNEL_OTHER) return fail_clip(build, "a channel of unknown property");
        sinew_channel channel = {.layer = build->clip.first_layer + raw->layer,
                                 .joint = SINEW_NONE,
                                 .morph = SINEW_NONE,
                                 .property = raw->property};
        const sinew_result result = raw->property == SINEW_CHANNEL_MORPH_WEIGHT
                                        ? find_morph(build, raw->mesh, raw->morph, &channel.morph)
                                        : find_joint(build, raw->joint, &channel.joint);
        if (result != SINEW_OK) return result;
        if (channel.joint == SINEW_NONE && channel.morph == SINEW_NONE && raw->property != SINEW_CHANNEL_OTHER)
            return fail_clip(build, "a channel drives nothing");
        placed[i] = (placed_channel){channel, raw};
    }
    if (count) qsort(placed, (size_t)count, sizeof *placed, compare_channels);
    for (int32_t i = 0; i < count; ++i) {
        sinew_channel *channel = &placed[i].item;
        for (int k = 0; k < 3; ++k) {
            channel->value[k] = isfinite(placed[i].raw->value[k]) ? placed[i].raw->value[k] : 0;
            const sinew_result result = add_curve(build, placed[i].raw->curve[k], &channel->curve[k]);
            if (result != SINEW_OK) return result;
        }
        sinew_channel *item = sinew__section_push(builder, SINEW__SECTION_CHANNELS, 1);
        if (!item) return sinew__fail_memory(builder->error);
        *item = *channel;
        ++build->clip.channel_count;
    }
    return SINEW_OK;
}

/// Returns the number of items of TRACK_KEYS per key of a track: 3 for a cubic track (the key and two tangents), else
/// 1.
static size_t items_per_key(const sinew_raw_track *raw)
{
    return raw->interpolation == SINEW_CUBIC ? 3 : 1;
}

/// Copies the keys of a track, then their tangents. Drops keys whose time is before the previous key's or that are not
/// finite; of several keys at one time it keeps the last. Returns the number of dropped keys, or −1 when out of memory.
static int32_t copy_track_keys(clip_build *build, const sinew_raw_track *raw, sinew_track *track)
{
    sinew_track_key *keys =
        sinew__section_extend(build->builder, SINEW__SECTION_TRACK_KEYS, items_per_key(raw) * (size_t)raw->key_count);
    if (!keys) return -1;
    sinew_track_key *tangents = keys + raw->key_count;
    int32_t dropped = 0;
    for (int32_t i = 0; i < raw->key_count; ++i) {
        sinew_track_key key = raw->keys[i], *last = track->key_count ? &keys[track->key_count - 1] : NULL;
        int is_finite = isfinite(key.time) && isfinite(key.value[0] + key.value[1] + key.value[2] + key.value[3]);
        for (int k = 0; k < 8 && raw->interpolation == SINEW_CUBIC; ++k)
            is_finite &= isfinite(raw->tangents[2 * (size_t)i + (size_t)k / 4].value[k % 4]) != 0;
        if (!is_finite || (last && key.time < last->time)) {
            ++dropped;
            continue;
        }
        if (raw->path == SINEW_TRACK_ROTATION) {
            const sinew_quat q =
                sinew__quat_normalize((sinew_quat){key.value[0], key.value[1], key.value[2], key.value[3]});
            memcpy(key.value, &q, sizeof key.value);
        }
        if (!last || key.time != last->time) ++track->key_count;
        keys[track->key_count - 1] = key;
        for (int side = 0; side < 2 && raw->interpolation == SINEW_CUBIC; ++side) {
            sinew_track_key *tangent = &tangents[2 * (track->key_count - 1) + side];
            *tangent = raw->tangents[2 * (size_t)i + (size_t)side];
            tangent->time = 0;
        }
    }
    // Moves the tangents to the end of the keys that were kept.
    const size_t kept = (size_t)track->key_count, tangent_count = (items_per_key(raw) - 1) * kept;
    memmove(keys + kept, tangents, tangent_count * sizeof *keys);
    build->builder->sections[SINEW__SECTION_TRACK_KEYS].count = (size_t)track->first_key + kept + tangent_count;
    return dropped;
}

static sinew_result add_tracks(clip_build *build)
{
    sinew__builder *builder = build->builder;
    const int32_t count = build->raw->track_count, node_count = builder->raw->node_count;
    placed_track *placed = SINEW__ARENA_ARRAY(&builder->scratch, placed_track, count);
    if (!placed) return sinew__fail_memory(builder->error);
    build->clip.first_track = sinew__section_size(builder, SINEW__SECTION_TRACKS);
    for (int32_t i = 0; i < count; ++i) {
        const sinew_raw_track *raw = &build->raw->tracks[i];
        if (raw->path > SINEW_TRACK_MORPH_WEIGHT || raw->key_count < 0)
            return fail_clip(build, "a track of unknown kind");
        if (raw->key_count > 0 && !raw->keys) return fail_clip(build, "a track's keys are missing");
        if (raw->key_count > 0 && raw->interpolation == SINEW_CUBIC && !raw->tangents)
            return fail_clip(build, "a track's tangents are missing");
        const int is_linear = raw->interpolation != SINEW_STEP && raw->interpolation != SINEW_CUBIC;
        sinew_track track = {.joint = SINEW_NONE,
                             .node = node_count > 0 ? raw->node : SINEW_NONE,
                             .morph = SINEW_NONE,
                             .path = raw->path,
                             .interpolation = is_linear ? SINEW_LINEAR : raw->interpolation};
        if (track.node < SINEW_NONE || track.node >= builder->raw->node_count)
            return fail_clip(build, "there is no such node");
        const sinew_result result = raw->path == SINEW_TRACK_MORPH_WEIGHT
                                        ? find_morph(build, raw->mesh, raw->morph, &track.morph)
                                        : find_joint(build, raw->joint, &track.joint);
        if (result != SINEW_OK) return result;
        placed[i] = (placed_track){track, raw};
    }
    if (count) qsort(placed, (size_t)count, sizeof *placed, compare_tracks);
    for (int32_t i = 0; i < count; ++i) {
        sinew_track *track = &placed[i].item;
        track->first_key = sinew__section_size(builder, SINEW__SECTION_TRACK_KEYS);
        const int32_t dropped = copy_track_keys(build, placed[i].raw, track);
        if (dropped < 0) return sinew__fail_memory(builder->error);
        if (dropped > 0 &&
            !sinew__builder_warn(builder, "I52", build->name,
                                 "%d keys of a track are out of order or not finite; left out", (int)dropped))
            return sinew__fail_memory(builder->error);
        if (track->key_count == 0) continue;
        sinew_track *item = sinew__section_push(builder, SINEW__SECTION_TRACKS, 1);
        if (!item) return sinew__fail_memory(builder->error);
        *item = *track;
        ++build->clip.track_count;
    }
    return SINEW_OK;
}

static sinew_result add_key_times(clip_build *build)
{
    sinew__builder *builder = build->builder;
    const sinew_model_info info = {
        .ticks_per_second = builder->raw->ticks_per_second > 0 ? builder->raw->ticks_per_second : INT64_C(46186158000)};
    // The animation sections so far, viewed as a model.
    const sinew_model view = {
        .info = &info,
        .layers = sinew__section_items(builder, SINEW__SECTION_LAYERS),
        .channels = sinew__section_items(builder, SINEW__SECTION_CHANNELS),
        .curves = sinew__section_items(builder, SINEW__SECTION_CURVES),
        .curve_keys = sinew__section_items(builder, SINEW__SECTION_CURVE_KEYS),
        .tracks = sinew__section_items(builder, SINEW__SECTION_TRACKS),
        .track_keys = sinew__section_items(builder, SINEW__SECTION_TRACK_KEYS),
        .joint_count = sinew__section_size(builder, SINEW__SECTION_JOINTS),
    };
    double *times = NULL;
    const int32_t count = sinew__collect_key_times(&view, &build->clip, SINEW_NONE, &times);
    if (count < 0) return sinew__fail_memory(builder->error);
    build->clip.first_key_time = sinew__section_size(builder, SINEW__SECTION_KEY_TIMES);
    build->clip.key_time_count = count;
    double *out = sinew__section_extend(builder, SINEW__SECTION_KEY_TIMES, (size_t)count);
    if (out && count) memcpy(out, times, (size_t)count * sizeof *out);
    if (count) build->clip.last_key = times[count - 1] - build->clip.start;
    if (!(build->clip.duration >= 0)) build->clip.duration = fmax(build->clip.last_key, 0);
    build->clip.animated_joints = sinew__count_animated_joints(&view, &build->clip);
    sinew_free(times);
    return out && build->clip.animated_joints >= 0 ? SINEW_OK : sinew__fail_memory(builder->error);
}

static sinew_result add_clip(sinew__builder *builder, const sinew_raw_clip *raw)
{
    static const sinew_raw_layer plain = {.name = "", .weight = 1};
    int ok = 1;
    clip_build build = {.builder = builder,
                        .raw = raw,
                        .name = raw->name ? raw->name : "",
                        .clip = {.name = sinew__builder_name(builder, raw->name, &ok),
                                 .is_default = raw->is_default != 0,
                                 .start = isfinite(raw->start) ? raw->start : 0,
                                 .duration = isfinite(raw->duration) ? raw->duration : -1}};
    if (!ok) return sinew__fail_memory(builder->error);
    if (raw->layer_count < 0 || raw->channel_count < 0 || raw->track_count < 0 || raw->event_count < 0)
        return fail_clip(&build, "a count is negative");
    if ((raw->layer_count && !raw->layers) || (raw->channel_count && !raw->channels) ||
        (raw->track_count && !raw->tracks) || (raw->event_count && !raw->events))
        return fail_clip(&build, "a count without an array");
    build.clip.first_layer = sinew__section_size(builder, SINEW__SECTION_LAYERS);
    sinew_result result = raw->layer_count == 0 ? add_layer(&build, &plain, 1) : SINEW_OK;
    const int32_t base = base_layer(raw);
    for (int32_t i = 0; i < raw->layer_count && result == SINEW_OK; ++i)
        result = add_layer(&build, &raw->layers[i], i == base);
    if (result == SINEW_OK) result = add_channels(&build);
    if (result == SINEW_OK) result = add_tracks(&build);
    if (result == SINEW_OK) result = add_key_times(&build);
    if (result == SINEW_OK) result = build_events(builder, raw, build.clip.duration);
    if (result != SINEW_OK) return result;
    sinew_clip *item = sinew__section_push(builder, SINEW__SECTION_CLIPS, 1);
    if (!item) return sinew__fail_memory(builder->error);
    *item = build.clip;
    return SINEW_OK;
}

/// Reserves exactly the memory for the channels, curves, tracks and keys of all clips. Sections that grow would take up
/// to three times as much.
static int reserve_contents(sinew__builder *builder)
{
    size_t channels = 0, curves = 0, curve_keys = 0, tracks = 0, track_keys = 0;
    for (int32_t c = 0; c < builder->raw->clip_count; ++c) {
        const sinew_raw_clip *raw = &builder->raw->clips[c];
        for (int32_t i = 0; raw->channels && i < raw->channel_count; ++i, ++channels) {
            for (int k = 0; k < 3; ++k) {
                const sinew_raw_curve *curve = raw->channels[i].curve[k];
                if (curve && curve->key_count > 0) curve_keys += (size_t)curve->key_count, ++curves;
            }
        }
        for (int32_t i = 0; raw->tracks && i < raw->track_count; ++i, ++tracks)
            if (raw->tracks[i].key_count > 0)
                track_keys += items_per_key(&raw->tracks[i]) * (size_t)raw->tracks[i].key_count;
    }
    return sinew__section_reserve(builder, SINEW__SECTION_CHANNELS, channels) &&
           sinew__section_reserve(builder, SINEW__SECTION_CURVES, curves) &&
           sinew__section_reserve(builder, SINEW__SECTION_CURVE_KEYS, curve_keys) &&
           sinew__section_reserve(builder, SINEW__SECTION_TRACKS, tracks) &&
           sinew__section_reserve(builder, SINEW__SECTION_TRACK_KEYS, track_keys);
}

sinew_result sinew__build_clips(sinew__builder *builder)
{
    if (!reserve_contents(builder)) return sinew__fail_memory(builder->error);
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < builder->raw->clip_count && result == SINEW_OK; ++i)
        result = add_clip(builder, &builder->raw->clips[i]);
    return result;
}
