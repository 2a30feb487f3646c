/// The walk over a baked clip, in terms of a vector of floats. A kernel file defines, before it includes this:
///
///   LANES                 floats in a vector, 4 or 8
///   lanes                 the vector type, with the operators + - * /
///   affine                a 3×4 matrix in registers
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   load_int16(p)         LANES int16 as floats
///   mul_add(a, b, c)      a · b + c
///   transpose(v)          lane j of v[i] ↔ lane i of v[j], LANES vectors
///   save_matrices(m, out) m[12] holds the elements of LANES matrices; writes matrix i, 12 floats by rows, to out[i]
///   load_slot, save_slot, load_matrix, save_matrix, multiply   of `affine`; a matrix is 12 floats, a slot 16
///
/// All kernels multiply in the same order, so that one character's palette does not depend on who poses beside it.

/// Rows of one character.
static inline lanes load_component(const sinew__row_group *group, const uint8_t *row, int component, int first)
{
    const uint8_t *main = row + group->main;
    const int at = component * SINEW__LANES + first;
    if (group->kind == SINEW__ROW_QUAT16) return load_int16((const int16_t *)(const void *)main + at);
    return load((const float *)(const void *)main + at);
}

static inline lanes mix(lanes before, lanes after, lanes part)
{
    return mul_add(part, after - before, before);
}

/// One element of LANES joints of one character, between its rows.
static inline lanes mix_component(const sinew__row_group *group, const sinew__row_pair *pair, int component, int first)
{
    return mix(load_component(group, pair->before, component, first), load_component(group, pair->after, component, first),
               splat(pair->part));
}

static inline lanes mix_floats(const sinew__row_pair *pair, uint32_t offset, int component, int first)
{
    const size_t at = (size_t)(component * SINEW__LANES + first) * sizeof(float);
    return mix(load((const float *)(const void *)(pair->before + offset + at)),
               load((const float *)(const void *)(pair->after + offset + at)), splat(pair->part));
}

/// Rotations of quaternions of any length: R = I − s · (…), s = 2 / q·q.
static inline void set_rotation(const lanes q[4], lanes m[12])
{
    const lanes shortest = splat(1e-30f); // keeps a quaternion of no length finite
    const lanes one = splat(1.0f);
    const lanes square = mul_add(q[0], q[0], mul_add(q[1], q[1], mul_add(q[2], q[2], mul_add(q[3], q[3], shortest))));
    const lanes s = splat(2.0f) / square;
    const lanes xs = q[0] * s, ys = q[1] * s, zs = q[2] * s;
    const lanes xx = q[0] * xs, yy = q[1] * ys, zz = q[2] * zs;
    const lanes wx = q[3] * xs, wy = q[3] * ys, wz = q[3] * zs;
    m[0] = one - (yy + zz);
    m[1] = mul_add(q[0], ys, -wz);
    m[2] = mul_add(q[0], zs, wy);
    m[4] = mul_add(q[0], ys, wz);
    m[5] = one - (xx + zz);
    m[6] = mul_add(q[1], zs, -wx);
    m[8] = mul_add(q[0], zs, -wy);
    m[9] = mul_add(q[1], zs, wx);
    m[10] = one - (xx + yy);
}

static inline void scale_columns(lanes m[12], lanes x, lanes y, lanes z)
{
    for (int i = 0; i < 12; i += 4) {
        m[i] = m[i] * x;
        m[i + 1] = m[i + 1] * y;
        m[i + 2] = m[i + 2] * z;
    }
}

// ---- one character: joints in the lanes ---------------------------------------------------------------------------

