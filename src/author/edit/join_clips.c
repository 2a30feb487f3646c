/// Joins several clips of a model to one clip.
#include <math.h>
#include <string.h>

#include "author/edit/clip_editor.h"
#include "author/edit/edit_curves.h"
#include "author/edit/edits.h"
#include "core/base/affine.h"
#include "core/base/lower_bound.h"
#include "runtime/model/joint_frame.h"
#include "runtime/sampler/curve.h"

/// The state while clips are joined.
typedef struct join {
    sinew__clip_editor *editor;
    sinew_raw_clip **parts;   ///< [count]
    sinew__tick_range *range; ///< [count] of each clip on the timeline
    int64_t *shift;           ///< [count] ticks added to the keys of each clip
    double *offset;           ///< [count] start of each clip in the joined clip, seconds
    int32_t count;
    sinew_raw_clip *out;
} join;

static sinew_result fail_memory(const join *job)
{
    return sinew__fail_memory(job->editor->error);
}

// ---- curves --------------------------------------------------------------------------------------------------------

/// Appends the part of a curve that a clip plays to `keys`, with a key at both ends.
static sinew_result append_curve(const join *job, int32_t part, const sinew_raw_curve *from, sinew__key_list *keys)
{
    sinew_raw_curve curve = *from;
    const sinew__tick_range range = job->range[part];
    sinew_result result = sinew__curve_cut(job->editor, range, &curve);
    if (result == SINEW_OK) result = sinew__curve_add_key(job->editor, range.from, &curve);
    if (result == SINEW_OK) result = sinew__curve_add_key(job->editor, range.to, &curve);
    if (result != SINEW_OK) return result;
    return sinew__key_list_append(&job->editor->memory, keys, curve.keys, curve.key_count, job->shift[part], 0)
               ? SINEW_OK
               : fail_memory(job);
}

static sinew_result append_value(const join *job, int32_t part, double value, sinew__key_list *keys)
{
    const sinew_curve_key key = {.ticks = job->range[part].from, .value = value, .interpolation = SINEW_STEP};
    return sinew__key_list_append(&job->editor->memory, keys, &key, 1, job->shift[part], 0) ? SINEW_OK
                                                                                            : fail_memory(job);
}

/// Joins a component of a channel. Each clip has a curve, or NULL and a value. *out_curve stays NULL if all clips have
/// the same constant value.
static sinew_result join_component(const join *job, const sinew_raw_curve *const *curves, const double *values,
                                   const sinew_raw_curve **out_curve)
{
    int is_constant = 1;
    for (int32_t i = 0; i < job->count; ++i) is_constant = is_constant && !curves[i] && values[i] == values[0];
    *out_curve = NULL;
    if (is_constant) return SINEW_OK;
    sinew__key_list keys = {0};
    sinew_result result = SINEW_OK;
    for (int32_t i = 0; i < job->count && result == SINEW_OK; ++i)
        result = curves[i] ? append_curve(job, i, curves[i], &keys) : append_value(job, i, values[i], &keys);
    sinew_raw_curve *curve = SINEW__ARENA_ARRAY(&job->editor->memory, sinew_raw_curve, 1);
    if (result == SINEW_OK && !curve) return fail_memory(job);
    if (curve) *curve = (sinew_raw_curve){.keys = keys.keys, .key_count = keys.count};
    *out_curve = curve;
    return result;
}

// ---- layers and channels -------------------------------------------------------------------------------------------

static sinew_result check_layers(const join *job)
{
    const sinew_raw_clip *first = job->parts[0];
    for (int32_t i = 1; i < job->count; ++i) {
        const sinew_raw_clip *clip = job->parts[i];
        int same = clip->layer_count == first->layer_count;
        for (int32_t k = 0; same && k < clip->layer_count; ++k) {
            const sinew_raw_layer *a = &first->layers[k], *b = &clip->layers[k];
            same = a->mode == b->mode && a->rotation_by_layer == b->rotation_by_layer && a->is_base == b->is_base &&
                   a->scale_multiply == b->scale_multiply && a->muted == b->muted;
        }
        if (!same)
            return sinew__fail(job->editor->error, SINEW_ERROR_UNSUPPORTED,
                               "clips '%.80s' and '%.80s' have different layers", first->name, clip->name);
    }
    return SINEW_OK;
}

