/// Compact clip + time → values of its curves → locals of 16 joints. Locals have the same bits with every compiler and
/// instruction set: products and sums are rounded separately, and sines are polynomials defined here.
///
/// Parameter `fused`: whether a formula may fuse multiply and add. It is 1 when a clip is played, and 0 when locals are
/// sampled.
#ifndef SINEW_RUNTIME_KERNELS_COMPACT_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_COMPACT_FORMULAS_H

#include "runtime/kernels/vector.h"

static inline lanes product_sum(int fused, lanes a, lanes b, lanes c)
{
    if (fused) return mul_add(a, b, c);
    return a * b + c;
}

// ---- values -------------------------------------------------------------------------------------------------------

/// Returns the steps of LANES curves. The upper half of a curve's scale is its step, a float without its lower 16 bits.
/// The lower half is its middle in the same form; middles_of returns it.
static inline lanes steps_of(whole scales)
{
    return (lanes)(scales & (int32_t)0xffff0000u);
}

static inline lanes middles_of(whole scales)
{
    return (lanes)(scales << 16);
}

/// Computes the values of a span's curves from the first `rows` of the position's key rows.
static inline void put_span(int fused, const sinew__compact_sample *sample, const sinew__curve_span *span, int rows,
                            const uint32_t *scales, float *out)
{
    const sinew__grid_position *position = &sample->position->grids[span->grid];
    const int16_t *data = sinew__baked_at(sample->section, sample->clip->data);
    const int count = span->count, stride = 2 * count;
    const int16_t *row[SINEW__KEY_ROWS];
    whole weights[SINEW__KEY_ROWS];
    for (int i = 0; i < SINEW__KEY_ROWS; ++i) {
        row[i] = data + span->data + (size_t)position->rows[i] * (size_t)stride;
        weights[i] = splat_pair(position->weights[i]);
    }
    for (int i = 0; i < count; i += LANES) {
        whole sum = multiply_pairs(row[0] + 2 * i, weights[0]);
        for (int k = 1; k < rows; ++k) sum += multiply_pairs(row[k] + 2 * i, weights[k]);
        const whole of_curves = load_whole(scales + i);
        save(out + i, product_sum(fused, to_float(sum), steps_of(of_curves), middles_of(of_curves)));
    }
}

/// Returns the values of LANES curves of an uneven grid in units of the step / SINEW__KEY_WEIGHT_SUM, interpolated
/// linearly between two of the three keys in `rows`. The high half of a key is its time, the low half its value. The
/// middle key is at or before `now` if the whole key, as an int32, is less than `limit`.
INLINED lanes uneven_numbers(const int16_t *const rows[SINEW__KEY_ROWS], int at, float now, int32_t limit)
{
    const lanes first = load((const float *)(const void *)(rows[0] + at)),
                middle = load((const float *)(const void *)(rows[1] + at)),
                last = load((const float *)(const void *)(rows[2] + at));
    const whole is_later = (whole)((whole)middle < splat_pair(limit)), units = splat_pair(SINEW__UNEVEN_UNITS),
                from = (whole)choose(is_later, middle, first), to = (whole)choose(is_later, last, middle),
                number = from << 16 >> 16, begin = from >> 16;
    const lanes passed = splat(now) - to_float(begin - (units & ~is_later)),
                length = to_float((to >> 16) - begin + units), rise = to_float((to << 16 >> 16) - number);
    const float sum = SINEW__KEY_WEIGHT_SUM;
    return (passed / length * rise + to_float(number)) * splat(sum);
}

/// Computes the values of a span's curves on an uneven grid. It is not inlined and not fused, so that each kernel
/// contains it once.
static __attribute__((noinline)) void put_uneven_span(const sinew__compact_sample *sample,
                                                      const sinew__curve_span *span, const uint32_t *scales, float *out)
{
    const sinew__grid_position *position = &sample->position->grids[span->grid];
    const int16_t *data = sinew__baked_at(sample->section, sample->clip->data), *rows[SINEW__KEY_ROWS];
    for (int i = 0; i < SINEW__KEY_ROWS; ++i) rows[i] = data + span->data + (size_t)position->rows[i] * 2 * span->count;
    for (int i = 0; i < span->count; i += LANES) {
        const whole of_curves = load_whole(scales + i);
        const lanes numbers = uneven_numbers(rows, 2 * i, position->uneven_time, position->weights[0]);
        save(out + i, numbers * steps_of(of_curves) + middles_of(of_curves));
    }
}

