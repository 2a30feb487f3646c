/// Compact clip → *joint deltas* of 16 joints: their bind-space locals (baked_clips.h) less the identity, in terms of a
/// vector of floats (runtime/sampler/kernels/compact_formulas.h). A joint's matrix is then its parent's and what the
/// delta adds to it: a product that needs no column taken out of the parent's matrix, of a delta that is made with
/// fewer operations.

/// How deltas are made.
typedef struct delta_kind {
    int has_angles;      ///< of joints that do not rotate by quaternions
    int has_quaternions; ///< of lengths other than 1
    int one_joint;       ///< the lanes are characters, all at the same joint
} delta_kind;

/// A joint constant: of LANES joints from `at` on, or of the joint `at` in all lanes.
INLINED lanes constant(delta_kind kind, const component values, int at)
{
    return kind.one_joint ? splat(values[at]) : load(values + at);
}

/// One coordinate of above · translation, and what of `center` does not rotate.
INLINED lanes moved_position(delta_kind kind, const sinew__joint_constants *joint_constants, int at,
                             const lanes translation[3], int row)
{
    const component *above = joint_constants->above + 4 * row;
    lanes sum = constant(kind, above[3], at) + constant(kind, joint_constants->center[row], at);
    for (int i = 0; i < 3; ++i) sum = mul_add(constant(kind, above[i], at), translation[i], sum);
    return sum;
}

/// The linear part of s · R, and `diagonal` − s more on the diagonal. R is the rotation of quaternions q; p are their
/// x y z times a factor, such that p · q are 2 · s times the products of quaternions of length 1.
INLINED void matrix_of_quaternion(const lanes p[3], const lanes q[4], lanes diagonal, lanes m[9])
{
    const lanes xy = p[0] * q[1], xz = p[0] * q[2], yz = p[1] * q[2];
    const lanes rest = minus_mul(p[2], q[2], diagonal);
    m[0] = minus_mul(p[1], q[1], rest);
    m[1] = minus_mul(p[2], q[3], xy);
    m[2] = mul_add(p[1], q[3], xz);
    m[3] = mul_add(p[2], q[3], xy);
    m[4] = minus_mul(p[0], q[0], rest);
    m[5] = minus_mul(p[0], q[3], yz);
    m[6] = minus_mul(p[1], q[3], xz);
    m[7] = mul_add(p[0], q[3], yz);
    m[8] = minus_mul(p[0], q[0], minus_mul(p[1], q[1], diagonal));
}

/// A rotation before the constant ones: its quaternion, and the square of its length.
typedef struct delta_state {
    lanes inner[4], square;
} delta_state;

/// The linear part of deltas. A division by the square of inner's length leaves that of `skin`, without
/// a square root.
INLINED void rotation_of_delta(delta_kind kind, const sinew__joint_constants *joint_constants, int at,
                               const delta_state *state, lanes r[9])
{
    const component *skin = joint_constants->skin;
    const lanes *inner = state->inner;
    lanes q[4];
    for (int i = 0; i < 4; ++i, skin += 4)
        q[i] = mul_add(constant(kind, skin[3], at), inner[3],
                       mul_add(constant(kind, skin[2], at), inner[2],
                               mul_add(constant(kind, skin[1], at), inner[1], constant(kind, skin[0], at) * inner[0])));
    const lanes factor = splat(1.0f) / state->square, diagonal = constant(kind, joint_constants->diagonal, at);
    if (kind.has_quaternions)
        matrix_of_quaternion((const lanes[3]){q[0] * factor, q[1] * factor, q[2] * factor}, q, diagonal, r);
    else
        matrix_of_quaternion(q, q, diagonal, r);
}

/// A row's translation, from the row of rotation_of_delta.
INLINED lanes translation_of_delta(delta_kind kind, const sinew__joint_constants *joint_constants, int at,
                                   const lanes row[3], lanes position)
{
    const component *center = joint_constants->center;
    return mul_add(
        row[2], constant(kind, center[2], at),
        mul_add(row[1], constant(kind, center[1], at), mul_add(row[0], constant(kind, center[0], at), position)));
}

