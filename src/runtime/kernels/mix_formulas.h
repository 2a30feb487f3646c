/// Several compact clips and poses with weights → palette of one character. Values are averaged before the joint
/// constants are applied. That gives the same averages and differences, because the constants rotate all quaternions of
/// a joint alike. Deltas, walk and palette are then computed once, as for one clip. Rotations of poses contain the
/// constants, which are therefore divided out first. Averaging locals instead, which applies the constants per clip and
/// multiplies each palette entry, took a third longer for two clips.
#ifndef SINEW_RUNTIME_KERNELS_MIX_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_MIX_FORMULAS_H

#include "runtime/kernels/blend_formulas.h"
#include "runtime/kernels/local_formulas.h"
#include "runtime/kernels/play_formulas.h"

// ---- a group of one clip -------------------------------------------------------------------------------------------

/// The values of a group in one clip. Translations and scales that the clip does not animate point to the rest pose.
typedef struct clip_group {
    group_source source;
    const float *translation[3], *scale[3];
} clip_group;

INLINED void find_clip_group(const sinew__compact_sample *sample, int32_t index, const float *curves, int count,
                             component *memory, clip_group *out)
{
    const sinew__joint_constants *joint_constants = out->source.joint_constants = &sample->joint_constants[index];
    const group_values *values = &out->source.values;
    out->source.count = count;
    put_group(1, sample, index, curves, memory, &out->source);
    const uint32_t flags = values->group->flags;
    for (int i = 0; i < 3; ++i) {
        out->translation[i] = flags & SINEW__COMPACT_TRANSLATES ? values->components[SINEW__COMPONENT_TRANSLATION + i]
                                                                : joint_constants->rest_t[i];
        out->scale[i] =
            flags & SINEW__COMPACT_SCALES ? values->components[SINEW__COMPONENT_SCALE + i] : joint_constants->rest_s[i];
    }
}

/// Returns a component's values for changing: copies them to `memory` first if they are elsewhere, and points `values`
/// to the copy.
static inline float *values_in(component *memory, int index, group_values *values)
{
    if (values->components[index] != memory[index]) memcpy(memory[index], values->components[index], sizeof *memory);
    values->components[index] = memory[index];
    return memory[index];
}

/// Applies a change to one joint: the pointers point to its four quaternion and three translation values.
static inline void change_values(const sinew__joint_change *change, float *const rotation[4],
                                 float *const translation[3])
{
    float q[4], t[3];
    for (int i = 0; i < 4; ++i) q[i] = *rotation[i];
    for (int i = 0; i < 3; ++i) t[i] = *translation[i];
    for (int i = 0; i < 4; ++i) {
        const float *row = change->rotation[i];
        *rotation[i] = (row[0] * q[0] + row[1] * q[1]) + (row[2] * q[2] + row[3] * q[3]);
    }
    for (int i = 0; i < 3; ++i) {
        const float *row = change->translation.row[i];
        *translation[i] = (row[0] * t[0] + row[1] * t[1]) + (row[2] * t[2] + row[3]);
    }
}

/// Applies a change to one joint of a group. The joint has a quaternion, or its whole group rotates by angles.
static inline void change_joint(const sinew__joint_change *change, int lane, component *memory, clip_group *group)
{
    float *rotation[4], *translation[3];
    const int is_own = (group->source.values.group->flags & SINEW__COMPACT_QUATERNIONS) != 0;
    for (int i = 0; i < 4; ++i)
        rotation[i] = (is_own ? values_in(memory, SINEW__COMPONENT_QUATERNION + i, &group->source.values)
                              : group->source.rotations[i]) +
                      lane;
    for (int i = 0; i < 3; ++i) {
        float *own = memory[SINEW__COMPONENT_TRANSLATION + i];
        if (group->translation[i] != own) memcpy(own, group->translation[i], sizeof *memory);
        group->translation[i] = own;
        translation[i] = own + lane;
    }
    change_values(change, rotation, translation);
}

/// Returns the rotations of LANES joints before the joint constants, scaled to length 1.
SHARED void clip_rotation(const clip_group *group, int index, lanes q[4])
{
    const sinew__compact_group *own = group->source.values.group;
    lanes square;
    if (!(own->flags & SINEW__COMPACT_QUATERNIONS)) {
        for (int i = 0; i < 4; ++i) q[i] = load(group->source.rotations[i] + index * LANES);
        return;
    }
    if (uses_angles(own, group->source.count))
        inner_rotation(1, 1, &group->source.values, index, q, &square);
    else
        inner_rotation(1, 0, &group->source.values, index, q, &square);
    const lanes factor = splat(1.0f) / square_root(square);
    for (int i = 0; i < 4; ++i) q[i] = q[i] * factor;
}

