// Converts an animation curve of an FBX document: keys, tangents computed like the FBX SDK, and extrapolation.
#include "import/import_stages.h"

#include <math.h>
#include <stdlib.h>

#include "core/base/memory.h"
#include "fbx/fbx_parse.h"

// The slopes of cubic keys as Autodesk's FBX SDK computes them; docs/internals/fidelity.md tells how these rules were
// found.
//
// Automatic: L and R are the slopes of the straight lines to the neighbours, S is the slope of the line between them.
//   time independent   S if there is no bias
//   else               halfway between S and the mean of L and R, each weighted by the distance of the *other*
//                      neighbour; then moved by the bias (per cent) towards R if positive, towards L if negative; a
//                      bias over 500 adds 40 · ((|bias| - 500) / 100)² more
//   clamp              0 if a neighbour has the same value; the previous neighbour counts only at the end of a cubic
//                      segment, and each neighbour of a broken key only on its own side
//   clamp progressive  S, at most 3 L and 3 R, whatever the bias; 0 at a peak, a valley and the ends of a curve
//   at an end          the slope of the only line
//
// The key itself determines its right side. Its left side ends the segment of the previous key, which stores the
// author's settings for it. A previous TCB key has no space for them, so the right side's settings apply to both. If a
// key is not cubic itself, its left side continues the previous key's mode.

/// A key with the times and values of its neighbours.
typedef struct fbx_key_surroundings {
    const fbx_key *key;
    const fbx_key *previous_key; ///< NULL if none exists
    int has_previous, has_next;
    double before, after;         ///< seconds to the neighbours, > 0 if they exist
    double previous, value, next; ///< values
} fbx_key_surroundings;

/// Slopes on the two sides of a key, values per second.
typedef struct fbx_key_slopes {
    double left, right;
} fbx_key_slopes;

enum { ABSOLUTE_BIAS = 5, ABSOLUTE_STRENGTH = 40 }; // in units of 100 %

static const double same_value = 1e-4, no_bias = 1e-4;

/// Whether the segment that begins at a key is cubic.
static int fbx_key_is_cubic(const fbx_key *key)
{
    return (key->flags & FBX_KEY_INTERPOLATION) == FBX_KEY_CUBIC;
}

/// Whether the weight of a key's right side counts. It does not if the key is TCB or flat. The weight of the next key's
/// left side, which the key also stores, counts in any case.
static int fbx_key_has_right_weight(const fbx_key *key)
{
    const uint32_t mode = key->flags & (FBX_KEY_TANGENT | FBX_KEY_BREAK);
    return fbx_key_is_cubic(key) && mode != FBX_KEY_TCB && mode != 0;
}

static int is_linear(const fbx_key *key)
{
    return (key->flags & FBX_KEY_INTERPOLATION) == FBX_KEY_LINEAR;
}

static int is_broken(const fbx_key *key)
{
    return (key->flags & FBX_KEY_BREAK) != 0;
}

static int is_progressive(uint32_t flags)
{
    return (flags & FBX_KEY_CLAMP_PROGRESSIVE) == FBX_KEY_CLAMP_PROGRESSIVE;
}

/// Returns one of the three tangent modes, or 0 for flat. The flag FBX_KEY_BREAK has no meaning in TCB keys, so a TCB
/// key with it is flat.
static uint32_t tangent_of(const fbx_key *key)
{
    const uint32_t tangent = key->flags & FBX_KEY_TANGENT;
    const int is_one =
        tangent == FBX_KEY_AUTO || tangent == FBX_KEY_USER || (tangent == FBX_KEY_TCB && !is_broken(key));
    return is_one ? tangent : 0;
}

/// Returns the slope of the straight line to the previous neighbour; 0 if none exists.
static double line_before(const fbx_key_surroundings *at)
{
    return at->has_previous ? (at->value - at->previous) / at->before : 0;
}

static double line_after(const fbx_key_surroundings *at)
{
    return at->has_next ? (at->next - at->value) / at->after : 0;
}

// ---- automatic ---------------------------------------------------------------------------------------------------

typedef enum key_side { LEFT, RIGHT } key_side;

static int is_flat_by_clamp(const fbx_key_surroundings *at, uint32_t flags, key_side side)
{
    if (!(flags & FBX_KEY_CLAMP) || is_progressive(flags)) return 0;
    const int as_previous =
        at->has_previous && fbx_key_is_cubic(at->previous_key) && fabs(at->previous - at->value) < same_value;
    const int as_next = at->has_next && fabs(at->next - at->value) < same_value;
    if (flags & FBX_KEY_BREAK) return side == LEFT ? as_previous : as_next;
    return as_previous || as_next;
}

static double absolute_bias(double bias, double direction)
{
    const double beyond = fabs(bias) / 100.0 - ABSOLUTE_BIAS;
    return beyond > 0 ? copysign(beyond * beyond * ABSOLUTE_STRENGTH, direction) : 0;
}