/// Returns the value at a time of the cubic through a piece's four keys. `third` is the time since the piece's start,
/// in thirds of its length. Double precision takes no longer than float, which is too coarse if a curve crosses most of
/// its range within a third.
static inline double piece_number(const sinew__curve_piece *piece, double third)
{
    const int32_t first = piece->keys[1] - piece->keys[0], next = piece->keys[2] - piece->keys[1],
                  last = piece->keys[3] - piece->keys[2], second = next - first;
    const double cubic = (last - next - second) * (third - 2) * (1.0 / 6);
    return ((second * 0.5 + cubic) * (third - 1) + first) * third + piece->keys[0];
}

/// Replaces the values of the curves of a chunk that have pieces in the current cell: takes each from the curve's piece
/// that covers the time. Consecutive values are `stride` floats apart in `out`. Not inlined, so that each kernel
/// contains it once.
static __attribute__((noinline)) void put_pieces(const sinew__compact_sample *sample, int32_t chunk,
                                                 const uint32_t *scales, int stride, float *out)
{
    const sinew__compact_clip *clip = sample->clip;
    const uint32_t *start = sinew__baked_at(sample->section, clip->piece_start);
    const sinew__curve_piece *pieces = sinew__baked_at(sample->section, clip->pieces);
    start += (size_t)chunk * (size_t)clip->cell_count + (size_t)sample->position->cell;
    const double part = sample->position->part * (double)SINEW__PLACE_END, latest = SINEW__PLACE_END - 1;
    // whether the cell's first tick has passed
    const int is_behind = sample->position->part > 0.75 * clip->cells_per_tick;
    const uint32_t at = (uint32_t)(part < latest ? part : latest), now = at ? at : (uint32_t)is_behind,
                   within = SINEW__PLACE_END - 1;
    for (const sinew__curve_piece *piece = pieces + start[0], *last = pieces + start[1]; piece < last;) {
        const uint32_t curve = piece->place >> SINEW__PLACE_BITS, place = curve << SINEW__PLACE_BITS | now;
        const sinew__curve_piece *next = piece + 1;
        for (; next < last && next->place <= place; ++next) piece = next;
        const uint32_t begin = piece->place & within;
        uint32_t end = SINEW__PLACE_END;
        if (next < last && next->place >> SINEW__PLACE_BITS == curve) end = next->place & within;
        const double thirds = (part - begin) * 3 / (end - begin);
        const double step = (double)sinew__curve_step(scales[curve]) * (double)SINEW__KEY_WEIGHT_SUM;
        out[curve * (uint32_t)stride] =
            (float)(piece_number(piece, thirds) * step + (double)sinew__curve_middle(scales[curve]));
        for (piece = next; piece < last && piece->place >> SINEW__PLACE_BITS == curve;) ++piece;
    }
}

/// Computes the values of all curves of a chunk.
SHARED void put_curves(int fused, const sinew__compact_sample *sample, int32_t index, float *out)
{
    const sinew__compact_clip *clip = sample->clip;
    const sinew__curve_chunk *chunks = sinew__baked_at(sample->section, clip->chunks), *chunk = &chunks[index];
    const sinew__curve_span *spans = sinew__baked_at(sample->section, clip->spans), *span = spans + chunk->first_span,
                            *end = span + chunk->span_count;
    const uint32_t *scales = sinew__baked_at(sample->section, clip->scales);
    for (; span < end; ++span) {
        const uint32_t *own = scales + chunk->first_curve + span->first;
        const int32_t rows = sample->position->grids[span->grid].row_count;
        if (rows == 3)
            put_span(fused, sample, span, 3, own, out + span->first);
        else if (rows > 0) // the second of two rows has weight 0 for held values
            put_span(fused, sample, span, 2, own, out + span->first);
        else
            put_uneven_span(sample, span, own, out + span->first);
    }
    if (clip->piece_count) put_pieces(sample, index, scales + chunk->first_curve, 1, out);
}

