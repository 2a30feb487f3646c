/// Locals → matrices T · R · S → globals and palette of one character. Locals come in groups of sixteen joints. The
/// operations are the same for every vector width, so that a joint's matrix has the same bits in every kernel.
#ifndef SINEW_RUNTIME_KERNELS_LOCAL_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_LOCAL_FORMULAS_H

#include "runtime/kernels/vector.h"

/// The components of sinew_local_group in order, each sixteen floats long.
enum { LOCAL_COMPONENTS = sizeof(sinew_local_group) / sizeof(float[SINEW_LOCAL_LANES]) };
enum { LOCAL_T = 0, LOCAL_Q = 3, LOCAL_S = 7 };

static inline const float *local_component(const sinew_local_group *group, int index)
{
    return (const float *)group + index * SINEW_LOCAL_LANES;
}

/// Returns 2 / |q|² for quaternions of any length. The sum is made in pairs, so that the division, which everything
/// waits for, starts earlier.
static inline lanes rotation_factor(const lanes q[4])
{
    const lanes shortest = splat(1e-30f); // avoids a division by 0
    return splat(2.0f) / (mul_add(q[0], q[0], q[1] * q[1]) + mul_add(q[2], q[2], mul_add(q[3], q[3], shortest)));
}

/// Sets the rotation matrices of quaternions of any length: R = I − s · (…). The bracket does not depend on s, so that
/// it is computed while the division is in progress.
static inline void set_rotation(const lanes q[4], lanes s, lanes m[12])
{
    const lanes one = splat(1.0f), minus_s = -s;
    const lanes xx = q[0] * q[0], yy = q[1] * q[1], zz = q[2] * q[2], wx = q[3] * q[0], wy = q[3] * q[1],
                wz = q[3] * q[2];
    m[0] = mul_add(minus_s, yy + zz, one);
    m[1] = s * mul_add(q[0], q[1], -wz);
    m[2] = s * mul_add(q[0], q[2], wy);
    m[4] = s * mul_add(q[0], q[1], wz);
    m[5] = mul_add(minus_s, xx + zz, one);
    m[6] = s * mul_add(q[1], q[2], -wx);
    m[8] = s * mul_add(q[0], q[2], -wy);
    m[9] = s * mul_add(q[1], q[2], wx);
    m[10] = mul_add(minus_s, xx + yy, one);
}

/// Sets the matrices T · R · S, by rows.
static inline void set_local_matrix(const lanes local[LOCAL_COMPONENTS], lanes m[12])
{
    set_rotation(local + LOCAL_Q, rotation_factor(local + LOCAL_Q), m);
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3; ++i) m[4 * row + i] = m[4 * row + i] * local[LOCAL_S + i];
        m[4 * row + 3] = local[LOCAL_T + row];
    }
}

// ---- one character --------------------------------------------------------------------------------------------------

/// Computes the local matrices of LANES joints, from lane `first` of a group on, and stores them in the layout of
/// deltas: lane `first` where sinew__delta_of_lane has lane 0, and so on.
static inline void lane_matrices(const sinew_local_group *group, int first, float *out)
{
    lanes local[LOCAL_COMPONENTS], m[12];
    for (int i = 0; i < LOCAL_COMPONENTS; ++i) local[i] = load(local_component(group, i) + first);
    set_local_matrix(local, m);
    for (int row = 0; row < 3; ++row) save_rows(m + 4 * row, out + SINEW__DELTA_ROW * row);
}

/// Computes the local matrix of one joint by rows, out[0 … 11]. It loads single floats, because loading a vector stalls
/// if one of its floats was just written.
static inline void joint_matrix(const sinew_local_group *group, int lane, float *out)
{
    lanes local[LOCAL_COMPONENTS], m[12];
    for (int i = 0; i < LOCAL_COMPONENTS; ++i) local[i] = splat(local_component(group, i)[lane]);
    set_local_matrix(local, m);
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        turn_rows(m + 4 * row, rows); // all lanes contain the same joint
        save(out + 4 * row, rows[0]);
    }
}

/// The matrices that a walk keeps in registers, like walk_place (play_formulas.h): `matrix` of the last joint and
/// `factor` of its parent. `joint` and `parent` are the indices of their joint matrices.
typedef struct local_place {
    int32_t parent, joint; ///< -1: none
    left_factor factor;
    affine matrix;
} local_place;

