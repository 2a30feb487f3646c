/// What is computed of 16 joints of a compact clip, in terms of a vector of floats. A kernel file defines, before it
/// includes this:
///
///   LANES                 floats in a vector: 4, 8 or 16
///   lanes, whole          vectors of LANES float and int32_t, with the operators of GNU C
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   load_int16(p)         LANES int16 as floats
///   spread(packed, curves, index, old)   of vector `index` of a component, lanes from `packed`, where its curves lie,
///                         and from `old` where it has none
///   mul_add(a, b, c)      a · b + c, fused where the processor can
///   save_rows(v, out)     v[4] holds a row of LANES matrices; writes the rows of a matrix one behind the other, in the
///                         order of sinew__compact_map_at
///   square_root(v)        correctly rounded

enum { VECTORS = SINEW__COMPACT_LANES / LANES, ALL_LANES = (1 << LANES) - 1 };

typedef float component[SINEW__COMPACT_LANES];

// ---- values -------------------------------------------------------------------------------------------------------

/// The values of LANES curves between keys.
static inline lanes mix_keys(const sinew__grid_position *position, int32_t taps, const int16_t *key, size_t stride)
{
    lanes sum = splat(position->weight[0]) * load_int16(key);
    if (taps > 1) sum = sum + splat(position->weight[1]) * load_int16(key + stride);
    if (taps > 2) {
        sum = sum + splat(position->weight[2]) * load_int16(key + 2 * stride);
        sum = sum + splat(position->weight[3]) * load_int16(key + 3 * stride);
    }
    return sum;
}

static inline void put_span(const sinew__compact_sample *sample, const sinew__curve_span *span, int32_t taps,
                            const float *steps, const float *middles, float *out)
{
    const sinew__grid_position position = sample->positions[span->grid];
    const size_t stride = span->count;
    const int16_t *key = sample->data + span->data + (size_t)position.key * stride;
    for (size_t i = 0; i < stride; i += LANES)
        save(out + i, mix_keys(&position, taps, key + i, stride) * load(steps + i) + load(middles + i));
}

static inline void chunk_curves(const sinew__compact_sample *sample, int32_t index, float *out)
{
    const sinew__curve_chunk *chunk = &sample->chunks[index];
    const sinew__curve_span *span = sample->spans + chunk->first_span, *end = span + chunk->span_count;
    for (; span < end; ++span) {
        const float *steps = sample->steps + chunk->first_curve + span->first,
                    *middles = sample->middles + chunk->first_curve + span->first;
        const int32_t taps = sample->grids[span->grid].taps;
        if (taps == 4)
            put_span(sample, span, 4, steps, middles, out + span->first);
        else if (taps == 2)
            put_span(sample, span, 2, steps, middles, out + span->first);
        else
            put_span(sample, span, 1, steps, middles, out + span->first);
    }
}

static inline void put_component(const sinew__component_curves *own, const float *curves, float *values)
{
    for (int i = 0; i < VECTORS; ++i) {
        const lanes old = load(values + i * LANES);
        const lanes own_values = spread(curves + own->first, own, i, own->adds ? splat(0.0f) : old);
        lanes sum = own_values;
        if (own->adds) sum = old + own_values;
        save(values + i * LANES, sum);
    }
}

/// What pieces say in position of the curves.
static void put_pieces(const sinew__compact_sample *sample, int32_t group, component *values)
{
    const float u = sample->part;
    for (const sinew__curve_piece *piece = sample->pieces; piece < sample->pieces_end; ++piece)
        if (piece->group == group && piece->begin <= u && u < piece->end) {
            const float t = u - piece->begin;
            values[piece->component][piece->lane] =
                ((piece->c[3] * t + piece->c[2]) * t + piece->c[1]) * t + piece->c[0];
        }
}

static inline void copy_constants(const float *from, int count, component *values)
{
    float *to = (float *)values; // the components lie one after the other
    for (int i = 0; i < count * SINEW__COMPACT_LANES; i += LANES) save(to + i, load(from + i));
}

