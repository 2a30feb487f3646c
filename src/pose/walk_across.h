/// The walk of LANES characters that play one clip, a character to a lane. A kernel defines beside what walk_formulas.h asks for:
///
///   transpose(v)               lane j of v[i] ↔ lane i of v[j], LANES vectors
///   mix_int16(a, b, component, first, shares)   as for one character
///   turn_row(v, rows)          v[4] holds a row of LANES matrices; an order of the kernel's own, for
///   save_turned(rows, binding, palettes)   writes rows[3], turned, to the palette entry `binding` of every character

/// What one group's joints need: a vector for each element and joint, element · 8 + joint.
typedef struct group_lanes {
    lanes main[12 * SINEW__LANES], factors[SINEW__LANES], place[3 * SINEW__LANES], scale[3 * SINEW__LANES];
} group_lanes;

/// `count` numbers of a row, from `offset` on, of every character: floats, or rotations in int16; turned from joints in the lanes to characters.
static inline void mix_characters(const sinew__row_pair *pairs, uint32_t offset, int count, int is_int16, lanes *out)
{
    for (int first = 0; first < count; first += LANES) {
        lanes v[LANES];
        for (int i = 0; i < LANES; ++i)
            v[i] = is_int16 ? mix_int16((const int16_t *)(const void *)(pairs[i].before + offset),
                                        (const int16_t *)(const void *)(pairs[i].after + offset), first / SINEW__LANES,
                                        first % SINEW__LANES, pairs[i].shares)
                            : mix_floats(&pairs[i], offset, first);
        transpose(v);
        for (int i = 0; i < LANES; ++i) out[first + i] = v[i];
    }
}

static inline void sample_across(const sinew__row_group *group, const sinew__row_pair *pairs, group_lanes *out)
{
    if (group->kind == SINEW__ROW_STATIC) return;
    if (group->kind == SINEW__ROW_AFFINE) {
        mix_characters(pairs, group->main, 12 * SINEW__LANES, 0, out->main);
        return;
    }
    if (group->kind == SINEW__ROW_QUAT16) mix_characters(pairs, group->main, 4 * SINEW__LANES, 1, out->main);
    else mix_characters(pairs, group->main, 4 * SINEW__LANES, 0, out->main);
    for (int joint = 0; joint < SINEW__LANES; ++joint) {
        const lanes q[4] = {out->main[joint], out->main[SINEW__LANES + joint], out->main[2 * SINEW__LANES + joint],
                            out->main[3 * SINEW__LANES + joint]};
        out->factors[joint] = rotation_factor(q);
    }
    if (group->flags & SINEW__ROW_MOVES) mix_characters(pairs, group->place, 3 * SINEW__LANES, 0, out->place);
    if (group->flags & SINEW__ROW_SCALES) mix_characters(pairs, group->scale, 3 * SINEW__LANES, 0, out->scale);
}

static inline void local_across(const sinew__walk *walk, const sinew__row_group *group, const group_lanes *sampled,
                                int joint, lanes m[12])
{
    const float *base = (const float *)(const void *)(walk->section + group->base);
    if (group->kind == SINEW__ROW_STATIC || group->kind == SINEW__ROW_AFFINE) {
        for (int i = 0; i < 12; ++i)
            m[i] = group->kind == SINEW__ROW_STATIC ? splat(base[sinew__map_row_at(joint, i / 4) + i % 4]) : sampled->main[i * SINEW__LANES + joint];
        return;
    }
    const lanes q[4] = {sampled->main[joint], sampled->main[SINEW__LANES + joint], sampled->main[2 * SINEW__LANES + joint],
                        sampled->main[3 * SINEW__LANES + joint]};
    lanes place[3], scale[3];
    set_rotation(q, sampled->factors[joint], m);
    for (int i = 0; i < 3; ++i)
        place[i] = group->flags & SINEW__ROW_MOVES ? sampled->place[i * SINEW__LANES + joint] : splat(base[i * SINEW__LANES + joint]);
    if (!(group->flags & SINEW__ROW_UNIT)) {
        for (int i = 0; i < 3; ++i)
            scale[i] = group->flags & SINEW__ROW_SCALES ? sampled->scale[i * SINEW__LANES + joint]
                                                        : splat(base[(3 + i) * SINEW__LANES + joint]);
        scale_columns(m, scale[0], scale[1], scale[2]);
    }
    const float *own = base + 6 * SINEW__LANES + joint;
    set_shift(m, place, splat(own[0]), splat(own[SINEW__LANES]), splat(own[2 * SINEW__LANES]));
}

