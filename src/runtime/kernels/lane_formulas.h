/// Poses LANES characters together, one character per lane. Sines, deltas and matrix products are then vector
/// operations without a shuffle, and no joint waits for its parent as it does in the walk of one character. The
/// operations and their order are the same as for one character, so that the bits are the same.
#ifndef SINEW_RUNTIME_KERNELS_LANE_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_LANE_FORMULAS_H

#include "runtime/kernels/output_formulas.h"
#include "runtime/kernels/play_formulas.h"

/// A joint matrix has twelve elements by rows; each element is a vector of LANES characters.
enum { JOINT_MATRIX_VALUES = 12 * LANES };

/// Returns more + row · m, for one row of a joint matrix.
INLINED void multiply_row_onto(const lanes more[4], const lanes row[4], const lanes m[12], lanes out[4])
{
    for (int i = 0; i < 4; ++i)
        out[i] = mul_add(row[0], m[i], mul_add(row[1], m[4 + i], mul_add(row[2], m[8 + i], more[i])));
}

INLINED void load_row(const float *joint_matrix, int row, lanes out[4])
{
    for (int i = 0; i < 4; ++i) out[i] = load(joint_matrix + (4 * row + i) * LANES);
}

/// Returns row · m as affine matrices: both have 0 0 0 1 as their fourth row.
INLINED void multiply_lane_row(const lanes row[4], const lanes m[12], lanes out[4])
{
    multiply_row_onto((const lanes[4]){splat(0.0f), splat(0.0f), splat(0.0f), row[3]}, row, m, out);
}

/// Returns joint matrix · m.
INLINED void multiply_joint_matrix(const float *joint_matrix, const lanes m[12], lanes out[12])
{
    lanes own[4];
    for (int row = 0; row < 3; ++row) {
        load_row(joint_matrix, row, own);
        multiply_lane_row(own, m, out + 4 * row);
    }
}

/// Returns joint matrix + joint matrix · m; the fourth row of m is 0.
INLINED void add_to_joint_matrix(const float *joint_matrix, const lanes m[12], lanes out[12])
{
    lanes own[4];
    for (int row = 0; row < 3; ++row) {
        load_row(joint_matrix, row, own);
        multiply_row_onto(own, own, m, out + 4 * row);
    }
}

// ---- values of the curves -----------------------------------------------------------------------------------------

/// The keys of a span around each character's time.
typedef struct lane_rows {
    const int16_t *rows[LANES][SINEW__KEY_ROWS];
    int32_t weights[LANES][SINEW__KEY_ROWS];
    float uneven_times[LANES];
} lane_rows;

static inline void find_lane_rows(const sinew__compact_sample *samples, const sinew__curve_span *span, lane_rows *out)
{
    const int16_t *data = sinew__baked_at(samples->section, samples->clip->data);
    for (int k = 0; k < LANES; ++k) {
        const sinew__grid_position *position = &samples[k].position->grids[span->grid];
        for (int i = 0; i < SINEW__KEY_ROWS; ++i) {
            out->rows[k][i] = data + span->data + (size_t)position->rows[i] * 2 * span->count;
            out->weights[k][i] = position->weights[i];
        }
        out->uneven_times[k] = position->uneven_time;
    }
}

/// Computes the values of a span's curves, [count][LANES]. Up to LANES − 1 more rows are overwritten.
INLINED void put_lane_span(int fused, const sinew__compact_sample *samples, const sinew__curve_span *span,
                           int row_count, const uint32_t *scales, float (*out)[LANES])
{
    lane_rows rows;
    find_lane_rows(samples, span, &rows);
    for (int i = 0; i < span->count; i += LANES) {
        const whole of_curves = load_whole(scales + i);
        const lanes step = steps_of(of_curves), middle = middles_of(of_curves);
        lanes v[LANES];
        for (int k = 0; k < LANES; ++k) {
            whole sum = multiply_pairs(rows.rows[k][0] + 2 * i, splat_pair(rows.weights[k][0]));
            for (int row = 1; row < row_count; ++row)
                sum += multiply_pairs(rows.rows[k][row] + 2 * i, splat_pair(rows.weights[k][row]));
            v[k] = product_sum(fused, to_float(sum), step, middle);
        }
        transpose(v);
        for (int k = 0; k < LANES; ++k) save(out[i + k], v[k]);
    }
}

