/// Local to global of one character that plays a compact clip. A kernel defines:
///
///   affine                a 3×4 matrix in registers
///   load_slot, save_slot, load_matrix, save_matrix   of `affine`; a matrix is 12 floats, a slot 16
///   multiply(a, map, stride)   of an `affine` and a map whose rows of four floats lie `stride` floats apart
///   COMPACT_KERNEL        what samples the clip
///   COMPACT_WIDTH         its width

/// Joints [first, first + count) of a group of sixteen.
static inline void walk_maps(const sinew__walk *walk, int32_t first, int count, const float *maps, float *slots,
                             sinew_palette_matrix *palette)
{
    const int32_t *parents = walk->parents + first, *copies = walk->copies + first;
    float *own = slots + SINEW__SLOT_FLOATS * (size_t)(first + 1);
#pragma GCC unroll 16
    for (int i = 0; i < count; ++i) {
        const float *above = slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)parents[i];
        const affine matrix =
            multiply(load_slot(above), maps + sinew__compact_map_at(COMPACT_WIDTH, i, 0), 4 * COMPACT_WIDTH);
        save_slot(own + SINEW__SLOT_FLOATS * i, matrix);
        if (copies[i] != SINEW_NONE && palette) save_matrix(palette[(uint32_t)copies[i]].row[0], matrix);
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

/// Bind-space locals of a group, and before the first of a chunk what its groups are made from.
static inline void sample_maps(const sinew__compact_sample *sample, int32_t group, sinew__chunk_values *values,
                               float *out)
{
    if (group % SINEW__CHUNK_GROUPS == 0) COMPACT_KERNEL.values(sample, group / SINEW__CHUNK_GROUPS, 0, values);
    COMPACT_KERNEL.maps(sample, group, values, out);
}

static void walk_compact(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                         sinew_palette_matrix *palette)
{
    const sinew__walk tables = *walk; // of its own, so that no store can be taken to change it
    const sinew__compact_sample from = *sample;
    const int32_t count = tables.joint_count, groups = sinew__compact_groups_of(count);
    _Alignas(64) float memory[2][12 * SINEW__COMPACT_LANES];
    _Alignas(64) sinew__chunk_values values;
    save_slot(slots, load_matrix(tables.root));
    if (groups) sample_maps(&from, 0, &values, memory[0]);
    for (int32_t group = 0; group < groups; ++group) {
        const int32_t first = group * SINEW__COMPACT_LANES, left = count - first;
        if (group + 1 < groups) // a group ahead, so that no joint waits for it
            sample_maps(&from, group + 1, &values, memory[(group + 1) % 2]);
        if (left >= SINEW__COMPACT_LANES)
            walk_maps(&tables, first, SINEW__COMPACT_LANES, memory[group % 2], slots, palette);
        else
            walk_maps(&tables, first, left, memory[group % 2], slots, palette);
    }
    if (palette) put_entries(&tables, slots, palette);
}
