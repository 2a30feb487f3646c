#include "import/fbx/fbx_curves.h"

#include <math.h>
#include <stdlib.h>

#include "base/memory.h"
#include "fbx/fbx_parse.h"
#include "import/fbx/fbx_slopes.h"

// ---- keys in order -----------------------------------------------------------------------------------------------

static const double THIRD = 1.0 / 3;

/// A key and its place in the file, so that of equal times the one that came last is last.
typedef struct placed_key {
    const fbx_key *key;
    size_t place;
} placed_key;

static int compare_keys(const void *left, const void *right)
{
    const placed_key *a = left, *b = right;
    if (a->key->time != b->key->time) return a->key->time < b->key->time ? -1 : 1;
    return a->place < b->place ? -1 : 1;
}

/// Whether there is a tick between the key at `index` and the next one.
static int has_room_after(const placed_key *placed, size_t count, size_t index)
{
    const int64_t time = placed[index].key->time;
    const int64_t next = index + 1 < count ? placed[index + 1].key->time : INT64_MAX;
    return time < next && time + 1 < next;
}

/// Of several keys at one time the curve comes to the first, which holds at that time, and goes on from the last; only
/// these two stay. Where there is no room for a tick between them it is the last. Returns how many stay.
static size_t drop_between(placed_key *placed, size_t count, fbx_curve_repairs *repairs)
{
    size_t kept = 0;
    for (size_t first = 0, last; first < count; first = last + 1) {
        for (last = first; last + 1 < count && placed[last + 1].key->time == placed[first].key->time;) last++;
        const int is_jump = last > first && has_room_after(placed, count, last);
        repairs->same_time += last - first - (size_t)is_jump;
        if (is_jump) placed[kept++] = placed[first];
        placed[kept++] = placed[last];
    }
    return kept;
}

/// Leaves the usable keys in `placed`, in the order of time. Returns how many.
static size_t order_keys(const fbx_curve *curve, placed_key *placed, fbx_curve_repairs *repairs)
{
    size_t count = 0;
    for (size_t i = 0; i < curve->key_count; i++) {
        if (isfinite(curve->keys[i].value))
            placed[count++] = (placed_key){&curve->keys[i], i};
        else
            repairs->not_finite++;
    }
    for (size_t i = 1; i < count && !repairs->sorted; i++)
        repairs->sorted = placed[i].key->time < placed[i - 1].key->time;
    if (repairs->sorted) qsort(placed, count, sizeof *placed, compare_keys);
    return drop_between(placed, count, repairs);
}

// ---- handles -----------------------------------------------------------------------------------------------------

static double seconds_between(const fbx_key *a, const fbx_key *b, int64_t ticks_per_second)
{
    return ((double)b->time - (double)a->time) / (double)ticks_per_second;
}

static fbx_key_surroundings look_around(const placed_key *keys, size_t count, size_t index, int64_t ticks_per_second)
{
    const fbx_key *key = keys[index].key;
    fbx_key_surroundings at = {.key = key, .value = key->value};
    if (index > 0) {
        at.previous_key = keys[index - 1].key;
        at.previous = at.previous_key->value;
        at.before = seconds_between(at.previous_key, key, ticks_per_second);
        at.has_previous = at.before > 0;
    }
    if (index + 1 < count) {
        at.next = keys[index + 1].key->value;
        at.after = seconds_between(key, keys[index + 1].key, ticks_per_second);
        at.has_next = at.after > 0;
    }
    return at;
}

/// Lengths of a key's handles in seconds.
static double in_length(const fbx_key_surroundings *at)
{
    if (!at->has_previous) return 0;
    return at->before *
           (sinew__fbx_key_is_cubic(at->previous_key) ? (double)at->previous_key->next_left_weight : THIRD);
}

static double out_length(const fbx_key_surroundings *at)
{
    if (!at->has_next) return 0;
    return at->after * (sinew__fbx_key_has_right_weight(at->key) ? (double)at->key->right_weight : THIRD);
}

static uint32_t interpolation_of(uint32_t flags)
{
    switch (flags & FBX_KEY_INTERPOLATION) {
    case FBX_KEY_LINEAR: return SINEW_LINEAR;
    case FBX_KEY_CUBIC: return SINEW_CUBIC;
    case FBX_KEY_CONSTANT: return flags & FBX_KEY_CONSTANT_NEXT ? SINEW_STEP_NEXT : SINEW_STEP;
    default: return SINEW_STEP;
    }
}