/// Where constants of a group's components lie, by component.
static inline const float *constants_of(const sinew__compact_sample *sample, const sinew__compact_group *group)
{
    return (const float *)(const void *)(sample->section + group->constants);
}

/// Components of a group, all of them, or those behind the angles.
static inline void sample_values(const sinew__compact_sample *sample, int32_t index, uint32_t first,
                                 const float *curves, component *values)
{
    const sinew__compact_group *group = &sample->groups[index];
    const float *constants = constants_of(sample, group);
    if (index >= sample->joint_group_count)
        copy_constants(constants, 1, values);
    else if (first == 0)
        copy_constants(constants, 3, values + SINEW__COMPONENT_ANGLE);
    constants += 3 * SINEW__COMPACT_LANES;
    if (group->flags & SINEW__COMPACT_TRANSLATES) {
        copy_constants(constants, 3, values + SINEW__COMPONENT_TRANSLATION);
        constants += 3 * SINEW__COMPACT_LANES;
    }
    if (group->flags & SINEW__COMPACT_SCALES) {
        copy_constants(constants, 3, values + SINEW__COMPONENT_SCALE);
        constants += 3 * SINEW__COMPACT_LANES;
    }
    if (group->flags & SINEW__COMPACT_QUATERNIONS) copy_constants(constants, 4, values + SINEW__COMPONENT_QUATERNION);
    const sinew__component_curves *own = sample->components + group->first_component,
                                  *end = own + group->component_count;
    for (own += first; own < end; ++own) put_component(own, curves, values[own->component]);
    if (sample->pieces < sample->pieces_end) put_pieces(sample, index, values);
}

/// Most groups' angles need no memory.
static inline int is_direct(const sinew__compact_sample *sample, const sinew__compact_group *group)
{
    return (group->flags & SINEW__COMPACT_DIRECT) != 0 && sample->pieces == sample->pieces_end;
}

/// Angles of LANES joints about one axis.
static inline lanes load_angle(const sinew__compact_sample *sample, const sinew__compact_group *group, int direct,
                               const float *curves, component *values, int axis, int index)
{
    const sinew__component_curves *own = sample->components + group->first_component + axis;
    const float *constants = constants_of(sample, group) + axis * SINEW__COMPACT_LANES + index * LANES;
    if (!direct) return load(values[axis] + index * LANES);
    return spread(curves + own->first, own, index, load(constants));
}

// ---- rotations ----------------------------------------------------------------------------------------------------

static inline lanes select_lanes(whole mask, lanes yes, lanes no)
{
    return (lanes)(((whole)yes & mask) | ((whole)no & ~mask));
}

/// Sine and cosine of quarter turns below 2²¹. Polynomials in the square of what is left of the nearest whole quarter
/// turn, at most half of one: from interpolation at Chebyshev nodes, off by 3e-9 and 2e-10.
static inline void sine_and_cosine(lanes quarters, lanes *sine, lanes *cosine)
{
    const lanes to_whole = splat(12582912.0f); // 1.5 · 2²³: a sum with it has no fraction
    const lanes shifted = quarters + to_whole, rest = quarters - (shifted - to_whole);
    const lanes square = rest * rest;
    lanes s = splat(-4.60214921e-3f) * square + splat(7.96802176e-2f);
    s = s * square + splat(-6.45963478e-1f);
    s = (s * square + splat(1.57079632f)) * rest;
    lanes c = splat(9.06739897e-4f) * square + splat(-2.08615283e-2f);
    c = c * square + splat(2.53669410e-1f);
    c = c * square + splat(-1.23370055f);
    c = c * square + splat(1.0f);
    const whole turns = (whole)shifted, odd = -(turns & 1);
    *sine = (lanes)((whole)select_lanes(odd, c, s) ^ ((turns & 2) << 30));
    *cosine = (lanes)((whole)select_lanes(odd, s, c) ^ (((turns + 1) & 2) << 30));
}