/// What the deltas of one group are made from.
typedef struct delta_source {
    group_values values;
    const sinew__joint_constants *joint_constants;
    int count;                           ///< of its joints
    _Alignas(64) component rotations[4]; ///< the quaternions of angles, of put_rotations
} delta_source;

/// Positions of LANES joints.
INLINED void put_position(const delta_source *source, delta_kind kind, int index, lanes out[3])
{
    const int at = index * LANES;
    lanes translation[3];
    if (!(source->values.group->flags & SINEW__COMPACT_TRANSLATES)) {
        load_three(source->joint_constants->skin_position, at, out);
        return;
    }
    load_values(&source->values, SINEW__COMPONENT_TRANSLATION, 3, index, translation);
    for (int row = 0; row < 3; ++row) out[row] = moved_position(kind, source->joint_constants, at, translation, row);
}

/// Deltas of LANES joints, with the scale of the joint constants.
INLINED void put_vector(const delta_source *source, delta_kind kind, int index, const delta_state *state, float *out)
{
    const int at = index * LANES;
    lanes r[9], position[3];
    rotation_of_delta(kind, source->joint_constants, at, state, r);
    put_position(source, kind, index, position);
    for (int row = 0; row < 3; ++row) {
        const lanes *m = r + 3 * row;
        const lanes shift = translation_of_delta(kind, source->joint_constants, at, m, position[row]);
        save_rows((const lanes[4]){m[0], m[1], m[2], shift}, out + SINEW__DELTA_ROW * row);
    }
}

// ---- the first step: values, and the quaternions of groups whose joints all rotate by angles ------------------------

/// What is left of a group's constants and of its components' curves.
typedef struct component_reader {
    const float *constants, *curves;
    const sinew__component_curves *own, *end;
} component_reader;

/// The values of the next component, which has that index, in registers: its constants, and its curves in the lanes
/// that move.
INLINED void read_component(component_reader *reader, int index, lanes out[VECTORS])
{
    for (int k = 0; k < VECTORS; ++k) out[k] = load(reader->constants + k * LANES);
    for (; reader->own < reader->end && reader->own->component == index; ++reader->own)
        for (int k = 0; k < VECTORS; ++k) out[k] = with_component(reader->own, reader->curves, k, out[k]);
    reader->constants += SINEW__COMPACT_LANES;
}

/// Puts pieces in position of the curves of `count` components. Most cells have none.
static inline void put_pieces(const sinew__compact_sample *sample, int32_t group, int first, int count, component *out)
{
    const float u = sample->position->part;
    for (const sinew__curve_piece *piece = sample->pieces; piece < sample->pieces_end; ++piece)
        if (is_piece_at(piece, group, u) && piece->component >= first && piece->component < first + count)
            out[piece->component - first][piece->lane] = piece_value(piece, u);
}

/// The angles of a group, in registers: storing and loading them took 5 % of playing with AVX-512.
INLINED void read_angles(const sinew__compact_sample *sample, int32_t group, component_reader *reader,
                         lanes out[3][VECTORS])
{
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) read_component(reader, SINEW__COMPONENT_ANGLE + i, out[i]);
    if (sample->pieces == sample->pieces_end) return;
    component changed[3];
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < VECTORS; ++k) save(changed[i] + k * LANES, out[i][k]);
    put_pieces(sample, group, SINEW__COMPONENT_ANGLE, 3, changed);
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < VECTORS; ++k) out[i][k] = load(changed[i] + k * LANES);
}

/// The values of the next `count` components, in memory. Not a function of its own, which would keep the reader out of
/// registers, and not unrolled, for its size.
INLINED void keep_components(const sinew__compact_sample *sample, int32_t group, component_reader *reader, int first,
                             int count, component *memory, group_values *values)
{
#pragma GCC unroll 1
    for (int i = first; i < first + count; ++i) {
        lanes vectors[VECTORS];
        read_component(reader, i, vectors);
        for (int k = 0; k < VECTORS; ++k) save(memory[i] + k * LANES, vectors[k]);
        values->components[i] = memory[i];
    }
    if (sample->pieces < sample->pieces_end) put_pieces(sample, group, first, count, memory + first);
}

