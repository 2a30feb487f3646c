#include "runtime/sampler/curve.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/lower_bound.h"

// Finds the key before a time, for curves and tracks.

/// Returns the time of a key in ticks.
typedef int64_t (*sinew__key_ticks)(const void *keys, int32_t key);

/// Returns the last of `count` keys at or before `ticks`, or the first key. Tries `near` and the key after it first.
static inline int32_t sinew__find_key(const void *keys, sinew__key_ticks ticks_of, int32_t count, int64_t ticks,
                                      int32_t near)
{
    for (int32_t i = near; i < count && i <= near + 1 && ticks_of(keys, i) <= ticks; ++i)
        if (i + 1 == count || ticks_of(keys, i + 1) > ticks) return i;
    size_t next = 1;
    SINEW__LOWER_BOUND(next, count, ticks_of(keys, (int32_t)next) <= ticks);
    return (int32_t)next - 1;
}

// Evaluates a track, whose values are vectors, quaternions or weights.

typedef struct track_keys {
    const sinew_model *model;
    const sinew_track_key *keys;
    double start; ///< seconds, start of the clip
} track_keys;

static int64_t ticks_of(const void *keys, int32_t key)
{
    const track_keys *of = keys;
    return sinew__ticks(of->model, of->start + of->keys[key].time);
}

/// Evaluates the cubic Hermite spline of glTF 2.0 (appendix C) from key `index` to the next. `part`, 0 … 1, is the
/// fraction of the segment.
static void evaluate_cubic(const sinew_track *track, const sinew_track_key *keys, int32_t index, double part,
                           double out_value[4])
{
    const sinew_track_key *a = &keys[index], *b = a + 1;
    const sinew_track_key *tangents = keys + track->key_count;
    const double *out_tangent = tangents[2 * (size_t)index + 1].value,
                 *in_tangent = tangents[2 * (size_t)index + 2].value;
    const double seconds = b->time - a->time, t = part, t2 = t * t, t3 = t2 * t;
    for (int i = 0; i < 4; ++i)
        out_value[i] = (2 * t3 - 3 * t2 + 1) * a->value[i] + (t3 - 2 * t2 + t) * seconds * out_tangent[i] +
                       (3 * t2 - 2 * t3) * b->value[i] + (t3 - t2) * seconds * in_tangent[i];
    if (track->path != SINEW_TRACK_ROTATION) return;
    const sinew_quat rotation =
        sinew__quat_normalize((sinew_quat){out_value[0], out_value[1], out_value[2], out_value[3]});
    memcpy(out_value, &rotation, sizeof rotation);
}

void sinew__track_evaluate_near(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                                int32_t *key, double out_value[4])
{
    const sinew_track_key *keys = model->track_keys + track->first_key;
    const track_keys all = {model, keys, start};
    const int32_t index = *key = sinew__find_key(&all, ticks_of, track->key_count, ticks, *key);
    const sinew_track_key *a = &keys[index], *b = a + 1;
    const double time = (double)ticks / (double)model->info->ticks_per_second - start;
    // A key's value holds within the key's tick, so that a jump between two keys that are next to each other keeps its
    // time.
    if (index + 1 >= track->key_count || ticks <= ticks_of(&all, index) || track->interpolation == SINEW_STEP) {
        memcpy(out_value, a->value, sizeof a->value);
        return;
    }
    const double part = fmin((time - a->time) / (b->time - a->time), 1);
    if (track->interpolation == SINEW_CUBIC) {
        evaluate_cubic(track, keys, index, part, out_value);
        return;
    }
    if (track->path == SINEW_TRACK_ROTATION) {
        sinew_quat from, to;
        memcpy(&from, a->value, sizeof from);
        memcpy(&to, b->value, sizeof to);
        const sinew_quat rotation = sinew__quat_slerp(from, to, part);
        memcpy(out_value, &rotation, sizeof rotation);
        return;
    }
    for (int i = 0; i < 4; ++i) out_value[i] = a->value[i] + (b->value[i] - a->value[i]) * part;
}

void sinew__track_evaluate(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                           double out_value[4])
{
    int32_t key = 0;
    sinew__track_evaluate_near(model, track, start, ticks, &key, out_value);
}

void sinew__track_put(const sinew_track *track, const double value[4], sinew_transform *transform)
{
    switch ((sinew_track_path)track->path) {
    case SINEW_TRACK_TRANSLATION: transform->t = (sinew_vec3){value[0], value[1], value[2]}; break;
    case SINEW_TRACK_ROTATION: transform->r = (sinew_quat){value[0], value[1], value[2], value[3]}; break;
    case SINEW_TRACK_SCALE: transform->s = (sinew_vec3){value[0], value[1], value[2]}; break;
    case SINEW_TRACK_MORPH_WEIGHT: break;
    }
}

void sinew__track_apply(const sinew_model *model, const sinew_track *track, double start, int64_t ticks,
                        sinew_transform *transform)
{
    double value[4];
    sinew__track_evaluate(model, track, start, ticks, value);
    sinew__track_put(track, value, transform);
}

/// Returns the difference of two times in ticks, limited to the range of 64 bits.
static int64_t ticks_between(int64_t from, int64_t to)
{
    const double apart = (double)to - (double)from;
    if (apart > 9e18) return INT64_C(9000000000000000000);
    if (apart < -9e18) return -INT64_C(9000000000000000000);
    return to - from;
}

static int64_t key_ticks(const void *keys, int32_t key)
{
    return ((const sinew_curve_key *)keys)[key].ticks;
}

static double bezier(double p0, double p1, double p2, double p3, double u)
{
    const double v = 1 - u;
    return v * v * v * p0 + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * p3;
}