/// Locals of LANES joints of a group, from the joint `first` on.
static inline void sample_joints(const sinew__walk *walk, const sinew__row_group *group, const sinew__row_pair *pair,
                                 int first, lanes m[12])
{
    if (group->kind == SINEW__ROW_AFFINE) {
        for (int i = 0; i < 12; ++i) m[i] = mix_component(group, pair, i, first);
        return;
    }
    lanes q[4];
    for (int i = 0; i < 4; ++i) q[i] = mix_component(group, pair, i, first);
    set_rotation(q, m);
    const float *base = (const float *)(const void *)(walk->section + group->base) + first;
    for (int i = 0; i < 3; ++i)
        m[4 * i + 3] = group->flags & SINEW__ROW_MOVES ? mix_floats(pair, group->translation, i, first)
                                                       : load(base + i * SINEW__LANES);
    if (group->flags & SINEW__ROW_UNIT) return;
    lanes s[3];
    for (int i = 0; i < 3; ++i)
        s[i] = group->flags & SINEW__ROW_SCALES ? mix_floats(pair, group->scale, i, first)
                                                : load(base + (3 + i) * SINEW__LANES);
    scale_columns(m, s[0], s[1], s[2]);
}

/// Locals of a group's eight joints, 12 floats each. `memory` holds them where they are not at hand.
static inline const float *sample_group(const sinew__walk *walk, const sinew__row_group *group,
                                        const sinew__row_pair *pair, float *memory)
{
    if (group->kind == SINEW__ROW_STATIC) return (const float *)(const void *)(walk->section + group->base);
    for (int first = 0; first < SINEW__LANES; first += LANES) {
        lanes m[12];
        float *out[LANES];
        for (int i = 0; i < LANES; ++i) out[i] = memory + 12 * (first + i);
        sample_joints(walk, group, pair, first, m);
        save_matrices(m, out);
    }
    return memory;
}

/// Globals of joints [first, end) from their locals, and their palette entries.
static inline void walk_joints(const sinew__walk *walk, const float *locals, int32_t first, int32_t end, float *slots,
                               sinew_palette_matrix *palette)
{
    const int32_t *parents = walk->parents;
    const sinew__palette_entry *entries = walk->entries; // in order of joints
    int32_t entry = walk->entry_start[first];
    for (int32_t joint = first; joint < end; ++joint, locals += 12) {
        const affine above = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)parents[joint]);
        const affine global = multiply(above, locals);
        save_slot(slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)(joint + 1), global);
        for (const int32_t next = walk->entry_start[joint + 1]; entry < next; ++entry)
            save_matrix(palette[entries[entry].binding].row[0], multiply(global, entries[entry].offset));
    }
}

static void walk_one(const sinew__walk *walk, const sinew__row_pair *pair, float *slots, sinew_palette_matrix *palette)
{
    const sinew__walk tables = *walk; // of its own, so that no store can be taken to change it
    _Alignas(64) float memory[12 * SINEW__LANES];
    save_slot(slots, load_matrix(tables.root));
    for (int32_t group = 0; group < tables.group_count; ++group) {
        const float *locals = sample_group(&tables, &tables.groups[group], pair, memory);
        const int32_t first = group * SINEW__LANES, left = tables.joint_count - first;
        walk_joints(&tables, locals, first, first + (left < SINEW__LANES ? left : SINEW__LANES), slots, palette);
    }
}

// ---- LANES characters: a character to a lane ----------------------------------------------------------------------

/// One element of the eight joints of a group: out[j] holds joint j of every character.
static inline void mix_across(const sinew__row_group *group, const sinew__row_pair *pairs, int component, lanes *out)
{
    for (int first = 0; first < SINEW__LANES; first += LANES) {
        for (int i = 0; i < LANES; ++i) out[first + i] = mix_component(group, &pairs[i], component, first);
        transpose(out + first);
    }
}

static inline void mix_floats_across(const sinew__row_pair *pairs, uint32_t offset, int component, lanes *out)
{
    for (int first = 0; first < SINEW__LANES; first += LANES) {
        for (int i = 0; i < LANES; ++i) out[first + i] = mix_floats(&pairs[i], offset, component, first);
        transpose(out + first);
    }
}

/// What one group's joints need, a vector for each joint.
typedef struct group_lanes {
    lanes main[12][SINEW__LANES], translation[3][SINEW__LANES], scale[3][SINEW__LANES];
} group_lanes;

