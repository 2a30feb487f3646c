/// Local to global of one character that plays a compact clip, in terms of the steps of compact_maps.h and of `affine`.
/// Joints wait for their parents, and maps do not: the maps of a group are made while the group before it is walked, in
/// turns.

/// Joints first … end − 1 of a group of sixteen, whose first joint is `joint`.
INLINED void walk_joints(const sinew__walk *walk, int32_t joint, int first, int end, const float *maps, float *slots,
                         sinew_palette_matrix *palette)
{
    const int32_t *parents = walk->parents + joint, *copies = walk->copies + joint;
    float *own = slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1);
#pragma GCC unroll 16
    for (int i = first; i < end; ++i) {
        const float *above = slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)parents[i];
        const affine matrix = multiply(load_slot(above), maps + map_at(i, 0), 4 * LANES);
        save_slot(own + SINEW__SLOT_FLOATS * i, matrix);
        if (copies[i] != SINEW_NONE) save_matrix(palette[(uint32_t)copies[i]].row[0], matrix);
    }
}

/// Skin joints that are not copies of a joint matrix, or not the first one.
static inline void put_entries(const sinew__walk *walk, const float *slots, sinew_palette_matrix *palette)
{
    for (int32_t i = 0; i < walk->entry_count; ++i) {
        const sinew__palette_entry *entry = &walk->entries[i];
        const affine matrix = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->skin_joint].row[0],
                    i < walk->apart_count ? multiply(matrix, entry->offset, 4) : matrix);
    }
}

/// Values of the curves of a chunk, before its first group.
static inline void begin_group(const sinew__compact_sample *sample, int32_t group, float *curves, map_source *out)
{
    if (group % SINEW__CHUNK_GROUPS == 0) put_curves(1, sample, group / SINEW__CHUNK_GROUPS, curves);
    begin_maps(sample, group, curves, out);
}

/// Walks a full group while the maps of the next are made.
INLINED void walk_and_step(const sinew__walk *walk, int32_t group, const float *maps, const map_source *next,
                           map_kind kind, float *out_next, float *slots, sinew_palette_matrix *palette)
{
    map_state state;
#pragma GCC unroll 8
    for (int step = 0; step < GROUP_STEPS; ++step) {
        step_maps(next, kind, step, &state, out_next);
        walk_joints(walk, group * SINEW__COMPACT_LANES, SINEW__COMPACT_LANES * step / GROUP_STEPS,
                    SINEW__COMPACT_LANES * (step + 1) / GROUP_STEPS, maps, slots, palette);
    }
}

static inline void walk_compact(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                                sinew_palette_matrix *palette)
{
    const sinew__walk tables = *walk; // of its own, so that no store can be taken to change it
    const sinew__compact_sample from = *sample;
    const int32_t groups = sinew__compact_groups_of(tables.joint_count);
    _Alignas(64) float maps[2][MAP_FLOATS], curves[SINEW__CURVE_VALUES];
    _Alignas(64) map_source source;
    save_slot(slots, load_matrix(tables.root));
    if (groups) {
        map_state state;
        begin_group(&from, 0, curves, &source);
        const map_kind kind = kind_of(source.rig, source.values.group->flags);
#pragma GCC unroll 8
        for (int step = 0; step < GROUP_STEPS; ++step) step_maps(&source, kind, step, &state, maps[0]);
    }
    for (int32_t group = 0; group + 1 < groups; ++group) {
        begin_group(&from, group + 1, curves, &source);
        const map_kind kind = kind_of(source.rig, source.values.group->flags), angles = {.is_rigid = 1},
                       quaternions = {.is_rigid = 1, .has_quaternions = 1};
        float *own = maps[group % 2], *next = maps[(group + 1) % 2];
        if (kind.is_rigid && !kind.has_quaternions) // most groups: without questions
            walk_and_step(&tables, group, own, &source, angles, next, slots, palette);
        else if (kind.is_rigid)
            walk_and_step(&tables, group, own, &source, quaternions, next, slots, palette);
        else
            walk_and_step(&tables, group, own, &source, kind, next, slots, palette);
    }
    if (groups) {
        const int32_t first = (groups - 1) * SINEW__COMPACT_LANES;
        walk_joints(&tables, first, 0, tables.joint_count - first, maps[(groups - 1) % 2], slots, palette);
    }
    put_entries(&tables, slots, palette);
}