/// Computes the joint matrix of a joint from its local matrix, whose rows are `stride` floats apart.
static inline __attribute__((always_inline)) void walk_joint(const int32_t *parents, int32_t joint, const float *local,
                                                             int stride, local_place *place, float *joint_matrices)
{
    const int32_t parent = parents[joint];
    const float *above = joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(uint32_t)parent;
    if (!keeps_left_factor) {
        place->matrix = multiply(load_joint_matrix(above), local, stride);
    } else {
        if (parent != place->parent)
            place->factor = product_factor_of(parent == place->joint ? place->matrix : load_joint_matrix(above));
        place->matrix = multiply_and_add(&place->factor, local, stride);
        place->parent = parent;
        place->joint = joint + 1;
    }
    save_joint_matrix(joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1), place->matrix);
}

/// The values of sinew__delta_of_lane as a table, which takes fewer instructions than the function: it saves 3 to 5 %
/// of this walk.
#define FOUR_LANES(at) at, at + SINEW__COMPACT_LANES, at + 2 * SINEW__COMPACT_LANES, at + 3 * SINEW__COMPACT_LANES
static const uint8_t delta_of_lane[SINEW__COMPACT_LANES] = {FOUR_LANES(0), FOUR_LANES(4), FOUR_LANES(8),
                                                            FOUR_LANES(12)};

/// Computes the joint matrices of joints first … end − 1. `locals` is scratch memory, aligned to a cache line.
static inline void walk_range(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t first,
                              int32_t end, float locals[SINEW__GROUP_DELTAS], float *joint_matrices)
{
    enum { FEW = 3 }; ///< fewer joints than this take less time one by one
    const int32_t *parents = tables->parents;
    local_place place = {.parent = -1, .joint = -1};
    for (int32_t i = first; i < end;) {
        const sinew_local_group *group = &groups[(uint32_t)i / SINEW_LOCAL_LANES];
        const int lane = (int)((uint32_t)i % SINEW_LOCAL_LANES), last = SINEW_LOCAL_LANES - LANES;
        const int32_t left = end - i < SINEW_LOCAL_LANES - lane ? end - i : SINEW_LOCAL_LANES - lane;
        if (left < FEW) {
            joint_matrix(group, lane, locals);
            walk_joint(parents, i++, locals, 4, &place, joint_matrices);
            continue;
        }
        const int from = lane < last ? lane : last;
        const int32_t stop = left < from + LANES - lane ? i + left : i + from + LANES - lane;
        lane_matrices(group, from, locals);
        for (int at = lane - from; i < stop; ++i, ++at)
            walk_joint(parents, i, locals + delta_of_lane[at], SINEW__DELTA_ROW, &place, joint_matrices);
    }
}

static inline void walk_locals(const sinew__skeleton_tables *tables, const sinew_local_group *groups,
                               float *joint_matrices)
{
    const sinew__skeleton_tables own = *tables; // a copy, so that the compiler does not reload it after each store
    _Alignas(64) float locals[SINEW__GROUP_DELTAS];
    walk_range(&own, groups, 0, own.joint_count, locals, joint_matrices);
}

static inline void walk_locals_below(const sinew__skeleton_tables *tables, const sinew_local_group *groups,
                                     int32_t joint, float *joint_matrices)
{
    const sinew__skeleton_tables own = *tables;
    _Alignas(64) float locals[SINEW__GROUP_DELTAS];
    // joints are sorted breadth-first, so that the descendants of one depth are consecutive
    for (int32_t first = joint, end = joint + 1; first < end;) {
        walk_range(&own, groups, first, end, locals, joint_matrices);
        first = own.first_child[first];
        end = own.first_child[end];
    }
}

static inline void put_palette(const sinew__skeleton_tables *tables, const float *joint_matrices,
                               sinew_palette_matrix *palette)
{
    // copied, because stores of vectors may alias `tables`
    const sinew__palette_entry *entry = tables->entries, *end = entry + tables->entry_count;
    for (; entry < end; ++entry) {
        const affine global =
            load_joint_matrix(joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(uint32_t)(entry->joint + 1));
        save_matrix((float *)palette + SINEW__MATRIX_FLOATS * (size_t)(uint32_t)entry->skin_joint,
                    multiply(global, entry->offset, 4));
    }
}

#endif