/// Returns the parameter at which a Bézier curve has the time x. Its ends have the times 0 and 1, its handles the times
/// x1 and x2 between them, so that time is monotone. Uses Newton steps, and bisection if a step leaves the bracket.
static double solve_time(double x1, double x2, double x)
{
    double low = 0, high = 1, u = x;
    for (int i = 0; i < 64; ++i) {
        const double error = bezier(0, x1, x2, 1, u) - x;
        if (fabs(error) < 1e-15) break;
        if (error > 0)
            high = u;
        else
            low = u;
        const double v = 1 - u;
        const double slope = 3 * v * v * x1 + 6 * v * u * (x2 - x1) + 3 * u * u * (1 - x2);
        const double next = u - error / slope;
        u = slope > 0 && next > low && next < high ? next : (low + high) / 2;
        if (high - low < 1e-16) break;
    }
    return u;
}

double sinew__curve_parameter(const sinew_curve_key *a, const sinew_curve_key *b, double length, double time)
{
    const double out = fmin((double)a->out_time / length, 1), in = fmin((double)-b->in_time / length, 1);
    const double x = time / length;
    const int even = fabs(out - 1.0 / 3) < 1e-6 && fabs(in - 1.0 / 3) < 1e-6;
    return even ? x : solve_time(out, 1 - in, x); // with handles at the thirds, time is the parameter
}

static double value_inside(const sinew_model *model, const sinew_curve *curve, int64_t ticks, int32_t *key)
{
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    const int32_t index = sinew__find_key(keys, key_ticks, curve->key_count, ticks, *key);
    const sinew_curve_key *a = &keys[index];
    *key = index;
    if (index + 1 >= curve->key_count || ticks <= a->ticks) return a->value;
    const sinew_curve_key *b = a + 1;
    const double ticks_per_second = (double)model->info->ticks_per_second;
    const double length = (double)ticks_between(a->ticks, b->ticks) / ticks_per_second;
    const double time = (double)ticks_between(a->ticks, ticks) / ticks_per_second;
    switch ((sinew_interpolation)a->interpolation) {
    case SINEW_STEP: return a->value;
    case SINEW_STEP_NEXT: return b->value;
    case SINEW_LINEAR: return a->value + (b->value - a->value) * (time / length);
    case SINEW_CUBIC: break;
    }
    const double u = sinew__curve_parameter(a, b, length, time);
    return bezier(a->value, a->value + (double)a->out_value, b->value + (double)b->in_value, b->value, u);
}

/// Returns the slope, value per second, at the curve's start (`end` 0) or end (`end` 1).
static double end_slope(const sinew_model *model, const sinew_curve *curve, int end)
{
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    if (curve->key_count < 2) return 0;
    const sinew_curve_key *a = end ? &keys[curve->key_count - 2] : &keys[0], *b = a + 1;
    const double length = (double)ticks_between(a->ticks, b->ticks) / (double)model->info->ticks_per_second;
    const double chord = (b->value - a->value) / length;
    switch ((sinew_interpolation)a->interpolation) {
    case SINEW_STEP:
    case SINEW_STEP_NEXT: return 0;
    case SINEW_LINEAR: return chord;
    case SINEW_CUBIC: break;
    }
    const double time = end ? (double)-b->in_time : (double)a->out_time;
    const double value = end ? (double)-b->in_value : (double)a->out_value;
    return time > 1e-12 ? value / time : chord;
}

double sinew__curve_evaluate_near(const sinew_model *model, const sinew_curve *curve, int64_t ticks, int32_t *key)
{
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    const sinew_curve_key *first = &keys[0], *last = &keys[curve->key_count - 1];
    if (ticks >= first->ticks && ticks <= last->ticks) return value_inside(model, curve, ticks, key);
    const int after = ticks > last->ticks;
    const sinew_extrapolation mode = (sinew_extrapolation)(after ? curve->after : curve->before);
    const int32_t count = after ? curve->after_count : curve->before_count;
    const int64_t beyond = after ? ticks_between(last->ticks, ticks) : ticks_between(ticks, first->ticks);
    const int64_t length = ticks_between(first->ticks, last->ticks);
    const double end_value = after ? last->value : first->value;
    if (mode == SINEW_EXTRAPOLATE_HOLD || length == 0) return end_value;
    if (mode == SINEW_EXTRAPOLATE_SLOPE) {
        const double seconds = (double)beyond / (double)model->info->ticks_per_second;
        return end_value + (after ? seconds : -seconds) * end_slope(model, curve, after);
    }
    if (count == 0) return end_value;
    // `turn` is the number of the repetition that contains the time, counted outwards from 0. `into` is the time in
    // ticks since the end of that repetition that is nearer to the keys.
    int64_t turn = beyond / length, into = beyond % length;
    // after the last repetition, its end value holds; a mirrored curve holds the value of the end key
    if (count > 0 && turn >= count) {
        if (mode == SINEW_EXTRAPOLATE_MIRROR) return end_value;
        turn = count - 1;
        into = length;
    }
    const int mirrored = mode == SINEW_EXTRAPOLATE_MIRROR && turn % 2 == 0;
    const int from_first = after ? !mirrored : mirrored;
    const double value = value_inside(model, curve, from_first ? first->ticks + into : last->ticks - into, key);
    if (mode != SINEW_EXTRAPOLATE_REPEAT_RELATIVE) return value;
    return value + (after ? 1 : -1) * (double)(turn + 1) * (last->value - first->value);
}

double sinew__curve_evaluate(const sinew_model *model, const sinew_curve *curve, int64_t ticks)
{
    int32_t key = 0;
    return sinew__curve_evaluate_near(model, curve, ticks, &key);
}
