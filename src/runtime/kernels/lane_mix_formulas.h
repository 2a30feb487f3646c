/// Mixes the same clips for LANES characters together, one character per lane. The operations and their order are those
/// of mix_formulas.h for one character. The values of two clips for a group, their sums and the joint matrices fit in
/// the first-level cache.
#ifndef SINEW_RUNTIME_KERNELS_LANE_MIX_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_LANE_MIX_FORMULAS_H

#include "runtime/kernels/lane_formulas.h"
#include "runtime/kernels/mix_formulas.h"

/// Sets three components of a group to the rest pose, for a clip that does not animate them while another clip of the
/// mix does.
static inline void put_lane_rests(const component *rests, int first, joint_values *values)
{
    for (int i = 0; i < 3; ++i)
        for (int joint = 0; joint < SINEW__COMPACT_LANES; ++joint)
            save(values[first + i][joint], splat(rests[i][joint]));
}

/// Applies the change of one joint in each character.
static inline void change_lanes(const sinew__joint_change *const *changes, joint_values *values)
{
    const int joint = changes[0]->joint % SINEW__COMPACT_LANES;
    for (int k = 0; k < LANES; ++k) {
        float *rotation[4], *translation[3];
        for (int i = 0; i < 4; ++i) rotation[i] = &values[SINEW__COMPONENT_QUATERNION + i][joint][k];
        for (int i = 0; i < 3; ++i) translation[i] = &values[SINEW__COMPONENT_TRANSLATION + i][joint][k];
        change_values(changes[k], rotation, translation);
    }
}

/// Computes a clip's values for a group: rotations only of `joints`, a bit mask; translations and scales of all joints
/// if any clip of the mix animates them.
static inline lane_group put_mixed_values(const sinew__lane_mix *mix, int32_t clip, int32_t index, uint32_t flags,
                                          const float (*curves)[LANES], unsigned joints, joint_values *values)
{
    const sinew__compact_sample *samples = mix->samples[clip];
    const lane_group group = lane_group_of(samples, index, (const joint_values *)values);
    put_joint_values(samples, index, curves, values);
    put_lane_rotations(1, &group, joints, values);
    const uint32_t missing = flags & ~group.flags;
    if (missing & SINEW__COMPACT_TRANSLATES)
        put_lane_rests(group.joint_constants->rest_t, SINEW__COMPONENT_TRANSLATION, values);
    if (missing & SINEW__COMPACT_SCALES) put_lane_rests(group.joint_constants->rest_s, SINEW__COMPONENT_SCALE, values);
    if (changes_group(mix->changes[clip][0], index)) change_lanes(mix->changes[clip], values);
    return group;
}

/// Loads a joint's rotation, scaled to length 1. Quaternions that put_lane_rotations made of angles have that length.
INLINED void unit_lane_rotation(const lane_group *group, int joint, lanes q[4])
{
    load_joint_values(group, joint, SINEW__COMPONENT_QUATERNION, 4, q);
    if (!(group->quaternion_mask >> joint & 1)) return;
    const lanes factor = splat(1.0f) / square_root(square_of_length(q));
    for (int i = 0; i < 4; ++i) q[i] = q[i] * factor;
}

INLINED void add_lane_values(const lane_group *group, int joint, int first, lanes weight, int is_first,
                             joint_values *sums)
{
    for (int i = first; i < first + 3; ++i) {
        lanes v = load(group->values[i][joint]) * weight;
        if (!is_first) v = load(sums[i][joint]) + v;
        save(sums[i][joint], v);
    }
}

