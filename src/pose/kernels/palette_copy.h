/// One character from frames of skinning matrices: the mix of two frames is the palette. A kernel defines:
///
///   LANES                 floats in a vector, 4 or 8
///   lanes                 the vector type, with the operators + - * /
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   mul_add(a, b, c)      a · b + c
///   mix_block(a, b, shares, out)   2 · LANES numbers in int16 of two rows, mixed in whole numbers, as floats: the two
///                              halves of every four of a's vectors
///   place_of_block(block, half)   where in the palette's order half of a MAPS16 group's block belongs
///   load_matrix, save_matrix, multiply   as compact_character.h has them

enum {
    BLOCK = 2 * LANES, ///< numbers of a MAPS16 group that are mixed together
    BLOCKS = SINEW__MAPS / BLOCK,
    AT_ONCE = 3, ///< blocks that are mixed before they are saved: a compiler has to take a store to change what is read
};

/// LANES floats of two frames, `first` floats after an offset.
static inline lanes mix_floats(const sinew__frame_pair *pair, uint32_t offset, int first)
{
    const size_t at = offset + (size_t)first * sizeof(float);
    const lanes before = load((const float *)(const void *)(pair->before + at)),
                after = load((const float *)(const void *)(pair->after + at));
    return mul_add(splat(pair->part), after - before, before);
}

/// Saves as many numbers as there are left, which are none, four, or more.
static inline void save_left(float *to, lanes v, int left)
{
    if (left >= LANES)
        save(to, v);
    else if (left > 0)
        memcpy(to, &v, 4 * sizeof(float));
}

static inline void copy_maps16(const sinew__walk *walk, sinew__frame_group group, const sinew__frame_pair *pair,
                               int count, float *out)
{
    const int16_t *before = (const int16_t *)(const void *)(pair->before + group.main),
                  *after = (const int16_t *)(const void *)(pair->after + group.main);
    const float *steps = sinew__baked_at(walk->section, group.base);
#pragma GCC unroll 12
    for (int first = 0; first < BLOCKS; first += AT_ONCE) {
        lanes maps[AT_ONCE][2];
#pragma GCC unroll 12
        for (int i = 0; i < AT_ONCE; ++i)
            mix_block(before + (first + i) * BLOCK, after + (first + i) * BLOCK, pair->shares, maps[i]);
#pragma GCC unroll 24
        for (int i = 0; i < 2 * AT_ONCE; ++i) {
            const int place = place_of_block(first + i / 2, i % 2);
            save_left(out + place, maps[i / 2][i % 2] * load(steps + place), count - place);
        }
    }
}

/// The first `count` numbers of eight skinning matrices, as the palette has them.
static inline void copy_group(const sinew__walk *walk, int32_t index, const sinew__frame_pair *pair, int count,
                              float *out)
{
    const sinew__frame_group *groups = sinew__baked_at(walk->section, walk->clip->groups), group = groups[index];
    if (group.kind == SINEW__FRAME_MAPS16)
        copy_maps16(walk, group, pair, count, out);
    else if (group.kind == SINEW__FRAME_MAPS32)
        for (int i = 0; i < count; i += LANES) save_left(out + i, mix_floats(pair, group.main, i), count - i);
    else
        memcpy(out, walk->section + group.base, (size_t)count * sizeof(float));
}

static inline void copy_palette(const sinew__walk *walk, const sinew__frame_pair *pair, sinew_palette_matrix *palette)
{
    const sinew__baked_header header = *walk->header; // of its own, so that no store can be taken to change it
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, header.entries);
    const sinew__palette_link *moves = sinew__baked_at(walk->section, header.moves),
                              *repeats = sinew__baked_at(walk->section, header.repeats);
    const int32_t full = header.bound_count / SINEW__LANES, left = header.bound_count % SINEW__LANES;
    float *out = palette[0].row[0];
    for (int32_t i = 0; i < full; ++i) copy_group(walk, i, pair, SINEW__MAPS, out + (size_t)i * SINEW__MAPS);
    if (left) copy_group(walk, full, pair, 12 * left, out + (size_t)full * SINEW__MAPS);
    for (int32_t i = 0; i < header.move_count; ++i) // from the last on, so that none is read after it was written
        palette[moves[i].skin_joint] = palette[moves[i].from];
    for (int32_t i = 0; i < header.entry_count; ++i) {
        float *skinning = palette[entries[i].skin_joint].row[0];
        save_matrix(skinning, multiply(load_matrix(skinning), entries[i].offset, 4));
    }
    for (int32_t i = 0; i < header.repeat_count; ++i) palette[repeats[i].skin_joint] = palette[repeats[i].from];
}

static inline void copy_slots(const sinew__walk *walk, const sinew__frame_pair *pair, float *slots)
{
    const int32_t *joints = sinew__baked_at(walk->section, walk->header->matrix_joints);
    for (int32_t group = 0; group < sinew__groups_of(walk->joint_count); ++group) {
        const int32_t first = group * SINEW__LANES, left = walk->joint_count - first;
        float matrices[SINEW__MAPS];
        copy_group(walk, group, pair, SINEW__MAPS, matrices);
        for (int32_t i = 0; i < SINEW__LANES && i < left; ++i)
            memcpy(slots + SINEW__SLOT_FLOATS * (size_t)(joints[first + i] + 1), matrices + 12 * i, 12 * sizeof(float));
    }
}

static void copy_one(const sinew__walk *walk, const sinew__frame_pair *pair, float *slots,
                     sinew_palette_matrix *palette)
{
    const sinew__walk tables = *walk; // of its own, so that no store can be taken to change it
    const sinew__frame_pair rows = *pair;
    if (palette) copy_palette(&tables, &rows, palette);
    if (slots) copy_slots(&tables, &rows, slots);
}
