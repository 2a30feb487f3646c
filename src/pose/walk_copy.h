/// One character from rows that hold carries: the mix of two rows is what the palette wants, and there is nothing to
/// walk. A kernel defines beside what walk_formulas.h asks for:
///
///   mix_block(a, b, shares, out)   2 · LANES numbers in int16 of two rows, mixed in whole numbers, as floats: the two
///                              halves of every four of a's vectors
///   place_of_block(block, half)   where in the order of sinew__map32_at half of a MAPS16 group's block belongs
///   save_map_rows(v, place, out)   writes what stands at a place of that order to where it belongs in the matrices
///                              out[8]
///   load_slot, save_matrix, multiply   as walk_one.h has them

enum {
    BLOCK = 2 * LANES, ///< numbers of a MAPS16 group that are mixed together
    BLOCKS = SINEW__MAPS / BLOCK,
    AT_ONCE = 3, ///< blocks that are mixed before they are saved: a compiler has to take a store to change what is read
};

static inline int all_have_copies(const int32_t *copies)
{
    int32_t all = copies[0];
    for (int i = 1; i < SINEW__LANES; ++i) all |= copies[i];
    return all >= 0; // SINEW_NONE is negative
}

/// Where in the palette the carries of joints [first, first + 8) belong, as many of them as there are.
static inline void places_in_palette(const sinew__walk *walk, int32_t first, sinew_palette_matrix *palette,
                                     float *nowhere, float *out[SINEW__LANES])
{
    const int32_t *copies = walk->copies + first, left = walk->joint_count - first;
    if (left >= SINEW__LANES && all_have_copies(copies))
        for (int i = 0; i < SINEW__LANES; ++i) out[i] = palette[(uint32_t)copies[i]].row[0];
    else
        for (int i = 0; i < SINEW__LANES; ++i)
            out[i] = i < left && copies[i] != SINEW_NONE ? palette[(uint32_t)copies[i]].row[0] : nowhere;
}

static inline void places_in_slots(const sinew__walk *walk, int32_t first, float *slots, float *nowhere,
                                   float *out[SINEW__LANES])
{
    for (int i = 0; i < SINEW__LANES; ++i)
        out[i] = first + i < walk->joint_count ? slots + SINEW__SLOT_FLOATS * (size_t)(first + i + 1) : nowhere;
}

static inline void copy_maps16(const sinew__walk *walk, sinew__row_group group, const sinew__row_pair *pair,
                               float *const out[SINEW__LANES])
{
    const int16_t *before = (const int16_t *)(const void *)(pair->before + group.main),
                  *after = (const int16_t *)(const void *)(pair->after + group.main);
    const float *steps = (const float *)(const void *)(walk->section + group.base);
#pragma GCC unroll 12
    for (int first = 0; first < BLOCKS; first += AT_ONCE) {
        lanes maps[AT_ONCE][2];
#pragma GCC unroll 12
        for (int i = 0; i < AT_ONCE; ++i)
            mix_block(before + (first + i) * BLOCK, after + (first + i) * BLOCK, pair->shares, maps[i]);
#pragma GCC unroll 24
        for (int i = 0; i < 2 * AT_ONCE; ++i) {
            const int place = place_of_block(first + i / 2, i % 2);
            save_map_rows(maps[i / 2][i % 2] * load(steps + place), place, out);
        }
    }
}

static inline void copy_maps32(sinew__row_group group, const sinew__row_pair *pair, float *const out[SINEW__LANES])
{
#pragma GCC unroll 24
    for (int place = 0; place < SINEW__MAPS; place += LANES)
        save_map_rows(mix_floats(pair, group.main, place), place, out);
}

static inline void copy_static(const sinew__walk *walk, sinew__row_group group, float *const out[SINEW__LANES])
{
    const float *maps = (const float *)(const void *)(walk->section + group.base);
    for (int lane = 0; lane < SINEW__LANES; ++lane)
        for (int row = 0; row < 3; ++row)
            memcpy(out[lane] + 4 * row, maps + sinew__map_row_at(lane, row), 4 * sizeof(float));
}

static inline void copy_group(const sinew__walk *walk, sinew__row_group group, const sinew__row_pair *pair,
                              float *const out[SINEW__LANES])
{
    if (group.kind == SINEW__ROW_MAPS16)
        copy_maps16(walk, group, pair, out);
    else if (group.kind == SINEW__ROW_MAPS32)
        copy_maps32(group, pair, out);
    else
        copy_static(walk, group, out);
}

static void copy_one(const sinew__walk *walk, const sinew__row_pair *pair, float *slots, sinew_palette_matrix *palette)
{
    const sinew__walk tables = *walk; // of its own, so that no store can be taken to change it
    const sinew__row_pair rows = *pair;
    float *out[SINEW__LANES], nowhere[12];
    for (int32_t i = 0; palette && i < tables.group_count; ++i) {
        places_in_palette(&tables, i * SINEW__LANES, palette, nowhere, out);
        copy_group(&tables, tables.groups[i], &rows, out);
    }
    for (int32_t i = 0; slots && i < tables.group_count; ++i) {
        places_in_slots(&tables, i * SINEW__LANES, slots, nowhere, out);
        copy_group(&tables, tables.groups[i], &rows, out);
    }
    for (int32_t i = 0; palette && i < tables.entry_count; ++i) {
        const sinew__palette_entry *entry = &tables.entries[i];
        const affine carry = load_matrix(slots + SINEW__SLOT_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->binding].row[0], multiply(carry, entry->offset, 4));
    }
}