INLINED void save_rotations(delta_source *out, int index, const lanes angles[3])
{
    lanes q[4];
    quaternion_of_angles(1, out->values.group->flags, angles, q);
    for (int k = 0; k < 4; ++k) save(out->rotations[k] + index * LANES, q[k]);
}

/// For kernels with registers for the angles of a group.
INLINED void put_rotations(const sinew__compact_sample *sample, int32_t index, const float *curves, component *memory,
                           delta_source *out)
{
    const sinew__compact_group *group = out->values.group = sinew__sample_group(sample, index);
    const sinew__component_curves *components = sinew__baked_at(sample->section, sample->clip->components),
                                  *own = components + group->first_component;
    component_reader reader = {constants_of(sample, group), curves, own, own + group->component_count};
    if (group->flags & SINEW__COMPACT_QUATERNIONS) {
        keep_components(sample, index, &reader, SINEW__COMPONENT_ANGLE, 3, memory, &out->values);
    } else {
        lanes vectors[3][VECTORS];
        read_angles(sample, index, &reader, vectors);
        for (int i = 0; i < VECTORS && i * LANES < out->count; ++i)
            save_rotations(out, i, (const lanes[3]){vectors[0][i], vectors[1][i], vectors[2][i]});
    }
    if (group->flags & SINEW__COMPACT_TRANSLATES)
        keep_components(sample, index, &reader, SINEW__COMPONENT_TRANSLATION, 3, memory, &out->values);
    if (group->flags & SINEW__COMPACT_SCALES)
        keep_components(sample, index, &reader, SINEW__COMPONENT_SCALE, 3, memory, &out->values);
    if (group->flags & SINEW__COMPACT_QUATERNIONS)
        keep_components(sample, index, &reader, SINEW__COMPONENT_QUATERNION, 4, memory, &out->values);
}

/// For kernels with few registers: values are read where they are, or in memory.
INLINED void put_rotations_from_memory(const sinew__compact_sample *sample, int32_t index, const float *curves,
                                       component *memory, delta_source *out)
{
    find_values(sample, index, curves, memory, &out->values);
    if (out->values.group->flags & SINEW__COMPACT_QUATERNIONS) return;
    for (int i = 0; i * LANES < out->count; ++i) {
        lanes angles[3];
        load_values(&out->values, SINEW__COMPONENT_ANGLE, 3, i, angles);
        save_rotations(out, i, angles);
    }
}

/// The second step: the deltas of a group, LANES joints at a time.
INLINED void put_vectors(const delta_source *source, delta_kind kind, float *out)
{
    for (int i = 0; i * LANES < source->count; ++i, out += LANES) {
        delta_state state;
        state.square = splat(1.0f);
        if (kind.has_quaternions)
            inner_rotation(1, kind.has_angles, 1, &source->values, i, state.inner, &state.square);
        else
            for (int k = 0; k < 4; ++k) state.inner[k] = load(source->rotations[k] + i * LANES);
        put_vector(source, kind, i, &state, out);
    }
}

/// The deltas of a group. Most groups rotate either by angles or by quaternions: each of these has a loop of its own.
static inline void put_deltas(const delta_source *source, float *out)
{
    const sinew__compact_group *group = source->values.group;
    const unsigned used = (1u << source->count) - 1;
    const delta_kind angles = {.has_angles = 1}, quaternions = {.has_quaternions = 1},
                     both = {.has_angles = 1, .has_quaternions = 1};
    if (!(group->flags & SINEW__COMPACT_QUATERNIONS))
        put_vectors(source, angles, out);
    else if ((used & ~group->quaternion_mask) == 0)
        put_vectors(source, quaternions, out);
    else
        put_vectors(source, both, out);
}
