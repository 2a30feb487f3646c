#include "sampler/curve.h"

#include <math.h>

#include "sampler/find_key.h"

/// Difference of two times, held within 64 bits.
static int64_t ticks_between(int64_t from, int64_t to)
{
    const double apart = (double)to - (double)from;
    if (apart > 9e18) return INT64_C(9000000000000000000);
    if (apart < -9e18) return -INT64_C(9000000000000000000);
    return to - from;
}

static int64_t ticks_of(const void *keys, int32_t key)
{
    return ((const sinew_curve_key *)keys)[key].ticks;
}

static double bezier(double p0, double p1, double p2, double p3, double u)
{
    const double v = 1 - u;
    return v * v * v * p0 + 3 * v * v * u * p1 + 3 * v * u * u * p2 + u * u * u * p3;
}

/// The parameter at which a Bézier in time, from 0 through the handles x1 and x2 to 1, reaches x. Newton's steps, with
/// bisection where they leave the bracket; handles inside [0, 1] make time monotone.
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

static double cubic_value(const sinew_curve_key *a, const sinew_curve_key *b, double length, double time)
{
    const double out = fmin((double)a->out_time / length, 1), in = fmin((double)-b->in_time / length, 1);
    const double x = time / length;
    const int even = fabs(out - 1.0 / 3) < 1e-6 && fabs(in - 1.0 / 3) < 1e-6;
    const double u = even ? x : solve_time(out, 1 - in, x); // handles at the thirds: time is the parameter
    return bezier(a->value, a->value + (double)a->out_value, b->value + (double)b->in_value, b->value, u);
}

static double value_inside(const sinew_model *model, const sinew_curve *curve, int64_t ticks, int32_t *key)
{
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    const int32_t index = sinew__find_key(keys, ticks_of, curve->key_count, ticks, *key);
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
    case SINEW_CUBIC: return cubic_value(a, b, length, time);
    }
    return a->value;
}

/// Value per second where the curve begins (`end` 0) or ends (`end` 1).
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

static double value_along_slope(const sinew_model *model, const sinew_curve *curve, int64_t beyond, int after)
{
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    const double seconds = (double)beyond / (double)model->info->ticks_per_second;
    const double value = after ? keys[curve->key_count - 1].value : keys[0].value;
    return value + (after ? seconds : -seconds) * end_slope(model, curve, after);
}

/// Value in repetition `turn` (0: the first beyond the keys), `into` ticks beyond its beginning, counted away from the
/// keys.
static double value_repeated(const sinew_model *model, const sinew_curve *curve, sinew_extrapolation mode, int64_t turn,
                             int64_t into, int after, int32_t *key)
{
    const sinew_curve_key *keys = model->curve_keys + curve->first_key;
    const sinew_curve_key *first = &keys[0], *last = &keys[curve->key_count - 1];
    const int mirrored = mode == SINEW_EXTRAPOLATE_MIRROR && turn % 2 == 0;
    const int from_first = after ? !mirrored : mirrored;
    const double value = value_inside(model, curve, from_first ? first->ticks + into : last->ticks - into, key);
    if (mode != SINEW_EXTRAPOLATE_REPEAT_RELATIVE) return value;
    return value + (after ? 1 : -1) * (double)(turn + 1) * (last->value - first->value);
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
    if (mode == SINEW_EXTRAPOLATE_SLOPE) return value_along_slope(model, curve, beyond, after);
    if (count == 0) return end_value;
    int64_t turn = beyond / length, into = beyond % length;
    if (count > 0 && turn >= count) { // the last repetition holds its end, a mirrored one that of the keys
        if (mode == SINEW_EXTRAPOLATE_MIRROR) return end_value;
        turn = count - 1;
        into = length;
    }
    return value_repeated(model, curve, mode, turn, into, after, key);
}

double sinew__curve_evaluate(const sinew_model *model, const sinew_curve *curve, int64_t ticks)
{
    int32_t key = 0;
    return sinew__curve_evaluate_near(model, curve, ticks, &key);
}