static inline int changes_group(const sinew__joint_change *change, int32_t group)
{
    return change->joint != SINEW_NONE && change->joint / SINEW__COMPACT_LANES == group;
}

static inline const sinew_local_group *pose_of(const sinew__clip_mix *mix, int32_t source)
{
    return SINEW__MIXES_ALL && mix->poses ? mix->poses[source] : NULL;
}

/// Returns a group of a pose. For a level of detail, gathers the group in `memory`, in the order of the level's joints.
static inline const sinew_local_group *pose_group(const sinew__clip_mix *mix, int32_t source, int32_t index,
                                                  sinew_local_group *memory)
{
    const sinew_local_group *groups = pose_of(mix, source);
    if (!mix->joints) return &groups[index];
    const int32_t first = index * SINEW__COMPACT_LANES, last = mix->samples->joint_count - 1;
    for (int i = 0; i < SINEW__COMPACT_LANES; ++i) { // lanes after the last joint repeat it
        const int32_t joint = mix->joints[first + i < last ? first + i : last];
        for (int k = 0; k < LOCAL_COMPONENTS; ++k)
            ((float *)memory)[k * SINEW_LOCAL_LANES + i] =
                local_component(&groups[joint / SINEW_LOCAL_LANES], k)[joint % SINEW_LOCAL_LANES];
    }
    return memory;
}

/// Sets `q` to the rotations of LANES joints of a pose without the joint constants, whose matrices are orthogonal.
static inline void take_off_constants(const sinew__joint_constants *constants, const sinew_local_group *group, int at,
                                      lanes q[4])
{
    const lanes own[4] = {load(group->qx + at), load(group->qy + at), load(group->qz + at), load(group->qw + at)};
    for (int i = 0; i < 4; ++i) {
        const component *column = constants->rotation + i;
        if (constants->keeps_rotation != 0.0f)
            q[i] = own[i];
        else
            q[i] = (load(column[0] + at) * own[0] + load(column[4] + at) * own[1]) +
                   (load(column[8] + at) * own[2] + load(column[12] + at) * own[3]);
    }
}

/// Returns a group of a pose, and writes its rotations without the joint constants to `memory`, from LOCAL_Q on. Not
/// inlined, because few mixes have a pose.
static __attribute__((noinline)) const sinew_local_group *find_pose(const sinew__clip_mix *mix, int32_t source,
                                                                    int32_t index, component *memory)
{
    _Static_assert(sizeof(sinew_local_group) <= sizeof(component[SINEW__COMPONENT_COUNT]), "no room for a group");
    const sinew_local_group *group = pose_group(mix, source, index, (sinew_local_group *)(void *)memory);
    for (int at = 0; at < SINEW__COMPACT_LANES; at += LANES) {
        lanes q[4];
        take_off_constants(&mix->samples[source].joint_constants[index], group, at, q);
        for (int i = 0; i < 4; ++i) save(memory[LOCAL_Q + i] + at, q[i]);
    }
    return group;
}

/// Finds the values of a group in clip `clip` of the mix, with the clip's change applied.
SHARED void find_mixed_group(const sinew__clip_mix *mix, int32_t clip, int32_t index, const float *curves,
                             component *memory, clip_group *out)
{
    const sinew__compact_sample *sample = &mix->samples[clip];
    const sinew__joint_change *change = &mix->changes[clip];
    find_clip_group(sample, index, curves, joints_of_group(sample, index), memory, out);
    if (changes_group(change, index)) change_joint(change, change->joint % SINEW__COMPACT_LANES, memory, out);
}

/// Finds the values of a group in a source of the mix. The group of a pose is set up like one that rotates by angles,
/// with its rotations in out->source.rotations.
SHARED void find_source_group(const sinew__clip_mix *mix, int32_t source, int32_t index, const float *curves,
                              component *memory, clip_group *out)
{
    static const sinew__compact_group without_quaternions = {0};
    if (!pose_of(mix, source)) {
        find_mixed_group(mix, source, index, curves, memory, out);
        return;
    }
    const sinew_local_group *group = find_pose(mix, source, index, memory);
    const float *const t[] = {group->tx, group->ty, group->tz}, *const s[] = {group->sx, group->sy, group->sz};
    out->source.joint_constants = &mix->samples[source].joint_constants[index];
    out->source.values.group = &without_quaternions;
    out->source.count = joints_of_group(mix->samples, index);
    memcpy(out->source.rotations, memory + LOCAL_Q, sizeof out->source.rotations);
    for (int i = 0; i < 3; ++i) {
        out->translation[i] = t[i];
        out->scale[i] = s[i];
    }
}

