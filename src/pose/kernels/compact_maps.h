/// Compact clip → bind-space locals of 16 joints (compact_clip.h calls them maps), in terms of a vector of floats
/// (sampler/kernels/compact_formulas.h). The maps of LANES joints are made in MAP_STEPS steps, between which other work
/// may be done: two chains of instructions that do not wait for each other.

enum { MAP_STEPS = 2, GROUP_STEPS = MAP_STEPS * VECTORS, MAP_FLOATS = 12 * SINEW__COMPACT_LANES };

/// Where in floats row `row` of a lane's map begins: the order in which vectors are transposed with the least work.
static inline int map_at(int lane, int row)
{
    const int in_vector = lane % LANES;
    return lane / LANES * 12 * LANES + (row * LANES + (in_vector & 3) * (LANES / 4) + (in_vector >> 2)) * 4;
}

/// What the maps of one group are made from.
typedef struct map_source {
    group_values values;
    const sinew__rig_group *rig;
    const component *after, *position;
    component memory[SINEW__COMPONENT_COUNT], own_after[12], own_position[3];
} map_source;

/// after′ = unpost · T(inside) · S · back.
static inline void put_after(const sinew__rig_group *rig, const component *values, int at, component *out)
{
    lanes inner[12];
    for (int i = 0; i < 12; ++i) inner[i] = load(values[SINEW__COMPONENT_SCALE + i / 4] + at) * load(rig->back[i] + at);
    for (int i = 0; i < 3; ++i) inner[4 * i + 3] = inner[4 * i + 3] + load(rig->inside[i] + at);
    for (int i = 0; i < 12; ++i) {
        const int row = i / 4 * 3, k = i % 4;
        save(out[i] + at,
             mul_add(load(rig->unpost[row + 2] + at), inner[8 + k],
                     mul_add(load(rig->unpost[row + 1] + at), inner[4 + k], load(rig->unpost[row] + at) * inner[k])));
    }
}

static inline lanes position_of(const sinew__rig_group *rig, const component *values, int at, int row)
{
    const component *above = rig->above + 4 * row;
    lanes sum = load(above[3] + at);
    for (int i = 0; i < 3; ++i)
        sum = mul_add(load(above[i] + at), load(values[SINEW__COMPONENT_TRANSLATION + i] + at), sum);
    return sum;
}

/// Gathers what the steps of a group need. `curves` are values of its chunk.
static inline void begin_maps(const sinew__compact_sample *sample, int32_t index, const float *curves, map_source *out)
{
    const sinew__rig_group *rig = &sample->rig[index];
    const uint32_t flags = sample->groups[index].flags;
    out->values = values_of_group(sample, index, curves, out->memory);
    out->rig = rig;
    out->after = rig->after;
    out->position = rig->position;
    if (flags & SINEW__COMPACT_SCALES) {
        for (int i = 0; i < VECTORS; ++i) put_after(rig, out->values.of, i * LANES, out->own_after);
        out->after = (const component *)out->own_after;
    }
    if (flags & SINEW__COMPACT_TRANSLATES) {
        for (int i = 0; i < 3 * VECTORS; ++i)
            save(out->own_position[i / VECTORS] + i % VECTORS * LANES,
                 position_of(rig, out->values.of, i % VECTORS * LANES, i / VECTORS));
        out->position = (const component *)out->own_position;
    }
}

/// The homogeneous matrix of quaternions: a rotation, scaled by the square of their length. `p` are the quaternions
/// times a factor, by which the matrix is scaled too.
INLINED void matrix_of_quaternion(const lanes p[4], const lanes q[4], lanes m[9])
{
    const lanes x = p[0] + p[0], y = p[1] + p[1], z = p[2] + p[2];
    const lanes xx = p[0] * q[0], yy = p[1] * q[1], zz = p[2] * q[2], ww = p[3] * q[3];
    const lanes xy = x * q[1], xz = x * q[2], yz = y * q[2], wx = x * q[3], wy = y * q[3], wz = z * q[3];
    const lanes sum = ww + xx, rest = ww - xx, part = yy - zz;
    m[0] = sum - (yy + zz);
    m[1] = xy - wz;
    m[2] = xz + wy;
    m[3] = xy + wz;
    m[4] = rest + part;
    m[5] = yz - wx;
    m[6] = xz - wy;
    m[7] = yz + wx;
    m[8] = rest - part;
}