/// Computes the values, [count][LANES], of a span's curves on an uneven grid. It is not inlined, because few clips have
/// such spans.
static __attribute__((noinline)) void put_uneven_lane_span(const sinew__compact_sample *samples,
                                                           const sinew__curve_span *span, const uint32_t *scales,
                                                           float (*out)[LANES])
{
    lane_rows rows;
    find_lane_rows(samples, span, &rows);
    for (int i = 0; i < span->count; i += LANES) {
        const whole of_curves = load_whole(scales + i);
        lanes v[LANES];
        for (int k = 0; k < LANES; ++k) {
            const lanes numbers = uneven_numbers(rows.rows[k], 2 * i, rows.uneven_times[k], rows.weights[k][0]);
            v[k] = numbers * steps_of(of_curves) + middles_of(of_curves);
        }
        transpose(v);
        for (int k = 0; k < LANES; ++k) save(out[i + k], v[k]);
    }
}

/// Computes the values of all curves of a chunk.
INLINED void put_lane_curves(int fused, const sinew__compact_sample *samples, int32_t index, float (*out)[LANES])
{
    const sinew__compact_clip *clip = samples->clip;
    const sinew__curve_chunk *chunks = sinew__baked_at(samples->section, clip->chunks), *chunk = &chunks[index];
    const sinew__curve_span *spans = sinew__baked_at(samples->section, clip->spans), *span = spans + chunk->first_span,
                            *end = span + chunk->span_count;
    const uint32_t *scales = sinew__baked_at(samples->section, clip->scales);
    for (; span < end; ++span) {
        const uint32_t *own = scales + chunk->first_curve + span->first;
        const int32_t rows = samples->position->grids[span->grid].row_count;
        if (rows == 3)
            put_lane_span(fused, samples, span, 3, own, out + span->first);
        else if (rows > 0)
            put_lane_span(fused, samples, span, 2, own, out + span->first);
        else
            put_uneven_lane_span(samples, span, own, out + span->first);
    }
    for (int k = 0; clip->piece_count && k < LANES; ++k)
        put_pieces(&samples[k], index, scales + chunk->first_curve, LANES, out[0] + k);
}

/// Values of one component for the joints of a group, one lane per character.
typedef float joint_values[SINEW__COMPACT_LANES][LANES];

/// Adds the second set of curves of a component. Joints without such a curve get + 0, as in compact_formulas.h, so that
/// the bits are the same.
static inline void add_lane_component(const sinew__component_curves *own, const float (*curves)[LANES],
                                      joint_values values)
{
    const float(*next)[LANES] = curves + own->first;
    for (int i = 0; i < SINEW__COMPACT_LANES; ++i) {
        const lanes more = own->mask >> i & 1 ? load(*next++) : splat(0.0f);
        save(values[i], load(values[i]) + more);
    }
}

static inline void put_lane_component(const sinew__component_curves *own, const float (*curves)[LANES],
                                      joint_values values)
{
    const float(*next)[LANES] = curves + own->first;
    if (own->mask == SINEW__ALL_LANES)
        for (int i = 0; i < SINEW__COMPACT_LANES; ++i) save(values[i], load(next[i]));
    else
        for (unsigned left = own->mask; left; left &= left - 1) save(values[__builtin_ctz(left)], load(*next++));
}

/// Returns a mask of the joints whose value of component `index` comes from a curve. `own` is the group's first entry
/// that may belong to the component.
static inline unsigned lanes_of_curves(const sinew__component_curves *own, const sinew__component_curves *end,
                                       int index)
{
    unsigned set = 0;
    for (; own < end && own->component == index; ++own)
        if (!own->adds) set |= own->mask;
    return set;
}

/// Sets the values of a component: from its curves, and from its constants for joints without a curve. Returns the
/// first entry of the next component.
static inline const sinew__component_curves *put_component(const sinew__component_curves *own,
                                                           const sinew__component_curves *end, int index,
                                                           const float *constants, const float (*curves)[LANES],
                                                           joint_values values)
{
    unsigned resting = SINEW__ALL_LANES & ~lanes_of_curves(own, end, index);
    for (; resting; resting &= resting - 1) {
        const int joint = __builtin_ctz(resting);
        save(values[joint], splat(constants[joint]));
    }
    for (; own < end && own->component == index; ++own) {
        if (own->adds)
            add_lane_component(own, curves, values);
        else
            put_lane_component(own, curves, values);
    }
    return own;
}

/// Sets the values of all components of a group.
static inline void put_joint_values(const sinew__compact_sample *samples, int32_t index, const float (*curves)[LANES],
                                    joint_values *out)
{
    const sinew__compact_group *group = sinew__sample_group(samples, index);
    const float *vectors = constant_vectors(samples);
    const uint32_t *next = constants_of(samples, group);
    const sinew__component_curves *components = sinew__baked_at(samples->section, samples->clip->components),
                                  *own = components + group->first_component, *end = own + group->component_count;
    for (unsigned left = sinew__components_of(group->flags); left; left &= left - 1) {
        const int of = __builtin_ctz(left);
        own = put_component(own, end, of, vectors + *next++, curves, out[of]);
    }
}

