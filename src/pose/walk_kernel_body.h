/// The walk over a baked clip, in terms of a vector of floats. A kernel file defines, before it includes this:
///
///   LANES                 floats in a vector, 4 or 8
///   lanes                 the vector type, with the operators + - * /
///   affine                a 3×4 matrix in registers
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   mix_int16(a, b, component, first, shares)   LANES rotations in int16 of two rows, from lane `first` on, mixed in whole numbers, as floats
///   mul_add(a, b, c)      a · b + c
///   mul_from(a, b, c)     c − a · b
///   transpose(v)          lane j of v[i] ↔ lane i of v[j], LANES vectors
///   save_matrices(m, out) m[12] holds the elements of LANES matrices; writes matrix i, 12 floats by rows, to out[i]
///   save_maps(m, first, out)   the same, into a group's maps by rows, from lane `first` on; out is on a boundary of 32 bytes
///   load_slot, save_slot, load_matrix, save_matrix   of `affine`; a matrix is 12 floats, a slot 16
///   multiply(a, map, stride)   of an `affine` and a map whose rows of four floats lie `stride` floats apart
///
/// All kernels multiply in the same order, so that one character's palette does not depend on who poses beside it.

static inline lanes mix(lanes before, lanes after, lanes part)
{
    return mul_add(part, after - before, before);
}

static inline lanes mix_floats(const sinew__row_pair *pair, uint32_t offset, int component, int first)
{
    const size_t at = (size_t)(component * SINEW__LANES + first) * sizeof(float);
    return mix(load((const float *)(const void *)(pair->before + offset + at)),
               load((const float *)(const void *)(pair->after + offset + at)), splat(pair->part));
}

/// One element of LANES joints of one character, between its rows.
static inline lanes mix_component(const sinew__row_group *group, const sinew__row_pair *pair, int component, int first)
{
    if (group->kind == SINEW__ROW_QUAT16)
        return mix_int16((const int16_t *)(const void *)(pair->before + group->main),
                         (const int16_t *)(const void *)(pair->after + group->main), component, first, pair->shares);
    return mix_floats(pair, group->main, component, first);
}

/// s = 2 / q·q of quaternions of any length.
static inline lanes rotation_factor(const lanes q[4])
{
    const lanes shortest = splat(1e-30f); // keeps a quaternion of no length finite
    return splat(2.0f) / mul_add(q[0], q[0], mul_add(q[1], q[1], mul_add(q[2], q[2], mul_add(q[3], q[3], shortest))));
}

