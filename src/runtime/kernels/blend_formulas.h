/// Locals of several layers → their weighted average, and layers over it. Every product and sum is rounded separately,
/// and square roots and quotients are correctly rounded, so that every instruction set gives the same bits.
#ifndef SINEW_RUNTIME_KERNELS_BLEND_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_BLEND_FORMULAS_H

#include "runtime/kernels/vector.h"
#include "sinew/blend.h"

/// The ten components (translation, quaternion, scale) of LANES joints.
typedef struct local_lanes {
    lanes t[3], q[4], s[3];
} local_lanes;

static inline void scale_locals(local_lanes *v, lanes by)
{
    for (int k = 0; k < 3; ++k) v->t[k] = v->t[k] * by;
    for (int k = 0; k < 4; ++k) v->q[k] = v->q[k] * by;
    for (int k = 0; k < 3; ++k) v->s[k] = v->s[k] * by;
}

static inline lanes quaternion_dot(const lanes a[4], const lanes b[4])
{
    return (a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3]);
}

/// Returns `v` with its sign reversed in each lane where `of` is negative.
static inline lanes with_sign(lanes v, lanes of)
{
    const whole sign = (whole)splat(-0.0f);
    return (lanes)((whole)v ^ ((whole)of & sign));
}

/// Scales quaternions to unit length; a quaternion with a length near 0 becomes `fallback`.
static inline void normalize_rotation(lanes q[4], const lanes fallback[4])
{
    const lanes square = quaternion_dot(q, q);
    const whole is_regular = square > splat(1e-20f);
    const lanes inverse = splat(1.0f) / square_root(choose(is_regular, square, splat(1.0f)));
    for (int i = 0; i < 4; ++i) q[i] = choose(is_regular, q[i] * inverse, fallback[i]);
}

/// sum += weight · v. A quaternion is negated first if it is in the other hemisphere than the sum.
static inline void accumulate(const local_lanes *v, lanes weight, local_lanes *sum)
{
    const lanes rotation_weight = with_sign(weight, quaternion_dot(v->q, sum->q));
    for (int k = 0; k < 3; ++k) sum->t[k] = sum->t[k] + v->t[k] * weight;
    for (int k = 0; k < 4; ++k) sum->q[k] = sum->q[k] + v->q[k] * rotation_weight;
    for (int k = 0; k < 3; ++k) sum->s[k] = sum->s[k] + v->s[k] * weight;
}

/// Makes a sum the average: `inverse` is 1 / the sum of the weights.
static inline void divide_sum(local_lanes *sum, lanes inverse, const lanes rest_rotation[4])
{
    for (int k = 0; k < 3; ++k) sum->t[k] = sum->t[k] * inverse;
    for (int k = 0; k < 3; ++k) sum->s[k] = sum->s[k] * inverse;
    normalize_rotation(sum->q, rest_rotation);
}

static inline lanes smaller(lanes a, lanes b)
{
    return choose(a < b, a, b);
}

static inline local_lanes load_locals(const sinew_local_group *group, int at)
{
    return (local_lanes){
        {load(group->tx + at), load(group->ty + at), load(group->tz + at)},
        {load(group->qx + at), load(group->qy + at), load(group->qz + at), load(group->qw + at)},
        {load(group->sx + at), load(group->sy + at), load(group->sz + at)},
    };
}

static inline void save_locals(sinew_local_group *group, int at, const local_lanes *v)
{
    float *const t[] = {group->tx, group->ty, group->tz}, *const s[] = {group->sx, group->sy, group->sz},
                 *const q[] = {group->qx, group->qy, group->qz, group->qw};
    for (int i = 0; i < 3; ++i) save(t[i] + at, v->t[i]);
    for (int i = 0; i < 4; ++i) save(q[i] + at, v->q[i]);
    for (int i = 0; i < 3; ++i) save(s[i] + at, v->s[i]);
}

/// Returns the number of vectors that contain joints. Later vectors of the last group are not written.
static inline int32_t vectors_of(int32_t joint_count)
{
    return (joint_count + LANES - 1) / LANES;
}

static inline lanes weight_of(const sinew__weighted_locals *layer, int32_t group, int at)
{
    const lanes weight = splat(layer->weight);
    if (!layer->mask) return weight;
    return weight * load(layer->mask + group * SINEW_LOCAL_LANES + at);
}

static inline void multiply_quaternions(const lanes a[4], const lanes b[4], lanes out[4])
{
    out[0] = (a[3] * b[0] + a[0] * b[3]) + (a[1] * b[2] - a[2] * b[1]);
    out[1] = (a[3] * b[1] + a[1] * b[3]) + (a[2] * b[0] - a[0] * b[2]);
    out[2] = (a[3] * b[2] + a[2] * b[3]) + (a[0] * b[1] - a[1] * b[0]);
    out[3] = (a[3] * b[3] - a[0] * b[0]) - (a[1] * b[1] + a[2] * b[2]);
}

// ---- weighted average ---------------------------------------------------------------------------------------------

static inline void begin_sums(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *out)
{
    for (int32_t i = 0; i < vectors_of(count); ++i) {
        const int32_t group = i / VECTORS;
        const int at = i % VECTORS * LANES;
        const lanes weight = weight_of(layer, group, at);
        local_lanes v = load_locals(&layer->groups[group], at);
        scale_locals(&v, weight);
        save_locals(&out[group].values, at, &v);
        save(out[group].weight + at, weight);
    }
}