static double solve_between(const fbx_key_surroundings *at, uint32_t flags, double bias)
{
    const double whole = at->before + at->after, left = line_before(at), right = line_after(at);
    const double across = (at->next - at->previous) / whole;
    if (is_progressive(flags)) { // handles of 1/3 of the segment stay between the neighbours' values
        const double sign = across >= 0 ? 1 : -1;
        const double most = 3 * fmin(sign * left, sign * right);
        return most > 0 ? sign * fmin(sign * across, most) : 0;
    }
    const double share = fabs(bias) / 100.0;
    const int has_bias = share > no_bias;
    if (flags & FBX_KEY_TIME_INDEPENDENT && !has_bias) return across;
    const double mean = (left * at->after + right * at->before) / whole;
    const double slope = (across + mean) / 2;
    if (!has_bias) return slope;
    const double towards = bias > 0 ? right : left;
    const double direction = fabs(towards - slope) > 1e-5 ? towards - slope : bias;
    return slope + (towards - slope) * share + absolute_bias(bias, direction);
}

static double solve_auto(const fbx_key_surroundings *at, uint32_t flags, key_side side, double bias)
{
    if (is_flat_by_clamp(at, flags, side)) return 0;
    if (at->has_previous && at->has_next) return solve_between(at, flags, bias);
    if (is_progressive(flags) || (!at->has_previous && !at->has_next)) return 0;
    return line_before(at) + line_after(at) + absolute_bias(bias, bias);
}

// ---- tension, continuity, bias -----------------------------------------------------------------------------------

/// Returns the slopes of a TCB key by Kochanek and Bartels, with the numbers of `key`. At an end, the only line counts
/// twice.
static fbx_key_slopes solve_tcb(const fbx_key_surroundings *at, const fbx_key *key)
{
    const double tension = (double)key->data[0], continuity = (double)key->data[1], bias = (double)key->data[2];
    const double left = line_before(at), right = line_after(at);
    const double factor = (at->has_previous && at->has_next ? 0.5 : 1.0) * (1 - tension);
    return (fbx_key_slopes){
        .left = factor * ((1 + bias) * (1 - continuity) * left + (1 - bias) * (1 + continuity) * right),
        .right = factor * ((1 + bias) * (1 + continuity) * left + (1 - bias) * (1 - continuity) * right),
    };
}

// ---- the two sides -----------------------------------------------------------------------------------------------

static double right_slope(const fbx_key_surroundings *at)
{
    const fbx_key *key = at->key;
    if (is_linear(key)) return line_after(at);
    if (!fbx_key_is_cubic(key)) return 0;
    switch (tangent_of(key)) {
    case FBX_KEY_AUTO: return solve_auto(at, key->flags, RIGHT, (double)key->data[0]);
    case FBX_KEY_TCB: return solve_tcb(at, key).right;
    case FBX_KEY_USER: return (double)key->data[0];
    default: return 0;
    }
}

/// Returns the left slope of a key that ends a cubic segment and is not cubic itself.
static double left_slope_continued(const fbx_key_surroundings *at)
{
    const fbx_key *from = at->previous_key;
    if (!is_linear(at->key) && (at->key->flags & FBX_KEY_INTERPOLATION) != FBX_KEY_CONSTANT) return 0;
    switch (tangent_of(from)) {
    case FBX_KEY_AUTO: return solve_auto(at, from->flags & ~(uint32_t)FBX_KEY_CLAMP, LEFT, -(double)from->data[1]);
    case FBX_KEY_TCB: return is_linear(at->key) ? line_after(at) : 0;
    case FBX_KEY_USER: return (double)from->data[1];
    default: return 0;
    }
}

/// Returns the left slope of an automatic or user key after a TCB key.
static double left_slope_after_tcb(const fbx_key_surroundings *at)
{
    const fbx_key *key = at->key;
    const int is_user = tangent_of(key) == FBX_KEY_USER;
    const double own = at->has_next ? (double)key->data[0] : 0;
    if (!is_user && (!is_broken(key) || is_progressive(key->flags))) return solve_auto(at, key->flags, LEFT, own);
    if (!is_broken(key)) return own;
    return is_user ? solve_tcb(at, at->previous_key).left : line_before(at);
}

static double left_slope(const fbx_key_surroundings *at)
{
    const fbx_key *key = at->key, *from = at->previous_key;
    if (!at->has_previous) return 0;
    if (is_linear(from)) return line_before(at);
    if (!fbx_key_is_cubic(from)) return 0;
    if (!fbx_key_is_cubic(key)) return left_slope_continued(at);
    const uint32_t tangent = tangent_of(key);
    if (tangent == FBX_KEY_TCB) return solve_tcb(at, key).left;
    if (tangent != FBX_KEY_AUTO && tangent != FBX_KEY_USER) return 0;
    if (tangent_of(from) == FBX_KEY_TCB) return left_slope_after_tcb(at);
    return tangent == FBX_KEY_USER ? (double)from->data[1] : solve_auto(at, key->flags, LEFT, -(double)from->data[1]);
}