/// Returns LANES lanes of a component: the values of its curves, and `old` in lanes without a curve. If `own` is a
/// second set of curves of the component, its values are added to `old`.
INLINED lanes with_component(const sinew__component_curves *own, const float *curves, int index, lanes old)
{
    if (own->adds) return old + spread(curves + own->first, own, index, splat(0.0f));
    return spread(curves + own->first, own, index, old);
}

/// Returns, for each component of a group, the index of the vector with its constants.
static inline const uint32_t *constants_of(const sinew__compact_sample *sample, const sinew__compact_group *group)
{
    const uint32_t *constants = sinew__baked_at(sample->section, sample->clip->constants);
    return constants + group->first_vector;
}

static inline const float *constant_vectors(const sinew__compact_sample *sample)
{
    return sinew__baked_at(sample->section, sample->clip->vectors);
}

/// Pointers to the component values of one group.
typedef struct group_values {
    const sinew__compact_group *group;
    const float
        /// per component of the group, [16] floats: its constants; the values of its curves if all 16 joints have one;
        /// or both merged, in the `memory` of find_values
        *components[SINEW__COMPONENT_COUNT];
} group_values;

static inline const uint32_t *set_constants(const float *vectors, const uint32_t *constants, int first, int count,
                                            group_values *out)
{
    for (int i = 0; i < count; ++i) out->components[first + i] = vectors + constants[i];
    return constants + count;
}

/// Merges the consecutive values of one component's curves into its constants, in `memory`. Returns the first entry of
/// the next component.
static inline const sinew__component_curves *spread_component(const sinew__component_curves *own,
                                                              const sinew__component_curves *end, const float *curves,
                                                              component *memory, group_values *values)
{
    const int index = own->component;
    lanes vectors[VECTORS];
    for (int i = 0; i < VECTORS; ++i) vectors[i] = load(values->components[index] + i * LANES);
    do {
        for (int i = 0; i < VECTORS; ++i) vectors[i] = with_component(own, curves, i, vectors[i]);
    } while (++own < end && own->component == index);
    for (int i = 0; i < VECTORS; ++i) save(memory[index] + i * LANES, vectors[i]);
    values->components[index] = memory[index];
    return own;
}

/// Finds the component values of a group. `curves` are the values of its chunk's curves.
static inline void find_values(const sinew__compact_sample *sample, int32_t index, const float *curves,
                               component *memory, group_values *out)
{
    const sinew__compact_group *group = out->group = sinew__sample_group(sample, index);
    const sinew__component_curves *components = sinew__baked_at(sample->section, sample->clip->components),
                                  *own = components + group->first_component, *end = own + group->component_count;
    const float *vectors = constant_vectors(sample);
    const uint32_t *next = constants_of(sample, group);
    next = set_constants(vectors, next, SINEW__COMPONENT_ANGLE, index < sample->joint_group_count ? 3 : 1, out);
    if (group->flags & SINEW__COMPACT_TRANSLATES)
        next = set_constants(vectors, next, SINEW__COMPONENT_TRANSLATION, 3, out);
    if (group->flags & SINEW__COMPACT_SCALES) next = set_constants(vectors, next, SINEW__COMPONENT_SCALE, 3, out);
    if (group->flags & SINEW__COMPACT_QUATERNIONS) set_constants(vectors, next, SINEW__COMPONENT_QUATERNION, 4, out);
    while (own < end) {
        if (own->mask == SINEW__ALL_LANES && !own->adds) {
            out->components[own->component] = curves + own->first;
            ++own;
        } else {
            own = spread_component(own, end, curves, memory, out);
        }
    }
}

/// Loads LANES joints of `count` components.
INLINED void load_values(const group_values *values, int first, int count, int index, lanes *out)
{
    for (int i = 0; i < count; ++i) out[i] = load(values->components[first + i] + index * LANES);
}