/// A number as float, within what a float can hold.
static float narrow(double number)
{
    return number < 3e38 ? number > -3e38 ? (float)number : -3e38f : 3e38f;
}

static sinew_curve_key convert_key(const placed_key *keys, size_t count, size_t index, double scale,
                                   int64_t ticks_per_second)
{
    const fbx_key_surroundings at = look_around(keys, count, index, ticks_per_second);
    const fbx_key_slopes slopes = sinew__fbx_solve_slopes(&at);
    const double in = in_length(&at), out = out_length(&at);
    return (sinew_curve_key){
        .ticks = at.key->time,
        .value = at.value * scale,
        .in_time = narrow(-in),
        .in_value = narrow(-in * slopes.left * scale),
        .out_time = narrow(out),
        .out_value = narrow(out * slopes.right * scale),
        .interpolation = interpolation_of(at.key->flags),
    };
}

/// Whether the segment that begins at a key has no interpolation that the FBX SDK knows. The SDK gives such a segment
/// the value 0 and the key itself its own.
static int is_zero_after(const fbx_key *key)
{
    const uint32_t kind = key->flags & FBX_KEY_INTERPOLATION;
    return kind != FBX_KEY_CONSTANT && kind != FBX_KEY_LINEAR && kind != FBX_KEY_CUBIC;
}

static size_t count_zero_segments(const placed_key *placed, size_t count)
{
    size_t segments = 0;
    for (size_t i = 0; i < count; i++) segments += (size_t)is_zero_after(placed[i].key);
    return segments;
}

/// Returns how many keys there are in `out`: one for each, and one for each segment of 0.
static size_t convert_keys(const placed_key *placed, size_t count, double scale, int64_t ticks_per_second,
                           sinew_curve_key *out)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        sinew_curve_key *key = &out[made++];
        *key = convert_key(placed, count, i, scale, ticks_per_second);
        if (i > 0 && placed[i - 1].key->time == placed[i].key->time) key->ticks++; // a jump takes a tick
        if (i + 1 == count) break;
        const int64_t next = placed[i + 1].key->time;
        if (next == key->ticks) key->interpolation = SINEW_STEP;
        if (is_zero_after(placed[i].key) && key->ticks < next - 1)
            out[made++] = (sinew_curve_key){.ticks = key->ticks + 1, .interpolation = SINEW_STEP};
    }
    return made;
}

// ---- curves ------------------------------------------------------------------------------------------------------

static uint32_t extrapolation_of(fbx_extrapolation kind)
{
    switch (kind) {
    case FBX_EXTRAPOLATE_CONSTANT: return SINEW_EXTRAPOLATE_HOLD;
    case FBX_EXTRAPOLATE_REPEAT: return SINEW_EXTRAPOLATE_REPEAT;
    case FBX_EXTRAPOLATE_MIRROR: return SINEW_EXTRAPOLATE_MIRROR;
    case FBX_EXTRAPOLATE_SLOPE: return SINEW_EXTRAPOLATE_SLOPE;
    case FBX_EXTRAPOLATE_RELATIVE: return SINEW_EXTRAPOLATE_REPEAT_RELATIVE;
    }
    return SINEW_EXTRAPOLATE_HOLD;
}

sinew_result sinew__fbx_convert_curve(sinew__arena *arena, const fbx_curve *curve, double scale,
                                      int64_t ticks_per_second, sinew_raw_curve *out_curve,
                                      fbx_curve_repairs *out_repairs, sinew_error *out_error)
{
    *out_repairs = (fbx_curve_repairs){0};
    *out_curve = (sinew_raw_curve){.before = extrapolation_of(curve->pre),
                                   .after = extrapolation_of(curve->post),
                                   .before_count = curve->pre_count,
                                   .after_count = curve->post_count};
    placed_key *placed = sinew__allocate(curve->key_count * sizeof *placed + 1);
    if (!placed) return sinew__arena_fail(arena, out_error);
    const size_t count = order_keys(curve, placed, out_repairs);
    const size_t most = count + count_zero_segments(placed, count);
    sinew_curve_key *keys = most <= INT32_MAX ? SINEW__ARENA_ARRAY(arena, sinew_curve_key, most) : NULL;
    if (keys) out_curve->key_count = (int32_t)convert_keys(placed, count, scale, ticks_per_second, keys);
    sinew_free(placed);
    if (!keys) return sinew__arena_fail(arena, out_error);
    out_curve->keys = keys;
    return SINEW_OK;
}