/// A group of joints and its values in all characters.
typedef struct lane_group {
    const sinew__joint_constants *joint_constants;
    const joint_values *values;
    uint32_t flags, quaternion_mask, scale_mask;
} lane_group;

static inline lane_group lane_group_of(const sinew__compact_sample *samples, int32_t index, const joint_values *values)
{
    const sinew__compact_group *group = sinew__sample_group(samples, index);
    const uint32_t quaternions = group->flags & SINEW__COMPACT_QUATERNIONS ? group->quaternion_mask : 0;
    return (lane_group){&samples->joint_constants[index], values, group->flags, quaternions, group->scale_mask};
}

INLINED void load_joint_values(const lane_group *group, int joint, int first, int count, lanes *out)
{
    for (int i = 0; i < count; ++i) out[i] = load(group->values[first + i][joint]);
}

/// Converts the angles of `joints`, a bit mask, to quaternions, so that every joint has a quaternion in `values`. A
/// separate loop lets the processor overlap several sines, which are long chains of operations; computing each joint's
/// sines just before its matrix made crowds take 6 % longer.
INLINED void put_lane_rotations(int fused, const lane_group *group, unsigned joints, joint_values *values)
{
    for (unsigned left = joints & ~group->quaternion_mask; left; left &= left - 1) {
        const int joint = __builtin_ctz(left);
        lanes angles[3], q[4];
        load_joint_values(group, joint, SINEW__COMPONENT_ANGLE, 3, angles);
        quaternion_of_angles(fused, group->flags, angles, q);
        for (int i = 0; i < 4; ++i) save(values[SINEW__COMPONENT_QUATERNION + i][joint], q[i]);
    }
}

// ---- characters that play one compact clip --------------------------------------------------------------------------

/// Loads a joint's rotation. put_lane_rotations has already converted angles to a quaternion.
INLINED void lane_rotation(delta_kind kind, const lane_group *group, int joint, delta_state *out)
{
    load_joint_values(group, joint, SINEW__COMPONENT_QUATERNION, 4, out->inner);
    const int is_quaternion = kind.has_quaternions && (group->quaternion_mask >> joint & 1);
    out->square = is_quaternion ? square_of_length(out->inner) : splat(1.0f);
}

INLINED void lane_position(delta_kind kind, const lane_group *group, int joint, lanes out[3])
{
    lanes translation[3];
    if (!(group->flags & SINEW__COMPACT_TRANSLATES)) {
        for (int i = 0; i < 3; ++i) out[i] = constant(kind, group->joint_constants->skin_position[i], joint);
        return;
    }
    load_joint_values(group, joint, SINEW__COMPONENT_TRANSLATION, 3, translation);
    for (int row = 0; row < 3; ++row) out[row] = moved_position(kind, group->joint_constants, joint, translation, row);
}

/// Computes the delta of a joint in all characters.
INLINED void lane_delta(delta_kind kind, const lane_group *group, int joint, lanes m[12])
{
    delta_state state;
    lanes position[3], r[9];
    lane_rotation(kind, group, joint, &state);
    lane_position(kind, group, joint, position);
    rotation_of_delta(kind, group->joint_constants, joint, &state, r);
    for (int row = 0; row < 3; ++row) {
        for (int i = 0; i < 3; ++i) m[4 * row + i] = r[3 * row + i];
        m[4 * row + 3] = translation_of_delta(kind, group->joint_constants, joint, r + 3 * row, position[row]);
    }
}

/// Changes the delta of a joint whose scale differs from the joint constants, see scale_deltas.
INLINED void scale_lane_delta(const lane_group *group, int joint, lanes m[12])
{
    const float *columns = group->joint_constants->columns[joint];
    lanes scale[3], scaled[12], back[12], change[12], product[4];
    load_joint_values(group, joint, SINEW__COMPONENT_SCALE, 3, scale);
    for (int i = 0; i < 12; ++i) {
        scaled[i] = splat(columns[i]);
        if (i % 4 < 3) scaled[i] = scaled[i] * scale[i % 4];
        back[i] = splat(group->joint_constants->back[joint][i]);
    }
    for (int row = 0; row < 3; ++row) multiply_lane_row(scaled + 4 * row, back, change + 4 * row);
    for (int row = 0; row < 3; ++row) {
        multiply_lane_row(m + 4 * row, change, product);
        for (int i = 0; i < 4; ++i) m[4 * row + i] = product[i] + (change[4 * row + i] - splat(i == row ? 1.0f : 0.0f));
    }
}