/// Computes the values of a chunk's curves in a source, unless the source is a pose.
static inline void put_source_curves(const sinew__clip_mix *mix, int32_t source, int32_t chunk, float *out)
{
    if (!pose_of(mix, source)) put_curves(1, &mix->samples[source], chunk, out);
}

// ---- differences ---------------------------------------------------------------------------------------------------

/// Multiplies rotations from the left by the fraction `left` of a pose difference. The length of the result may differ
/// from 1.
INLINED void rotate_by_difference(const sinew__pose_difference *difference, lanes left, int at, lanes q[4])
{
    const lanes own[4] = {q[0], q[1], q[2], q[3]};
    lanes p[4];
    for (int i = 0; i < 4; ++i) p[i] = load(difference->rotation[i] + at) * left;
    p[3] = p[3] + (splat(1.0f) - left);
    q[0] = mul_add(p[3], own[0], mul_add(p[0], own[3], product_difference(p[1], own[2], p[2], own[1])));
    q[1] = mul_add(p[3], own[1], mul_add(p[1], own[3], product_difference(p[2], own[0], p[0], own[2])));
    q[2] = mul_add(p[3], own[2], mul_add(p[2], own[3], product_difference(p[0], own[1], p[1], own[0])));
    q[3] = minus_mul(p[0], own[0], minus_mul(p[1], own[1], minus_mul(p[2], own[2], p[3] * own[3])));
}

INLINED void move_by_difference(const sinew__pose_difference *difference, lanes left, int at, lanes t[3])
{
    for (int i = 0; i < 3; ++i) t[i] = mul_add(load(difference->translation[i] + at), left, t[i]);
}

INLINED void scale_by_difference(const sinew__pose_difference *difference, lanes left, int at, lanes s[3])
{
    for (int i = 0; i < 3; ++i) s[i] = mul_add(s[i], load(difference->scale[i] + at) * left, s[i]);
}

// ---- one clip that is changed --------------------------------------------------------------------------------------

/// Changes the deltas of joints whose scale differs from the joint constants, because of the clip or of the pose
/// difference.
static inline void scale_changed_deltas(const sinew__clip_mix *mix, const clip_group *group, int32_t index,
                                        component *memory, float *deltas)
{
    const sinew__pose_difference *difference = mix->differences ? &mix->differences[index] : NULL;
    group_source source = group->source;
    sinew__compact_group own = *source.values.group;
    if (difference && difference->scale_mask) {
        for (int at = 0; at < source.count; at += LANES) {
            lanes s[3];
            for (int i = 0; i < 3; ++i) s[i] = load(group->scale[i] + at);
            scale_by_difference(difference, load(mix->left + index * SINEW__COMPACT_LANES + at), at, s);
            for (int i = 0; i < 3; ++i) save(memory[SINEW__COMPONENT_SCALE + i] + at, s[i]);
        }
        for (int i = SINEW__COMPONENT_SCALE; i < SINEW__COMPONENT_SCALE + 3; ++i)
            source.values.components[i] = memory[i];
        own.scale_mask |= (uint16_t)difference->scale_mask;
        source.values.group = &own;
    }
    if (own.scale_mask) scale_deltas(&source, deltas);
}

/// Computes the deltas of a group from one clip and the pose difference. Using the sums of mixed_group took 8 % more.
static inline void put_changed_deltas(const sinew__clip_mix *mix, const clip_group *group, int32_t index, float *out)
{
    const sinew__pose_difference *difference = mix->differences ? &mix->differences[index] : NULL;
    const sinew__joint_constants *joint_constants = group->source.joint_constants;
    const int moves = (group->source.values.group->flags & SINEW__COMPACT_TRANSLATES) ||
                      changes_group(mix->changes, index) || (difference && difference->translates);
    const delta_kind kind = {.has_quaternions = 1};
    for (int i = 0; i * LANES < group->source.count; ++i) {
        const int at = i * LANES;
        delta_state state;
        lanes r[9], t[3], position[3], left = splat(0.0f);
        clip_rotation(group, i, state.inner);
        if (difference) {
            left = load(mix->left + index * SINEW__COMPACT_LANES + at);
            rotate_by_difference(difference, left, at, state.inner);
        }
        state.square = square_of_length(state.inner);
        rotation_of_delta(kind, joint_constants, at, &state, r);
        if (moves) {
            for (int k = 0; k < 3; ++k) t[k] = load(group->translation[k] + at);
            if (difference) move_by_difference(difference, left, at, t);
            for (int row = 0; row < 3; ++row) position[row] = moved_position(kind, joint_constants, at, t, row);
        } else {
            load_three(joint_constants->skin_position, at, position);
        }
        save_deltas(kind, joint_constants, at, r, position, out + at);
    }
}

