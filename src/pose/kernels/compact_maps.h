/// Compact clip → *maps* of 16 joints: their bind-space locals (baked_clips.h) less the identity, in terms of a vector
/// of floats (sampler/kernels/compact_formulas.h). A joint's matrix is then its parent's and what the map adds to it: a
/// product that needs no column taken out of the parent's matrix, of a map that is made with fewer operations.

/// How maps are made.
typedef struct map_kind {
    int has_angles;      ///< of joints that do not rotate by quaternions
    int has_quaternions; ///< of lengths other than 1
    int one_joint;       ///< the lanes are characters, all at the same joint
} map_kind;

/// A constant of the rig: of LANES joints from `at` on, or of the joint `at` in all lanes.
INLINED lanes constant(map_kind kind, const component of, int at)
{
    return kind.one_joint ? splat(of[at]) : load(of + at);
}

/// One coordinate of above · translation, and what of `center` does not rotate.
INLINED lanes moved_position(map_kind kind, const sinew__rig_group *rig, int at, const lanes translation[3], int row)
{
    const component *above = rig->above + 4 * row;
    lanes sum = constant(kind, above[3], at) + constant(kind, rig->center[row], at);
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
typedef struct map_state {
    lanes inner[4], square;
} map_state;

/// The linear part of maps. A division by the square of inner's length leaves that of `skin`, without
/// a square root.
INLINED void rotation_of_map(map_kind kind, const sinew__rig_group *rig, int at, const map_state *state, lanes r[9])
{
    const component *skin = rig->skin;
    const lanes *inner = state->inner;
    lanes q[4];
    for (int i = 0; i < 4; ++i, skin += 4)
        q[i] = mul_add(constant(kind, skin[3], at), inner[3],
                       mul_add(constant(kind, skin[2], at), inner[2],
                               mul_add(constant(kind, skin[1], at), inner[1], constant(kind, skin[0], at) * inner[0])));
    const lanes factor = splat(1.0f) / state->square, diagonal = constant(kind, rig->diagonal, at);
    if (kind.has_quaternions)
        matrix_of_quaternion((const lanes[3]){q[0] * factor, q[1] * factor, q[2] * factor}, q, diagonal, r);
    else
        matrix_of_quaternion(q, q, diagonal, r);
}

/// A row's translation, from the row of rotation_of_map.
INLINED lanes translation_of_map(map_kind kind, const sinew__rig_group *rig, int at, const lanes row[3], lanes position)
{
    const component *center = rig->center;
    return mul_add(
        row[2], constant(kind, center[2], at),
        mul_add(row[1], constant(kind, center[1], at), mul_add(row[0], constant(kind, center[0], at), position)));
}

/// What the maps of one group are made from.
typedef struct map_source {
    group_values values;
    const sinew__rig_group *rig;
    int count;                           ///< of its joints
    _Alignas(64) component rotations[4]; ///< the quaternions of angles, of put_rotations
} map_source;

/// Positions of LANES joints.
INLINED void put_position(const map_source *source, map_kind kind, int index, lanes out[3])
{
    const int at = index * LANES;
    lanes translation[3];
    if (!(source->values.group->flags & SINEW__COMPACT_TRANSLATES)) {
        load_three(source->rig->skin_position, at, out);
        return;
    }
    load_values(&source->values, SINEW__COMPONENT_TRANSLATION, 3, index, translation);
    for (int row = 0; row < 3; ++row) out[row] = moved_position(kind, source->rig, at, translation, row);
}

/// Maps of LANES joints, with the rig's scale.
INLINED void put_vector(const map_source *source, map_kind kind, int index, const map_state *state, float *out)
{
    const int at = index * LANES;
    lanes r[9], position[3];
    rotation_of_map(kind, source->rig, at, state, r);
    put_position(source, kind, index, position);
    for (int row = 0; row < 3; ++row) {
        const lanes *m = r + 3 * row;
        const lanes shift = translation_of_map(kind, source->rig, at, m, position[row]);
        save_rows((const lanes[4]){m[0], m[1], m[2], shift}, out + SINEW__MAP_ROW * row);
    }
}

/// The first step of a group whose joints all rotate by angles: their quaternions.
INLINED void put_rotations(map_source *source)
{
    const sinew__compact_group *group = source->values.group;
    lanes angles[3], q[4];
    if (group->flags & SINEW__COMPACT_QUATERNIONS) return;
    for (int i = 0; i * LANES < source->count; ++i) {
        load_values(&source->values, SINEW__COMPONENT_ANGLE, 3, i, angles);
        quaternion_of_angles(1, group->flags, angles, q);
        for (int k = 0; k < 4; ++k) save(source->rotations[k] + i * LANES, q[k]);
    }
}

/// The second step: the maps of a group, LANES joints at a time.
INLINED void put_vectors(const map_source *source, map_kind kind, float *out)
{
    for (int i = 0; i * LANES < source->count; ++i, out += LANES) {
        map_state state;
        state.square = splat(1.0f);
        if (kind.has_quaternions)
            inner_rotation(1, kind.has_angles, 1, &source->values, i, state.inner, &state.square);
        else
            for (int k = 0; k < 4; ++k) state.inner[k] = load(source->rotations[k] + i * LANES);
        put_vector(source, kind, i, &state, out);
    }
}

/// The maps of a group. Most groups rotate either by angles or by quaternions: each of these has a loop of its own.
static inline void put_maps(const map_source *source, float *out)
{
    const sinew__compact_group *group = source->values.group;
    const unsigned used = (1u << source->count) - 1;
    const map_kind angles = {.has_angles = 1}, quaternions = {.has_quaternions = 1},
                   both = {.has_angles = 1, .has_quaternions = 1};
    if (!(group->flags & SINEW__COMPACT_QUATERNIONS))
        put_vectors(source, angles, out);
    else if ((used & ~group->quaternion_mask) == 0)
        put_vectors(source, quaternions, out);
    else
        put_vectors(source, both, out);
}