/// Adds a clip to the sums of a group's joints, like add_clip_group.
INLINED void add_lane_group(const lane_group *group, uint32_t flags, unsigned joints, lanes weight, int is_first,
                            joint_values *sums)
{
    for (unsigned left = joints; left; left &= left - 1) {
        const int joint = __builtin_ctz(left);
        lanes q[4], before[4], rotation_weight = weight;
        unit_lane_rotation(group, joint, q);
        for (int i = 0; i < 4 && !is_first; ++i) before[i] = load(sums[SINEW__COMPONENT_QUATERNION + i][joint]);
        if (!is_first) rotation_weight = with_sign(weight, quaternion_dot(q, before));
        for (int i = 0; i < 4; ++i) q[i] = q[i] * rotation_weight;
        for (int i = 0; i < 4 && !is_first; ++i) q[i] = before[i] + q[i];
        for (int i = 0; i < 4; ++i) save(sums[SINEW__COMPONENT_QUATERNION + i][joint], q[i]);
        if (flags & SINEW__COMPACT_TRANSLATES)
            add_lane_values(group, joint, SINEW__COMPONENT_TRANSLATION, weight, is_first, sums);
        if (flags & SINEW__COMPACT_SCALES)
            add_lane_values(group, joint, SINEW__COMPONENT_SCALE, weight, is_first, sums);
    }
}

/// Sums the values of all clips for `joints`, a bit mask, of a group.
static inline lane_group sum_lane_group(const sinew__lane_mix *mix, int32_t index, const float (*curves)[LANES],
                                        unsigned joints, joint_values *sums)
{
    _Alignas(64) joint_values values[SINEW__COMPONENT_COUNT];
    lane_group sum = {&mix->samples[0][0].joint_constants[index], (const joint_values *)sums,
                      SINEW__COMPACT_QUATERNIONS, SINEW__ALL_LANES, 0};
    for (int32_t i = 0; i < mix->count; ++i) {
        const sinew__compact_group *own = sinew__sample_group(mix->samples[i], index);
        sum.flags |= own->flags & (SINEW__COMPACT_TRANSLATES | SINEW__COMPACT_SCALES);
        sum.scale_mask |= own->scale_mask;
        if (changes_group(mix->changes[i][0], index)) sum.flags |= SINEW__COMPACT_TRANSLATES;
    }
    for (int32_t i = 0; i < mix->count; ++i, curves += SINEW__CURVE_VALUES) {
        const lane_group group = put_mixed_values(mix, i, index, sum.flags, curves, joints, values);
        const lanes weight = load(mix->weights[i]);
        if (i == 0)
            add_lane_group(&group, sum.flags, joints, weight, 1, sums);
        else
            add_lane_group(&group, sum.flags, joints, weight, 0, sums);
    }
    return sum;
}

INLINED void mix_many_as(int as_halves, const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                         const sinew__lane_memory *memory, const sinew__lane_output *output)
{
    _Alignas(64) joint_values sums[SINEW__COMPONENT_COUNT];
    float *joint_matrices = memory->joint_matrices, (*curves)[LANES] = (float(*)[LANES])memory->curves;
    lane_repeats repeats = begin_lanes(walk, output, joint_matrices);
    for (int32_t i = 0; i < mix->samples[0][0].joint_group_count; ++i) {
        const int32_t first = i * SINEW__COMPACT_LANES;
        const unsigned joints = needed_lane_joints(walk, first, matrix_of);
        for (int32_t k = 0; k < mix->count && i % SINEW__CHUNK_GROUPS == 0; ++k)
            put_lane_curves(1, mix->samples[k], i / SINEW__CHUNK_GROUPS, curves + k * SINEW__CURVE_VALUES);
        const lane_group group = sum_lane_group(mix, i, (const float(*)[LANES])curves, joints, sums);
        pose_many_group(as_halves, walk, (delta_kind){.has_quaternions = 1, .one_joint = 1}, &group, first, joints,
                        matrix_of, joint_matrices, output);
        repeat_lane_entries(walk, first, joints, &repeats, output);
    }
    finish_lanes(walk, matrix_of, joint_matrices, &repeats, output);
}

static inline void mix_many(const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                            const sinew__lane_memory *memory, const sinew__lane_output *output)
{
#if defined(__F16C__)
    if (output->as_halves) {
        mix_many_as(1, walk, mix, matrix_of, memory, output);
        return;
    }
#endif
    mix_many_as(0, walk, mix, matrix_of, memory, output);
}

#endif