/// Joins the weights of the layers. A weight is per cent in a curve and a fraction without one.
static sinew_result join_layers(join *job, const sinew_raw_curve **curves, double *values)
{
    sinew_raw_layer *layers = SINEW__ARENA_ARRAY(&job->editor->memory, sinew_raw_layer, job->out->layer_count);
    sinew_result result = layers ? SINEW_OK : fail_memory(job);
    for (int32_t k = 0; k < job->out->layer_count && result == SINEW_OK; ++k) {
        layers[k] = job->parts[0]->layers[k];
        for (int32_t i = 0; i < job->count; ++i) {
            curves[i] = job->parts[i]->layers[k].weight_curve;
            values[i] = 100 * job->parts[i]->layers[k].weight;
        }
        result = join_component(job, curves, values, &layers[k].weight_curve);
    }
    job->out->layers = layers;
    return result;
}

static const sinew_raw_channel *find_channel(const sinew_raw_clip *clip, const sinew_raw_channel *like)
{
    size_t at = 0; // a model's channels are sorted by joint
    SINEW__LOWER_BOUND(at, clip->channel_count, clip->channels[at].joint < like->joint);
    for (; at < (size_t)clip->channel_count && clip->channels[at].joint == like->joint; ++at) {
        const sinew_raw_channel *item = &clip->channels[at];
        if (item->layer == like->layer && item->property == like->property && item->mesh == like->mesh &&
            item->morph == like->morph)
            return item;
    }
    return NULL;
}

/// Returns the value of a property without a channel: the rest value on the base layer, the neutral value on other
/// layers.
static void rest_of(const join *job, const sinew_raw_channel *channel, double out[3])
{
    const sinew_model *model = job->editor->model;
    const sinew_raw_layer *layer =
        channel->layer < job->out->layer_count ? &job->parts[0]->layers[channel->layer] : NULL;
    const double neutral = channel->property == SINEW_CHANNEL_SCALING && layer && layer->scale_multiply;
    for (int i = 0; i < 3; ++i) out[i] = neutral;
    if (channel->property == SINEW_CHANNEL_MORPH_WEIGHT)
        out[0] = (double)model->morphs[model->meshes[channel->mesh].first_morph + channel->morph].weight;
    if (channel->property == SINEW_CHANNEL_VISIBILITY)
        out[0] = !(model->joints[channel->joint].flags & SINEW_JOINT_HIDDEN);
    if (channel->property > SINEW_CHANNEL_SCALING_PIVOT || (layer && !layer->is_base)) return;
    const sinew_transform_stack stack = sinew__joint_stack(model, channel->joint);
    const double *const values[] = {stack.translation,     stack.rotation,       stack.scaling,
                                    stack.rotation_offset, stack.rotation_pivot, stack.pre_rotation,
                                    stack.post_rotation,   stack.scaling_offset, stack.scaling_pivot};
    memcpy(out, values[channel->property], 3 * sizeof *out);
}

static sinew_result join_channel(const join *job, const sinew_raw_channel *like, const sinew_raw_curve **curves,
                                 double *values, sinew_raw_channel *out)
{
    sinew_result result = SINEW_OK;
    double rest[3];
    *out = *like;
    rest_of(job, like, rest);
    for (int c = 0; c < 3 && result == SINEW_OK; ++c) {
        for (int32_t i = 0; i < job->count; ++i) {
            const sinew_raw_channel *channel = find_channel(job->parts[i], like);
            curves[i] = channel ? channel->curve[c] : NULL;
            values[i] = channel ? channel->value[c] : rest[c];
        }
        out->value[c] = values[0];
        result = join_component(job, curves, values, &out->curve[c]);
    }
    return result;
}

