/// Local to global of one character, whose joints are sampled LANES at a time. In addition to the definitions that
/// pose_formulas.h needs, a kernel defines:
///
///   affine                a 3×4 matrix in registers
///   mix_int16(a, b, component, first, shares)   LANES rotations in int16 of two rows, from lane `first` on, mixed in
///                              whole numbers, as floats
///   save_maps(m, first, out)   m[12] holds the elements of LANES matrices; writes them into a group's maps by rows,
///                              from lane `first` on; out is on a boundary of 32 bytes
///   load_slot, save_slot, load_matrix, save_matrix   of `affine`; a matrix is 12 floats, a slot 16
///   multiply(a, map, stride)   of an `affine` and a map whose rows of four floats lie `stride` floats apart

/// One element of LANES joints of one character, between its rows.
static inline lanes mix_component(const sinew__row_group *group, const sinew__row_pair *pair, int component, int first)
{
    if (group->kind == SINEW__ROW_QUAT16)
        return mix_int16((const int16_t *)(const void *)(pair->before + group->main),
                         (const int16_t *)(const void *)(pair->after + group->main), component, first, pair->shares);
    return mix_floats(pair, group->main, component * SINEW__LANES + first);
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
        place[i] = group->flags & SINEW__ROW_MOVES ? mix_floats(pair, group->place, i * SINEW__LANES + first)
                                                   : load(base + i * SINEW__LANES);
    if (!(group->flags & SINEW__ROW_UNIT)) {
        for (int i = 0; i < 3; ++i)
            scale[i] = group->flags & SINEW__ROW_SCALES ? mix_floats(pair, group->scale, i * SINEW__LANES + first)
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

/// A joint's skinning matrix from its parent's and its local, and the palette entry where that is a copy.
static inline void walk_joint(const float *above, const float *local, float *own, int32_t copy,
                              sinew_palette_matrix *palette)
{
    const affine skinning = multiply(load_slot(above), local, 4 * SINEW__LANES);
    save_slot(own, skinning);
    if (copy != SINEW_NONE) save_matrix(palette[(uint32_t)copy].row[0], skinning);
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

static void single_character(const sinew__walk *walk, const sinew__row_pair *pair, float *slots,
                             sinew_palette_matrix *palette)
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
        if (left >= SINEW__LANES)
            walk_group(&tables, group, SINEW__LANES, locals, slots, palette);
        else
            walk_group(&tables, group, left, locals, slots, palette);
    }
    for (int32_t i = 0; i < tables.entry_count; ++i) {
        const sinew__palette_entry *entry = &tables.entries[i];
        const affine skinning = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->skin_joint].row[0], multiply(skinning, entry->offset, 4));
    }
}
