#include "import/fbx/fbx_curves.h"

#include <math.h>
#include <stdlib.h>

#include "fbx/fbx_parse.h"
#include "import/fbx/fbx_slopes.h"

// ---- keys in order -----------------------------------------------------------------------------------------------

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

/// Whether a curve comes from the key before to one at `time`, with a tick to spare.
static int leads_to(const fbx_key *before, int64_t time)
{
    return before->time < time && before->time < time - 1;
}

/// Leaves the usable keys in `placed`, in the order of time. Returns how many. Of several keys at one time the curve
/// comes to the first and goes on from the last; only these two stay.
static size_t order_keys(const fbx_curve *curve, placed_key *placed, fbx_curve_repairs *repairs)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < curve->key_count; i++) {
        if (isfinite(curve->keys[i].value))
            placed[count++] = (placed_key){&curve->keys[i], i};
        else
            repairs->not_finite++;
    }
    for (size_t i = 1; i < count && !repairs->sorted; i++)
        repairs->sorted = placed[i].key->time < placed[i - 1].key->time;
    if (repairs->sorted) qsort(placed, count, sizeof *placed, compare_keys);
    for (size_t i = 0; i < count; i++) {
        const int64_t time = placed[i].key->time;
        const int is_last = i + 1 == count || placed[i + 1].key->time != time;
        if (is_last || (kept > 0 && leads_to(placed[kept - 1].key, time)))
            placed[kept++] = placed[i];
        else
            repairs->same_time++;
    }
    return kept;
}

// ---- handles -----------------------------------------------------------------------------------------------------

/// The slope and weight that a key stores for the left side of the next one.
static void next_left_side(const fbx_key *key, double line, double *out_slope, double *out_weight)
{
    const int has_slope = !(key->flags & FBX_KEY_CONSTANT) && key->flags & FBX_KEY_CUBIC && !(key->flags & FBX_KEY_TCB);
    *out_slope = has_slope ? (double)key->data[1] : 0;
    *out_weight = has_slope ? (double)key->next_left_weight : 1.0 / 3;
    if (!(key->flags & (FBX_KEY_CONSTANT | FBX_KEY_CUBIC))) *out_slope = line;
}

static double seconds_between(const fbx_key *a, const fbx_key *b, int64_t ticks_per_second)
{
    return ((double)b->time - (double)a->time) / (double)ticks_per_second;
}

static fbx_key_surroundings look_around(const placed_key *keys, size_t count, size_t index, int64_t ticks_per_second)
{
    const fbx_key *key = keys[index].key;
    fbx_key_surroundings at = {.key = key, .value = key->value, .left_weight = 1.0 / 3, .right_weight = 1.0 / 3};
    if (index > 0) {
        const fbx_key *previous = keys[index - 1].key;
        at.previous = previous->value;
        at.before = seconds_between(previous, key, ticks_per_second);
        at.has_previous = at.before > 0;
        next_left_side(previous, (key->value - previous->value) / at.before, &at.left_stored, &at.left_weight);
    }
    if (index + 1 < count) {
        at.next = keys[index + 1].key->value;
        at.after = seconds_between(key, keys[index + 1].key, ticks_per_second);
        at.has_next = at.after > 0;
    }
    if (key->flags & FBX_KEY_CUBIC && !(key->flags & FBX_KEY_CONSTANT)) at.right_weight = (double)key->right_weight;
    return at;
}

static uint32_t interpolation_of(uint32_t flags)
{
    if (flags & FBX_KEY_CONSTANT) return flags & FBX_KEY_CONSTANT_NEXT ? SINEW_STEP_NEXT : SINEW_STEP;
    return flags & FBX_KEY_CUBIC ? SINEW_CUBIC : SINEW_LINEAR;
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
    const double in = at.has_previous ? at.left_weight * at.before : 0;
    const double out = at.has_next ? at.right_weight * at.after : 0;
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

/// The first of two keys at one time stands a tick before it, and holds until then.
static sinew_curve_key before_jump(sinew_curve_key key)
{
    key.ticks--;
    key.interpolation = SINEW_STEP;
    return key;
}

static void convert_keys(const placed_key *placed, size_t count, double scale, int64_t ticks_per_second,
                         sinew_curve_key *out)
{
    for (size_t i = 0; i < count; i++) {
        const int jumps = i + 1 < count && placed[i + 1].key->time == placed[i].key->time;
        const sinew_curve_key key = convert_key(placed, count, i, scale, ticks_per_second);
        out[i] = jumps ? before_jump(key) : key;
    }
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
    placed_key *placed = malloc(curve->key_count * sizeof *placed + 1);
    if (!placed) return sinew__arena_fail(arena, out_error);
    const size_t count = order_keys(curve, placed, out_repairs);
    sinew_curve_key *keys = count <= INT32_MAX ? SINEW__ARENA_ARRAY(arena, sinew_curve_key, count) : NULL;
    if (keys) convert_keys(placed, count, scale, ticks_per_second, keys);
    free(placed);
    if (!keys) return sinew__arena_fail(arena, out_error);
    out_curve->keys = keys;
    out_curve->key_count = (int32_t)count;
    return SINEW_OK;
}