/// Values of one group of joints.
static inline void group_values(const sinew__compact_sample *sample, int32_t index, lanes unit, const float *curves,
                                sinew__chunk_values *out)
{
    const sinew__compact_group *group = &sample->groups[index];
    const int at = index % SINEW__CHUNK_GROUPS, direct = is_direct(sample, group);
    if (!direct || group->flags != SINEW__COMPACT_DIRECT)
        sample_values(sample, index, direct ? 3 : 0, curves, out->of[at]);
    for (int i = 0; i < 3 * VECTORS; ++i) {
        const int axis = i / VECTORS, vector = i % VECTORS;
        lanes sine, cosine;
        sine_and_cosine(load_angle(sample, group, direct, curves, out->of[at], axis, vector) * unit, &sine, &cosine);
        save(out->sines[at][axis] + vector * LANES, sine);
        save(out->cosines[at][axis] + vector * LANES, cosine);
    }
}

/// All of a chunk at once: angle after angle, none waits for another.
static void chunk_values(const sinew__compact_sample *sample, int32_t chunk, int halves, sinew__chunk_values *out)
{
    _Alignas(64) float curves[SINEW__CHUNK_CURVES + SINEW__COMPACT_LANES];
    const int32_t first = chunk * SINEW__CHUNK_GROUPS, end = first + SINEW__CHUNK_GROUPS;
    const lanes unit = splat(halves ? 0.5f : 1.0f);
    chunk_curves(sample, chunk, curves);
    for (int32_t i = first; i < end && i < sample->joint_group_count; ++i) group_values(sample, i, unit, curves, out);
    for (int32_t i = first; i < end && i < sample->group_count; ++i)
        if (i >= sample->joint_group_count) sample_values(sample, i, 0, curves, out->of[i - first]);
}

/// Sines and cosines of three angles.
typedef struct rotation_lanes {
    lanes sx, cx, sy, cy, sz, cz;
} rotation_lanes;

static inline rotation_lanes load_rotation(const sinew__chunk_values *values, int group, int at)
{
    return (rotation_lanes){load(values->sines[group][0] + at), load(values->cosines[group][0] + at),
                            load(values->sines[group][1] + at), load(values->cosines[group][1] + at),
                            load(values->sines[group][2] + at), load(values->cosines[group][2] + at)};
}

/// Rz · Ry · Rx.
static inline void rotation_of_angles(const sinew__chunk_values *values, int group, int at, lanes r[9])
{
    const rotation_lanes a = load_rotation(values, group, at);
    const lanes sxsy = a.sx * a.sy, cxsy = a.cx * a.sy;
    r[0] = a.cy * a.cz;
    r[1] = sxsy * a.cz - a.cx * a.sz;
    r[2] = cxsy * a.cz + a.sx * a.sz;
    r[3] = a.cy * a.sz;
    r[4] = sxsy * a.sz + a.cx * a.cz;
    r[5] = cxsy * a.sz - a.sx * a.cz;
    r[6] = -a.sy;
    r[7] = a.sx * a.cy;
    r[8] = a.cx * a.cy;
}

/// Of quaternions of any length but none.
static inline void rotation_of_quaternion(const lanes q[4], lanes r[9])
{
    const lanes one = splat(1.0f), least = splat(1e-30f);
    const lanes s = splat(2.0f) / ((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]) + least);
    const lanes x = q[0] * s, y = q[1] * s, z = q[2] * s;
    const lanes xx = x * q[0], yy = y * q[1], zz = z * q[2], xy = x * q[1], xz = x * q[2], yz = y * q[2], wx = x * q[3],
                wy = y * q[3], wz = z * q[3];
    r[0] = one - (yy + zz);
    r[1] = xy - wz;
    r[2] = xz + wy;
    r[3] = xy + wz;
    r[4] = one - (xx + zz);
    r[5] = yz - wx;
    r[6] = xz - wy;
    r[7] = yz + wx;
    r[8] = one - (xx + yy);
}