/// Loads LANES joints of three joint constants.
INLINED void load_three(const component *of, int at, lanes out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = load(of[i] + at);
}

// ---- rotations ----------------------------------------------------------------------------------------------------

/// Sine and cosine of angles from −1 to 1 quarter turn: minimax polynomials in the square, with an error of at most
/// 5e-8 (sine) and 8e-8 (cosine) with float coefficients.
INLINED void sine_and_cosine_near(int fused, lanes quarters, lanes *sine, lanes *cosine)
{
    const lanes square = quarters * quarters;
    lanes s = product_sum(fused, splat(1.50820561e-4f), square, splat(-4.67222789e-3f));
    lanes c = product_sum(fused, splat(8.59690073e-4f), square, splat(-2.08139662e-2f));
    s = product_sum(fused, s, square, splat(7.9688482e-2f));
    c = product_sum(fused, c, square, splat(2.53653198e-1f));
    s = product_sum(fused, s, square, splat(-6.45963371e-1f));
    c = product_sum(fused, c, square, splat(-1.23369884f));
    s = product_sum(fused, s, square, splat(1.57079625f));
    *sine = s * quarters;
    *cosine = product_sum(fused, c, square, splat(1.0f));
}

/// Sine and cosine of angles below 2²² quarter turns: takes off the nearest whole number of half turns first.
INLINED void sine_and_cosine(int fused, lanes quarters, lanes *sine, lanes *cosine)
{
    const lanes to_even = splat(25165824.0f); // 1.5 · 2²⁴: adding it rounds to a multiple of 2
    const lanes shifted = quarters + to_even;
    sine_and_cosine_near(fused, quarters - (shifted - to_even), sine, cosine);
    const whole sign = (whole)shifted << 31; // the sign changes for an odd number of half turns
    *sine = (lanes)((whole)*sine ^ sign);
    *cosine = (lanes)((whole)*cosine ^ sign);
}

/// Sets all bits of the lanes of vector `index` that are set in a mask of 16 lanes.
static inline whole lanes_of_mask(uint32_t mask, int index)
{
    whole bits;
    for (int i = 0; i < LANES; ++i) bits[i] = -(int32_t)(mask >> (index * LANES + i) & 1);
    return bits;
}

/// Returns the quaternions of Rz · Ry · Rx. Half an angle, in quarter turns, equals the angle in half turns, which is
/// the unit of compact clips.
INLINED void quaternion_of_angles(int fused, uint32_t flags, const lanes angles[3], lanes q[4])
{
    lanes s[3], c[3];
    if (flags & SINEW__COMPACT_TURNS)
        for (int i = 0; i < 3; ++i) sine_and_cosine(fused, angles[i], &s[i], &c[i]);
    else
        for (int i = 0; i < 3; ++i) sine_and_cosine_near(fused, angles[i], &s[i], &c[i]);
    const lanes cycz = c[1] * c[2], sysz = s[1] * s[2], sycz = s[1] * c[2], cysz = c[1] * s[2];
    q[0] = product_sum(fused, s[0], cycz, -(c[0] * sysz));
    q[1] = product_sum(fused, c[0], sycz, s[0] * cysz);
    q[2] = product_sum(fused, c[0], cysz, -(s[0] * sycz));
    q[3] = product_sum(fused, c[0], cycz, s[0] * sysz);
}

/// Returns the squared length of quaternions, plus 1e-30 so that it is never 0.
INLINED lanes square_of_length(const lanes q[4])
{
    return (q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]) + splat(1e-30f);
}

/// Computes the rotations R of LANES joints, with axes exchanged as in compact_clip.h, for a group in which some joints
/// have quaternion curves. If `has_angles`, the other joints rotate by angles. A curve's quaternion may have any
/// length; `square` gets the squared lengths.
SHARED void inner_rotation(int fused, int has_angles, const group_values *values, int index, lanes q[4], lanes *square)
{
    lanes angles[3], own[4];
    load_values(values, SINEW__COMPONENT_QUATERNION, 4, index, has_angles ? own : q);
    if (!has_angles) {
        *square = square_of_length(q);
        return;
    }
    load_values(values, SINEW__COMPONENT_ANGLE, 3, index, angles);
    quaternion_of_angles(fused, values->group->flags, angles, q);
    const whole chosen = lanes_of_mask(values->group->quaternion_mask, index);
    *square = choose(chosen, square_of_length(own), splat(1.0f));
    for (int i = 0; i < 4; ++i) q[i] = choose(chosen, own[i], q[i]);
}

