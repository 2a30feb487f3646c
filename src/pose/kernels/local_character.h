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

/// Writes LANES matrices into eight maps by rows, from lane `first` on.
static inline void save_maps(const lanes m[12], int first, float *out)
{
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        turn_rows(m + 4 * row, rows);
        for (int i = 0; i < 4; ++i) save(out + map_row_at(first + i, row), rows[i]);
    }
}

/// Local matrices of those lanes of a group that are in [begin, end), by rows: eight after eight, as map_row_at
/// says.
static inline void group_matrices(const sinew_local_group *group, int begin, int end, float *out)
{
    for (int i = begin / LANES * LANES; i < end; i += LANES) {
        const lanes q[4] = {load(group->qx + i), load(group->qy + i), load(group->qz + i), load(group->qw + i)};
        lanes m[12];
        set_rotation(q, rotation_factor(q), m);
        scale_columns(m, load(group->sx + i), load(group->sy + i), load(group->sz + i));
        m[3] = load(group->tx + i);
        m[7] = load(group->ty + i);
        m[11] = load(group->tz + i);
        save_maps(m, i % SINEW__LANES, out + i / SINEW__LANES * SINEW__MAPS);
    }
}

typedef float four __attribute__((vector_size(16)));

/// The local matrix of one joint by rows, as three vectors: sixteen joints would wait for lanes that were just written.
static inline void joint_matrix(const sinew_local_group *group, int lane, float out[12])
{
    const float x = group->qx[lane], y = group->qy[lane], z = group->qz[lane], w = group->qw[lane];
    const float sx = group->sx[lane], sy = group->sy[lane], sz = group->sz[lane];
    const float f = 2.0f / ((x * x + y * y) + (z * z + w * w) + 1e-30f);
    const float xx = x * x, yy = y * y, zz = z * z, xy = x * y, xz = x * z, yz = y * z, wx = w * x, wy = w * y,
                wz = w * z;
    const four rows[3] = {
        {(1 - f * (yy + zz)) * sx, f * (xy - wz) * sy, f * (xz + wy) * sz, group->tx[lane]},
        {f * (xy + wz) * sx, (1 - f * (xx + zz)) * sy, f * (yz - wx) * sz, group->ty[lane]},
        {f * (xz - wy) * sx, f * (yz + wx) * sy, (1 - f * (xx + yy)) * sz, group->tz[lane]},
    };
    memcpy(out, rows, sizeof rows);
}

static void walk_few(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t first, int32_t end,
                     float *slots)
{
    for (int32_t i = first; i < end; ++i) {
        _Alignas(16) float matrix[12];
        joint_matrix(&groups[i / SINEW_LOCAL_LANES], i % SINEW_LOCAL_LANES, matrix);
        const float *above = slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)tables->parents[i];
        save_slot(slots + SINEW__SLOT_FLOATS * (size_t)(i + 1), multiply(load_slot(above), matrix, 4));
    }
}

static void walk_locals(const sinew__skeleton_tables *tables, const sinew_local_group *groups, int32_t first,
                        int32_t end, float *slots)
{
    enum { FEW = 5 }; ///< joints that take less time one by one
    if (end - first < FEW) {
        walk_few(tables, groups, first, end, slots);
        return;
    }
    _Alignas(64) float maps[SINEW_LOCAL_LANES / SINEW__LANES * SINEW__MAPS];
    const int32_t *parents = tables->parents;
    for (int32_t i = first; i < end;) {
        const int32_t group_first = i / SINEW_LOCAL_LANES * SINEW_LOCAL_LANES;
        const int32_t stop = end < group_first + SINEW_LOCAL_LANES ? end : group_first + SINEW_LOCAL_LANES;
        group_matrices(&groups[i / SINEW_LOCAL_LANES], i - group_first, stop - group_first, maps);
        for (; i < stop; ++i) {
            const int lane = i - group_first;
            const float *above = slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)parents[i];
            const float *local = maps + lane / SINEW__LANES * SINEW__MAPS + map_row_at(lane % SINEW__LANES, 0);
            save_slot(slots + SINEW__SLOT_FLOATS * (size_t)(i + 1),
                      multiply(load_slot(above), local, 4 * SINEW__LANES));
        }
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