/// All bits of those lanes of vector `index` that are in a mask of 16.
static inline whole lanes_of_mask(uint32_t mask, int index)
{
    whole bits;
    for (int i = 0; i < LANES; ++i) bits[i] = -(int32_t)(mask >> (index * LANES + i) & 1);
    return bits;
}

static inline void load_components(const component *values, int first, int count, int at, lanes *out)
{
    for (int i = 0; i < count; ++i) out[i] = load(values[first + i] + at);
}

// ---- maps ---------------------------------------------------------------------------------------------------------

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

static inline lanes place_of(const sinew__rig_group *rig, const component *values, int at, int row)
{
    const component *above = rig->above + 4 * row;
    lanes sum = load(above[3] + at);
    for (int i = 0; i < 3; ++i)
        sum = mul_add(load(above[i] + at), load(values[SINEW__COMPONENT_TRANSLATION + i] + at), sum);
    return sum;
}

/// Rotations of LANES joints.
static inline void make_rotation(const sinew__compact_group *group, const sinew__chunk_values *values, int in_chunk,
                                 int index, lanes r[9])
{
    rotation_of_angles(values, in_chunk, index * LANES, r);
    if (!(group->flags & SINEW__COMPACT_QUATERNIONS)) return;
    const whole mask = lanes_of_mask(group->quaternion_mask, index);
    lanes q[4], rotated[9];
    load_components(values->of[in_chunk], SINEW__COMPONENT_QUATERNION, 4, index * LANES, q);
    rotation_of_quaternion(q, rotated);
    for (int i = 0; i < 9; ++i) r[i] = select_lanes(mask, rotated[i], r[i]);
}

/// Bind-space locals of LANES joints, row by row, so that few registers are needed.
static inline void put_maps(const sinew__rig_group *rig, const component *after, const component *position, int at,
                            const lanes r[9], float *out)
{
    for (int row = 0; row < 3; ++row) {
        const lanes x = load(rig->before[3 * row] + at), y = load(rig->before[3 * row + 1] + at),
                    z = load(rig->before[3 * row + 2] + at);
        const lanes a = mul_add(z, r[6], mul_add(y, r[3], x * r[0])), b = mul_add(z, r[7], mul_add(y, r[4], x * r[1])),
                    c = mul_add(z, r[8], mul_add(y, r[5], x * r[2]));
        lanes m[4];
        for (int k = 0; k < 3; ++k)
            m[k] = mul_add(c, load(after[8 + k] + at), mul_add(b, load(after[4 + k] + at), a * load(after[k] + at)));
        m[3] = mul_add(c, load(after[11] + at),
                       mul_add(b, load(after[7] + at), mul_add(a, load(after[3] + at), load(position[row] + at))));
        save_rows(m, out + 4 * LANES * row);
    }
}

static void group_maps(const sinew__compact_sample *sample, int32_t index, const sinew__chunk_values *values,
                       float *out)
{
    const sinew__compact_group *group = &sample->groups[index];
    const sinew__rig_group *rig = &sample->rig[index];
    const int in_chunk = index % SINEW__CHUNK_GROUPS;
    const component *after = rig->after, *position = rig->position;
    _Alignas(64) component own_after[12], own_place[3];
    for (int i = 0; i < VECTORS && group->flags & SINEW__COMPACT_SCALES; ++i)
        put_after(rig, values->of[in_chunk], i * LANES, own_after);
    for (int i = 0; i < 3 * VECTORS && group->flags & SINEW__COMPACT_TRANSLATES; ++i)
        save(own_place[i / VECTORS] + i % VECTORS * LANES,
             place_of(rig, values->of[in_chunk], i % VECTORS * LANES, i / VECTORS));
    if (group->flags & SINEW__COMPACT_SCALES) after = (const component *)own_after;
    if (group->flags & SINEW__COMPACT_TRANSLATES) position = (const component *)own_place;
    for (int i = 0; i < VECTORS; ++i) {
        lanes r[9];
        make_rotation(group, values, in_chunk, i, r);
        put_maps(rig, after, position, i * LANES, r, out + 12 * LANES * i);
    }
}