// ---- a group: its values, and the quaternions of angles ------------------------------------------------------------

/// The inputs of a group's locals or deltas.
typedef struct group_source {
    group_values values;
    const sinew__joint_constants *joint_constants;
    int count; ///< joints of the group
    /// quaternions made from angles by put_group; not set in a group with quaternion curves
    _Alignas(64) component rotations[4];
} group_source;

/// Returns the number of joints in a group, at most sixteen.
static inline int joints_of_group(const sinew__compact_sample *sample, int32_t group)
{
    const int32_t left = sample->joint_count - group * SINEW__COMPACT_LANES;
    return left < SINEW__COMPACT_LANES ? (int)left : SINEW__COMPACT_LANES;
}

/// Reads the curves of a group's components in order; `own` is the next.
typedef struct component_reader {
    const float *curves;
    const sinew__component_curves *own, *end;
} component_reader;

/// Loads the component `index`, the next one of the group: its constants, with the values of its curves merged in.
INLINED void read_component(component_reader *reader, int index, const float *constants, lanes out[VECTORS])
{
    for (int k = 0; k < VECTORS; ++k) out[k] = load(constants + k * LANES);
    for (; reader->own < reader->end && reader->own->component == index; ++reader->own)
        for (int k = 0; k < VECTORS; ++k) out[k] = with_component(reader->own, reader->curves, k, out[k]);
}

/// Whether some of a group's first `count` joints rotate by angles.
static inline int uses_angles(const sinew__compact_group *group, int count)
{
    const unsigned used = (1u << count) - 1;
    return !(group->flags & SINEW__COMPACT_QUATERNIONS) || (used & ~(unsigned)group->quaternion_mask) != 0;
}

INLINED void skip_angles(component_reader *reader)
{
    while (reader->own < reader->end && reader->own->component < SINEW__COMPONENT_TRANSLATION) ++reader->own;
}

/// Loads the angles of a group into registers. Storing and reloading them took 5 % of playing with AVX-512.
INLINED void read_angles(const float *vectors, const uint32_t *constants, component_reader *reader,
                         lanes out[3][VECTORS])
{
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) read_component(reader, SINEW__COMPONENT_ANGLE + i, vectors + constants[i], out[i]);
}

/// Stores the next `count` components in memory. It is inlined so that the reader stays in registers, and not unrolled
/// because of its size.
INLINED void keep_components(const float *vectors, const uint32_t *constants, component_reader *reader, int first,
                             int count, component *memory, group_values *values)
{
#pragma GCC unroll 1
    for (int i = first; i < first + count; ++i) {
        lanes of[VECTORS];
        read_component(reader, i, vectors + constants[i - first], of);
        for (int k = 0; k < VECTORS; ++k) save(memory[i] + k * LANES, of[k]);
        values->components[i] = memory[i];
    }
}

INLINED void save_rotations(int fused, uint32_t flags, int index, const lanes angles[3], group_source *out)
{
    lanes q[4];
    quaternion_of_angles(fused, flags, angles, q);
    for (int k = 0; k < 4; ++k) save(out->rotations[k] + index * LANES, q[k]);
}