static sinew_result join_channels(join *job, const sinew_raw_curve **curves, double *values)
{
    sinew_raw_clip *out = job->out;
    size_t most = 0;
    for (int32_t i = 0; i < job->count; ++i) most += (size_t)job->parts[i]->channel_count;
    sinew_raw_channel *channels = SINEW__ARENA_ARRAY(&job->editor->memory, sinew_raw_channel, most);
    sinew_result result = channels ? SINEW_OK : fail_memory(job);
    int32_t count = 0;
    for (int32_t i = 0; i < job->count; ++i) {
        for (int32_t k = 0; k < job->parts[i]->channel_count && result == SINEW_OK; ++k) {
            const sinew_raw_channel *channel = &job->parts[i]->channels[k];
            int is_known = 0;
            for (int32_t before = 0; before < i && !is_known; ++before)
                is_known = find_channel(job->parts[before], channel) != NULL;
            if (!is_known) result = join_channel(job, channel, curves, values, &channels[count++]);
        }
    }
    out->channels = channels;
    out->channel_count = count;
    return result;
}

// ---- tracks --------------------------------------------------------------------------------------------------------

static const sinew_raw_track *find_track(const sinew_raw_clip *clip, const sinew_raw_track *like)
{
    size_t low = 0;
    SINEW__LOWER_BOUND(low, clip->track_count, clip->tracks[low].joint < like->joint);
    for (; low < (size_t)clip->track_count && clip->tracks[low].joint == like->joint; ++low) {
        const sinew_raw_track *item = &clip->tracks[low];
        if (item->path == like->path && item->mesh == like->mesh && item->morph == like->morph) return item;
    }
    return NULL;
}

static void rest_of_track(const join *job, const sinew_raw_track *track, double out[4])
{
    const sinew_model *model = job->editor->model;
    memset(out, 0, 4 * sizeof *out);
    if (track->path == SINEW_TRACK_MORPH_WEIGHT) {
        out[0] = (double)model->morphs[model->meshes[track->mesh].first_morph + track->morph].weight;
        return;
    }
    const sinew_transform *rest = &model->joints[track->joint].rest;
    const double values[3][4] = {[SINEW_TRACK_TRANSLATION] = {rest->t.x, rest->t.y, rest->t.z},
                                 [SINEW_TRACK_ROTATION] = {rest->r.x, rest->r.y, rest->r.z, rest->r.w},
                                 [SINEW_TRACK_SCALE] = {rest->s.x, rest->s.y, rest->s.z}};
    memcpy(out, values[track->path], sizeof values[0]);
}

/// The keys of a joined track, with two tangents for each.
typedef struct track_list {
    sinew_track_key *keys;          ///< [count]
    sinew_track_key (*tangents)[2]; ///< [count]
    int32_t count;
} track_list;

/// Appends a key. If the list's last key has the same time and an equal value, the two keys are merged; if its value
/// differs, the new key is moved one tick later.
static void put_track_key(const join *job, sinew_track_key key, const sinew_track_key tangents[2], track_list *list)
{
    const double tick = 1 / (double)job->editor->model->info->ticks_per_second;
    sinew_track_key *last = list->count > 0 ? &list->keys[list->count - 1] : NULL;
    if (last && key.time < last->time + tick / 2) {
        if (memcmp(key.value, last->value, sizeof key.value) == 0) {
            list->tangents[list->count - 1][1] = tangents[1];
            return;
        }
        key.time = last->time + tick;
    }
    list->tangents[list->count][0] = tangents[0];
    list->tangents[list->count][1] = tangents[1];
    list->keys[list->count++] = key;
}

/// Appends the value of a track at the start or the end of a part; the rest value if the part has no such track.
static void put_end(const join *job, int32_t part, const sinew_raw_track *track, const double rest[4], double time,
                    track_list *list)
{
    static const sinew_track_key still[2] = {{0}};
    sinew_track_key key = {.time = job->offset[part] + time};
    if (track)
        sinew__raw_track_value(job->editor->model, track, time, key.value);
    else
        memcpy(key.value, rest, sizeof key.value);
    put_track_key(job, key, still, list);
}

