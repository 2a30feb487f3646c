/// Local to global of LANES characters that play one compact clip, a character to a lane: in terms of the steps of
/// compact_deltas.h. Sines, deltas and products of matrices of a joint are then vector operations without a shuffle,
/// and no joint waits for its parent, which one character's walk does. Every operation is that of compact_character.h,
/// in the same order, so the bits are the same. compact_vectors_*.h defines, in addition:
///
///   save_matrices(m, to, offset)   writes lane i of 12 elements to to[i] + offset, by rows

#include "runtime/pose/kernels/lane_product.h"
#include "runtime/pose/kernels/lane_values.h"

/// A joint's rotation, whose quaternion put_lane_rotations has put among the values if it rotates by angles.
INLINED void lane_rotation(delta_kind kind, const lane_group *group, int joint, delta_state *out)
{
    load_joint_values(group, joint, SINEW__COMPONENT_QUATERNION, 4, out->inner);
    const int is_quaternion = kind.has_quaternions && (group->quaternion_mask >> joint & 1);
    out->square = is_quaternion ? square_of_length(out->inner) : splat(1.0f);
}

INLINED void lane_position(delta_kind kind, const lane_group *group, int joint, lanes out[3])
{
    lanes translation[3];
    if (!(group->flags & SINEW__COMPACT_TRANSLATES)) {
        for (int i = 0; i < 3; ++i) out[i] = constant(kind, group->joint_constants->skin_position[i], joint);
        return;
    }
    load_joint_values(group, joint, SINEW__COMPONENT_TRANSLATION, 3, translation);
    for (int row = 0; row < 3; ++row) out[row] = moved_position(kind, group->joint_constants, joint, translation, row);
}

/// The delta of a joint in all characters.
INLINED void lane_delta(delta_kind kind, const lane_group *group, int joint, lanes m[12])
{
    delta_state state;
    lanes position[3], r[9];
    lane_rotation(kind, group, joint, &state);
    lane_position(kind, group, joint, position);
    rotation_of_delta(kind, group->joint_constants, joint, &state, r);
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3; ++i) m[4 * row + i] = r[3 * row + i];
        m[4 * row + 3] = translation_of_delta(kind, group->joint_constants, joint, r + 3 * row, position[row]);
    }
}

/// The delta of a joint that has another scale than that of the joint constants, see scale_deltas.
INLINED void scale_lane_delta(const lane_group *group, int joint, lanes m[12])
{
    const float *columns = group->joint_constants->columns[joint];
    lanes scale[3], scaled[12], back[12], change[12], product[4];
    load_joint_values(group, joint, SINEW__COMPONENT_SCALE, 3, scale);
    for (int i = 0; i < 12; ++i) {
        scaled[i] = splat(columns[i]);
        if (i % 4 < 3) scaled[i] = scaled[i] * scale[i % 4];
        back[i] = splat(group->joint_constants->back[joint][i]);
    }
    for (int row = 0; row < 3; ++row) multiply_lane_row(scaled + 4 * row, back, change + 4 * row);
    for (int row = 0; row < 3; ++row) {
        multiply_lane_row(m + 4 * row, change, product);
        for (int i = 0; i < 4; ++i) m[4 * row + i] = product[i] + (change[4 * row + i] - splat(i == row ? 1.0f : 0.0f));
    }
}

/// The joints of a group on which palette entries depend, a bit each.
static inline unsigned needed_lane_joints(const sinew__walk *walk, int32_t first, const int32_t *matrix_of)
{
    const int32_t *copies = sinew__baked_at(walk->section, walk->header->copies), left = walk->joint_count - first;
    const int count = left < SINEW__COMPACT_LANES ? (int)left : SINEW__COMPACT_LANES;
    unsigned joints = 0;
    for (int i = 0; i < count; ++i)
        joints |= (unsigned)(matrix_of[first + i + 1] != SINEW_NONE || copies[first + i] != SINEW_NONE) << i;
    return joints;
}

