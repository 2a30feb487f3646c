/// Local to global of LANES characters that play one compact clip, a character to a lane: in terms of the steps of
/// compact_maps.h. Sines, maps and products of matrices of a joint are then vector operations without a shuffle, and no
/// joint waits for its parent, which one character's walk does. Every operation is that of compact_character.h, in the
/// same order, so the bits are the same. compact_vectors_*.h defines, in addition:
///
///   save_matrices(m, to, offset)   writes lane i of 12 elements to to[i] + offset, by rows
///
/// and the kernel file, before it, CHARACTER_LANES: the LANES of compact_character.h with the same instructions.

#include "pose/kernels/lane_product.h"
#include "pose/kernels/lane_values.h"

INLINED void lane_rotation(map_kind kind, const lane_group *group, int joint, map_state *out)
{
    if (kind.has_quaternions && (group->quaternion_mask >> joint & 1)) {
        load_joint_values(group, joint, SINEW__COMPONENT_QUATERNION, 4, out->inner);
        out->square = square_of_length(out->inner);
        return;
    }
    lanes angles[3];
    load_joint_values(group, joint, SINEW__COMPONENT_ANGLE, 3, angles);
    quaternion_of_angles(1, group->flags, angles, out->inner);
    out->square = splat(1.0f);
}

INLINED void lane_position(map_kind kind, const lane_group *group, int joint, lanes out[3])
{
    const component *position = kind.is_rigid ? group->rig->skin_position : group->rig->position;
    lanes translation[3];
    if (!(group->flags & SINEW__COMPACT_TRANSLATES)) {
        for (int i = 0; i < 3; ++i) out[i] = constant(kind, position[i], joint);
        return;
    }
    load_joint_values(group, joint, SINEW__COMPONENT_TRANSLATION, 3, translation);
    for (int row = 0; row < 3; ++row) out[row] = moved_position(kind, group->rig, joint, translation, row);
}

INLINED void lane_after(map_kind kind, const lane_group *group, int joint, lanes out[12])
{
    lanes scale[3];
    if (!(group->flags & SINEW__COMPACT_SCALES)) {
        for (int i = 0; i < 12; ++i) out[i] = constant(kind, group->rig->after[i], joint);
        return;
    }
    load_joint_values(group, joint, SINEW__COMPONENT_SCALE, 3, scale);
    scaled_after(kind, group->rig, joint, scale, out);
}

/// The map of a joint in all characters.
INLINED void lane_map(map_kind kind, const lane_group *group, int joint, lanes m[12])
{
    map_state state;
    lanes position[3], r[9], after[12];
    lane_rotation(kind, group, joint, &state);
    lane_position(kind, group, joint, position);
    if (!kind.is_rigid) {
        inner_matrix(kind, &state, r);
        lane_after(kind, group, joint, after);
        for (int row = 0; row < 3; ++row)
            general_row(kind, group->rig, joint, row, r, after, position[row], m + 4 * row);
        return;
    }
    rigid_rotation(kind, group->rig, joint, &state, r);
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3; ++i) m[4 * row + i] = r[3 * row + i];
        m[4 * row + 3] = rigid_translation(kind, group->rig, joint, r + 3 * row, position[row]);
    }
}

/// Joints of a group, `count` from `first` on.
INLINED void walk_lane_group(const sinew__walk *walk, map_kind kind, unsigned sheared, const lane_group *group,
                             int32_t first, int count, const int32_t *slot_of, float *slots,
                             float *const palettes[LANES])
{
    const int32_t *parents = sinew__baked_at(walk->section, walk->header->parents),
                  *copies = sinew__baked_at(walk->section, walk->header->copies);
    for (int i = 0; i < count; ++i) {
        const int32_t joint = first + i, own = slot_of[joint + 1], copy = copies[joint];
        lanes map[12], matrix[12];
        kind.is_rigid = is_rigid_vector(sheared, i, CHARACTER_LANES);
        lane_map(kind, group, i, map);
        add_to_slot(slots + (size_t)slot_of[parents[joint]] * SLOT_VALUES, map, matrix);
        if (own != SINEW_NONE)
            for (int k = 0; k < 12; ++k) save(slots + (size_t)own * SLOT_VALUES + k * LANES, matrix[k]);
        if (copy != SINEW_NONE) save_matrices(matrix, palettes, (size_t)copy * 12);
    }
}

/// Skin joints that are not copies of a joint matrix.
static inline void put_lane_entries(const sinew__walk *walk, const int32_t *slot_of, const float *slots,
                                    float *const palettes[LANES])
{
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    const sinew__palette_link *repeats = sinew__baked_at(walk->section, walk->header->repeats);
    for (int32_t i = 0; i < walk->header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        const float *slot = slots + (size_t)slot_of[entry->joint + 1] * SLOT_VALUES;
        lanes offset[12], matrix[12];
        for (int k = 0; k < 12; ++k) offset[k] = splat(entry->offset[k]);
        multiply_slot(slot, offset, matrix);
        save_matrices(matrix, palettes, (size_t)entry->skin_joint * 12);
    }
    for (int32_t i = 0; i < walk->header->repeat_count; ++i)
        for (int lane = 0; lane < LANES; ++lane)
            memcpy(palettes[lane] + 12 * (size_t)repeats[i].skin_joint, palettes[lane] + 12 * (size_t)repeats[i].from,
                   12 * sizeof(float));
}

static inline void walk_lanes(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *slot_of,
                              const sinew__lane_memory *memory, float *const palettes[LANES])
{
    _Alignas(64) joint_values values[SINEW__COMPONENT_COUNT];
    float *slots = memory->slots, (*curves)[LANES] = (float(*)[LANES])memory->curves;
    for (int k = 0; k < 12; ++k) save(slots + k * LANES, splat(walk->header->root[k]));
    for (int32_t i = 0; i < samples->joint_group_count; ++i) {
        const int32_t first = i * SINEW__COMPACT_LANES, left = walk->joint_count - first;
        const int count = left < SINEW__COMPACT_LANES ? (int)left : SINEW__COMPACT_LANES;
        const sinew__compact_group *from = sinew__sample_group(samples, i);
        const lane_group group = {&samples->rig[i], (const joint_values *)values, from->flags, from->quaternion_mask};
        const unsigned sheared = sheared_lanes(group.rig, from);
        const map_kind angles = {.one_joint = 1},
                       kind = {.has_quaternions = (from->flags & SINEW__COMPACT_QUATERNIONS) != 0, .one_joint = 1};
        if (i % SINEW__CHUNK_GROUPS == 0) put_lane_curves(1, samples, i / SINEW__CHUNK_GROUPS, curves);
        put_joint_values(samples, i, (const float(*)[LANES])curves, values);
        if (!sheared && !kind.has_quaternions) // most groups
            walk_lane_group(walk, angles, 0, &group, first, count, slot_of, slots, palettes);
        else
            walk_lane_group(walk, kind, sheared, &group, first, count, slot_of, slots, palettes);
    }
    put_lane_entries(walk, slot_of, slots, palettes);
}
