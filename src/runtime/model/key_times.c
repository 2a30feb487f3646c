// Finds the author's keyframes and the events of a clip.
#include "core/base/number.h"
#include "runtime/model/look_up.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/lower_bound.h"
#include "core/base/memory.h"
#include "runtime/model/baked_clips.h"

// The events of one clip.

/// Returns the index of the first event of `clip` or of a later clip.
static int32_t first_event(const sinew_model *model, int32_t clip)
{
    size_t i = 0;
    SINEW__LOWER_BOUND(i, model->event_count, model->events[i].clip < clip);
    return (int32_t)i;
}

int32_t sinew__clip_events(const sinew_model *model, int32_t clip, int32_t *out_first)
{
    const sinew__bound_clip *bound = sinew__bound_clip_of(model, clip);
    *out_first = bound ? 0 : first_event(model, clip);
    return bound ? bound->view->event_count : first_event(model, clip + 1) - *out_first;
}

const sinew_clip sinew__unbound_clip = {0};

int sinew__lacks_clip(const sinew_model *model, int32_t clip, sinew_error *error)
{
    if (clip == SINEW_NONE || sinew__bound_clip_of(model, clip)) return 0;
    if (!sinew__slot_of(model, clip)) return sinew__lacks_item(error, "clip", clip, model->clip_count);
    sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "no clip is bound in slot %d: it was unbound, or never bound",
                (int)clip);
    return 1;
}

// seconds: times closer than this are one keyframe; frames are at least a thousand times farther apart
static const double same_time = 1e-6;

typedef struct time_list {
    double *times;
    size_t count, capacity;
    int failed;
} time_list;

static void add_time(time_list *list, double time)
{
    if (list->count == list->capacity && !list->failed) {
        const size_t capacity = list->capacity ? list->capacity * 2 : 256;
        double *times = sinew__resize(list->times, capacity * sizeof *times);
        if (!times) {
            list->failed = 1;
            return;
        }
        list->times = times;
        list->capacity = capacity;
    }
    if (!list->failed) list->times[list->count++] = time;
}

/// Whether two curves have their keys at the same times, as most curves of a clip do.
static int same_times_of_keys(const sinew_model *model, const sinew_curve *a, const sinew_curve *b)
{
    if (a->key_count != b->key_count) return 0;
    const sinew_curve_key *left = model->curve_keys + a->first_key, *right = model->curve_keys + b->first_key;
    int32_t k = 0;
    while (k < a->key_count && left[k].ticks == right[k].ticks) ++k;
    return k == a->key_count;
}

/// Whether two tracks have their keys at the same times, as tracks of motion capture do.
static int same_times_of_track_keys(const sinew_model *model, const sinew_track *a, const sinew_track *b)
{
    if (a->key_count != b->key_count) return 0;
    const sinew_track_key *left = model->track_keys + a->first_key, *right = model->track_keys + b->first_key;
    int32_t k = 0;
    while (k < a->key_count && left[k].time == right[k].time) ++k;
    return k == a->key_count;
}

size_t sinew__sort_times(double *times, size_t count, double apart)
{
    if (count) qsort(times, count, sizeof *times, sinew__compare_doubles);
    size_t kept = 0;
    for (size_t i = 0; i < count; ++i) {
        if (kept == 0 || times[i] - times[kept - 1] > apart) times[kept++] = times[i];
    }
    return kept;
}

int32_t sinew__collect_key_times(const sinew_model *model, const sinew_clip *clip, int32_t joint, double **out_times)
{
    const double ticks_per_second = (double)model->info->ticks_per_second;
    const sinew_curve *last_curve = NULL; // the last curve whose times were added
    const sinew_track *last_track = NULL;
    time_list list = {0};
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property == SINEW_CHANNEL_OTHER || (joint != SINEW_NONE && channel->joint != joint)) continue;
        for (int c = 0; c < 3; ++c) {
            if (channel->curve[c] == SINEW_NONE) continue;
            const sinew_curve *curve = &model->curves[channel->curve[c]];
            if (last_curve && same_times_of_keys(model, last_curve, curve)) continue;
            last_curve = curve;
            for (int32_t k = 0; k < curve->key_count; ++k)
                add_time(&list, (double)model->curve_keys[curve->first_key + k].ticks / ticks_per_second);
        }
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        const int moves = track->joint != SINEW_NONE || track->morph != SINEW_NONE;
        if (!moves || (joint != SINEW_NONE && track->joint != joint)) continue;
        if (last_track && same_times_of_track_keys(model, last_track, track)) continue;
        last_track = track;
        for (int32_t k = 0; k < track->key_count; ++k)
            add_time(&list, clip->start + model->track_keys[track->first_key + k].time);
    }
    if (list.failed) {
        sinew_free(list.times);
        *out_times = NULL;
        return -1;
    }
    *out_times = list.times;
    return (int32_t)sinew__sort_times(list.times, list.count, same_time);
}

/// Sets `out_animated`, [joint_count] and zeroed, to 1 for joints with keys.
static void mark_joints_with_keys(const sinew_model *model, const sinew_clip *clip, uint8_t *out_animated)
{
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        if (channel->property != SINEW_CHANNEL_OTHER && channel->joint != SINEW_NONE) out_animated[channel->joint] = 1;
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        if (model->tracks[i].joint != SINEW_NONE) out_animated[model->tracks[i].joint] = 1;
    }
}

sinew_result sinew__check_curves(const sinew_model *model, sinew_error *error)
{
    if (!model->info->is_stripped) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_NO_CURVES, "the model was stripped: its clips have no curves");
}

int32_t sinew__count_animated_joints(const sinew_model *model, const sinew_clip *clip)
{
    uint8_t *animated = sinew__allocate_zeroed((size_t)model->joint_count + 1, 1);
    int32_t count = 0;
    if (!animated) return -1;
    mark_joints_with_keys(model, clip, animated);
    for (int32_t i = 0; i < model->joint_count; ++i) count += animated[i];
    sinew_free(animated);
    return count;
}

void sinew__mark_animated_joints(const sinew_model *model, int32_t clip, uint8_t *out_animated)
{
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, clip);
    if (model->joint_count) memset(out_animated, 0, (size_t)model->joint_count);
    if (!sinew__lacks_curves(model, clip))
        mark_joints_with_keys(model, sinew__model_clip(model, clip), out_animated);
    else if (baked)
        memcpy(out_animated, sinew__baked_animated(model, baked), (size_t)model->joint_count);
}

int32_t sinew_clip_key_times(const sinew_model *model, int32_t clip, int32_t joint, double *out_times, int32_t capacity)
{
    if (clip < 0 || !sinew__has_clip(model, clip)) return 0;
    const sinew_clip *item = sinew__model_clip(model, clip);
    const double *stored = sinew__owner_of_clip(model, clip)->timeline_key_times + item->first_key_time;
    double *times = NULL;
    const int32_t count =
        joint == SINEW_NONE ? item->key_time_count : sinew__collect_key_times(model, item, joint, &times);
    for (int32_t i = 0; i < count && i < capacity; ++i) out_times[i] = (times ? times : stored)[i] - item->start;
    sinew_free(times);
    return count < 0 ? 0 : count;
}
