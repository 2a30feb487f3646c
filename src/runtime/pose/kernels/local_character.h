/// Local to global of one character whose locals are given, sixteen to a group. A kernel defines:
///
///   LANES                 floats in a vector, 4 or 8
///   lanes                 the vector type, with the operators + - * /
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   mul_add(a, b, c)      a · b + c
///   turn_rows(v, out)     four elements of LANES matrices: out[i] holds those of matrix i, with eight lanes in its low
///                         half, and those of matrix i + 4 in its high half
///   affine                a 3×4 matrix in registers: affine_*.h
#include "runtime/pose/kernels/local_matrix.h"

enum {
    LOCAL_MATRIX_LANES = 8, ///< joints whose local matrices are in memory at once, whatever LANES is
    LOCAL_MATRIX_FLOATS = 12 * LOCAL_MATRIX_LANES,
};

/// Of eight local matrices by rows, where in floats row `row` of lane `lane` begins. Lanes are in the order 0 4 1 5 2 6
/// 3 7, in which vectors of eight are converted to rows with the least work.
static inline int local_row_at(int lane, int row)
{
    return (row * LOCAL_MATRIX_LANES + (lane & 3) * 2 + (lane >> 2)) * 4;
}

/// Local matrices by rows of LANES joints of a group, from lane `first` on, which becomes lane 0 of local_row_at.
static inline void lane_matrices(const sinew_local_group *group, int first, float *out)
{
    lanes local[LOCAL_COMPONENTS], m[12];
    for (int i = 0; i < LOCAL_COMPONENTS; ++i) local[i] = load(local_component(group, i) + first);
    set_local_matrix(local, m);
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        turn_rows(m + 4 * row, rows);
        for (int i = 0; i < 4; ++i) save(out + local_row_at(i, row), rows[i]);
    }
}

/// The local matrix of one joint by rows: out[0 … 11]. Loads each component by itself, because a vector of components
/// would wait for the one that was just written.
static inline void joint_matrix(const sinew_local_group *group, int lane, float *out)
{
    lanes local[LOCAL_COMPONENTS], m[12];
    for (int i = 0; i < LOCAL_COMPONENTS; ++i) local[i] = splat(local_component(group, i)[lane]);
    set_local_matrix(local, m);
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        turn_rows(m + 4 * row, rows); // all lanes are the same joint
        save(out + 4 * row, rows[0]);
    }
}

/// The joint matrix of a joint from its local matrix, whose rows are `stride` floats apart.
static inline void walk_joint(const sinew__skeleton_tables *tables, int32_t joint, const float *local, int stride,
                              float *joint_matrices)
{
    const float *above = joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(uint32_t)tables->parents[joint];
    save_joint_matrix(joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1),
                      multiply(load_joint_matrix(above), local, stride));
}

/// Joints first … end − 1. `locals` is memory, on a cache line.
static inline void walk_range(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t first,
                              int32_t end, float locals[LOCAL_MATRIX_FLOATS], float *joint_matrices)
{
    enum { FEW = 3 }; ///< joints that take less time one by one
    for (int32_t i = first; i < end;) {
        const sinew_local_group *group = &groups[(uint32_t)i / SINEW_LOCAL_LANES];
        const int lane = (int)((uint32_t)i % SINEW_LOCAL_LANES), last = SINEW_LOCAL_LANES - LANES;
        const int32_t left = end - i < SINEW_LOCAL_LANES - lane ? end - i : SINEW_LOCAL_LANES - lane;
        if (left < FEW) {
            joint_matrix(group, lane, locals);
            walk_joint(tables, i++, locals, 4, joint_matrices);
            continue;
        }
        const int from = lane < last ? lane : last;
        const int32_t stop = left < from + LANES - lane ? i + left : i + from + LANES - lane;
        lane_matrices(group, from, locals);
        for (int at = lane - from; i < stop; ++i, ++at)
            walk_joint(tables, i, locals + local_row_at(at, 0), 4 * LOCAL_MATRIX_LANES, joint_matrices);
    }
}

static void walk_locals(const sinew__skeleton_tables *tables, const sinew_local_group *groups, float *joint_matrices)
{
    const sinew__skeleton_tables own = *tables; // so that no store can be taken to change it
    _Alignas(64) float locals[LOCAL_MATRIX_FLOATS];
    walk_range(&own, groups, 0, own.joint_count, locals, joint_matrices);
}

static void walk_locals_below(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t joint,
                              float *joint_matrices)
{
    const sinew__skeleton_tables own = *tables;
    _Alignas(64) float locals[LOCAL_MATRIX_FLOATS];
    for (int32_t first = joint, end = joint + 1; first < end;) { // breadth-first: the joints of one depth are a range
        walk_range(&own, groups, first, end, locals, joint_matrices);
        first = own.first_child[first];
        end = own.first_child[end];
    }
}

static void put_palette(const sinew__skeleton_tables *tables, const float *joint_matrices,
                        sinew_palette_matrix *palette)
{
    for (int32_t i = 0; i < tables->entry_count; ++i) {
        const sinew__palette_entry *entry = &tables->entries[i];
        const affine global =
            load_joint_matrix(joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->skin_joint].row[0], multiply(global, entry->offset, 4));
    }
}