/// Rotations of quaternions of any length: R = I − s · (…).
static inline void set_rotation(const lanes q[4], lanes s, lanes m[12])
{
    const lanes one = splat(1.0f);
    const lanes xs = q[0] * s, ys = q[1] * s, zs = q[2] * s;
    const lanes wx = q[3] * xs, wy = q[3] * ys, wz = q[3] * zs;
    m[0] = mul_from(q[1], ys, mul_from(q[2], zs, one));
    m[1] = mul_add(q[0], ys, -wz);
    m[2] = mul_add(q[0], zs, wy);
    m[4] = mul_add(q[0], ys, wz);
    m[5] = mul_from(q[0], xs, mul_from(q[2], zs, one));
    m[6] = mul_add(q[1], zs, -wx);
    m[8] = mul_add(q[0], zs, -wy);
    m[9] = mul_add(q[1], zs, wx);
    m[10] = mul_from(q[0], xs, mul_from(q[1], ys, one));
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

/// The shift that takes a joint's own place in bind space to where the row has it: place − m · own.
static inline void set_shift(lanes m[12], const lanes place[3], lanes own_x, lanes own_y, lanes own_z)
{
    for (int i = 0; i < 3; ++i)
        m[4 * i + 3] = mul_from(m[4 * i], own_x, mul_from(m[4 * i + 1], own_y, mul_from(m[4 * i + 2], own_z, place[i])));
}

/// Locals of LANES joints of a group, from the joint `first` on.
static inline void sample_joints(const sinew__walk *walk, const sinew__row_group *group, const sinew__row_pair *pair,
                                 int first, lanes m[12])
{
    if (group->kind == SINEW__ROW_AFFINE) {
        for (int i = 0; i < 12; ++i) m[i] = mix_component(group, pair, i, first);
        return;
    }
    lanes q[4], place[3], scale[3];
    for (int i = 0; i < 4; ++i) q[i] = mix_component(group, pair, i, first);
    set_rotation(q, rotation_factor(q), m);
    const float *base = (const float *)(const void *)(walk->section + group->base) + first;
    for (int i = 0; i < 3; ++i)
        place[i] = group->flags & SINEW__ROW_MOVES ? mix_floats(pair, group->place, i, first) : load(base + i * SINEW__LANES);
    if (!(group->flags & SINEW__ROW_UNIT)) {
        for (int i = 0; i < 3; ++i)
            scale[i] = group->flags & SINEW__ROW_SCALES ? mix_floats(pair, group->scale, i, first)
                                                        : load(base + (3 + i) * SINEW__LANES);
        scale_columns(m, scale[0], scale[1], scale[2]);
    }
    set_shift(m, place, load(base + 6 * SINEW__LANES), load(base + 7 * SINEW__LANES), load(base + 8 * SINEW__LANES));
}

/// Locals of a group's eight joints, by rows. `memory` holds them where they are not at hand.
static inline const float *sample_group(const sinew__walk *walk, const sinew__row_group *group,
                                        const sinew__row_pair *pair, float *memory)
{
    if (group->kind == SINEW__ROW_STATIC) return (const float *)(const void *)(walk->section + group->base);
    for (int first = 0; first < SINEW__LANES; first += LANES) {
        lanes m[12];
        sample_joints(walk, group, pair, first, m);
        save_maps(m, first, memory);
    }
    return memory;
}

/// A joint's carry from its parent's and its local, and the palette entry where that is a copy.
static inline void walk_joint(const float *above, const float *local, float *own, int32_t copy, sinew_palette_matrix *palette)
{
    const affine carry = multiply(load_slot(above), local, 4 * SINEW__LANES);
    save_slot(own, carry);
    if (copy != SINEW_NONE) save_matrix(palette[(uint32_t)copy].row[0], carry);
}

/// The first `count` joints of a group.
static inline void walk_group(const sinew__walk *walk, int32_t group, int count, const float *locals, float *slots,
                              sinew_palette_matrix *palette)
{
    const size_t first = (size_t)group * SINEW__LANES;
    const int32_t *parents = walk->parents + first, *copies = walk->copies + first;
    float *own = slots + SINEW__SLOT_FLOATS * (first + 1);
#pragma GCC unroll 8
    for (int i = 0; i < count; ++i)
        walk_joint(slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)parents[i], locals + sinew__map_row_at(i, 0),
                   own + SINEW__SLOT_FLOATS * i, copies[i], palette);
}

static void walk_one(const sinew__walk *walk, const sinew__row_pair *pair, float *slots, sinew_palette_matrix *palette)
{
    const sinew__walk tables = *walk; // of its own, so that no store can be taken to change it
    const sinew__row_pair rows = *pair;
    _Alignas(64) float memory[2][12 * SINEW__LANES];
    save_slot(slots, load_matrix(tables.root));
    const float *next = tables.group_count ? sample_group(&tables, &tables.groups[0], &rows, memory[0]) : NULL;
    for (int32_t group = 0; group < tables.group_count; ++group) {
        const float *locals = next; // sampled a group ahead, so that no joint waits for it
        if (group + 1 < tables.group_count)
            next = sample_group(&tables, &tables.groups[group + 1], &rows, memory[(group + 1) % 2]);
        const int32_t left = tables.joint_count - group * SINEW__LANES;
        if (left >= SINEW__LANES) walk_group(&tables, group, SINEW__LANES, locals, slots, palette);
        else walk_group(&tables, group, left, locals, slots, palette);
    }
    for (int32_t i = 0; i < tables.entry_count; ++i) {
        const sinew__palette_entry *entry = &tables.entries[i];
        const affine carry = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->binding].row[0], multiply(carry, entry->offset, 4));
    }
}

