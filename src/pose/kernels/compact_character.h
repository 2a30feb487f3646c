/// Local to global of one character that plays a compact clip, in terms of the steps of compact_maps.h and of `affine`.
/// The maps of four groups are made first, then their joints are walked: a joint waits for its parent, a map for none,
/// so the processor overlaps many maps. With the maps of one group at a time it took a tenth more time; with maps that
/// are made in one step, rotations and all, up to a tenth more again.

/// Where the matrices of joints come from and go, from one joint on.
typedef struct joint_tables {
    const int32_t *parents, *copies;
    float *slots; ///< the joint's own
} joint_tables;

/// Joint `i` from `at`, whose map is `map`.
static inline __attribute__((always_inline)) void walk_joint(joint_tables at, int i, const float *map, float *slots,
                                                             sinew_palette_matrix *palette)
{
    const affine above = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(uint32_t)at.parents[i]);
    const affine matrix = multiply_and_add(above, map, map_stride);
    save_slot(at.slots + SINEW__SLOT_FLOATS * i, matrix);
    if (at.copies[i] != SINEW_NONE) save_matrix(palette[(uint32_t)at.copies[i]].row[0], matrix);
}

/// The first `count` joints of a group of sixteen, whose first joint is `joint`.
static void walk_joints(const sinew__walk *walk, size_t joint, size_t count, const float *maps, float *slots,
                        sinew_palette_matrix *palette)
{
    joint_tables at = {.slots = slots + SINEW__SLOT_FLOATS * (joint + 1)};
    at.parents = (const int32_t *)sinew__baked_at(walk->section, walk->header->parents) + joint;
    at.copies = (const int32_t *)sinew__baked_at(walk->section, walk->header->copies) + joint;
    size_t first = 0;
    for (; first + 4 <= count; first += 4) {
        const float *map = maps + maps_at(first);
#pragma GCC unroll 4
        for (int i = 0; i < 4; ++i) walk_joint(at, i, map + i * LANES, slots, palette);
        at = (joint_tables){at.parents + 4, at.copies + 4, at.slots + 4 * SINEW__SLOT_FLOATS};
    }
    for (int i = 0; first + (size_t)i < count; ++i)
        walk_joint(at, i, maps + maps_at(first) + i * LANES, slots, palette);
}

/// Takes in the scale of joints that have another than the rig's: a map I + M of that becomes (I + M) · C.
static inline void scale_maps(const map_source *source, float *maps)
{
    static const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const group_values *values = &source->values;
    for (unsigned left = values->group->scale_mask & ((1u << source->count) - 1); left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        float *map = maps + maps_at(lane & ~3u) + (lane & 3) * LANES, changes[12], scale[3];
        for (int k = 0; k < 3; ++k) scale[k] = values->of[SINEW__COMPONENT_SCALE + k][lane];
        const affine scaled = multiply_columns(load_matrix(source->rig->columns[lane]), scale),
                     change = multiply(scaled, source->rig->back[lane], 4);
        save_matrix(changes, change);
        save_map(map, map_stride,
                 add(multiply(load_map(map, map_stride), changes, 4), subtract(change, load_matrix(identity))));
    }
}

/// Skin joints that are not copies of a joint matrix.
static inline void put_entries(const sinew__walk *walk, const float *slots, sinew_palette_matrix *palette)
{
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    const sinew__palette_link *repeats = sinew__baked_at(walk->section, walk->header->repeats);
    for (int32_t i = 0; i < walk->header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        const affine matrix = load_slot(slots + SINEW__SLOT_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->skin_joint].row[0], multiply(matrix, entry->offset, 4));
    }
    for (int32_t i = 0; i < walk->header->repeat_count; ++i) palette[repeats[i].skin_joint] = palette[repeats[i].from];
}

/// Joints of a group, sixteen at most.
static inline int joints_of_group(const sinew__walk *walk, int32_t group)
{
    const int32_t left = walk->joint_count - group * SINEW__COMPACT_LANES;
    return left < SINEW__COMPACT_LANES ? (int)left : SINEW__COMPACT_LANES;
}

static inline void walk_compact(const sinew__walk *walk, const sinew__compact_sample *sample, float *slots,
                                sinew_palette_matrix *palette)
{
    enum { AT_ONCE = SINEW__CHUNK_GROUPS / 2 }; ///< groups
    _Alignas(64) float maps[AT_ONCE][MAP_FLOATS], curves[SINEW__CURVE_VALUES];
    _Alignas(64) component memory[AT_ONCE][SINEW__COMPONENT_COUNT];
    map_source sources[AT_ONCE];
    save_slot(slots, load_matrix(walk->header->root));
    for (int32_t first = 0; first < sample->joint_group_count; first += AT_ONCE) {
        const int32_t left = sample->joint_group_count - first, count = left < AT_ONCE ? left : AT_ONCE;
        if (first % SINEW__CHUNK_GROUPS == 0) put_curves(1, sample, first / SINEW__CHUNK_GROUPS, curves);
        for (int32_t i = 0; i < count; ++i) {
            map_source *source = &sources[i];
            find_values(sample, first + i, curves, memory[i], &source->values);
            source->rig = &sample->rig[first + i];
            source->count = joints_of_group(walk, first + i);
            put_rotations(source);
        }
        for (int32_t i = 0; i < count; ++i) {
            put_maps(&sources[i], maps[i]);
            if (sources[i].values.group->scale_mask) scale_maps(&sources[i], maps[i]);
        }
        for (int32_t i = 0; i < count; ++i)
            walk_joints(walk, (size_t)(first + i) * SINEW__COMPACT_LANES, (size_t)sources[i].count, maps[i], slots,
                        palette);
    }
    put_entries(walk, slots, palette);
}