/// Whether one cubic segment continues from a part to the next: both parts contain its two keys, and in each part one
/// of them is outside the part's time.
static int continues(const sinew_raw_track *before, double duration, const sinew_raw_track *after)
{
    if (!before || !after || before->interpolation != SINEW_CUBIC || after->interpolation != SINEW_CUBIC) return 0;
    const sinew_track_key *left = before->keys + before->key_count, *right = after->keys;
    if (before->key_count < 2 || after->key_count < 2 || !(left[-1].time > duration) || !(right[0].time < 0)) return 0;
    return fabs(left[-1].time - duration - right[1].time) < 1e-9 &&
           fabs(left[-2].time - duration - right[0].time) < 1e-9 &&
           memcmp(left[-1].value, right[1].value, sizeof left->value) == 0 &&
           memcmp(left[-2].value, right[0].value, sizeof left->value) == 0;
}

static sinew_result put_part(const join *job, int32_t part, const sinew_raw_track *const *tracks, const double rest[4],
                             track_list *list)
{
    static const sinew_track_key still[2] = {{0}};
    const double duration = job->parts[part]->duration,
                 apart = 0.5 / (double)job->editor->model->info->ticks_per_second;
    const int from_before = part > 0 && continues(tracks[part - 1], job->parts[part - 1]->duration, tracks[part]),
              to_next = part + 1 < job->count && continues(tracks[part], duration, tracks[part + 1]);
    sinew_raw_track track;
    if (tracks[part]) {
        track = *tracks[part];
        if (!sinew__track_cut(job->editor->model, 0, duration, &job->editor->memory, &track)) return fail_memory(job);
    }
    const sinew_raw_track *own = tracks[part] ? &track : NULL;
    const int starts = own && fabs(own->keys[0].time) <= apart,
              ends = own && fabs(own->keys[own->key_count - 1].time - duration) <= apart;
    if (!starts && !from_before) put_end(job, part, own, rest, 0, list);
    for (int32_t i = 0; own && i < own->key_count; ++i) {
        sinew_track_key key = own->keys[i];
        if (key.time < -apart || key.time > duration + apart) continue;
        key.time += job->offset[part];
        put_track_key(job, key, own->interpolation == SINEW_CUBIC ? own->tangents + 2 * i : still, list);
    }
    if (!ends && !to_next) put_end(job, part, own, rest, duration, list);
    return SINEW_OK;
}

static sinew_result join_track(const join *job, const sinew_raw_track *like, const sinew_raw_track **tracks,
                               sinew_raw_track *out)
{
    sinew__arena *memory = &job->editor->memory;
    size_t most = 0;
    double rest[4];
    for (int32_t i = 0; i < job->count; ++i) {
        tracks[i] = find_track(job->parts[i], like);
        most += (tracks[i] ? (size_t)tracks[i]->key_count : 0) + 4;
        if (tracks[i] && tracks[i]->interpolation != like->interpolation)
            return sinew__fail(job->editor->error, SINEW_ERROR_UNSUPPORTED,
                               "clips '%.80s' and '%.80s' interpolate a joint differently", job->parts[0]->name,
                               job->parts[i]->name);
    }
    sinew_track_key *keys = SINEW__ARENA_ARRAY(memory, sinew_track_key, 3 * most);
    sinew_track_key(*tangents)[2] = sinew__arena_take(memory, most, sizeof *tangents);
    if (!keys || !tangents) return fail_memory(job);
    track_list list = {keys, tangents, 0};
    sinew_result result = SINEW_OK;
    rest_of_track(job, like, rest);
    for (int32_t i = 0; i < job->count && result == SINEW_OK; ++i) result = put_part(job, i, tracks, rest, &list);
    *out = *like;
    out->keys = keys;
    out->key_count = list.count;
    memcpy(keys + list.count, tangents, (size_t)list.count * sizeof *tangents);
    out->tangents = out->interpolation == SINEW_CUBIC ? keys + list.count : NULL;
    return result;
}