/// Joints of a group, a bit each; `first` is that of bit 0.
INLINED void walk_lane_group(const sinew__walk *walk, delta_kind kind, const lane_group *group, int32_t first,
                             unsigned joints, const int32_t *matrix_of, float *joint_matrices,
                             float *const palettes[LANES])
{
    const int32_t *parents = sinew__baked_at(walk->section, walk->header->parents),
                  *copies = sinew__baked_at(walk->section, walk->header->copies);
    for (unsigned left = joints; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const int32_t joint = first + i, own = matrix_of[joint + 1], copy = copies[joint];
        lanes delta[12], matrix[12];
        lane_delta(kind, group, i, delta);
        if (group->scale_mask >> i & 1) scale_lane_delta(group, i, delta);
        add_to_joint_matrix(joint_matrices + (size_t)matrix_of[parents[joint]] * JOINT_MATRIX_VALUES, delta, matrix);
        if (own != SINEW_NONE)
            for (int k = 0; k < 12; ++k)
                save(joint_matrices + (size_t)own * JOINT_MATRIX_VALUES + k * LANES, matrix[k]);
        if (copy != SINEW_NONE) save_matrices(matrix, palettes, (size_t)copy * 12);
    }
}

/// Skin joints that are not copies of a joint matrix.
static inline void put_lane_entries(const sinew__walk *walk, const int32_t *matrix_of, const float *joint_matrices,
                                    float *const palettes[LANES])
{
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    const sinew__palette_link *repeats = sinew__baked_at(walk->section, walk->header->repeats);
    for (int32_t i = 0; i < walk->header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        const float *joint_matrix = joint_matrices + (size_t)matrix_of[entry->joint + 1] * JOINT_MATRIX_VALUES;
        lanes offset[12], matrix[12];
        for (int k = 0; k < 12; ++k) offset[k] = splat(entry->offset[k]);
        multiply_joint_matrix(joint_matrix, offset, matrix);
        save_matrices(matrix, palettes, (size_t)entry->skin_joint * 12);
    }
    for (int32_t i = 0; i < walk->header->repeat_count; ++i)
        for (int lane = 0; lane < LANES; ++lane)
            memcpy(palettes[lane] + 12 * (size_t)repeats[i].skin_joint, palettes[lane] + 12 * (size_t)repeats[i].from,
                   12 * sizeof(float));
}

static inline void pose_many(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, float *const palettes[LANES])
{
    _Alignas(64) joint_values values[SINEW__COMPONENT_COUNT];
    float *joint_matrices = memory->joint_matrices, (*curves)[LANES] = (float(*)[LANES])memory->curves;
    for (int k = 0; k < 12; ++k) save(joint_matrices + k * LANES, splat(walk->header->root[k]));
    for (int32_t i = 0; i < samples->joint_group_count; ++i) {
        const int32_t first = i * SINEW__COMPACT_LANES;
        const unsigned joints = needed_lane_joints(walk, first, matrix_of);
        const lane_group group = lane_group_of(samples, i, (const joint_values *)values);
        const delta_kind angles = {.one_joint = 1},
                         kind = {.has_quaternions = (group.flags & SINEW__COMPACT_QUATERNIONS) != 0, .one_joint = 1};
        if (i % SINEW__CHUNK_GROUPS == 0) put_lane_curves(1, samples, i / SINEW__CHUNK_GROUPS, curves);
        put_joint_values(samples, i, (const float(*)[LANES])curves, values);
        put_lane_rotations(1, &group, joints, values);
        if (!kind.has_quaternions) // most groups
            walk_lane_group(walk, angles, &group, first, joints, matrix_of, joint_matrices, palettes);
        else
            walk_lane_group(walk, kind, &group, first, joints, matrix_of, joint_matrices, palettes);
    }
    put_lane_entries(walk, matrix_of, joint_matrices, palettes);
}
