// How the slopes of automatic and TCB keys follow from their neighbours.
//
// Automatic, with L and R the slopes of the straight lines to the neighbours and S that of the line between them:
//   time independent   S
//   else               halfway between S and the mean of L and R, each weighted by the distance of the *other*
//   neighbour; then moved by
//                      the bias (per cent) towards R where it is positive, towards L where it is negative; a bias over
//                      500 adds 40 · ((|bias| - 500) / 100)² more
//   clamp              0 where a neighbour has the same value
//   clamp progressive  as much as keeps the handles between the neighbours' values; 0 at the ends of a curve
#include "import/fbx/fbx_slopes.h"

#include <math.h>

enum { ABSOLUTE_BIAS = 5, ABSOLUTE_STRENGTH = 40 }; // in units of 100 %

static const double SAME_VALUE = 0.0, NO_BIAS = 1e-4;

static int is_flat_by_clamp(const fbx_key_surroundings *at)
{
    if (!(at->key->flags & FBX_KEY_CLAMP)) return 0;
    return (at->has_previous && fabs(at->previous - at->value) <= SAME_VALUE) ||
           (at->has_next && fabs(at->next - at->value) <= SAME_VALUE);
}

static double absolute_bias(double bias, double direction)
{
    const double beyond = fabs(bias) / 100.0 - ABSOLUTE_BIAS;
    return beyond > 0 ? copysign(beyond * beyond * ABSOLUTE_STRENGTH, direction) : 0;
}

static double biased(double slope, double left, double right, double bias)
{
    const double share = fabs(bias) / 100.0;
    if (share <= NO_BIAS) return slope;
    const double towards = bias > 0 ? right : left;
    const double direction = fabs(towards - slope) > 1e-5 ? towards - slope : bias;
    return slope + (towards - slope) * share + absolute_bias(bias, direction);
}

/// Keeps both handles between the values of the neighbours.
static double clamped(const fbx_key_surroundings *at, double slope)
{
    const double sign = slope >= 0 ? 1 : -1;
    const double left = at->left_weight * at->before, right = at->right_weight * at->after;
    double most = left > 0 ? sign * (at->value - at->previous) / left : 0;
    const double most_right = right > 0 ? sign * (at->next - at->value) / right : 0;
    if (!(most < most_right)) most = most_right;
    if (!(most > 0)) return 0;
    return sign * fmin(sign * slope, most);
}

static double solve_between(const fbx_key_surroundings *at, double bias)
{
    const double whole = at->before + at->after;
    double slope = (at->next - at->previous) / whole;
    if (!(at->key->flags & FBX_KEY_TIME_INDEPENDENT)) {
        const double left = (at->value - at->previous) / at->before, right = (at->next - at->value) / at->after;
        const double mean = (left * at->after + right * at->before) / whole;
        slope = biased((slope + mean) / 2, left, right, bias);
    }
    return at->key->flags & FBX_KEY_CLAMP_PROGRESSIVE ? clamped(at, slope) : slope;
}

/// At the first or last key of a curve the slope is that of the only line there is.
static double solve_end(const fbx_key_surroundings *at, double bias)
{
    if (at->key->flags & FBX_KEY_CLAMP_PROGRESSIVE) return 0;
    const double slope = at->has_next ? (at->next - at->value) / at->after : (at->value - at->previous) / at->before;
    return at->key->flags & FBX_KEY_TIME_INDEPENDENT ? slope : slope + absolute_bias(bias, bias);
}

static fbx_key_slopes solve_auto(const fbx_key_surroundings *at)
{
    const double left_bias = -at->left_stored, right_bias = (double)at->key->data[0];
    fbx_key_slopes slopes = {0, 0};
    if (is_flat_by_clamp(at) || (!at->has_previous && !at->has_next)) return slopes;
    if (at->has_previous && at->has_next) {
        slopes.right = solve_between(at, right_bias);
        slopes.left = fabs(left_bias - right_bias) <= NO_BIAS ? slopes.right : solve_between(at, left_bias);
    } else {
        slopes.left = slopes.right = solve_end(at, at->has_next ? right_bias : left_bias);
    }
    return slopes;
}

/// Kochanek and Bartels: tension, continuity, bias. At an end the only line there is counts twice.
static fbx_key_slopes solve_tcb(const fbx_key_surroundings *at)
{
    const double tension = (double)at->key->data[0], continuity = (double)at->key->data[1],
                 bias = (double)at->key->data[2];
    const double left = at->has_previous ? (at->value - at->previous) / at->before : 0;
    const double right = at->has_next ? (at->next - at->value) / at->after : 0;
    const double factor = (at->has_previous && at->has_next ? 0.5 : 1.0) * (1 - tension);
    return (fbx_key_slopes){
        .left = factor * ((1 + bias) * (1 - continuity) * left + (1 - bias) * (1 + continuity) * right),
        .right = factor * ((1 + bias) * (1 + continuity) * left + (1 - bias) * (1 - continuity) * right),
    };
}

static double finite(double number)
{
    return isfinite(number) ? number : 0;
}

fbx_key_slopes sinew__fbx_solve_slopes(const fbx_key_surroundings *at)
{
    const uint32_t flags = at->key->flags;
    fbx_key_slopes slopes = {at->left_stored, 0};
    if (flags & FBX_KEY_CONSTANT)
        slopes.right = 0;
    else if (!(flags & FBX_KEY_CUBIC))
        slopes.right = at->has_next ? (at->next - at->value) / at->after : 0;
    else if (flags & FBX_KEY_TCB)
        slopes = solve_tcb(at);
    else if (flags & FBX_KEY_USER)
        slopes.right = (double)at->key->data[0];
    else
        slopes = solve_auto(at);
    return (fbx_key_slopes){finite(slopes.left), finite(slopes.right)};
}
