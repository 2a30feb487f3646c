/// Local to global of one character that plays a compact clip, in terms of the steps of compact_deltas.h and of
/// `affine`. The deltas of a chunk are made first, then its joints are walked: a joint waits for its parent, a delta
/// for none, so the processor overlaps many deltas. With the deltas of one group at a time it took a tenth more time,
/// with those of half a chunk 4 % more where more than half is used.

/// The parent of the joint that was walked last. Children of one parent follow each other, and share what
/// left_factor_of computes where a kernel has the registers for it (keeps_left_factor): 5 % with AVX-512.
typedef struct last_parent {
    uint32_t joint_matrix;
    left_factor factor;
} last_parent;

/// The matrix of a joint, from its parent's and its delta.
static inline __attribute__((always_inline)) void walk_joint(const sinew__joint_step *step, const float *deltas,
                                                             int is_needed, last_parent *parent, float *joint_matrices,
                                                             float *palette)
{
    if (!keeps_left_factor || step->parent != parent->joint_matrix) {
        parent->joint_matrix = step->parent;
        parent->factor = left_factor_of(load_joint_matrix(joint_matrices + step->parent));
    }
    const affine matrix = multiply_and_add(&parent->factor, deltas + step->delta, SINEW__DELTA_ROW);
    save_joint_matrix(joint_matrices + step->joint_matrix, matrix);
    if (is_needed) save_matrix(palette + step->palette, matrix);
}

/// The matrices of joints whose steps follow each other.
static inline __attribute__((always_inline)) void walk_joints(const sinew__joint_step *steps, int32_t count,
                                                              const float *deltas, int is_needed, float *joint_matrices,
                                                              float *palette)
{
    const sinew__joint_step *end = steps + count;
    last_parent parent = {.joint_matrix = 0, .factor = left_factor_of(load_joint_matrix(joint_matrices))};
    for (; steps < end; ++steps) walk_joint(steps, deltas, is_needed, &parent, joint_matrices, palette);
}

/// The matrices of a chunk's joints: of the `needed` ones, on which palette entries depend, or of all.
static inline void walk_chunk(const sinew__walk *walk, int32_t chunk, int32_t needed, const float *deltas,
                              int all_joints, float *joint_matrices, float *palette)
{
    const sinew__joint_step *all = sinew__baked_at(walk->section, walk->header->steps),
                            *steps = all + (ptrdiff_t)chunk * SINEW__CHUNK_JOINTS;
    const int32_t left = walk->joint_count - chunk * SINEW__CHUNK_JOINTS,
                  count = left < SINEW__CHUNK_JOINTS ? left : SINEW__CHUNK_JOINTS;
    walk_joints(steps, needed, deltas, 1, joint_matrices, palette);
    if (all_joints) walk_joints(steps + needed, count - needed, deltas, 0, joint_matrices, palette);
}

/// Takes in the scale of joints that have another than that of the joint constants: a delta M, of the matrix I + M,
/// becomes that of (I + M) · C.
static inline void scale_deltas(const delta_source *source, float *deltas)
{
    static const float identity[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
    const group_values *values = &source->values;
    for (unsigned left = values->group->scale_mask & ((1u << source->count) - 1); left; left &= left - 1) {
        const unsigned lane = (unsigned)__builtin_ctz(left);
        float *delta = deltas + sinew__delta_of_lane(lane), changes[12], scale[3];
        for (int k = 0; k < 3; ++k) scale[k] = values->components[SINEW__COMPONENT_SCALE + k][lane];
        const affine scaled = multiply_columns(load_matrix(source->joint_constants->columns[lane]), scale),
                     change = multiply(scaled, source->joint_constants->back[lane], 4);
        save_matrix(changes, change);
        save_strided(
            delta, SINEW__DELTA_ROW,
            add(multiply(load_strided(delta, SINEW__DELTA_ROW), changes, 4), subtract(change, load_matrix(identity))));
    }
}

/// Skin joints that are not copies of a joint matrix.
static inline void put_entries(const sinew__walk *walk, const float *joint_matrices, sinew_palette_matrix *palette)
{
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    const sinew__palette_link *repeats = sinew__baked_at(walk->section, walk->header->repeats);
    for (int32_t i = 0; i < walk->header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        const affine matrix =
            load_joint_matrix(joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(entry->joint + 1));
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

static inline void walk_compact(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                                float *joint_matrices, sinew_palette_matrix *palette)
{
    _Alignas(64) float deltas[SINEW__CHUNK_GROUPS][SINEW__GROUP_DELTAS], curves[SINEW__CURVE_VALUES];
    _Alignas(64) component memory[SINEW__CHUNK_GROUPS][SINEW__COMPONENT_COUNT];
    delta_source sources[SINEW__CHUNK_GROUPS];
    const int32_t *needed = sinew__baked_at(walk->section, walk->header->needed);
    save_joint_matrix(joint_matrices, load_matrix(walk->header->root));
    for (int32_t chunk = 0; chunk < sinew__chunks_of(sample->joint_group_count); ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_GROUPS, left = sample->joint_group_count - first,
                      count = left < SINEW__CHUNK_GROUPS ? left : SINEW__CHUNK_GROUPS;
        if (needed[chunk] == 0 && !all_joints) continue;
        put_curves(1, sample, chunk, curves);
        for (int32_t i = 0; i < count; ++i) {
            sources[i].joint_constants = &sample->joint_constants[first + i];
            sources[i].count = joints_of_group(walk, first + i);
            if (VECTORS <= 2)
                put_rotations(sample, first + i, curves, memory[i], &sources[i]);
            else
                put_rotations_from_memory(sample, first + i, curves, memory[i], &sources[i]);
        }
        for (int32_t i = 0; i < count; ++i) {
            put_deltas(&sources[i], deltas[i]);
            if (sources[i].values.group->scale_mask) scale_deltas(&sources[i], deltas[i]);
        }
        walk_chunk(walk, chunk, needed[chunk], deltas[0], all_joints, joint_matrices, (float *)palette);
    }
    put_entries(walk, joint_matrices, palette);
}