static inline void add_to_sums(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *sums)
{
    for (int32_t i = 0; i < vectors_of(count); ++i) {
        const int32_t group = i / VECTORS;
        const int at = i % VECTORS * LANES;
        const lanes weight = weight_of(layer, group, at);
        const local_lanes v = load_locals(&layer->groups[group], at);
        local_lanes sum = load_locals(&sums[group].values, at);
        accumulate(&v, weight, &sum);
        save_locals(&sums[group].values, at, &sum);
        save(sums[group].weight + at, load(sums[group].weight + at) + weight);
    }
}

static inline void finish_sums(const sinew__weighted_locals *last, const sinew__local_sum *sums,
                               const sinew_local_group *rest, int32_t count, sinew_local_group *out)
{
    const lanes threshold = splat(SINEW_BLEND_THRESHOLD);
    for (int32_t i = 0; i < vectors_of(count); ++i) {
        const int32_t group = i / VECTORS;
        const int at = i % VECTORS * LANES;
        const local_lanes resting = load_locals(&rest[group], at);
        local_lanes sum = load_locals(&sums[group].values, at);
        lanes total = load(sums[group].weight + at);
        if (last) {
            const lanes weight = weight_of(last, group, at);
            const local_lanes v = load_locals(&last->groups[group], at);
            accumulate(&v, weight, &sum);
            total = total + weight;
        }
        const lanes missing = threshold - smaller(total, threshold);
        accumulate(&resting, missing, &sum);
        divide_sum(&sum, splat(1.0f) / (total + missing), resting.q);
        save_locals(&out[group], at, &sum);
    }
}

/// Averages two layers without masks in one pass, for a cross-fade. Their weights must sum to SINEW_BLEND_THRESHOLD or
/// more.
static inline void average_two(const sinew__weighted_locals *first, const sinew__weighted_locals *second,
                               const sinew_local_group *rest, int32_t count, sinew_local_group *out)
{
    const lanes weight = splat(first->weight), second_weight = splat(second->weight);
    const lanes inverse = splat(1.0f) / (weight + second_weight);
    for (int32_t i = 0; i < vectors_of(count); ++i) {
        const int32_t group = i / VECTORS;
        const int at = i % VECTORS * LANES;
        const local_lanes v = load_locals(&second->groups[group], at), resting = load_locals(&rest[group], at);
        local_lanes sum = load_locals(&first->groups[group], at);
        scale_locals(&sum, weight);
        accumulate(&v, second_weight, &sum);
        divide_sum(&sum, inverse, resting.q);
        save_locals(&out[group], at, &sum);
    }
}

// ---- layers over the average --------------------------------------------------------------------------------------

static inline void blend_over(const sinew__weighted_locals *layer, int32_t count, sinew_local_group *base)
{
    const lanes one = splat(1.0f);
    for (int32_t i = 0; i < vectors_of(count); ++i) {
        const int32_t group = i / VECTORS;
        const int at = i % VECTORS * LANES;
        const lanes weight = smaller(weight_of(layer, group, at), one);
        const local_lanes v = load_locals(&layer->groups[group], at), below = load_locals(&base[group], at);
        local_lanes sum = below;
        scale_locals(&sum, one - weight);
        accumulate(&v, weight, &sum);
        normalize_rotation(sum.q, below.q);
        save_locals(&base[group], at, &sum);
    }
}

/// Sets `out` to the rotation from `reference` to `v`, weighted by `weight`: interpolated from the identity along the
/// shorter arc.
static inline void part_of_rotation(const lanes v[4], const lanes reference[4], lanes weight, lanes out[4])
{
    const lanes zero = splat(0.0f), one = splat(1.0f);
    const lanes back[4] = {-reference[0], -reference[1], -reference[2], reference[3]},
                identity[4] = {zero, zero, zero, one};
    multiply_quaternions(v, back, out);
    const lanes w = out[3];
    for (int k = 0; k < 4; ++k) out[k] = with_sign(out[k], w) * weight;
    out[3] = out[3] + (one - weight);
    normalize_rotation(out, identity);
}

/// Returns `scale` multiplied by the ratio of `v` to `reference`, weighted by `weight`. If the reference is 0, returns
/// `scale`.
static inline lanes scale_by_ratio(lanes scale, lanes v, lanes reference, lanes weight)
{
    const lanes one = splat(1.0f);
    const whole is_zero = reference == splat(0.0f);
    const lanes ratio = v / choose(is_zero, one, reference) - one;
    return scale + scale * choose(is_zero, splat(0.0f), ratio * weight);
}

static inline void add_differences(const sinew__weighted_locals *layer, const sinew_local_group *reference,
                                   int32_t count, sinew_local_group *base)
{
    for (int32_t i = 0; i < vectors_of(count); ++i) {
        const int32_t group = i / VECTORS;
        const int at = i % VECTORS * LANES;
        const lanes weight = weight_of(layer, group, at);
        const local_lanes v = load_locals(&layer->groups[group], at), from = load_locals(&reference[group], at),
                          below = load_locals(&base[group], at);
        local_lanes sum = below;
        lanes part[4];
        for (int k = 0; k < 3; ++k) sum.t[k] = sum.t[k] + (v.t[k] - from.t[k]) * weight;
        part_of_rotation(v.q, from.q, weight, part);
        multiply_quaternions(part, below.q, sum.q);
        normalize_rotation(sum.q, below.q);
        for (int k = 0; k < 3; ++k) sum.s[k] = scale_by_ratio(sum.s[k], v.s[k], from.s[k], weight);
        save_locals(&base[group], at, &sum);
    }
}

#endif