static inline void walk_clip(const sinew__walk *walk, const sinew__clip_mix *mix, int all_joints, float *joint_matrices,
                             sinew_palette_matrix *palette)
{
    _Alignas(64) float deltas[SINEW__CHUNK_GROUPS][SINEW__GROUP_DELTAS], curves[SINEW__CURVE_VALUES];
    _Alignas(64) component memory[SINEW__CHUNK_GROUPS][SINEW__COMPONENT_COUNT];
    clip_group clip[SINEW__CHUNK_GROUPS];
    const int32_t *needed = sinew__baked_at(walk->section, walk->header->needed),
                  groups = mix->samples->joint_group_count;
    save_joint_matrix(joint_matrices, load_matrix(walk->root));
    for (int32_t chunk = 0; chunk < sinew__chunks_of(groups); ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_GROUPS, left = groups - first,
                      count = left < SINEW__CHUNK_GROUPS ? left : SINEW__CHUNK_GROUPS;
        if (needed[chunk] == 0 && !all_joints) continue;
        put_curves(1, mix->samples, chunk, curves);
        for (int32_t i = 0; i < count; ++i) find_mixed_group(mix, 0, first + i, curves, memory[i], &clip[i]);
        for (int32_t i = 0; i < count; ++i) {
            put_changed_deltas(mix, &clip[i], first + i, deltas[i]);
            scale_changed_deltas(mix, &clip[i], first + i, memory[i], deltas[i]);
        }
        walk_chunk(walk, chunk, needed[chunk], deltas[0], all_joints, joint_matrices, (float *)palette);
    }
    put_entries(walk, joint_matrices, palette);
}

// ---- several clips -------------------------------------------------------------------------------------------------

/// The weighted sums of all clips for a group: rotations before the joint constants, translations and scales. They are
/// kept in memory: summing two clips joint by joint in registers took a tenth longer, because fewer joints overlap.
typedef struct mixed_group {
    sinew__compact_group group; ///< `flags` and `scale_mask` combine all clips; every joint has a quaternion
    _Alignas(64) component sums[SINEW__COMPONENT_COUNT];
} mixed_group;

/// Returns the mask's weights for the joints of a group, or NULL if there is no mask. With a level of detail, the
/// weights are gathered in `memory`, in the order of the level's joints.
static inline const float *mask_of_group(const sinew__clip_mix *mix, const float *mask, int32_t index,
                                         component *memory)
{
    if (!SINEW__MIXES_ALL || !mask || !mix->joints) return mask ? mask + index * SINEW__COMPACT_LANES : NULL;
    for (int i = 0; i < SINEW__COMPACT_LANES; ++i)
        (*memory)[i] =
            i < joints_of_group(mix->samples, index) ? mask[mix->joints[index * SINEW__COMPACT_LANES + i]] : 0;
    return *memory;
}

/// Whether a joint of a group has a weight. The masks of most characters leave out whole groups.
static inline int has_weight(const float *mask)
{
    uint32_t bits = 0;
    for (int i = 0; mask && i < SINEW__COMPACT_LANES; ++i) {
        uint32_t own;
        memcpy(&own, mask + i, sizeof own);
        bits |= own;
    }
    return !mask || bits != 0;
}