// ---- locals -------------------------------------------------------------------------------------------------------

/// The quaternion of Rz · Ry · Rx, from halves of the angles.
static inline void quaternion_of_angles(const sinew__chunk_values *values, int group, int at, lanes q[4])
{
    const rotation_lanes a = load_rotation(values, group, at);
    const lanes cycz = a.cy * a.cz, sysz = a.sy * a.sz, sycz = a.sy * a.cz, cysz = a.cy * a.sz;
    q[0] = a.sx * cycz - a.cx * sysz;
    q[1] = a.cx * sycz + a.sx * cysz;
    q[2] = a.cx * cysz - a.sx * sycz;
    q[3] = a.cx * cycz + a.sx * sysz;
}

static inline void normalize(lanes q[4])
{
    const lanes length = square_root((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]) + splat(1e-30f));
    for (int i = 0; i < 4; ++i) q[i] = q[i] / length;
}

/// Adds what pivots add to a translation: shift + q · (inside − S · scale_pivot).
static inline void add_pivots(const sinew__rig_group *rig, int at, const lanes q[4], const lanes s[3], lanes t[3])
{
    lanes p[3], cross[3];
    for (int i = 0; i < 3; ++i) p[i] = load(rig->inside[i] + at) - s[i] * load(rig->scale_pivot[i] + at);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = (q[j] * p[k] - q[k] * p[j]) + q[3] * p[i];
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const lanes twice = q[j] * cross[k] - q[k] * cross[j];
        t[i] = t[i] + load(rig->shift[i] + at) + (p[i] + (twice + twice));
    }
}

static inline void make_locals(const sinew__compact_group *group, const sinew__rig_group *rig,
                               const sinew__chunk_values *chunk, int in_chunk, int index, sinew_local_group *out)
{
    const int at = index * LANES;
    const component *values = chunk->of[in_chunk];
    lanes inner[4], q[4], t[3], s[3];
    quaternion_of_angles(chunk, in_chunk, at, inner);
    if (group->flags & SINEW__COMPACT_QUATERNIONS) {
        const whole mask = lanes_of_mask(group->quaternion_mask, index);
        lanes own[4];
        load_components(values, SINEW__COMPONENT_QUATERNION, 4, at, own);
        normalize(own);
        for (int i = 0; i < 4; ++i) inner[i] = select_lanes(mask, own[i], inner[i]);
    }
    for (int i = 0; i < 4; ++i)
        q[i] = (load(rig->rotation[4 * i] + at) * inner[0] + load(rig->rotation[4 * i + 1] + at) * inner[1]) +
               (load(rig->rotation[4 * i + 2] + at) * inner[2] + load(rig->rotation[4 * i + 3] + at) * inner[3]);
    const int translates = group->flags & SINEW__COMPACT_TRANSLATES, scales = group->flags & SINEW__COMPACT_SCALES;
    for (int i = 0; i < 3; ++i) {
        t[i] = load((translates ? values[SINEW__COMPONENT_TRANSLATION + i] : rig->rest_t[i]) + at);
        s[i] = load((scales ? values[SINEW__COMPONENT_SCALE + i] : rig->rest_s[i]) + at);
    }
    if (rig->has_pivots != 0.0f) add_pivots(rig, at, q, s, t);
    float *const to[] = {out->tx, out->ty, out->tz, out->qx, out->qy, out->qz, out->qw, out->sx, out->sy, out->sz};
    for (int i = 0; i < 3; ++i) save(to[i] + at, t[i]);
    for (int i = 0; i < 4; ++i) save(to[3 + i] + at, q[i]);
    for (int i = 0; i < 3; ++i) save(to[7 + i] + at, s[i]);
}

static void group_locals(const sinew__compact_sample *sample, int32_t index, const sinew__chunk_values *values,
                         sinew_local_group *out)
{
    for (int i = 0; i < VECTORS; ++i)
        make_locals(&sample->groups[index], &sample->rig[index], values, index % SINEW__CHUNK_GROUPS, i, out);
}
