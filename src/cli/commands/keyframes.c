#include "cli/commands/keyframes.h"

#include <stdlib.h>

#include "base/lower_bound.h"
#include "cli/commands/clip_facts.h"
#include "model/clip_span.h"

const char *const cli_key_channel_names[] = {"translation", "rotation", "scale", "morph", "visibility"};
const char *const cli_key_channel_json_names[] = {"t", "r", "s", "morph", "visibility"};

/// A keyed channel or track. Sorted by joint, so that a joint is counted once per keyframe.
typedef struct keyed_item {
    int32_t joint; ///< or SINEW_NONE
    int32_t index; ///< in `channels` or `tracks`
    int is_track;
    uint32_t channel; ///< cli_key_channel
} keyed_item;

typedef struct key_collection {
    const cli_joints *joints;
    const sinew_clip *clip;
    const uint8_t *chosen;
    keyed_item *items;
    size_t item_count;
    cli_keyframe *keyframes;
} key_collection;

static uint32_t kind_of_property(uint32_t property)
{
    switch ((sinew_channel_property)property) {
    case SINEW_CHANNEL_TRANSLATION:
    case SINEW_CHANNEL_ROTATION_OFFSET:
    case SINEW_CHANNEL_ROTATION_PIVOT:
    case SINEW_CHANNEL_SCALING_OFFSET:
    case SINEW_CHANNEL_SCALING_PIVOT: return CLI_KEY_TRANSLATION;
    case SINEW_CHANNEL_ROTATION:
    case SINEW_CHANNEL_PRE_ROTATION:
    case SINEW_CHANNEL_POST_ROTATION: return CLI_KEY_ROTATION;
    case SINEW_CHANNEL_SCALING: return CLI_KEY_SCALE;
    case SINEW_CHANNEL_MORPH_WEIGHT: return CLI_KEY_MORPH;
    case SINEW_CHANNEL_VISIBILITY: return CLI_KEY_VISIBILITY;
    case SINEW_CHANNEL_OTHER: return 0;
    }
    return 0;
}

static uint32_t kind_of_path(uint32_t path)
{
    static const uint32_t kinds[] = {CLI_KEY_TRANSLATION, CLI_KEY_ROTATION, CLI_KEY_SCALE, CLI_KEY_MORPH};
    return path < sizeof kinds / sizeof *kinds ? kinds[path] : 0;
}

/// Whether a joint is selected. Morphs belong to no joint and are selected when all joints are.
static int is_chosen(const key_collection *keys, int32_t joint, int all)
{
    if (joint == SINEW_NONE) return all;
    const int32_t id = keys->joints->id_of[joint];
    return id != SINEW_NONE && keys->chosen[id];
}

static int all_chosen(const key_collection *keys)
{
    for (int32_t id = 0; id < keys->joints->count; ++id) {
        if (!keys->chosen[id]) return 0;
    }
    return 1;
}

static int list_items(key_collection *keys)
{
    const sinew_model *model = keys->joints->model;
    const sinew_clip *clip = keys->clip;
    const int all = all_chosen(keys);
    keys->items = malloc(((size_t)clip->channel_count + (size_t)clip->track_count + 1) * sizeof *keys->items);
    if (!keys->items) return 0;
    for (int32_t i = clip->first_channel; i < clip->first_channel + clip->channel_count; ++i) {
        const sinew_channel *channel = &model->channels[i];
        const uint32_t kind = kind_of_property(channel->property);
        if (kind && is_chosen(keys, channel->joint, all))
            keys->items[keys->item_count++] = (keyed_item){channel->joint, i, 0, kind};
    }
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        const sinew_track *track = &model->tracks[i];
        const uint32_t kind = track->joint == SINEW_NONE && track->morph == SINEW_NONE ? 0 : kind_of_path(track->path);
        if (kind && is_chosen(keys, track->joint, all))
            keys->items[keys->item_count++] = (keyed_item){track->joint, i, 1, kind};
    }
    return 1;
}

static int compare_items(const void *a, const void *b)
{
    const keyed_item *left = a, *right = b;
    return (left->joint > right->joint) - (left->joint < right->joint);
}

/// Finds the keyframe at a time. Returns NULL when there is none.
static cli_keyframe *find_keyframe(const key_collection *keys, double time)
{
    size_t next = 0;
    SINEW__LOWER_BOUND(next, keys->clip->key_time_count, keys->keyframes[next].time <= time + cli_time_tolerance);
    cli_keyframe *keyframe = next > 0 ? &keys->keyframes[next - 1] : NULL;
    return keyframe && time - keyframe->time <= cli_time_tolerance ? keyframe : NULL;
}

static void note_key(const key_collection *keys, const keyed_item *item, double time)
{
    cli_keyframe *keyframe = find_keyframe(keys, time);
    if (!keyframe) return;
    keyframe->channels |= item->channel;
    if (item->joint == SINEW_NONE || keyframe->last_joint == item->joint) return;
    keyframe->last_joint = item->joint;
    ++keyframe->joints;
}

static void note_channel(const key_collection *keys, const keyed_item *item)
{
    const sinew_model *model = keys->joints->model;
    for (int i = 0; i < 3; ++i) {
        const int32_t index = model->channels[item->index].curve[i];
        if (index == SINEW_NONE) continue;
        const sinew_curve *curve = &model->curves[index];
        for (int32_t k = curve->first_key; k < curve->first_key + curve->key_count; ++k) {
            note_key(keys, item,
                     (double)model->curve_keys[k].ticks / (double)model->info->ticks_per_second - keys->clip->start);
        }
    }
}

static void note_track(const key_collection *keys, const keyed_item *item)
{
    const sinew_model *model = keys->joints->model;
    const sinew_track *track = &model->tracks[item->index];
    for (int32_t k = track->first_key; k < track->first_key + track->key_count; ++k) {
        note_key(keys, item, model->track_keys[k].time);
    }
}

int cli_collect_keyframes(const cli_joints *joints, int32_t clip, const uint8_t *chosen, cli_keyframe **out_keyframes)
{
    const sinew_model *model = joints->model;
    key_collection keys = {.joints = joints, .clip = &model->clips[clip], .chosen = chosen};
    keys.keyframes = calloc((size_t)keys.clip->key_time_count + 1, sizeof *keys.keyframes);
    const int ok = keys.keyframes && list_items(&keys);
    if (ok) {
        for (int32_t i = 0; i < keys.clip->key_time_count; ++i) {
            keys.keyframes[i] =
                (cli_keyframe){.number = i + 1, .time = sinew__key_time(model, keys.clip, i), .last_joint = SINEW_NONE};
        }
        qsort(keys.items, keys.item_count, sizeof *keys.items, compare_items);
        for (size_t i = 0; i < keys.item_count; ++i) {
            if (keys.items[i].is_track)
                note_track(&keys, &keys.items[i]);
            else
                note_channel(&keys, &keys.items[i]);
        }
    } else {
        free(keys.keyframes);
        keys.keyframes = NULL;
    }
    free(keys.items);
    *out_keyframes = keys.keyframes;
    return ok;
}