/// Adds the flags of a pose to the flags of the sums: whether translations or scales differ from the rest pose, and in
/// which lanes scales do.
static __attribute__((noinline)) void note_pose(const sinew__clip_mix *mix, int32_t source, int32_t index,
                                                sinew__compact_group *out)
{
    sinew_local_group gathered;
    const sinew_local_group *group = pose_group(mix, source, index, &gathered);
    const sinew__joint_constants *constants = &mix->samples[source].joint_constants[index];
    const uint32_t joints = (UINT32_C(1) << joints_of_group(mix->samples, index)) - 1;
    int32_t moved[SINEW__COMPACT_LANES], scaled[SINEW__COMPACT_LANES], moves = 0, scales = 0;
    for (int i = 0; i < VECTORS; ++i) {
        const int at = i * LANES;
        const whole used = lanes_of_mask(joints, i),
                    t = used & ((load(group->tx + at) != load(constants->rest_t[0] + at)) |
                                (load(group->ty + at) != load(constants->rest_t[1] + at)) |
                                (load(group->tz + at) != load(constants->rest_t[2] + at))),
                    s = used & ((load(group->sx + at) != load(constants->rest_s[0] + at)) |
                                (load(group->sy + at) != load(constants->rest_s[1] + at)) |
                                (load(group->sz + at) != load(constants->rest_s[2] + at)));
        memcpy(moved + at, &t, sizeof t);
        memcpy(scaled + at, &s, sizeof s);
    }
    for (int i = 0; i < SINEW__COMPACT_LANES; ++i) {
        moves |= moved[i];
        scales |= scaled[i] & (1 << i);
    }
    out->scale_mask |= (uint16_t)scales;
    if (moves) out->flags |= SINEW__COMPACT_TRANSLATES;
    if (scales) out->flags |= SINEW__COMPACT_SCALES;
}

/// Adds the flags of a source to the flags of the sums.
static inline void note_source(const sinew__clip_mix *mix, int32_t source, int32_t index, sinew__compact_group *out)
{
    if (pose_of(mix, source)) {
        if (pose_of(mix, source) != mix->rest) note_pose(mix, source, index, out);
        return;
    }
    const sinew__compact_group *own = sinew__sample_group(&mix->samples[source], index);
    out->flags |= own->flags & (SINEW__COMPACT_TRANSLATES | SINEW__COMPACT_SCALES);
    out->scale_mask |= own->scale_mask;
    if (changes_group(&mix->changes[source], index)) out->flags |= SINEW__COMPACT_TRANSLATES;
}

/// Combines the flags of all averaged sources and of the difference, so that the sums have every component that one of
/// them animates.
static inline void begin_group(const sinew__clip_mix *mix, int32_t index, mixed_group *out)
{
    out->group = (sinew__compact_group){.flags = SINEW__COMPACT_QUATERNIONS, .quaternion_mask = SINEW__ALL_LANES};
    for (int32_t i = 0; i < mix->count; ++i) note_source(mix, i, index, &out->group);
    if (!mix->differences) return;
    const sinew__pose_difference *difference = &mix->differences[index];
    out->group.scale_mask |= (uint16_t)difference->scale_mask;
    if (difference->translates) out->group.flags |= SINEW__COMPACT_TRANSLATES;
    if (difference->scale_mask) out->group.flags |= SINEW__COMPACT_SCALES;
}

/// Adds the flags of the sources over the average to the flags of a chunk's groups. Not inlined, for the same reason as
/// put_overs.
static __attribute__((noinline)) void begin_overs(const sinew__clip_mix *mix, int32_t first, int32_t count,
                                                  mixed_group *sums)
{
    for (int32_t k = 0; k < mix->over_count * count; ++k) {
        const sinew__clip_over *over = &mix->overs[k / count];
        const int32_t index = first + k % count;
        component memory;
        if (!has_weight(mask_of_group(mix, over->mask, index, &memory))) continue;
        note_source(mix, over->source, index, &sums[k % count].group);
        if (SINEW__MIXES_ALL && over->reference != SINEW_NONE)
            note_source(mix, over->reference, index, &sums[k % count].group);
    }
}

INLINED void add_values(const float *const from[3], lanes weight, int first, int at, int is_first, mixed_group *sum)
{
    for (int i = 0; i < 3; ++i) {
        lanes v = load(from[i] + at) * weight;
        if (!is_first) v = load(sum->sums[first + i] + at) + v;
        save(sum->sums[first + i] + at, v);
    }
}

INLINED lanes masked_weight(float weight, const float *mask, int at)
{
    const lanes all = splat(weight);
    if (!mask) return all;
    return all * load(mask + at);
}