static inline void sample_across(const sinew__row_group *group, const sinew__row_pair *pairs, group_lanes *out)
{
    if (group->kind == SINEW__ROW_STATIC) return;
    const int components = group->kind == SINEW__ROW_AFFINE ? 12 : 4;
    for (int i = 0; i < components; ++i) mix_across(group, pairs, i, out->main[i]);
    for (int i = 0; i < 3; ++i) {
        if (group->flags & SINEW__ROW_MOVES) mix_floats_across(pairs, group->translation, i, out->translation[i]);
        if (group->flags & SINEW__ROW_SCALES) mix_floats_across(pairs, group->scale, i, out->scale[i]);
    }
}

static inline void local_across(const sinew__walk *walk, const sinew__row_group *group, const group_lanes *sampled,
                                int joint, lanes m[12])
{
    const float *base = (const float *)(const void *)(walk->section + group->base);
    if (group->kind == SINEW__ROW_STATIC || group->kind == SINEW__ROW_AFFINE) {
        for (int i = 0; i < 12; ++i)
            m[i] = group->kind == SINEW__ROW_STATIC ? splat(base[12 * joint + i]) : sampled->main[i][joint];
        return;
    }
    const lanes q[4] = {sampled->main[0][joint], sampled->main[1][joint], sampled->main[2][joint],
                        sampled->main[3][joint]};
    set_rotation(q, m);
    for (int i = 0; i < 3; ++i)
        m[4 * i + 3] = group->flags & SINEW__ROW_MOVES ? sampled->translation[i][joint]
                                                       : splat(base[i * SINEW__LANES + joint]);
    if (group->flags & SINEW__ROW_UNIT) return;
    lanes s[3];
    for (int i = 0; i < 3; ++i)
        s[i] = group->flags & SINEW__ROW_SCALES ? sampled->scale[i][joint] : splat(base[(3 + i) * SINEW__LANES + joint]);
    scale_columns(m, s[0], s[1], s[2]);
}

static inline void multiply_across(const lanes a[12], const lanes b[12], lanes out[12])
{
    for (int i = 0; i < 12; i += 4) {
        for (int j = 0; j < 3; ++j) out[i + j] = mul_add(a[i], b[j], mul_add(a[i + 1], b[4 + j], a[i + 2] * b[8 + j]));
        out[i + 3] = mul_add(a[i], b[3], mul_add(a[i + 1], b[7], mul_add(a[i + 2], b[11], a[i + 3])));
    }
}

static inline void save_palettes(const sinew__palette_entry *entry, const lanes global[12],
                                 sinew_palette_matrix *const *palettes)
{
    lanes offset[12], m[12];
    float *out[LANES];
    for (int i = 0; i < 12; ++i) offset[i] = splat(entry->offset[i]);
    for (int i = 0; i < LANES; ++i) out[i] = palettes[i][entry->binding].row[0];
    multiply_across(global, offset, m);
    save_matrices(m, out);
}

static void walk_lanes(const sinew__walk *walk, const sinew__row_pair *pairs, float *slots,
                       sinew_palette_matrix *const *palettes)
{
    group_lanes sampled;
    for (int i = 0; i < 12; ++i) save(slots + i * LANES, splat(walk->root[i]));
    for (int32_t group = 0; group < walk->group_count; ++group) {
        sample_across(&walk->groups[group], pairs, &sampled);
        const int32_t first = group * SINEW__LANES, left = walk->joint_count - first;
        const int32_t end = first + (left < SINEW__LANES ? left : SINEW__LANES);
        for (int32_t joint = first; joint < end; ++joint) {
            const float *parent = slots + (size_t)walk->parents[joint] * 12 * LANES;
            float *own = slots + (size_t)(joint + 1) * 12 * LANES;
            lanes local[12], above[12], global[12];
            local_across(walk, &walk->groups[group], &sampled, joint - first, local);
            for (int i = 0; i < 12; ++i) above[i] = load(parent + i * LANES);
            multiply_across(above, local, global);
            for (int i = 0; i < 12; ++i) save(own + i * LANES, global[i]);
            for (int32_t i = walk->entry_start[joint]; i < walk->entry_start[joint + 1]; ++i)
                save_palettes(&walk->entries[i], global, palettes);
        }
    }
}