/// What passes from step to step.
typedef struct map_state {
    lanes inner[4], square;
} map_state;

/// How the maps of a group are made.
typedef struct map_kind {
    int is_rigid;        ///< by put_rigid
    int has_quaternions; ///< of lengths other than 1
} map_kind;

/// The matrix of quaternions that are `inner` times another one: a division by the square of inner's length leaves that
/// of the other, without a square root.
INLINED void put_matrix(map_kind kind, const map_state *state, const lanes q[4], lanes m[9])
{
    lanes p[4];
    if (!kind.has_quaternions) {
        matrix_of_quaternion(q, q, m);
        return;
    }
    const lanes factor = splat(1.0f) / state->square;
    for (int i = 0; i < 4; ++i) p[i] = q[i] * factor;
    matrix_of_quaternion(p, q, m);
}

/// Maps of LANES joints that do not shear.
INLINED void put_rigid(const map_source *source, map_kind kind, int index, const map_state *state, float *out)
{
    const int at = index * LANES;
    const component *skin = source->rig->skin, *center = source->rig->center;
    const lanes *inner = state->inner;
    lanes q[4], r[9];
    for (int i = 0; i < 4; ++i, skin += 4)
        q[i] = mul_add(load(skin[3] + at), inner[3],
                       mul_add(load(skin[2] + at), inner[2],
                               mul_add(load(skin[1] + at), inner[1], load(skin[0] + at) * inner[0])));
    put_matrix(kind, state, q, r);
    const lanes x = load(center[0] + at), y = load(center[1] + at), z = load(center[2] + at);
    for (int row = 0; row < 3; ++row) {
        const lanes *m = r + 3 * row;
        const lanes shift = mul_add(m[2], z, mul_add(m[1], y, mul_add(m[0], x, load(source->position[row] + at))));
        save_rows((const lanes[4]){m[0], m[1], m[2], shift}, out + 12 * LANES * index + 4 * LANES * row);
    }
}

/// Maps of LANES joints, whatever the scale.
INLINED void put_general(const map_source *source, map_kind kind, int index, const map_state *state, float *out)
{
    const int at = index * LANES;
    const component *after = source->after;
    lanes r[9];
    put_matrix(kind, state, state->inner, r);
    for (int row = 0; row < 3; ++row) {
        const component *before = source->rig->before + 3 * row;
        const lanes x = load(before[0] + at), y = load(before[1] + at), z = load(before[2] + at);
        const lanes a = mul_add(z, r[6], mul_add(y, r[3], x * r[0])), b = mul_add(z, r[7], mul_add(y, r[4], x * r[1])),
                    c = mul_add(z, r[8], mul_add(y, r[5], x * r[2]));
        lanes m[4];
        for (int k = 0; k < 3; ++k)
            m[k] = mul_add(c, load(after[8 + k] + at), mul_add(b, load(after[4 + k] + at), a * load(after[k] + at)));
        m[3] =
            mul_add(c, load(after[11] + at),
                    mul_add(b, load(after[7] + at), mul_add(a, load(after[3] + at), load(source->position[row] + at))));
        save_rows(m, out + 12 * LANES * index + 4 * LANES * row);
    }
}

/// Step 0 … GROUP_STEPS − 1 of a group: for each vector its rotations, then its maps.
INLINED void step_maps(const map_source *source, map_kind kind, int step, map_state *state, float *out)
{
    const int index = step / MAP_STEPS;
    if (step % MAP_STEPS == 0)
        inner_rotation(1, kind.has_quaternions, &source->values, index, state->inner, &state->square);
    else if (kind.is_rigid)
        put_rigid(source, kind, index, state, out);
    else
        put_general(source, kind, index, state, out);
}

static inline map_kind kind_of(const map_source *source)
{
    const uint32_t flags = source->values.group->flags;
    return (map_kind){.is_rigid = source->rig->is_rigid != 0.0f && !(flags & SINEW__COMPACT_SCALES),
                      .has_quaternions = (flags & SINEW__COMPACT_QUATERNIONS) != 0};
}