// ---- LANES characters: a character to a lane ----------------------------------------------------------------------

/// What one group's joints need, a vector for each joint: one character after the other while it is filled, then turned.
typedef struct group_lanes {
    lanes main[12][SINEW__LANES], factors[SINEW__LANES], place[3][SINEW__LANES], scale[3][SINEW__LANES];
} group_lanes;

/// `count` elements of the eight joints of every character, turned from joints in the lanes to characters.
static inline void mix_characters(const sinew__row_group *group, const sinew__row_pair *pairs, int count,
                                  lanes (*out)[SINEW__LANES])
{
    for (int k = 0; k < count; ++k) {
        for (int first = 0; first < SINEW__LANES; first += LANES) {
            lanes v[LANES];
            for (int i = 0; i < LANES; ++i) v[i] = mix_component(group, &pairs[i], k, first);
            transpose(v);
            for (int i = 0; i < LANES; ++i) out[k][first + i] = v[i];
        }
    }
}

static inline void mix_characters_floats(const sinew__row_pair *pairs, uint32_t offset, lanes (*out)[SINEW__LANES])
{
    for (int k = 0; k < 3; ++k) {
        for (int first = 0; first < SINEW__LANES; first += LANES) {
            lanes v[LANES];
            for (int i = 0; i < LANES; ++i) v[i] = mix_floats(&pairs[i], offset, k, first);
            transpose(v);
            for (int i = 0; i < LANES; ++i) out[k][first + i] = v[i];
        }
    }
}

static inline void sample_across(const sinew__row_group *group, const sinew__row_pair *pairs, group_lanes *out)
{
    if (group->kind == SINEW__ROW_STATIC) return;
    if (group->kind == SINEW__ROW_AFFINE) {
        mix_characters(group, pairs, 12, out->main);
        return;
    }
    mix_characters(group, pairs, 4, out->main);
    for (int joint = 0; joint < SINEW__LANES; ++joint) {
        const lanes q[4] = {out->main[0][joint], out->main[1][joint], out->main[2][joint], out->main[3][joint]};
        out->factors[joint] = rotation_factor(q);
    }
    if (group->flags & SINEW__ROW_MOVES) mix_characters_floats(pairs, group->place, out->place);
    if (group->flags & SINEW__ROW_SCALES) mix_characters_floats(pairs, group->scale, out->scale);
}

static inline void local_across(const sinew__walk *walk, const sinew__row_group *group, const group_lanes *sampled,
                                int joint, lanes m[12])
{
    const float *base = (const float *)(const void *)(walk->section + group->base);
    if (group->kind == SINEW__ROW_STATIC || group->kind == SINEW__ROW_AFFINE) {
        for (int i = 0; i < 12; ++i)
            m[i] = group->kind == SINEW__ROW_STATIC ? splat(base[sinew__map_row_at(joint, i / 4) + i % 4]) : sampled->main[i][joint];
        return;
    }
    const lanes q[4] = {sampled->main[0][joint], sampled->main[1][joint], sampled->main[2][joint],
                        sampled->main[3][joint]};
    lanes place[3], scale[3];
    set_rotation(q, sampled->factors[joint], m);
    for (int i = 0; i < 3; ++i)
        place[i] = group->flags & SINEW__ROW_MOVES ? sampled->place[i][joint] : splat(base[i * SINEW__LANES + joint]);
    if (!(group->flags & SINEW__ROW_UNIT)) {
        for (int i = 0; i < 3; ++i)
            scale[i] = group->flags & SINEW__ROW_SCALES ? sampled->scale[i][joint]
                                                        : splat(base[(3 + i) * SINEW__LANES + joint]);
        scale_columns(m, scale[0], scale[1], scale[2]);
    }
    const float *own = base + 6 * SINEW__LANES + joint;
    set_shift(m, place, splat(own[0]), splat(own[SINEW__LANES]), splat(own[2 * SINEW__LANES]));
}

