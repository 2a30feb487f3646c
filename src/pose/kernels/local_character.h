/// Local to global of one character whose locals are given, sixteen to a group. A kernel defines:
///
///   LANES                 floats in a vector, 4 or 8
///   lanes                 the vector type, with the operators + - * /
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   mul_add(a, b, c)      a · b + c
///   mul_from(a, b, c)     c − a · b
///   turn_rows(v, out)     four elements of LANES matrices: out[i] holds those of matrix i, with eight lanes in its low
///                         half, and those of matrix i + 4 in its high half
///   affine                a 3×4 matrix in registers: affine_*.h
#include "base/shuffle.h"

/// Of eight maps by rows, where in floats row `row` of lane `lane` begins. Lanes are in the order 0 4 1 5 2 6 3 7, in
/// which vectors of eight are converted to rows with the least work.
static inline int map_row_at(int lane, int row)
{
    return (row * SINEW__LANES + (lane & 3) * 2 + (lane >> 2)) * 4;
}

/// s = 2 / q·q of quaternions of any length, summed in pairs: the quotient, which all wait for, begins earlier.
static inline lanes rotation_factor(const lanes q[4])
{
    const lanes shortest = splat(1e-30f); // keeps a quaternion of no length finite
    return splat(2.0f) / (mul_add(q[0], q[0], q[1] * q[1]) + mul_add(q[2], q[2], mul_add(q[3], q[3], shortest)));
}

/// Rotations of quaternions of any length: R = I − s · (…). What s multiplies is there before s is.
static inline void set_rotation(const lanes q[4], lanes s, lanes m[12])
{
    const lanes one = splat(1.0f);
    const lanes xx = q[0] * q[0], yy = q[1] * q[1], zz = q[2] * q[2], wx = q[3] * q[0], wy = q[3] * q[1],
                wz = q[3] * q[2];
    m[0] = mul_from(s, yy + zz, one);
    m[1] = s * mul_add(q[0], q[1], -wz);
    m[2] = s * mul_add(q[0], q[2], wy);
    m[4] = s * mul_add(q[0], q[1], wz);
    m[5] = mul_from(s, xx + zz, one);
    m[6] = s * mul_add(q[1], q[2], -wx);
    m[8] = s * mul_add(q[0], q[2], -wy);
    m[9] = s * mul_add(q[1], q[2], wx);
    m[10] = mul_from(s, xx + yy, one);
}

static inline void scale_columns(lanes m[12], lanes x, lanes y, lanes z)
{
    for (int i = 0; i < 12; i += 4) {
        m[i] = m[i] * x;
        m[i + 1] = m[i + 1] * y;
        m[i + 2] = m[i + 2] * z;
    }
}

/// Local matrices by rows of LANES joints of a group, from lane `first` on, which becomes lane 0 of map_row_at.
static inline void lane_matrices(const sinew_local_group *group, int first, float *out)
{
    const lanes q[4] = {load(group->qx + first), load(group->qy + first), load(group->qz + first),
                        load(group->qw + first)};
    lanes m[12];
    set_rotation(q, rotation_factor(q), m);
    scale_columns(m, load(group->sx + first), load(group->sy + first), load(group->sz + first));
    m[3] = load(group->tx + first);
    m[7] = load(group->ty + first);
    m[11] = load(group->tz + first);
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        turn_rows(m + 4 * row, rows);
        for (int i = 0; i < 4; ++i) save(out + map_row_at(i, row), rows[i]);
    }
}

typedef float four __attribute__((vector_size(16)));
typedef int32_t four_signs __attribute__((vector_size(16)));

/// `v` with the sign of each element reversed where `signs` is INT32_MIN.
static inline four with_signs(four v, four_signs signs)
{
    return (four)((four_signs)v ^ signs);
}

/// The local matrix of one joint by rows, as three vectors: sixteen joints would wait for lanes that were just written.
/// With p = 2 / q·q · q, row 0 of the rotation is (1 0 0) + p.y · a + p.z · b, and so on.
static inline void joint_matrix(const sinew_local_group *group, int lane, float out[12])
{
    const four q = {group->qx[lane], group->qy[lane], group->qz[lane], group->qw[lane]};
    const four scale = {group->sx[lane], group->sy[lane], group->sz[lane], 1};
    const four square = q * q, pairs = square + SINEW__SHUFFLE(square, square, 1, 0, 3, 2);
    const four p = q * (2.0f / (pairs[0] + pairs[2] + 1e-30f));
    const four zero = {0, 0, 0, 0};
    const four a = with_signs(SINEW__SHUFFLE(q, zero, 1, 0, 3, 4), (four_signs){INT32_MIN, 0, 0, 0}),
               b = with_signs(SINEW__SHUFFLE(q, zero, 2, 3, 0, 4), (four_signs){INT32_MIN, INT32_MIN, 0, 0}),
               c = with_signs(SINEW__SHUFFLE(q, zero, 3, 2, 1, 4), (four_signs){0, INT32_MIN, 0, 0});
    const four x = SINEW__SHUFFLE(p, p, 0, 0, 0, 0), y = SINEW__SHUFFLE(p, p, 1, 1, 1, 1),
               z = SINEW__SHUFFLE(p, p, 2, 2, 2, 2);
    const four rows[3] = {
        ((four){1, 0, 0, group->tx[lane]} + (y * a + z * b)) * scale,
        ((four){0, 1, 0, group->ty[lane]} + (z * c - x * a)) * scale,
        ((four){0, 0, 1, group->tz[lane]} - (x * b + y * c)) * scale,
    };
    memcpy(out, rows, sizeof rows);
}

/// The slot of a joint from its local matrix, whose rows are `stride` floats apart.
static inline void walk_joint(const sinew__skeleton_tables *tables, int32_t joint, const float *local, int stride,
                              float *slots)
{
    const float *above = slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)tables->parents[joint];
    save_slot(slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1), multiply(load_slot(above), local, stride));
}

static void walk_locals(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t first,
                        int32_t end, float *slots)
{
    enum { FEW = 3 };                           ///< joints that take less time one by one
    const sinew__skeleton_tables own = *tables; // so that no store can be taken to change it
    _Alignas(64) float maps[SINEW__MAPS];
    for (int32_t i = first; i < end;) {
        const sinew_local_group *group = &groups[(uint32_t)i / SINEW_LOCAL_LANES];
        const int lane = (int)((uint32_t)i % SINEW_LOCAL_LANES), last = SINEW_LOCAL_LANES - LANES;
        const int32_t left = end - i < SINEW_LOCAL_LANES - lane ? end - i : SINEW_LOCAL_LANES - lane;
        if (left < FEW) {
            joint_matrix(group, lane, maps);
            walk_joint(&own, i++, maps, 4, slots);
            continue;
        }
        const int from = lane < last ? lane : last;
        const int32_t stop = left < from + LANES - lane ? i + left : i + from + LANES - lane;
        lane_matrices(group, from, maps);
        for (int at = lane - from; i < stop; ++i, ++at)
            walk_joint(&own, i, maps + map_row_at(at, 0), 4 * SINEW__LANES, slots);
    }
}

static void put_palette(const sinew__skeleton_tables *tables, const float *slots, sinew_palette_matrix *palette)
{
    for (int32_t i = 0; i < tables->entry_count; ++i) {
        const sinew__palette_entry *entry = &tables->entries[i];
        const affine global = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[i].row[0], multiply(global, entry->offset, 4));
    }
}