/// Returns a mask of the joints in a group that palette entries depend on.
static inline unsigned needed_lane_joints(const sinew__walk *walk, int32_t first, const int32_t *matrix_of)
{
    const int32_t *copies = sinew__baked_at(walk->section, walk->header->copies), left = walk->joint_count - first;
    const int count = left < SINEW__COMPACT_LANES ? (int)left : SINEW__COMPACT_LANES;
    unsigned joints = 0;
    for (int i = 0; i < count; ++i)
        joints |= (unsigned)(matrix_of[first + i + 1] != SINEW_NONE || copies[first + i] != SINEW_NONE) << i;
    return joints;
}

#if defined(__F16C__)

/// Stores palette entries with values too large for F16C's conversion: converts them with put_halves.
static __attribute__((noinline)) void save_large_halves(const lanes matrix[12], uint16_t *const halves[LANES],
                                                        size_t offset)
{
    float memory[LANES][12], *own[LANES];
    for (int i = 0; i < LANES; ++i) own[i] = memory[i];
    save_matrices(matrix, own, 0);
    for (int i = 0; i < LANES; ++i) put_halves(memory[i], 12, halves[i] + offset);
}

#endif

/// Stores a palette entry of each character after adding output->shifts. It changes `matrix`.
INLINED void save_entry(int as_halves, const sinew__lane_output *output, lanes matrix[12], size_t offset)
{
    for (int row = 0; output->is_placed && row < 3; ++row)
        matrix[4 * row + 3] = matrix[4 * row + 3] + load(output->shifts + row * LANES);
#if defined(__F16C__)
    if (as_halves) {
        if (!save_half_matrices(matrix, output->halves, offset)) save_large_halves(matrix, output->halves, offset);
        return;
    }
#else
    (void)as_halves;
#endif
    save_matrices(matrix, output->palettes, offset);
}

/// Computes the joint matrices and palette entries of `joints`, a bit mask; bit 0 is the joint `first`.
INLINED void pose_many_group(int as_halves, const sinew__walk *walk, delta_kind kind, const lane_group *group,
                             int32_t first, unsigned joints, const int32_t *matrix_of, float *joint_matrices,
                             const sinew__lane_output *output)
{
    const int32_t *parents = sinew__baked_at(walk->section, walk->header->parents),
                  *copies = sinew__baked_at(walk->section, walk->header->copies);
    for (unsigned left = joints; left; left &= left - 1) {
        const int i = __builtin_ctz(left);
        const int32_t joint = first + i, own = matrix_of[joint + 1], copy = copies[joint];
        lanes delta[12], matrix[12];
        lane_delta(kind, group, i, delta);
        if (group->scale_mask >> i & 1) scale_lane_delta(group, i, delta);
        add_to_joint_matrix(joint_matrices + (size_t)matrix_of[parents[joint]] * JOINT_MATRIX_VALUES, delta, matrix);
        if (own != SINEW_NONE)
            for (int k = 0; k < 12; ++k)
                save(joint_matrices + (size_t)own * JOINT_MATRIX_VALUES + k * LANES, matrix[k]);
        if (copy != SINEW_NONE) save_entry(as_halves, output, matrix, (size_t)copy * 12);
    }
}

/// The skin joints whose palette entry is a copy of an earlier skin joint's and has not been written yet.
typedef struct lane_repeats {
    const sinew__palette_link *next, *end;
} lane_repeats;

/// Copies a palette entry, the next one in `repeats`, to all skin joints that repeat it, in all characters.
static inline void repeat_lane_entry(lane_repeats *repeats, const sinew__lane_output *output)
{
    const sinew__palette_link *first = repeats->next;
    while (repeats->next < repeats->end && repeats->next->from == first->from) ++repeats->next;
    for (int i = 0; i < LANES && output->as_halves; ++i)
        for (const sinew__palette_link *to = first; to < repeats->next; ++to)
            memcpy(output->halves[i] + SINEW__MATRIX_FLOATS * (size_t)to->skin_joint,
                   output->halves[i] + SINEW__MATRIX_FLOATS * (size_t)first->from,
                   SINEW__MATRIX_FLOATS * sizeof(uint16_t));
    for (int i = 0; i < LANES && !output->as_halves; ++i) {
        const affine entry = load_matrix(output->palettes[i] + SINEW__MATRIX_FLOATS * (size_t)first->from);
        for (const sinew__palette_link *to = first; to < repeats->next; ++to)
            save_matrix(output->palettes[i] + SINEW__MATRIX_FLOATS * (size_t)to->skin_joint, entry);
    }
}