/// Adds a source to the sums of a group, or begins the sums if `is_first`. A quaternion in the other hemisphere than
/// the sum is negated. The weight is `part`, multiplied by each joint's factor in `parts` unless that is NULL.
SHARED void add_clip_group(const clip_group *group, float part, const float *parts, int is_first, mixed_group *sum)
{
    component *rotation = sum->sums + SINEW__COMPONENT_QUATERNION;
    for (int index = 0; index * LANES < group->source.count; ++index) {
        const int at = index * LANES;
        const lanes weight = masked_weight(part, parts, at);
        lanes q[4], before[4], rotation_weight = weight;
        clip_rotation(group, index, q);
        for (int i = 0; i < 4 && !is_first; ++i) before[i] = load(rotation[i] + at);
        if (!is_first) rotation_weight = with_sign(weight, quaternion_dot(q, before));
        for (int i = 0; i < 4; ++i) q[i] = q[i] * rotation_weight;
        for (int i = 0; i < 4 && !is_first; ++i) q[i] = before[i] + q[i];
        for (int i = 0; i < 4; ++i) save(rotation[i] + at, q[i]);
        if (sum->group.flags & SINEW__COMPACT_TRANSLATES)
            add_values(group->translation, weight, SINEW__COMPONENT_TRANSLATION, at, is_first, sum);
        if (sum->group.flags & SINEW__COMPACT_SCALES)
            add_values(group->scale, weight, SINEW__COMPONENT_SCALE, at, is_first, sum);
    }
}

/// Adds an averaged clip to the sums of a chunk's groups.
static inline void add_clip(const sinew__clip_mix *mix, int32_t clip, int32_t first, int32_t count, mixed_group *sums)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    put_curves(1, &mix->samples[clip], first / SINEW__CHUNK_GROUPS, curves);
    for (int32_t i = 0; i < count; ++i) {
        _Alignas(64) component memory[SINEW__COMPONENT_COUNT];
        clip_group group;
        find_mixed_group(mix, clip, first + i, curves, memory, &group);
        if (clip == 0)
            add_clip_group(&group, mix->weights[clip], NULL, 1, &sums[i]);
        else
            add_clip_group(&group, mix->weights[clip], NULL, 0, &sums[i]);
    }
}

/// Sums the masked weights of each joint of a group. Sets `missing` to what the sum lacks up to SINEW_BLEND_THRESHOLD,
/// and `factors` to 1 / (sum + missing).
static inline void weigh_group(const sinew__clip_mix *mix, int32_t index, component missing, component factors)
{
    _Alignas(64) component totals = {0}, gathered;
    const lanes threshold = splat(SINEW_BLEND_THRESHOLD);
    for (int32_t k = 0; k < mix->count - 1; ++k) {
        const float *mask = mask_of_group(mix, mix->masks[k], index, &gathered);
        for (int at = 0; at < SINEW__COMPACT_LANES; at += LANES)
            save(totals + at, load(totals + at) + masked_weight(mix->weights[k], mask, at));
    }
    for (int at = 0; at < SINEW__COMPACT_LANES; at += LANES) {
        const lanes total = load(totals + at), lack = threshold - smaller(total, threshold);
        save(missing + at, lack);
        save(factors + at, splat(1.0f) / (total + lack));
    }
}

/// Sums the averaged sources of a chunk's groups. With masks, the last source is the rest pose, which gets the missing
/// weights. Not inlined, for the same reason as put_overs.
static __attribute__((noinline)) void add_sources(const sinew__clip_mix *mix, int32_t first, int32_t count,
                                                  mixed_group *sums)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES];
    _Alignas(64) component factors[SINEW__CHUNK_GROUPS], missing[SINEW__CHUNK_GROUPS];
    const int32_t rest = mix->masks ? mix->count - 1 : SINEW_NONE;
    for (int32_t i = 0; i < count && mix->masks; ++i) {
        memset(sums[i].sums + SINEW__COMPONENT_TRANSLATION, 0, sizeof sums[i].sums - 3 * sizeof *sums[i].sums);
        weigh_group(mix, first + i, missing[i], factors[i]);
    }
    for (int32_t k = 0; k < mix->count; ++k) {
        put_source_curves(mix, k, first / SINEW__CHUNK_GROUPS, curves);
        for (int32_t i = 0; i < count; ++i) {
            _Alignas(64) component values[SINEW__COMPONENT_COUNT], parts, gathered;
            clip_group group;
            if (!mix->masks) {
                find_source_group(mix, k, first + i, curves, values, &group);
                add_clip_group(&group, mix->weights[k], NULL, k == 0, &sums[i]);
                continue;
            }
            const float *mask = k == rest ? missing[i] : mask_of_group(mix, mix->masks[k], first + i, &gathered);
            if (!has_weight(mask)) continue;
            for (int at = 0; at < SINEW__COMPACT_LANES; at += LANES)
                save(parts + at, masked_weight(k == rest ? 1.0f : mix->weights[k], mask, at) * load(factors[i] + at));
            find_source_group(mix, k, first + i, curves, values, &group);
            add_clip_group(&group, 1.0f, parts, 0, &sums[i]);
        }
    }
}