static sinew_result join_tracks(join *job)
{
    size_t most = 0;
    for (int32_t i = 0; i < job->count; ++i) most += (size_t)job->parts[i]->track_count;
    sinew_raw_track *out = SINEW__ARENA_ARRAY(&job->editor->memory, sinew_raw_track, most);
    const sinew_raw_track **tracks = SINEW__ARENA_ARRAY(&job->editor->memory, const sinew_raw_track *, job->count);
    sinew_result result = out && tracks ? SINEW_OK : fail_memory(job);
    int32_t count = 0;
    for (int32_t i = 0; i < job->count; ++i) {
        for (int32_t k = 0; k < job->parts[i]->track_count && result == SINEW_OK; ++k) {
            const sinew_raw_track *track = &job->parts[i]->tracks[k];
            int is_known = 0;
            for (int32_t before = 0; before < i && !is_known; ++before)
                is_known = find_track(job->parts[before], track) != NULL;
            if (!is_known) result = join_track(job, track, tracks, &out[count++]);
        }
    }
    job->out->tracks = out;
    job->out->track_count = count;
    return result;
}

/// Reports joints that have curves in one clip and tracks in another, because in a joined clip the tracks would replace
/// the curves at all times.
static sinew_result check_kinds(const join *job)
{
    for (int32_t i = 0; i < job->out->track_count; ++i)
        for (int32_t k = 0; k < job->out->channel_count; ++k) {
            const int32_t joint = job->out->tracks[i].joint;
            if (joint == SINEW_NONE || !sinew__channel_moves(&job->out->channels[k], joint)) continue;
            int is_mixed = 0; // whether a clip has only curves or only tracks
            for (int32_t part = 0; part < job->count; ++part)
                is_mixed |= !find_track(job->parts[part], &job->out->tracks[i]) !=
                            !find_channel(job->parts[part], &job->out->channels[k]);
            if (is_mixed)
                return sinew__fail(job->editor->error, SINEW_ERROR_UNSUPPORTED,
                                   "joint '%.80s' has curves in one clip and sampled keys in another",
                                   sinew_text(job->editor->model, job->editor->model->joints[joint].name));
        }
    return SINEW_OK;
}

// ---- the clip ------------------------------------------------------------------------------------------------------

static sinew_result join_events(join *job)
{
    size_t most = 0;
    for (int32_t i = 0; i < job->count; ++i) most += (size_t)job->parts[i]->event_count;
    sinew_raw_event *events = SINEW__ARENA_ARRAY(&job->editor->memory, sinew_raw_event, most);
    if (!events) return fail_memory(job);
    job->out->events = events;
    job->out->event_count = 0;
    for (int32_t i = 0; i < job->count; ++i) {
        for (int32_t k = 0; k < job->parts[i]->event_count; ++k) {
            const sinew_raw_event *event = &job->parts[i]->events[k], *last = &events[job->out->event_count - 1];
            const double time = event->time + job->offset[i];
            int is_there = 0; // whether the event is already there: at a seam, both clips have it
            for (; last >= events && last->time > time - 1e-9; --last)
                is_there |= strcmp(last->track, event->track) == 0 && strcmp(last->text, event->text) == 0;
            if (is_there) continue;
            events[job->out->event_count] = *event;
            events[job->out->event_count++].time = time;
        }
    }
    return SINEW_OK;
}

/// Places each clip at the end of the previous one. Returns 0 when out of memory.
static int place_parts(join *job)
{
    sinew__arena *memory = &job->editor->memory;
    job->range = SINEW__ARENA_ARRAY(memory, sinew__tick_range, job->count);
    job->shift = SINEW__ARENA_ARRAY(memory, int64_t, job->count);
    job->offset = SINEW__ARENA_ARRAY(memory, double, job->count);
    if (memory->failed) return 0;
    double offset = 0;
    for (int32_t i = 0; i < job->count; ++i) {
        job->range[i] = sinew__edit_range(job->editor, job->parts[i]);
        job->offset[i] = offset;
        job->shift[i] = sinew__ticks(job->editor->model, job->parts[0]->start + offset) - job->range[i].from;
        job->out->is_default |= job->parts[i]->is_default;
        offset += job->parts[i]->duration;
    }
    job->out->duration = offset;
    return 1;
}

