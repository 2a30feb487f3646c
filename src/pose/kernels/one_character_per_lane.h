/// Local to global of LANES characters that play one clip, one character per lane. In addition to the definitions that
/// pose_formulas.h needs, a kernel defines:
///
///   transpose(v)               lane j of v[i] ↔ lane i of v[j], LANES vectors
///   mix_int16(a, b, component, first, shares)   as for one character
///   turn_row(v, rows)          v[4] holds a row of LANES matrices; an order of the kernel's own, for
///   save_transposed(rows, skin_joint, palettes)   writes rows[3], transposed, to the palette entry `skin_joint` of
///   every character

/// What one group's joints need: a vector for each element and joint, element · 8 + joint.
typedef struct group_lanes {
    lanes main[12 * SINEW__LANES], factors[SINEW__LANES], place[3 * SINEW__LANES], scale[3 * SINEW__LANES];
} group_lanes;

/// `count` numbers of a row, from `offset` on, of every character: floats, or rotations in int16; transposed from
/// joints in the lanes to characters.
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
    if (group->kind == SINEW__ROW_QUAT16)
        mix_characters(pairs, group->main, 4 * SINEW__LANES, 1, out->main);
    else
        mix_characters(pairs, group->main, 4 * SINEW__LANES, 0, out->main);
    for (int joint = 0; joint < SINEW__LANES; ++joint) {
        const lanes q[4] = {out->main[joint], out->main[SINEW__LANES + joint], out->main[2 * SINEW__LANES + joint],
                            out->main[3 * SINEW__LANES + joint]};
        out->factors[joint] = rotation_factor(q);
    }
    if (group->flags & SINEW__ROW_MOVES) mix_characters(pairs, group->place, 3 * SINEW__LANES, 0, out->place);
    if (group->flags & SINEW__ROW_SCALES) mix_characters(pairs, group->scale, 3 * SINEW__LANES, 0, out->scale);
}

/// A joint's locals, of every character. `kind` and `flags` are the group's.
static inline void local_across(const float *base, const group_lanes *sampled, uint32_t kind, uint32_t flags, int joint,
                                lanes m[12])
{
    if (kind == SINEW__ROW_STATIC || kind == SINEW__ROW_AFFINE) {
        for (int i = 0; i < 12; ++i)
            m[i] = kind == SINEW__ROW_STATIC ? splat(base[sinew__map_row_at(joint, i / 4) + i % 4])
                                             : sampled->main[i * SINEW__LANES + joint];
        return;
    }
    lanes q[4], place[3], scale[3];
    for (int i = 0; i < 4; ++i) q[i] = sampled->main[i * SINEW__LANES + joint];
    set_rotation(q, sampled->factors[joint], m);
    for (int i = 0; i < 3; ++i)
        place[i] =
            flags & SINEW__ROW_MOVES ? sampled->place[i * SINEW__LANES + joint] : splat(base[i * SINEW__LANES + joint]);
    if (!(flags & SINEW__ROW_UNIT)) {
        for (int i = 0; i < 3; ++i)
            scale[i] = flags & SINEW__ROW_SCALES ? sampled->scale[i * SINEW__LANES + joint]
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
static inline void save_across(const lanes m[12], int32_t skin_joint, sinew_palette_matrix *const *palettes)
{
    lanes transposed[3][4];
    for (int i = 0; i < 3; ++i) turn_row(m + 4 * i, transposed[i]);
    save_transposed(transposed, skin_joint, palettes);
}

/// A joint's other palette entry, of every character.
static inline void walk_entry_across(const sinew__palette_entry *entry, const float *skinning,
                                     sinew_palette_matrix *const *palettes)
{
    lanes offset[12], out[12];
    for (int i = 0; i < 12; ++i) offset[i] = splat(entry->offset[i]);
    multiply_across(skinning, offset, out);
    save_across(out, entry->skin_joint, palettes);
}

/// What a crowd's walk works with.
typedef struct lanes_walk {
    const sinew__lane_slots *slots;
    const sinew__palette_entry *entries;
    float *memory;
    sinew_palette_matrix *const *palettes;
    sinew__prefetch *ahead;
    int32_t steps; ///< to fetch beside a joint
} lanes_walk;

/// A group's joints, [first, end), of every character.
static inline void walk_group_across(const lanes_walk *walk, const float *base, const group_lanes *sampled,
                                     uint32_t kind, uint32_t flags, int32_t first, int32_t end)
{
    const struct sinew__lane_joint *joint = walk->slots->joints + first;
    for (int lane = 0; lane < end - first; ++lane, ++joint) {
        lanes local[12], skinning[12];
        for (int32_t i = 0; i < walk->steps; ++i) sinew__prefetch_step(walk->ahead);
        local_across(base, sampled, kind, flags, lane, local);
        multiply_across(walk->memory + (size_t)joint->above * 12 * LANES, local, skinning);
        float *own = walk->memory + (size_t)joint->own * 12 * LANES;
        if (joint->own != SINEW_NONE)
            for (int i = 0; i < 12; ++i) save(own + i * LANES, skinning[i]);
        if (joint->copy != SINEW_NONE) save_across(skinning, joint->copy, walk->palettes);
        for (int32_t i = first + lane == 0 ? 0 : joint[-1].entries_end; i < joint->entries_end; ++i)
            walk_entry_across(&walk->entries[walk->slots->entries[i]], own, walk->palettes);
    }
}

static void walk_lanes(const sinew__walk *walk, const sinew__lane_slots *slots, const sinew__row_pair *pairs,
                       float *memory, sinew_palette_matrix *const *palettes, sinew__prefetch *ahead)
{
    const lanes_walk tables = {.slots = slots,
                               .entries = walk->entries,
                               .memory = memory,
                               .palettes = palettes,
                               .ahead = ahead,
                               .steps = (sinew__prefetch_steps(ahead) + walk->joint_count - 1) / walk->joint_count};
    group_lanes sampled;
    for (int i = 0; i < 12; ++i) save(memory + i * LANES, splat(walk->root[i]));
    for (int32_t i = 0; i < walk->group_count; ++i) {
        const sinew__row_group *group = &walk->groups[i];
        const float *base = (const float *)(const void *)(walk->section + group->base);
        const int32_t first = i * SINEW__LANES, left = walk->joint_count - first;
        const int32_t end = first + (left < SINEW__LANES ? left : SINEW__LANES);
        sample_across(group, pairs, &sampled);
        if (group->kind == SINEW__ROW_QUAT16 &&
            group->flags == SINEW__ROW_UNIT) // most joints of most clips: without questions
            walk_group_across(&tables, base, &sampled, SINEW__ROW_QUAT16, SINEW__ROW_UNIT, first, end);
        else
            walk_group_across(&tables, base, &sampled, group->kind, group->flags, first, end);
    }
}
