// The slopes of cubic keys as Autodesk's FBX SDK works them out; docs/fidelity.md says how these rules were found.
//
// Automatic, with L and R the slopes of the straight lines to the neighbours and S that of the line between them:
//   time independent   S where there is no bias
//   else               halfway between S and the mean of L and R, each weighted by the distance of the *other*
//                      neighbour; then moved by the bias (per cent) towards R where it is positive, towards L where it
//                      is negative; a bias over 500 adds 40 · ((|bias| - 500) / 100)² more
//   clamp              0 where a neighbour has the same value, the previous one only at the end of a cubic segment; of
//                      a broken key, on the side of that neighbour
//   clamp progressive  S, at most 3 L and 3 R, whatever the bias; 0 at a peak, a valley and the ends of a curve
//   at an end          that of the only line
//
// The right side follows from the key itself. The left one ends the segment that begins at the previous key, which
// stores what the author set for it; where that is a TCB key, which has no room for it, the right side serves for both.
// A key that is not cubic itself continues the previous one's mode on its left side.
#include "import/fbx/fbx_slopes.h"

#include <math.h>

enum { ABSOLUTE_BIAS = 5, ABSOLUTE_STRENGTH = 40 }; // in units of 100 %

static const double SAME_VALUE = 1e-4, NO_BIAS = 1e-4;

int sinew__fbx_key_is_cubic(const fbx_key *key)
{
    return (key->flags & FBX_KEY_INTERPOLATION) == FBX_KEY_CUBIC;
}

int sinew__fbx_key_has_right_weight(const fbx_key *key)
{
    const uint32_t mode = key->flags & (FBX_KEY_TANGENT | FBX_KEY_BREAK);
    return sinew__fbx_key_is_cubic(key) && mode != FBX_KEY_TCB && mode != 0;
}

static int is_linear(const fbx_key *key)
{
    return (key->flags & FBX_KEY_INTERPOLATION) == FBX_KEY_LINEAR;
}

static int is_constant(const fbx_key *key)
{
    return (key->flags & FBX_KEY_INTERPOLATION) == FBX_KEY_CONSTANT;
}

static int is_broken(const fbx_key *key)
{
    return (key->flags & FBX_KEY_BREAK) != 0;
}

static int is_progressive(uint32_t flags)
{
    return (flags & FBX_KEY_CLAMP_PROGRESSIVE) == FBX_KEY_CLAMP_PROGRESSIVE;
}

/// One of the three tangent modes, or 0: flat. TCB keys have no sides to break.
static uint32_t tangent_of(const fbx_key *key)
{
    const uint32_t tangent = key->flags & FBX_KEY_TANGENT;
    const int is_one =
        tangent == FBX_KEY_AUTO || tangent == FBX_KEY_USER || (tangent == FBX_KEY_TCB && !is_broken(key));
    return is_one ? tangent : 0;
}

/// Slopes of the straight lines to the neighbours, 0 without one.
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
        at->has_previous && sinew__fbx_key_is_cubic(at->previous_key) && fabs(at->previous - at->value) < SAME_VALUE;
    const int as_next = at->has_next && fabs(at->next - at->value) < SAME_VALUE;
    if (flags & FBX_KEY_BREAK) return side == LEFT ? as_previous : as_next;
    return as_previous || as_next;
}

static double absolute_bias(double bias, double direction)
{
    const double beyond = fabs(bias) / 100.0 - ABSOLUTE_BIAS;
    return beyond > 0 ? copysign(beyond * beyond * ABSOLUTE_STRENGTH, direction) : 0;
}

static double biased(double slope, double left, double right, double bias)
{
    const double share = fabs(bias) / 100.0;
    const double towards = bias > 0 ? right : left;
    const double direction = fabs(towards - slope) > 1e-5 ? towards - slope : bias;
    return slope + (towards - slope) * share + absolute_bias(bias, direction);
}

/// As much of a slope as keeps handles of a third of the way between the values of the neighbours.
static double clamped(double slope, double left, double right)
{
    const double sign = slope >= 0 ? 1 : -1;
    const double most = 3 * fmin(sign * left, sign * right);
    return most > 0 ? sign * fmin(sign * slope, most) : 0;
}