/// Returns `walk` if the parts are called `walk 1`, `walk 2` and so on, else the first part's name.
static const char *common_name(const join *job)
{
    const char *name = job->parts[0]->name, *blank = strrchr(name, ' ');
    if (!blank || strcmp(blank, " 1") != 0) return name;
    char *stem = sinew__arena_text(&job->editor->memory, name, (size_t)(blank - name));
    for (int32_t i = 1; stem && i < job->count; ++i) {
        const char *expected = sinew__arena_format(&job->editor->memory, "%s %d", stem, (int)i + 1);
        if (!expected || strcmp(expected, job->parts[i]->name) != 0) return name;
    }
    for (int32_t i = 0; stem && i < job->editor->clip_count; ++i)
        if (strcmp(job->editor->clips[i].name, stem) == 0) return name;
    return stem ? stem : name;
}

static sinew_result build_joined(join *job)
{
    const sinew_raw_curve **curves = SINEW__ARENA_ARRAY(&job->editor->memory, const sinew_raw_curve *, job->count);
    double *values = SINEW__ARENA_ARRAY(&job->editor->memory, double, job->count);
    if (!curves || !values || !place_parts(job)) return fail_memory(job);
    sinew_result result = check_layers(job);
    if (result == SINEW_OK) result = join_layers(job, curves, values);
    if (result == SINEW_OK) result = join_channels(job, curves, values);
    if (result == SINEW_OK) result = join_tracks(job);
    if (result == SINEW_OK) result = check_kinds(job);
    return result == SINEW_OK ? join_events(job) : result;
}

/// Lists the clips of the options in their order; all clips without options.
static sinew_result list_parts(join *job)
{
    const sinew__edit_options *options = job->editor->options;
    job->count = options->clips ? options->clip_count : job->editor->clip_count;
    if (job->count < 2)
        return sinew__fail(job->editor->error, SINEW_ERROR_INVALID_ARGUMENT, "there are not two clips to join");
    job->parts = SINEW__ARENA_ARRAY(&job->editor->memory, sinew_raw_clip *, job->count);
    if (!job->parts) return fail_memory(job);
    for (int32_t i = 0; i < job->count; ++i) {
        job->parts[i] = &job->editor->clips[options->clips ? options->clips[i] : i];
        for (int32_t k = 0; k < i; ++k)
            if (job->parts[k] == job->parts[i])
                return sinew__fail(job->editor->error, SINEW_ERROR_INVALID_ARGUMENT, "clip '%.100s' is there twice",
                                   job->parts[i]->name);
    }
    return SINEW_OK;
}

sinew_result sinew__edit_join_clips(const sinew_model *model, const char *name, const sinew__edit_options *options,
                                    sinew_model **out_model, sinew_error *out_error)
{
    sinew__clip_editor editor;
    sinew_raw_clip joined;
    join job = {.editor = &editor, .out = &joined};
    if (out_model) *out_model = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_model)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew__edit_begin(&editor, model, options, out_error);
    if (result == SINEW_OK) result = list_parts(&job);
    if (result != SINEW_OK) goto done;
    joined = *job.parts[0];
    result = build_joined(&job);
    if (result != SINEW_OK) goto done;
    joined.name = name ? name : common_name(&job);
    for (int32_t i = 0; i < editor.clip_count; ++i) {
        if (editor.is_chosen[i] || strcmp(editor.clips[i].name, joined.name) != 0) continue;
        result = sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "there is a clip '%.100s' already", joined.name);
        goto done;
    }
    // The joined clip replaces the first one; the others are dropped.
    const sinew_raw_clip *first = job.parts[0];
    int32_t kept = 0;
    for (int32_t i = 0; i < editor.clip_count; ++i) {
        const int is_first = &editor.clips[i] == first;
        if (editor.is_chosen[i] && !is_first) continue;
        editor.clips[kept++] = is_first ? joined : editor.clips[i];
    }
    editor.clip_count = kept;
done:
    return sinew__edit_finish(&editor, result, out_model);
}