/// Copies the palette entries that `joints`, a bit mask of a group, have just written to the skin joints that repeat
/// them. Copying all entries at the end of the walk instead took 2 to 10 % of the time of a level of detail, because
/// the stores then overlapped with no computation.
static inline void repeat_lane_entries(const sinew__walk *walk, int32_t first, unsigned joints, lane_repeats *repeats,
                                       const sinew__lane_output *output)
{
    const int32_t *copies = sinew__baked_at(walk->section, walk->header->copies);
    for (unsigned left = joints; left && repeats->next < repeats->end; left &= left - 1)
        if (repeats->next->from == copies[first + __builtin_ctz(left)]) repeat_lane_entry(repeats, output);
}

/// Computes the palette entries of skin joints whose entry is not a copy of a joint matrix.
static inline void put_lane_entries(const sinew__walk *walk, const int32_t *matrix_of, const float *joint_matrices,
                                    const sinew__lane_output *output)
{
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    for (int32_t i = 0; i < walk->header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        const float *joint_matrix = joint_matrices + (size_t)matrix_of[entry->joint + 1] * JOINT_MATRIX_VALUES;
        lanes offset[12], matrix[12];
        for (int k = 0; k < 12; ++k) offset[k] = splat(entry->offset[k]);
        multiply_joint_matrix(joint_matrix, offset, matrix);
        save_entry(output->as_halves, output, matrix, (size_t)entry->skin_joint * 12);
    }
}

/// Sets the root's joint matrix. Returns all skin joints whose palette entry repeats an earlier one.
static inline lane_repeats begin_lanes(const sinew__walk *walk, const sinew__lane_output *output, float *joint_matrices)
{
    const sinew__palette_link *links = sinew__baked_at(walk->section, walk->header->repeats);
    for (int k = 0; k < 12; ++k)
        save(joint_matrices + k * LANES, output->is_placed ? load(output->roots + k * LANES) : splat(walk->root[k]));
    return (lane_repeats){links, links + walk->header->repeat_count};
}

/// Writes the palette entries that are left after all groups: those that are not copies of joint matrices, and the
/// remaining repeats.
static inline void finish_lanes(const sinew__walk *walk, const int32_t *matrix_of, const float *joint_matrices,
                                lane_repeats *repeats, const sinew__lane_output *output)
{
    put_lane_entries(walk, matrix_of, joint_matrices, output);
    while (repeats->next < repeats->end) repeat_lane_entry(repeats, output);
}

INLINED void pose_many_as(int as_halves, const sinew__walk *walk, const sinew__compact_sample *samples,
                          const int32_t *matrix_of, const sinew__lane_memory *memory, const sinew__lane_output *output)
{
    _Alignas(64) joint_values values[SINEW__COMPONENT_COUNT];
    float *joint_matrices = memory->joint_matrices, (*curves)[LANES] = (float(*)[LANES])memory->curves;
    lane_repeats repeats = begin_lanes(walk, output, joint_matrices);
    for (int32_t i = 0; i < samples->joint_group_count; ++i) {
        const int32_t first = i * SINEW__COMPACT_LANES;
        const unsigned joints = needed_lane_joints(walk, first, matrix_of);
        const lane_group group = lane_group_of(samples, i, (const joint_values *)values);
        const delta_kind angles = {.one_joint = 1},
                         kind = {.has_quaternions = (group.flags & SINEW__COMPACT_QUATERNIONS) != 0, .one_joint = 1};
        if (i % SINEW__CHUNK_GROUPS == 0) put_lane_curves(1, samples, i / SINEW__CHUNK_GROUPS, curves);
        put_joint_values(samples, i, (const float(*)[LANES])curves, values);
        put_lane_rotations(1, &group, joints, values);
        if (!kind.has_quaternions) // true of most groups
            pose_many_group(as_halves, walk, angles, &group, first, joints, matrix_of, joint_matrices, output);
        else
            pose_many_group(as_halves, walk, kind, &group, first, joints, matrix_of, joint_matrices, output);
        repeat_lane_entries(walk, first, joints, &repeats, output);
    }
    finish_lanes(walk, matrix_of, joint_matrices, &repeats, output);
}

static inline void pose_many(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, const sinew__lane_output *output)
{
#if defined(__F16C__)
    if (output->as_halves) {
        pose_many_as(1, walk, samples, matrix_of, memory, output);
        return;
    }
#endif
    pose_many_as(0, walk, samples, matrix_of, memory, output);
}

#endif