INLINED void put_values_over(const float *const from[3], lanes weight, lanes rest, int first, int at, mixed_group *sum)
{
    for (int i = 0; i < 3; ++i) {
        float *to = sum->sums[first + i] + at;
        save(to, mul_add(load(from[i] + at), weight, load(to) * rest));
    }
}

/// Interpolates the sums of a group towards a source. Quaternions in the other hemisphere are negated.
SHARED void put_clip_group_over(const clip_group *group, const sinew__clip_over *over, const float *mask,
                                mixed_group *sum)
{
    component *rotation = sum->sums + SINEW__COMPONENT_QUATERNION;
    for (int i = 0; i * LANES < group->source.count; ++i) {
        const int at = i * LANES;
        lanes q[4], below[4];
        const lanes weight = smaller(masked_weight(over->weight, mask, at), splat(1.0f)), rest = splat(1.0f) - weight;
        clip_rotation(group, i, q);
        for (int k = 0; k < 4; ++k) below[k] = load(rotation[k] + at);
        const lanes rotation_weight = with_sign(weight, quaternion_dot(q, below)),
                    factor = rest / square_root(square_of_length(below));
        for (int k = 0; k < 4; ++k) save(rotation[k] + at, mul_add(q[k], rotation_weight, below[k] * factor));
        if (sum->group.flags & SINEW__COMPACT_TRANSLATES)
            put_values_over(group->translation, weight, rest, SINEW__COMPONENT_TRANSLATION, at, sum);
        if (sum->group.flags & SINEW__COMPACT_SCALES)
            put_values_over(group->scale, weight, rest, SINEW__COMPONENT_SCALE, at, sum);
    }
}

/// Adds the difference between a source and its reference to the sums of a group, as add_differences adds it to locals.
SHARED void add_clip_group_difference(const clip_group *group, const clip_group *reference,
                                      const sinew__clip_over *over, const float *mask, mixed_group *sum)
{
    component *rotation = sum->sums + SINEW__COMPONENT_QUATERNION;
    for (int i = 0; i * LANES < group->source.count; ++i) {
        const int at = i * LANES;
        const lanes weight = masked_weight(over->weight, mask, at);
        lanes q[4], from[4], part[4], below[4], product[4];
        clip_rotation(group, i, q);
        clip_rotation(reference, i, from);
        part_of_rotation(q, from, weight, part);
        for (int k = 0; k < 4; ++k) below[k] = load(rotation[k] + at);
        multiply_quaternions(part, below, product);
        for (int k = 0; k < 4; ++k) save(rotation[k] + at, product[k]);
        for (int k = 0; k < 3 && sum->group.flags & SINEW__COMPACT_TRANSLATES; ++k) {
            float *to = sum->sums[SINEW__COMPONENT_TRANSLATION + k] + at;
            save(to,
                 mul_add(load(group->translation[k] + at) - load(reference->translation[k] + at), weight, load(to)));
        }
        for (int k = 0; k < 3 && sum->group.flags & SINEW__COMPACT_SCALES; ++k) {
            float *to = sum->sums[SINEW__COMPONENT_SCALE + k] + at;
            save(to, scale_by_ratio(load(to), load(group->scale[k] + at), load(reference->scale[k] + at), weight));
        }
    }
}

/// Puts sources over the groups of a chunk. Not inlined, because that made a mix of only two clips take 3 % longer.
static __attribute__((noinline)) void put_overs(const sinew__clip_mix *mix, int32_t first, int32_t count,
                                                mixed_group *sums)
{
    _Alignas(64) float curves[SINEW__CURVE_VALUES], reference_curves[SINEW__CURVE_VALUES];
    const int32_t chunk = first / SINEW__CHUNK_GROUPS;
    for (const sinew__clip_over *over = mix->overs; over < mix->overs + mix->over_count; ++over) {
        const int is_additive = SINEW__MIXES_ALL && over->reference != SINEW_NONE;
        put_source_curves(mix, over->source, chunk, curves);
        if (is_additive) put_source_curves(mix, over->reference, chunk, reference_curves);
        for (int32_t i = 0; i < count; ++i) {
            _Alignas(64) component memory[2][SINEW__COMPONENT_COUNT], gathered;
            clip_group group, reference;
            const float *mask = mask_of_group(mix, over->mask, first + i, &gathered);
            if (!has_weight(mask)) continue;
            find_source_group(mix, over->source, first + i, curves, memory[0], &group);
            if (is_additive) {
                find_source_group(mix, over->reference, first + i, reference_curves, memory[1], &reference);
                add_clip_group_difference(&group, &reference, over, mask, &sums[i]);
            } else {
                put_clip_group_over(&group, over, mask, &sums[i]);
            }
        }
    }
}

