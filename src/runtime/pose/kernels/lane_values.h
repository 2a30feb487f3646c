/// Values of the curves of LANES characters that play one compact clip, a character to a lane: in terms of
/// runtime/sampler/kernels/compact_formulas.h. compact_vectors_*.h defines, in addition:
///
///   transpose(v)   exchanges the rows and columns of v[LANES]

/// Where the keys of a span lie in all characters.
typedef struct lane_rows {
    const int16_t *keys[LANES][SINEW__KEY_ROWS];
    int32_t weights[LANES][SINEW__KEY_ROWS];
} lane_rows;

static inline void find_lane_rows(const sinew__compact_sample *samples, const sinew__curve_span *span, lane_rows *out)
{
    const int16_t *data = sinew__baked_at(samples->section, samples->clip->data);
    for (int k = 0; k < LANES; ++k) {
        const sinew__grid_position *position = &samples[k].position->grids[span->grid];
        for (int i = 0; i < SINEW__KEY_ROWS; ++i) {
            out->keys[k][i] = data + span->data + (size_t)position->rows[i] * 2 * span->count;
            out->weights[k][i] = position->weights[i];
        }
    }
}

/// Values of the curves of a span, [count][LANES], and of up to LANES − 1 after them.
INLINED void put_lane_span(int fused, const sinew__compact_sample *samples, const sinew__curve_span *span,
                           int row_count, const float *steps, const float *middles, float (*out)[LANES])
{
    lane_rows rows;
    find_lane_rows(samples, span, &rows);
    for (int i = 0; i < span->count; i += LANES) {
        const lanes step = load(steps + i), middle = load(middles + i);
        lanes v[LANES];
        for (int k = 0; k < LANES; ++k) {
            whole sum = multiply_pairs(rows.keys[k][0] + 2 * i, splat_pair(rows.weights[k][0]));
            for (int row = 1; row < row_count; ++row)
                sum += multiply_pairs(rows.keys[k][row] + 2 * i, splat_pair(rows.weights[k][row]));
            v[k] = product_sum(fused, to_float(sum), step, middle);
        }
        transpose(v);
        for (int k = 0; k < LANES; ++k) save(out[i + k], v[k]);
    }
}

/// Values of all curves of a chunk.
INLINED void put_lane_curves(int fused, const sinew__compact_sample *samples, int32_t index, float (*out)[LANES])
{
    const sinew__compact_clip *clip = samples->clip;
    const sinew__curve_chunk *chunks = sinew__baked_at(samples->section, clip->chunks), *chunk = &chunks[index];
    const sinew__curve_span *spans = sinew__baked_at(samples->section, clip->spans), *span = spans + chunk->first_span,
                            *end = span + chunk->span_count;
    const float *steps = sinew__baked_at(samples->section, clip->steps),
                *middles = sinew__baked_at(samples->section, clip->middles);
    for (; span < end; ++span) {
        const float *own_steps = steps + chunk->first_curve + span->first,
                    *own_middles = middles + chunk->first_curve + span->first;
        const int32_t rows = samples->position->grids[span->grid].row_count;
        if (rows == 3)
            put_lane_span(fused, samples, span, 3, own_steps, own_middles, out + span->first);
        else if (rows == 2)
            put_lane_span(fused, samples, span, 2, own_steps, own_middles, out + span->first);
        else
            put_lane_span(fused, samples, span, 1, own_steps, own_middles, out + span->first);
    }
}

/// Values of one component of the joints of a group: lane k is character k's.
typedef float joint_values[SINEW__COMPACT_LANES][LANES];

/// A second curve of a component: 0 is added where a joint has none, as compact_character.h does.
static inline void add_lane_component(const sinew__component_curves *own, const float (*curves)[LANES],
                                      joint_values values)
{
    for (int i = 0; i < SINEW__COMPACT_LANES; ++i) {
        const lanes more = own->from[i] < 0 ? splat(0.0f) : load(curves[own->first + own->from[i]]);
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

/// What pieces say in position of the curves.
static void put_lane_pieces(const sinew__compact_sample *samples, int32_t group, joint_values *values)
{
    for (int k = 0; k < LANES; ++k) {
        const float u = samples[k].position->part;
        for (const sinew__curve_piece *piece = samples[k].pieces; piece < samples[k].pieces_end; ++piece)
            if (is_piece_at(piece, group, u)) values[piece->component][piece->lane][k] = piece_value(piece, u);
    }
}

/// The lanes of a component that its curves set; `own` is the first of them, if there is one.
static inline unsigned lanes_of_curves(const sinew__component_curves *own, const sinew__component_curves *end,
                                       int index)
{
    unsigned set = 0;
    for (; own < end && own->component == index; ++own)
        if (!own->adds) set |= own->mask;
    return set;
}

/// Values of a component: its curves, and constants where it has none. Returns what follows of the curves.
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

/// Values of all components of a group.
static inline void put_joint_values(const sinew__compact_sample *samples, int32_t index, const float (*curves)[LANES],
                                    joint_values *out)
{
    static const struct {
        uint32_t flag;
        int first, count;
    } parts[] = {{0, SINEW__COMPONENT_ANGLE, 3},
                 {SINEW__COMPACT_TRANSLATES, SINEW__COMPONENT_TRANSLATION, 3},
                 {SINEW__COMPACT_SCALES, SINEW__COMPONENT_SCALE, 3},
                 {SINEW__COMPACT_QUATERNIONS, SINEW__COMPONENT_QUATERNION, 4}};
    const sinew__compact_group *group = sinew__sample_group(samples, index);
    const float *constants = constants_of(samples, group);
    const sinew__component_curves *components = sinew__baked_at(samples->section, samples->clip->components),
                                  *own = components + group->first_component, *end = own + group->component_count;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; ++i) {
        if ((group->flags & parts[i].flag) != parts[i].flag) continue;
        for (int k = parts[i].first; k < parts[i].first + parts[i].count; ++k, constants += SINEW__COMPACT_LANES)
            own = put_component(own, end, k, constants, curves, out[k]);
    }
    put_lane_pieces(samples, index, out);
}

/// A group of joints in all characters.
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

/// Turns the angles of `joints`, a bit each, into quaternions, so that every joint has one in `values`. Sines are long
/// chains, of which the processor overlaps several in a loop of their own: with those of a joint just before its
/// matrix, crowds took 6 % longer.
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
