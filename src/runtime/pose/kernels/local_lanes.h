/// Local to global and palette of LANES characters whose locals are given, a character to a lane: in terms of the
/// vectors of runtime/sampler/kernels/compact_vectors_*.h. Every operation is that of local_character.h, in the same
/// order, so the bits are the same.
#include "runtime/pose/kernels/lane_product.h"
#include "runtime/pose/kernels/local_matrix.h"

/// One component of the joints of a group: lane k is character k's.
typedef float local_values[SINEW_LOCAL_LANES][LANES];

/// Components of the first `count` joints of a group, and of up to LANES − 1 after them.
static inline void put_local_values(const sinew_local_group *const *groups, int32_t index, int count, local_values *out)
{
    for (int i = 0; i < LOCAL_COMPONENTS; ++i) {
        for (int at = 0; at < count; at += LANES) {
            lanes v[LANES];
            for (int k = 0; k < LANES; ++k) v[k] = load(local_component(&groups[k][index], i) + at);
            transpose(v);
            for (int k = 0; k < LANES; ++k) save(out[i][at + k], v[k]);
        }
    }
}

/// Palette entries of a joint whose matrices are given.
static inline __attribute__((always_inline)) void put_joint_entries(const sinew__skeleton_tables *tables, int32_t joint,
                                                                    const float *joint_matrix, float *const *palettes)
{
    for (int32_t i = tables->first_entry[joint]; i < tables->first_entry[joint + 1]; ++i) {
        const sinew__palette_entry *entry = &tables->entries[i];
        lanes offset[12], matrix[12];
        for (int k = 0; k < 12; ++k) offset[k] = splat(entry->offset[k]);
        multiply_joint_matrix(joint_matrix, offset, matrix);
        save_matrices(matrix, palettes, (size_t)entry->skin_joint * 12);
    }
}

/// Whether nothing is made from a joint's matrices.
static inline int is_left_out(const sinew__skeleton_tables *tables, int32_t joint, const int32_t *matrix_of)
{
    return matrix_of[joint + 1] == SINEW_NONE && tables->first_entry[joint] == tables->first_entry[joint + 1];
}

/// One joint of a group from its locals, and the palette entries made from it. `unread` is memory for joints that have
/// no joint matrix.
static inline __attribute__((always_inline)) void put_joint_lanes(const sinew__skeleton_tables *tables, int32_t joint,
                                                                  const local_values *values, const int32_t *matrix_of,
                                                                  float *joint_matrices, float *unread,
                                                                  float *const *palettes)
{
    float *joint_matrix = matrix_of[joint + 1] == SINEW_NONE
                              ? unread
                              : joint_matrices + (size_t)matrix_of[joint + 1] * JOINT_MATRIX_VALUES;
    lanes local[LOCAL_COMPONENTS], local_matrix[12], matrix[12];
    for (int i = 0; i < LOCAL_COMPONENTS; ++i) local[i] = load(values[i][joint % SINEW_LOCAL_LANES]);
    set_local_matrix(local, local_matrix);
    multiply_joint_matrix(joint_matrices + (size_t)matrix_of[tables->parents[joint]] * JOINT_MATRIX_VALUES,
                          local_matrix, matrix);
    for (int k = 0; k < 12; ++k) save(joint_matrix + k * LANES, matrix[k]);
    if (palettes) put_joint_entries(tables, joint, joint_matrix, palettes);
}

static inline void put_root_lanes(const sinew__skeleton_tables *tables, float *joint_matrices)
{
    for (int k = 0; k < 12; ++k) save(joint_matrices + k * LANES, splat(tables->root[k]));
}

static inline void pose_many_from_locals(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                         const int32_t *matrix_of, float *joint_matrices, float *const *palettes)
{
    _Alignas(64) local_values values[LOCAL_COMPONENTS];
    _Alignas(64) float unread[JOINT_MATRIX_VALUES];
    const sinew__skeleton_tables own = *tables; // so that no store can be taken to change it
    put_root_lanes(&own, joint_matrices);
    for (int32_t joint = 0; joint < own.joint_count; ++joint) {
        const int32_t group = joint / SINEW_LOCAL_LANES, left = own.joint_count - joint;
        if (joint % SINEW_LOCAL_LANES == 0)
            put_local_values(groups, group, left < SINEW_LOCAL_LANES ? (int)left : SINEW_LOCAL_LANES, values);
        if (!is_left_out(&own, joint, matrix_of))
            put_joint_lanes(&own, joint, (const local_values *)values, matrix_of, joint_matrices, unread, palettes);
    }
}
