/// Cross-fades of two compact clips in LANES characters, a character to a lane: from the curves to palettes without a
/// local in memory, in terms of the vectors of runtime/sampler/kernels/compact_vectors_*.h. Every operation is that of
/// compact_locals.h, average_two and local_lanes.h, in the same order, so the bits are the same.
#include "runtime/blend/kernels/average_formulas.h"
#include "runtime/pose/kernels/local_lanes.h"

#include "runtime/pose/kernels/lane_values.h"

/// Locals of a joint in all characters.
INLINED void lane_local(const lane_group *group, int joint, local_lanes *out)
{
    const sinew__joint_constants *joint_constants = group->joint_constants;
    lanes inner[4];
    load_joint_values(group, joint, SINEW__COMPONENT_QUATERNION, 4, inner);
    if (group->quaternion_mask >> joint & 1) {
        const lanes factor = splat(1.0f) / square_root(square_of_length(inner));
        for (int i = 0; i < 4; ++i) inner[i] = inner[i] * factor;
    }
    for (int i = 0; i < 3; ++i) out->t[i] = splat(joint_constants->rest_t[i][joint]);
    for (int i = 0; i < 3; ++i) out->s[i] = splat(joint_constants->rest_s[i][joint]);
    if (group->flags & SINEW__COMPACT_TRANSLATES)
        load_joint_values(group, joint, SINEW__COMPONENT_TRANSLATION, 3, out->t);
    if (group->flags & SINEW__COMPACT_SCALES) load_joint_values(group, joint, SINEW__COMPONENT_SCALE, 3, out->s);
    add_joint_constants(1, joint_constants, joint, inner, out->s, out->t, out->q);
}

/// Exchanges locals in the lanes of a mask.
static inline void exchange(whole mask, local_lanes *a, local_lanes *b)
{
    const local_lanes from = *a;
    for (int i = 0; i < 3; ++i) a->t[i] = choose(mask, b->t[i], from.t[i]);
    for (int i = 0; i < 4; ++i) a->q[i] = choose(mask, b->q[i], from.q[i]);
    for (int i = 0; i < 3; ++i) a->s[i] = choose(mask, b->s[i], from.s[i]);
    for (int i = 0; i < 3; ++i) b->t[i] = choose(mask, from.t[i], b->t[i]);
    for (int i = 0; i < 4; ++i) b->q[i] = choose(mask, from.q[i], b->q[i]);
    for (int i = 0; i < 3; ++i) b->s[i] = choose(mask, from.s[i], b->s[i]);
}

/// The weights of the heavier clip and of the other, and 1 / their sum.
typedef struct fade_weights {
    lanes first, second, inverse;
    whole exchanged; ///< all bits of the lanes whose heavier clip is the second one
} fade_weights;

static inline fade_weights load_weights(const sinew__lane_fade *fade)
{
    fade_weights out = {.first = load(fade->weights[0]), .second = load(fade->weights[1])};
    out.inverse = splat(1.0f) / (out.first + out.second);
    memcpy(&out.exchanged, fade->exchanged, sizeof out.exchanged);
    return out;
}

/// The average of a joint in all characters. The locals of `clips` are changed.
INLINED void average_joint(const sinew__lane_fade *fade, const fade_weights *weights, int32_t group, int joint,
                           local_lanes clips[2], local_values *out)
{
    const sinew_local_group *rest = &fade->rest[group];
    const lanes rotation[4] = {splat(rest->qx[joint]), splat(rest->qy[joint]), splat(rest->qz[joint]),
                               splat(rest->qw[joint])};
    local_lanes *sum = &clips[0];
    if (fade->has_exchanged) exchange(weights->exchanged, &clips[0], &clips[1]);
    scale_locals(sum, weights->first);
    accumulate(&clips[1], weights->second, sum);
    divide_sum(sum, weights->inverse, rotation);
    for (int i = 0; i < 3; ++i) save(out[LOCAL_T + i][joint], sum->t[i]);
    for (int i = 0; i < 4; ++i) save(out[LOCAL_Q + i][joint], sum->q[i]);
    for (int i = 0; i < 3; ++i) save(out[LOCAL_S + i][joint], sum->s[i]);
}

/// Averages of a group's joints, without those that are left out. `curves` are those of both clips, of the group's
/// chunk.
static inline void average_group(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                                 const fade_weights *weights, int32_t index, const int32_t *matrix_of,
                                 float (*const curves[2])[LANES], local_values *out)
{
    _Alignas(64) joint_values values[2][SINEW__COMPONENT_COUNT];
    lane_group groups[2];
    const int32_t first = index * SINEW_LOCAL_LANES, left = tables->joint_count - first;
    unsigned joints = 0;
    for (int i = 0; i < SINEW_LOCAL_LANES && i < left; ++i)
        joints |= (unsigned)!is_left_out(tables, first + i, matrix_of) << i;
    for (int i = 0; i < 2; ++i) {
        const sinew__compact_sample *samples = fade->samples[i];
        if (index % SINEW__CHUNK_GROUPS == 0) put_lane_curves(0, samples, index / SINEW__CHUNK_GROUPS, curves[i]);
        put_joint_values(samples, index, (const float(*)[LANES])curves[i], values[i]);
        groups[i] = lane_group_of(samples, index, (const joint_values *)values[i]);
        put_lane_rotations(0, &groups[i], joints, values[i]);
    }
    for (; joints; joints &= joints - 1) {
        const int joint = __builtin_ctz(joints);
        local_lanes clips[2];
        for (int i = 0; i < 2; ++i) lane_local(&groups[i], joint, &clips[i]);
        average_joint(fade, weights, index, joint, clips, out);
    }
}

static inline void fade_lanes(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                              const int32_t *matrix_of, const sinew__lane_memory *memory, float *const *palettes)
{
    _Alignas(64) local_values values[LOCAL_COMPONENTS];
    _Alignas(64) float unread[JOINT_MATRIX_VALUES];
    const sinew__skeleton_tables own = *tables; // so that no store can be taken to change it
    const fade_weights weights = load_weights(fade);
    float(*const both)[LANES] = (float(*)[LANES])memory->curves;
    float(*const curves[2])[LANES] = {both, both + SINEW__CURVE_VALUES};
    put_root_lanes(&own, memory->joint_matrices);
    for (int32_t joint = 0; joint < own.joint_count; ++joint) {
        if (joint % SINEW_LOCAL_LANES == 0)
            average_group(&own, fade, &weights, joint / SINEW_LOCAL_LANES, matrix_of, curves, values);
        if (!is_left_out(&own, joint, matrix_of))
            put_joint_lanes(&own, joint, (const local_values *)values, matrix_of, memory->joint_matrices, unread,
                            palettes);
    }
}