/// a · b, with `a` from memory.
static inline void multiply_across(const float *a, const lanes b[12], lanes out[12])
{
    for (int i = 0; i < 12; i += 4, a += 4 * LANES) {
        const lanes x = load(a), y = load(a + LANES), z = load(a + 2 * LANES), shift = load(a + 3 * LANES);
        for (int j = 0; j < 3; ++j) out[i + j] = mul_add(x, b[j], mul_add(y, b[4 + j], z * b[8 + j]));
        out[i + 3] = mul_add(x, b[3], mul_add(y, b[7], mul_add(z, b[11], shift)));
    }
}

/// Writes one binding's entry of every character.
static inline void save_across(const lanes m[12], int32_t binding, sinew_palette_matrix *const *palettes)
{
    float *out[LANES];
    for (int i = 0; i < LANES; ++i) out[i] = palettes[i][binding].row[0];
    save_matrices(m, out);
}

/// One joint of every character, and its palette entry where that is a copy.
static inline void walk_joint_across(const sinew__walk *walk, const lanes local[12], int32_t joint, float *slots,
                                     sinew_palette_matrix *const *palettes)
{
    float *own = slots + (size_t)(joint + 1) * 12 * LANES;
    lanes carry[12];
    multiply_across(slots + (size_t)walk->parents[joint] * 12 * LANES, local, carry);
    for (int i = 0; i < 12; ++i) save(own + i * LANES, carry[i]);
    if (walk->copies[joint] != SINEW_NONE) save_across(carry, walk->copies[joint], palettes);
}

/// Asks for the rows of a later group, of every character.
static inline void fetch_rows(const sinew__walk *walk, int32_t group, const sinew__row_pair *pairs)
{
    if (group >= walk->group_count) return;
    for (int i = 0; i < LANES; ++i) {
        __builtin_prefetch(pairs[i].before + walk->groups[group].main);
        __builtin_prefetch(pairs[i].after + walk->groups[group].main);
    }
}

/// Asks for the palette entries that a later joint fills.
static inline void fetch_entries(const sinew__walk *walk, int32_t joint, sinew_palette_matrix *const *palettes)
{
    if (joint >= walk->joint_count || walk->copies[joint] == SINEW_NONE) return;
    for (int i = 0; i < LANES; ++i) __builtin_prefetch(&palettes[i][walk->copies[joint]], 1);
}

static void walk_lanes(const sinew__walk *walk, const sinew__row_pair *pairs, float *slots,
                       sinew_palette_matrix *const *palettes)
{
    const sinew__walk tables = *walk;
    group_lanes sampled;
    lanes local[12];
    for (int i = 0; i < 12; ++i) save(slots + i * LANES, splat(tables.root[i]));
    for (int32_t group = 0; group < tables.group_count; ++group) {
        const int32_t first = group * SINEW__LANES;
        fetch_rows(&tables, group + SINEW__FETCH_GROUPS, pairs);
        sample_across(&tables.groups[group], pairs, &sampled);
        for (int32_t joint = first; joint < first + SINEW__LANES && joint < tables.joint_count; ++joint) {
            fetch_entries(&tables, joint + SINEW__FETCH_JOINTS, palettes);
            local_across(&tables, &tables.groups[group], &sampled, joint - first, local);
            walk_joint_across(&tables, local, joint, slots, palettes);
        }
    }
    for (int32_t i = 0; i < tables.entry_count; ++i) {
        const sinew__palette_entry *entry = &tables.entries[i];
        lanes offset[12], out[12];
        for (int k = 0; k < 12; ++k) offset[k] = splat(entry->offset[k]);
        multiply_across(slots + (size_t)(entry->joint + 1) * 12 * LANES, offset, out);
        save_across(out, entry->binding, palettes);
    }
}