static double solve_between(const fbx_key_surroundings *at, uint32_t flags, double bias)
{
    const double whole = at->before + at->after, left = line_before(at), right = line_after(at);
    const double across = (at->next - at->previous) / whole;
    if (is_progressive(flags)) return clamped(across, left, right);
    const int has_bias = fabs(bias) / 100.0 > NO_BIAS;
    if (flags & FBX_KEY_TIME_INDEPENDENT && !has_bias) return across;
    const double mean = (left * at->after + right * at->before) / whole;
    const double slope = (across + mean) / 2;
    return has_bias ? biased(slope, left, right, bias) : slope;
}

static double solve_auto(const fbx_key_surroundings *at, uint32_t flags, key_side side, double bias)
{
    if (is_flat_by_clamp(at, flags, side)) return 0;
    if (at->has_previous && at->has_next) return solve_between(at, flags, bias);
    if (is_progressive(flags) || (!at->has_previous && !at->has_next)) return 0;
    return line_before(at) + line_after(at) + absolute_bias(bias, bias);
}

// ---- tension, continuity, bias -----------------------------------------------------------------------------------

/// Kochanek and Bartels, with the numbers of `key`. At an end the only line there is counts twice.
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
    if (!sinew__fbx_key_is_cubic(key)) return 0;
    switch (tangent_of(key)) {
    case FBX_KEY_AUTO: return solve_auto(at, key->flags, RIGHT, (double)key->data[0]);
    case FBX_KEY_TCB: return solve_tcb(at, key).right;
    case FBX_KEY_USER: return (double)key->data[0];
    default: return 0;
    }
}

/// The left side of a key that ends a cubic segment and is not cubic itself.
static double left_slope_continued(const fbx_key_surroundings *at)
{
    const fbx_key *from = at->previous_key;
    if (!is_linear(at->key) && !is_constant(at->key)) return 0;
    switch (tangent_of(from)) {
    case FBX_KEY_AUTO: return solve_auto(at, from->flags & ~(uint32_t)FBX_KEY_CLAMP, LEFT, -(double)from->data[1]);
    case FBX_KEY_TCB: return is_linear(at->key) ? line_after(at) : 0;
    case FBX_KEY_USER: return (double)from->data[1];
    default: return 0;
    }
}

/// The left side of an automatic or user key after a TCB key.
static double left_slope_after_tcb(const fbx_key_surroundings *at)
{
    const fbx_key *key = at->key;
    const int is_user = tangent_of(key) == FBX_KEY_USER;
    const double own = at->has_next ? (double)key->data[0] : 0;
    if (!is_user && (!is_broken(key) || is_progressive(key->flags))) return solve_auto(at, key->flags, LEFT, own);
    if (!is_broken(key)) return own;
    return is_user ? solve_tcb(at, at->previous_key).left : line_before(at);
}

static double left_slope_of_cubic(const fbx_key_surroundings *at)
{
    const fbx_key *key = at->key, *from = at->previous_key;
    const uint32_t tangent = tangent_of(key);
    if (tangent == FBX_KEY_TCB) return solve_tcb(at, key).left;
    if (tangent != FBX_KEY_AUTO && tangent != FBX_KEY_USER) return 0;
    if (tangent_of(from) == FBX_KEY_TCB) return left_slope_after_tcb(at);
    return tangent == FBX_KEY_USER ? (double)from->data[1] : solve_auto(at, key->flags, LEFT, -(double)from->data[1]);
}

static double left_slope(const fbx_key_surroundings *at)
{
    const fbx_key *from = at->previous_key;
    if (!at->has_previous) return 0;
    if (is_linear(from)) return line_before(at);
    if (!sinew__fbx_key_is_cubic(from)) return 0;
    return sinew__fbx_key_is_cubic(at->key) ? left_slope_of_cubic(at) : left_slope_continued(at);
}

static double finite(double number)
{
    return isfinite(number) ? number : 0;
}

fbx_key_slopes sinew__fbx_solve_slopes(const fbx_key_surroundings *at)
{
    return (fbx_key_slopes){finite(left_slope(at)), finite(right_slope(at))};
}