static double finite(double number)
{
    return isfinite(number) ? number : 0;
}

// ---- keys in order -----------------------------------------------------------------------------------------------

static const double one_third = 1.0 / 3;

/// A key and its index in the file, so that sorting keeps keys of equal times in their order.
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

/// Lists the usable keys in `placed`, sorted by time, and returns their number. Several keys at one time are a jump:
/// the curve arrives at the first of them, which holds at that time, and continues from the last. Only the first and
/// the last are kept, or only the last if there is no tick between it and the next key.
static size_t order_keys(const fbx_curve *curve, placed_key *placed, fbx_curve_repairs *repairs)
{
    size_t count = 0, kept = 0;
    for (size_t i = 0; i < curve->key_count; ++i) {
        if (isfinite(curve->keys[i].value))
            placed[count++] = (placed_key){&curve->keys[i], i};
        else
            ++repairs->not_finite;
    }
    for (size_t i = 1; i < count && !repairs->sorted; ++i)
        repairs->sorted = placed[i].key->time < placed[i - 1].key->time;
    if (repairs->sorted) qsort(placed, count, sizeof *placed, compare_keys);
    for (size_t first = 0, last; first < count; first = last + 1) {
        const int64_t time = placed[first].key->time;
        for (last = first; last + 1 < count && placed[last + 1].key->time == time;) last++;
        const int64_t next = last + 1 < count ? placed[last + 1].key->time : INT64_MAX;
        const int is_jump = last > first && time < next && time + 1 < next;
        repairs->same_time += last - first - (size_t)is_jump;
        if (is_jump) placed[kept++] = placed[first];
        placed[kept++] = placed[last];
    }
    return kept;
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

static uint32_t interpolation_of(uint32_t flags)
{
    switch (flags & FBX_KEY_INTERPOLATION) {
    case FBX_KEY_LINEAR: return SINEW_LINEAR;
    case FBX_KEY_CUBIC: return SINEW_CUBIC;
    case FBX_KEY_CONSTANT: return flags & FBX_KEY_CONSTANT_NEXT ? SINEW_STEP_NEXT : SINEW_STEP;
    default: return SINEW_STEP;
    }
}

/// Converts a number to float, clamped to the range of floats.
static float narrow(double number)
{
    return number < 3e38 ? number > -3e38 ? (float)number : -3e38f : 3e38f;
}

static sinew_curve_key convert_key(const placed_key *keys, size_t count, size_t index, double scale,
                                   int64_t ticks_per_second)
{
    const fbx_key_surroundings at = look_around(keys, count, index, ticks_per_second);
    const double left = finite(left_slope(&at)), right = finite(right_slope(&at));
    double in = 0, out = 0; // durations of the handles, seconds
    if (at.has_previous)
        in = at.before * (fbx_key_is_cubic(at.previous_key) ? (double)at.previous_key->next_left_weight : one_third);
    if (at.has_next) out = at.after * (fbx_key_has_right_weight(at.key) ? (double)at.key->right_weight : one_third);
    return (sinew_curve_key){
        .ticks = at.key->time,
        .value = at.value * scale,
        .in_time = narrow(-in),
        .in_value = narrow(-in * left * scale),
        .out_time = narrow(out),
        .out_value = narrow(out * right * scale),
        .interpolation = interpolation_of(at.key->flags),
        .is_computed = fbx_key_is_cubic(at.key) && (at.key->flags & (FBX_KEY_AUTO | FBX_KEY_TCB)) != 0,
    };
}

/// Whether the segment that begins at a key has an interpolation unknown to the FBX SDK. The SDK gives such a segment
/// the value 0, and the key its own value.
static int is_zero_after(const fbx_key *key)
{
    const uint32_t kind = key->flags & FBX_KEY_INTERPOLATION;
    return kind != FBX_KEY_CONSTANT && kind != FBX_KEY_LINEAR && kind != FBX_KEY_CUBIC;
}

/// Converts keys, and returns the number of keys in `out`: one per key, and one more for each segment of value 0.
static size_t convert_keys(const placed_key *placed, size_t count, double scale, int64_t ticks_per_second,
                           sinew_curve_key *out)
{
    size_t made = 0;
    for (size_t i = 0; i < count; ++i) {
        sinew_curve_key *key = &out[made++];
        *key = convert_key(placed, count, i, scale, ticks_per_second);
        if (i > 0 && placed[i - 1].key->time == placed[i].key->time) key->ticks++; // a jump takes one tick
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
    size_t most = count;
    for (size_t i = 0; i < count; ++i) most += (size_t)is_zero_after(placed[i].key);
    sinew_curve_key *keys = most <= INT32_MAX ? SINEW__ARENA_ARRAY(arena, sinew_curve_key, most) : NULL;
    if (keys) out_curve->key_count = (int32_t)convert_keys(placed, count, scale, ticks_per_second, keys);
    sinew_free(placed);
    if (!keys) return sinew__arena_fail(arena, out_error);
    out_curve->keys = keys;
    return SINEW_OK;
}