/// put_group for kernels with enough registers for the angles of a group.
INLINED void put_rotations(int fused, const sinew__compact_sample *sample, int32_t index, const float *curves,
                           component *memory, group_source *out)
{
    const sinew__compact_group *group = out->values.group = sinew__sample_group(sample, index);
    const sinew__component_curves *components = sinew__baked_at(sample->section, sample->clip->components),
                                  *own = components + group->first_component;
    const uint32_t flags = group->flags; // copied, because the compiler would read it again after each store
    const int count = out->count;
    const float *vectors = constant_vectors(sample);
    component_reader reader = {curves, own, own + group->component_count};
    const uint32_t *next = constants_of(sample, group);
    if (!uses_angles(group, count)) {
        skip_angles(&reader);
    } else if (flags & SINEW__COMPACT_QUATERNIONS) {
        keep_components(vectors, next, &reader, SINEW__COMPONENT_ANGLE, 3, memory, &out->values);
    } else {
        lanes of[3][VECTORS];
        read_angles(vectors, next, &reader, of);
        for (int i = 0; i < VECTORS && i * LANES < count; ++i)
            save_rotations(fused, flags, i, (const lanes[3]){of[0][i], of[1][i], of[2][i]}, out);
    }
    next += 3;
    if (flags & SINEW__COMPACT_TRANSLATES) {
        keep_components(vectors, next, &reader, SINEW__COMPONENT_TRANSLATION, 3, memory, &out->values);
        next += 3;
    }
    if (flags & SINEW__COMPACT_SCALES) {
        keep_components(vectors, next, &reader, SINEW__COMPONENT_SCALE, 3, memory, &out->values);
        next += 3;
    }
    if (flags & SINEW__COMPACT_QUATERNIONS)
        keep_components(vectors, next, &reader, SINEW__COMPONENT_QUATERNION, 4, memory, &out->values);
}

/// put_group for kernels with few registers: reads angles from the section or from memory.
INLINED void put_rotations_from_memory(int fused, const sinew__compact_sample *sample, int32_t index,
                                       const float *curves, component *memory, group_source *out)
{
    find_values(sample, index, curves, memory, &out->values);
    const uint32_t flags = out->values.group->flags;
    const int count = out->count;
    if (flags & SINEW__COMPACT_QUATERNIONS) return;
    for (int i = 0; i * LANES < count; ++i) {
        lanes angles[3];
        load_values(&out->values, SINEW__COMPONENT_ANGLE, 3, i, angles);
        save_rotations(fused, flags, i, angles, out);
    }
}

/// Finds the component values of a group, and converts angles to quaternions if no joint of the group has quaternion
/// curves.
SHARED void put_group(int fused, const sinew__compact_sample *sample, int32_t index, const float *curves,
                      component *memory, group_source *out)
{
    if (VECTORS <= 2)
        put_rotations(fused, sample, index, curves, memory, out);
    else
        put_rotations_from_memory(fused, sample, index, curves, memory, out);
}

// ---- locals -------------------------------------------------------------------------------------------------------

/// Returns a joint constant: of LANES joints from `at` on, or, if the lanes are characters (`one_joint`), of the joint
/// `at` in every lane.
INLINED lanes constant_at(int one_joint, const component of, int at)
{
    return one_joint ? splat(of[at]) : load(of + at);
}

/// Adds the effect of pivots to a translation: shift + q · (inside − S · scale_pivot).
INLINED void add_pivots(int one_joint, const sinew__joint_constants *joint_constants, int at, const lanes q[4],
                        const lanes s[3], lanes t[3])
{
    lanes p[3], cross[3];
    for (int i = 0; i < 3; ++i)
        p[i] = constant_at(one_joint, joint_constants->inside[i], at) -
               s[i] * constant_at(one_joint, joint_constants->scale_pivot[i], at);
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        cross[i] = (q[j] * p[k] - q[k] * p[j]) + q[3] * p[i];
    }
    for (int i = 0; i < 3; ++i) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const lanes twice = q[j] * cross[k] - q[k] * cross[j];
        t[i] = t[i] + constant_at(one_joint, joint_constants->shift[i], at) + (p[i] + (twice + twice));
    }
}