/// a · b, with `a` from memory; column by column, so that a register is free for every element that is done.
static inline void multiply_across(const float *a, const lanes b[12], lanes out[12])
{
    for (int k = 0; k < 4; ++k) {
        for (int i = 0; i < 12; i += 4) {
            const lanes z = load(a + (i + 2) * LANES);
            lanes last = z * b[8 + k];
            if (k == 3) last = mul_add(z, b[11], load(a + (i + 3) * LANES));
            out[i + k] = mul_add(load(a + i * LANES), b[k], mul_add(load(a + (i + 1) * LANES), b[4 + k], last));
        }
    }
}

/// Writes a matrix of every character to a palette entry.
static inline void save_across(const lanes m[12], int32_t binding, sinew_palette_matrix *const *palettes)
{
    lanes turned[3][4];
    for (int i = 0; i < 3; ++i) turn_row(m + 4 * i, turned[i]);
    save_turned(turned, binding, palettes);
}

/// One joint of every character, and its palette entry where that is a copy.
static inline void walk_joint_across(const float *above, const lanes local[12], float *own, int32_t copy, sinew_palette_matrix *const *palettes)
{
    lanes carry[12];
    multiply_across(above, local, carry);
    if (own)
        for (int i = 0; i < 12; ++i) save(own + i * LANES, carry[i]);
    if (copy != SINEW_NONE) save_across(carry, copy, palettes);
}

/// A joint's other palette entry, of every character.
static inline void walk_entry_across(const sinew__palette_entry *entry, const float *carry, sinew_palette_matrix *const *palettes)
{
    lanes offset[12], out[12];
    for (int i = 0; i < 12; ++i) offset[i] = splat(entry->offset[i]);
    multiply_across(carry, offset, out);
    save_across(out, entry->binding, palettes);
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

static void walk_lanes(const sinew__walk *walk, const sinew__lane_slots *places, const sinew__row_pair *pairs, float *memory,
                       sinew_palette_matrix *const *palettes)
{
    const sinew__walk tables = *walk;
    const sinew__lane_slots slots = *places;
    group_lanes sampled;
    lanes local[12];
    int32_t entry = 0;
    for (int i = 0; i < 12; ++i) save(memory + i * LANES, splat(tables.root[i]));
    for (int32_t group = 0; group < tables.group_count; ++group) {
        const int32_t first = group * SINEW__LANES;
        fetch_rows(&tables, group + SINEW__FETCH_GROUPS, pairs);
        sample_across(&tables.groups[group], pairs, &sampled);
        for (int32_t joint = first; joint < first + SINEW__LANES && joint < tables.joint_count; ++joint) {
            fetch_entries(&tables, joint + SINEW__FETCH_JOINTS, palettes);
            local_across(&tables, &tables.groups[group], &sampled, joint - first, local);
            float *own = slots.own[joint] == SINEW_NONE ? NULL : memory + (size_t)slots.own[joint] * 12 * LANES;
            walk_joint_across(memory + (size_t)slots.above[joint] * 12 * LANES, local, own, tables.copies[joint], palettes);
            for (; entry < tables.entry_count && tables.entries[slots.entries[entry]].joint == joint; ++entry)
                walk_entry_across(&tables.entries[slots.entries[entry]], own, palettes);
        }
    }
}