static inline void load_sums(const mixed_group *sum, int first, int count, int at, lanes *out)
{
    for (int i = 0; i < count; ++i) out[i] = load(sum->sums[first + i] + at);
}

static inline void save_sums(const lanes *v, int first, int count, int at, mixed_group *sum)
{
    for (int i = 0; i < count; ++i) save(sum->sums[first + i] + at, v[i]);
}

/// Adds the pose difference to the sums of a group.
static inline void add_difference(const sinew__clip_mix *mix, int32_t group, int count, mixed_group *sum)
{
    const sinew__pose_difference *difference = &mix->differences[group];
    for (int at = 0; at < count; at += LANES) {
        const lanes left = load(mix->left + group * SINEW__COMPACT_LANES + at);
        lanes v[4];
        load_sums(sum, SINEW__COMPONENT_QUATERNION, 4, at, v);
        rotate_by_difference(difference, left, at, v);
        save_sums(v, SINEW__COMPONENT_QUATERNION, 4, at, sum);
        if (sum->group.flags & SINEW__COMPACT_TRANSLATES) {
            load_sums(sum, SINEW__COMPONENT_TRANSLATION, 3, at, v);
            move_by_difference(difference, left, at, v);
            save_sums(v, SINEW__COMPONENT_TRANSLATION, 3, at, sum);
        }
        if (sum->group.flags & SINEW__COMPACT_SCALES) {
            load_sums(sum, SINEW__COMPONENT_SCALE, 3, at, v);
            scale_by_difference(difference, left, at, v);
            save_sums(v, SINEW__COMPONENT_SCALE, 3, at, sum);
        }
    }
}

/// Computes the deltas of a group from its sums. Adding the last clip in registers at the same time took 1 to 6 % more.
static inline void put_mixed_deltas(const mixed_group *sum, const sinew__joint_constants *joint_constants, int count,
                                    float *out)
{
    group_source source; // set field by field: clearing all of it takes time
    source.joint_constants = joint_constants;
    source.count = count;
    source.values.group = &sum->group;
    for (int i = 0; i < SINEW__COMPONENT_COUNT; ++i) source.values.components[i] = sum->sums[i];
    put_vectors(&source, (delta_kind){.has_quaternions = 1}, out);
    if (sum->group.scale_mask) scale_deltas(&source, out);
}

static inline void walk_clips(const sinew__walk *walk, const sinew__clip_mix *mix, int all_joints,
                              float *joint_matrices, sinew_palette_matrix *palette)
{
    _Alignas(64) float deltas[SINEW__CHUNK_GROUPS][SINEW__GROUP_DELTAS];
    mixed_group sums[SINEW__CHUNK_GROUPS];
    const int32_t *needed = sinew__baked_at(walk->section, walk->header->needed),
                  groups = mix->samples->joint_group_count;
    save_joint_matrix(joint_matrices, load_matrix(walk->root));
    for (int32_t chunk = 0; chunk < sinew__chunks_of(groups); ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_GROUPS, left = groups - first,
                      count = left < SINEW__CHUNK_GROUPS ? left : SINEW__CHUNK_GROUPS;
        if (needed[chunk] == 0 && !all_joints) continue;
        for (int32_t i = 0; i < count; ++i) begin_group(mix, first + i, &sums[i]);
        if (mix->over_count) begin_overs(mix, first, count, sums);
        if (SINEW__MIXES_ALL && (mix->masks || mix->poses))
            add_sources(mix, first, count, sums);
        else
            for (int32_t i = 0; i < mix->count; ++i) add_clip(mix, i, first, count, sums);
        if (mix->over_count) put_overs(mix, first, count, sums);
        for (int32_t i = 0; i < count && mix->differences; ++i)
            add_difference(mix, first + i, joints_of_group(mix->samples, first + i), &sums[i]);
        for (int32_t i = 0; i < count; ++i)
            put_mixed_deltas(&sums[i], &mix->samples->joint_constants[first + i],
                             joints_of_group(mix->samples, first + i), deltas[i]);
        walk_chunk(walk, chunk, needed[chunk], deltas[0], all_joints, joint_matrices, (float *)palette);
    }
    put_entries(walk, joint_matrices, palette);
}

#endif