/// Converts a clip's values to locals: sets the rotation `q` from the clip's quaternion `inner`, and adds pivots to the
/// translation `t`.
INLINED void add_joint_constants(int one_joint, const sinew__joint_constants *joint_constants, int at,
                                 const lanes inner[4], const lanes s[3], lanes t[3], lanes q[4])
{
    for (int i = 0; i < 4; ++i) {
        const component *row = joint_constants->rotation + 4 * i;
        if (joint_constants->keeps_rotation != 0.0f)
            q[i] = inner[i];
        else
            q[i] = (constant_at(one_joint, row[0], at) * inner[0] + constant_at(one_joint, row[1], at) * inner[1]) +
                   (constant_at(one_joint, row[2], at) * inner[2] + constant_at(one_joint, row[3], at) * inner[3]);
    }
    if (joint_constants->has_pivots != 0.0f) add_pivots(one_joint, joint_constants, at, q, s, t);
}

static inline void chunk_curves(const sinew__compact_sample *sample, int32_t chunk, float *out)
{
    put_curves(0, sample, chunk, out);
}

static inline void group_weights(const sinew__compact_sample *sample, int32_t index, const float *curves, float *out)
{
    _Alignas(64) component memory[SINEW__COMPONENT_COUNT];
    group_values values;
    find_values(sample, index, curves, memory, &values);
    memcpy(out, values.components[0], sizeof *memory);
}

/// Writes LANES locals of a group.
static inline void save_local_vector(const lanes t[3], const lanes q[4], const lanes s[3], int index,
                                     sinew_local_group *out)
{
    const int at = index * LANES;
    float *const to[] = {out->tx, out->ty, out->tz, out->qx, out->qy, out->qz, out->qw, out->sx, out->sy, out->sz};
    for (int i = 0; i < 3; ++i) save(to[i] + at, t[i]);
    for (int i = 0; i < 4; ++i) save(to[3 + i] + at, q[i]);
    for (int i = 0; i < 3; ++i) save(to[7 + i] + at, s[i]);
}

static inline void make_locals(const group_source *source, int index, sinew_local_group *out)
{
    const int at = index * LANES;
    const group_values *values = &source->values;
    const uint32_t flags = values->group->flags;
    const sinew__joint_constants *joint_constants = source->joint_constants;
    lanes inner[4], q[4], t[3], s[3], square;
    if (flags & SINEW__COMPACT_QUATERNIONS) {
        inner_rotation(0, uses_angles(values->group, source->count), values, index, inner, &square);
        const lanes factor = splat(1.0f) / square_root(square);
        for (int i = 0; i < 4; ++i) inner[i] = inner[i] * factor;
    } else {
        for (int i = 0; i < 4; ++i) inner[i] = load(source->rotations[i] + at);
    }
    if (flags & SINEW__COMPACT_TRANSLATES)
        load_values(values, SINEW__COMPONENT_TRANSLATION, 3, index, t);
    else
        load_three(joint_constants->rest_t, at, t);
    if (flags & SINEW__COMPACT_SCALES)
        load_values(values, SINEW__COMPONENT_SCALE, 3, index, s);
    else
        load_three(joint_constants->rest_s, at, s);
    add_joint_constants(0, joint_constants, at, inner, s, t, q);
    save_local_vector(t, q, s, index, out);
}

/// Writes the rest pose to LANES lanes after the last joint.
static inline void make_resting_locals(const sinew__joint_constants *joint_constants, int index, sinew_local_group *out)
{
    const lanes zero = splat(0.0f), identity[4] = {zero, zero, zero, splat(1.0f)};
    lanes t[3], s[3];
    load_three(joint_constants->rest_t, index * LANES, t);
    load_three(joint_constants->rest_s, index * LANES, s);
    save_local_vector(t, identity, s, index, out);
}

static inline void group_locals(const sinew__compact_sample *sample, int32_t index, const float *curves,
                                sinew_local_group *out)
{
    _Alignas(64) component memory[SINEW__COMPONENT_COUNT];
    group_source source; // not initialised as a whole, which took a tenth of the time
    source.joint_constants = &sample->joint_constants[index];
    source.count = joints_of_group(sample, index);
    put_group(0, sample, index, curves, memory, &source);
    for (int i = 0; i < VECTORS; ++i) {
        if (i * LANES < source.count)
            make_locals(&source, i, out);
        else
            make_resting_locals(source.joint_constants, i, out);
    }
}

#endif
