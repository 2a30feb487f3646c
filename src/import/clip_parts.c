// Adds tracks and channels to a clip, orders keys and recognises tracks that animate nothing. Used by the readers of
// all formats.
#include "import/import_stages.h"

#include <math.h>
#include <stdlib.h>

int sinew__clip_add_track(import_pass *pass, clip_parts *parts, const sinew_raw_track *track)
{
    sinew_raw_track *tracks =
        sinew__arena_grow(&pass->arena, parts->tracks, parts->track_count, &parts->track_capacity, sizeof *tracks);
    if (!tracks) return 0;
    parts->tracks = tracks;
    tracks[parts->track_count++] = *track;
    return 1;
}

int sinew__clip_add_channel(import_pass *pass, clip_parts *parts, const sinew_raw_channel *channel)
{
    sinew_raw_channel *channels = sinew__arena_grow(&pass->arena, parts->channels, parts->channel_count,
                                                    &parts->channel_capacity, sizeof *channels);
    if (!channels) return 0;
    parts->channels = channels;
    channels[parts->channel_count++] = *channel;
    return 1;
}

void sinew__clip_take_parts(const clip_parts *parts, sinew_raw_clip *out)
{
    out->tracks = parts->tracks;
    out->track_count = (int32_t)parts->track_count;
    out->channels = parts->channels;
    out->channel_count = (int32_t)parts->channel_count;
}

/// A key with its original index, so that sorting keeps keys of equal times in their order.
typedef struct placed_key {
    sinew_track_key key;
    size_t place;
} placed_key;

static int compare_keys(const void *left, const void *right)
{
    const placed_key *a = left, *b = right;
    if (a->key.time != b->key.time) return a->key.time < b->key.time ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

int sinew__clip_order_keys(import_pass *pass, const char *object, const char *clip, sinew_track_key *keys, size_t count)
{
    int is_sorted = 1;
    for (size_t i = 1; i < count; ++i) is_sorted &= !(keys[i].time < keys[i - 1].time);
    if (!is_sorted) {
        sinew__import_warn(pass, IMPORT_WARNING_BAD_KEYS, object, "clip '%s': keys were not sorted by time", clip);
        placed_key *placed = SINEW__ARENA_ARRAY(&pass->arena, placed_key, count);
        if (!placed) return 0;
        for (size_t i = 0; i < count; ++i) placed[i] = (placed_key){keys[i], i};
        qsort(placed, count, sizeof *placed, compare_keys);
        for (size_t i = 0; i < count; ++i) keys[i] = placed[i].key;
    }
    for (size_t i = 0, next; i < count; i = next) {
        for (next = i + 1; next < count && keys[next].time == keys[i].time;) next++;
        if (next > i + 1 && i > 0) keys[i].time = nextafter(keys[i].time, -(double)INFINITY);
    }
    return 1;
}

int sinew__clip_track_is_rest(const sinew_raw_track *track, const sinew_transform *rest)
{
    const double rests[3][4] = {{rest->t.x, rest->t.y, rest->t.z, 0},
                                {rest->r.x, rest->r.y, rest->r.z, rest->r.w},
                                {rest->s.x, rest->s.y, rest->s.z, 0}};
    double straight = 0, opposite = 0;
    if (track->key_count != 1) return 0;
    for (int i = 0; i < 4; ++i) {
        const double value = track->keys[0].value[i], of_rest = rests[track->path][i];
        straight = fmax(straight, fabs(value - of_rest) / fmax(1.0, fabs(of_rest)));
        opposite = fmax(opposite, fabs(value + of_rest));
    }
    return straight < 1e-5 || (track->path == SINEW_TRACK_ROTATION && opposite < 1e-5);
}
