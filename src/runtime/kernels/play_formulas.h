/// Compact clip → palette of one character, in chunks of 128 joints: first the values of the chunk's curves, then its
/// *deltas*, then its joint matrices.
///
/// The delta D of a joint is its bind-space local (baked_clips.h) minus the identity; its joint matrix is P + P · D,
/// where P is its parent's. In this form a delta takes fewer operations, and no column of P needs special treatment. A
/// joint matrix waits for the parent's, but deltas do not wait for each other, so that the processor overlaps many of
/// them. Chunks of one group took 10 % longer. Chunks of half the size took 4 % longer for models that use more than
/// half of a chunk.
#ifndef SINEW_RUNTIME_KERNELS_PLAY_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_PLAY_FORMULAS_H

#include "runtime/kernels/compact_formulas.h"

/// The kinds of joints that a loop over deltas handles.
typedef struct delta_kind {
    int has_angles;      ///< some joints rotate by angles
    int has_quaternions; ///< some joints have quaternions, of any length
    int one_joint;       ///< the lanes are characters, all at the same joint
} delta_kind;

/// Returns a joint constant: of LANES joints from `at` on, or, with kind.one_joint, of the joint `at` in all lanes.
INLINED lanes constant(delta_kind kind, const component of, int at)
{
    return kind.one_joint ? splat(of[at]) : load(of + at);
}

/// Returns one coordinate of above · translation + center, the part of a delta's translation that does not depend on
/// the rotation.
INLINED lanes moved_position(delta_kind kind, const sinew__joint_constants *joint_constants, int at,
                             const lanes translation[3], int row)
{
    const component *above = joint_constants->above + 4 * row;
    lanes sum = constant(kind, above[3], at) + constant(kind, joint_constants->center[row], at);
    for (int i = 0; i < 3; ++i) sum = mul_add(constant(kind, above[i], at), translation[i], sum);
    return sum;
}

/// Sets `m` to the 3×3 matrix s · R, with `diagonal` − s added on the diagonal. R is the rotation of the quaternions q.
/// p is x y z of q times a factor, chosen so that products of p and q are 2 · s times the products of unit quaternions.
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

/// The rotations of LANES joints before `skin` of the joint constants is applied: quaternions of any length, and their
/// squared lengths.
typedef struct delta_state {
    lanes inner[4], square;
} delta_state;

/// Computes the linear part of deltas. `skin` multiplies a quaternion by √(2 · scale of the local). Dividing by the
/// squared length of `inner` keeps that factor, and needs no square root.
INLINED void rotation_of_delta(delta_kind kind, const sinew__joint_constants *joint_constants, int at,
                               const delta_state *state, lanes r[9])
{
    const component *skin = joint_constants->skin;
    const lanes *inner = state->inner;
    lanes q[4];
    if (joint_constants->keeps_axes != 0.0f)
        for (int i = 0; i < 4; ++i) q[i] = constant(kind, skin[5 * i], at) * inner[i];
    else
        for (int i = 0; i < 4; ++i, skin += 4)
            q[i] = mul_add(
                constant(kind, skin[3], at), inner[3],
                mul_add(constant(kind, skin[2], at), inner[2],
                        mul_add(constant(kind, skin[1], at), inner[1], constant(kind, skin[0], at) * inner[0])));
    const lanes factor = splat(1.0f) / state->square, diagonal = constant(kind, joint_constants->diagonal, at);
    if (kind.has_quaternions)
        matrix_of_quaternion((const lanes[3]){q[0] * factor, q[1] * factor, q[2] * factor}, q, diagonal, r);
    else
        matrix_of_quaternion(q, q, diagonal, r);
}

/// Returns the translation of one row of a delta, given that row of rotation_of_delta.
INLINED lanes translation_of_delta(delta_kind kind, const sinew__joint_constants *joint_constants, int at,
                                   const lanes row[3], lanes position)
{
    const component *center = joint_constants->center;
    return mul_add(
        row[2], constant(kind, center[2], at),
        mul_add(row[1], constant(kind, center[1], at), mul_add(row[0], constant(kind, center[0], at), position)));
}

/// Computes the positions of LANES joints: moved_position, or a constant if the group does not translate.
INLINED void put_position(const group_source *source, delta_kind kind, int index, lanes out[3])
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

/// Stores the deltas of LANES joints, given their linear parts and positions.
INLINED void save_deltas(delta_kind kind, const sinew__joint_constants *joint_constants, int at, const lanes r[9],
                         const lanes position[3], float *out)
{
    for (int row = 0; row < 3; ++row) {
        const lanes *m = r + 3 * row;
        const lanes shift = translation_of_delta(kind, joint_constants, at, m, position[row]);
        save_rows((const lanes[4]){m[0], m[1], m[2], shift}, out + SINEW__DELTA_ROW * row);
    }
}

/// Computes the deltas of LANES joints, with the scale of the joint constants.
INLINED void put_vector(const group_source *source, delta_kind kind, int index, const delta_state *state, float *out)
{
    const int at = index * LANES;
    lanes r[9], position[3];
    rotation_of_delta(kind, source->joint_constants, at, state, r);
    put_position(source, kind, index, position);
    save_deltas(kind, source->joint_constants, at, r, position, out);
}

// ---- second step: deltas -------------------------------------------------------------------------------------------

/// Computes the deltas of a group, LANES joints at a time.
INLINED void put_vectors(const group_source *source, delta_kind kind, float *out)
{
    for (int i = 0; i * LANES < source->count; ++i, out += LANES) {
        delta_state state;
        state.square = splat(1.0f);
        if (kind.has_quaternions)
            inner_rotation(1, kind.has_angles, &source->values, i, state.inner, &state.square);
        else
            for (int k = 0; k < 4; ++k) state.inner[k] = load(source->rotations[k] + i * LANES);
        put_vector(source, kind, i, &state, out);
    }
}

/// Computes the deltas of a group. Most groups rotate either only by angles or only by quaternions, so that each has
/// its own loop.
static inline void put_deltas(const group_source *source, float *out)
{
    const sinew__compact_group *group = source->values.group;
    const delta_kind angles = {.has_angles = 1}, quaternions = {.has_quaternions = 1},
                     both = {.has_angles = 1, .has_quaternions = 1};
    if (!(group->flags & SINEW__COMPACT_QUATERNIONS))
        put_vectors(source, angles, out);
    else if (!uses_angles(group, source->count))
        put_vectors(source, quaternions, out);
    else
        put_vectors(source, both, out);
}

// ---- third step: joint matrices -------------------------------------------------------------------------------------

/// The matrices that a walk keeps in registers if the kernel has enough of them (keeps_left_factor). `factor` is the
/// last parent's matrix: siblings are consecutive. `matrix` is the last joint's: in a chain, the next joint is its
/// child, which then need not wait for memory. This saves up to 7 %, most in deep skeletons.
typedef struct walk_place {
    uint32_t parent, joint;
    left_factor factor;
    affine matrix;
} walk_place;

/// Sets place->factor to the matrix of the next joint's parent.
static inline __attribute__((always_inline)) void take_parent(uint32_t parent, const float *joint_matrices,
                                                              walk_place *place)
{
    if (keeps_left_factor && parent == place->parent) return;
    if (keeps_left_factor && parent == place->joint)
        place->factor = left_factor_of(place->matrix);
    else
        place->factor = left_factor_of(load_joint_matrix(joint_matrices + parent));
    place->parent = parent;
}

/// Computes the joint matrix of one joint from its parent's matrix and its delta.
static inline __attribute__((always_inline)) void walk_step(const sinew__joint_step *step, const float *deltas,
                                                            int is_needed, walk_place *place, float *joint_matrices,
                                                            float *palette)
{
    take_parent(step->parent, joint_matrices, place);
    place->matrix = multiply_and_add(&place->factor, deltas + step->delta, SINEW__DELTA_ROW);
    place->joint = step->joint_matrix;
    save_joint_matrix(joint_matrices + step->joint_matrix, place->matrix);
    if (is_needed) save_matrix(palette + step->palette, place->matrix);
}

/// Computes the joint matrices of `count` consecutive steps.
static inline __attribute__((always_inline)) void walk_steps(const sinew__joint_step *steps, int32_t count,
                                                             const float *deltas, int is_needed, float *joint_matrices,
                                                             float *palette)
{
    const sinew__joint_step *end = steps + count;
    walk_place place = {.matrix = load_joint_matrix(joint_matrices)}; // the root's matrix
    place.factor = left_factor_of(place.matrix);
    for (; steps < end; ++steps) walk_step(steps, deltas, is_needed, &place, joint_matrices, palette);
}

/// Computes the joint matrices of a chunk: with `all_joints` of all joints, else of the first `needed` ones, on which
/// palette entries depend.
SHARED void walk_chunk(const sinew__walk *walk, int32_t chunk, int32_t needed, const float *deltas, int all_joints,
                       float *joint_matrices, float *palette)
{
    const sinew__joint_step *all = sinew__baked_at(walk->section, walk->header->steps),
                            *steps = all + (ptrdiff_t)chunk * SINEW__CHUNK_JOINTS;
    const int32_t left = walk->joint_count - chunk * SINEW__CHUNK_JOINTS,
                  count = left < SINEW__CHUNK_JOINTS ? left : SINEW__CHUNK_JOINTS;
    walk_steps(steps, needed, deltas, 1, joint_matrices, palette);
    if (all_joints) walk_steps(steps + needed, count - needed, deltas, 0, joint_matrices, palette);
}

/// Corrects the deltas D of joints whose scale is not the joint constants': D becomes (I + D) · C − I, where C is the
/// change of scale.
SHARED void scale_deltas(const group_source *source, float *deltas)
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

/// Copies palette entries to the skin joints that have the same entry as an earlier one. Links with the same source are
/// consecutive.
static inline void repeat_entries(const sinew__walk *walk, float *palette)
{
    const sinew__palette_link *repeat = sinew__baked_at(walk->section, walk->header->repeats),
                              *end = repeat + walk->header->repeat_count;
    while (repeat < end) {
        const int32_t from = repeat->from;
        const affine entry = load_matrix(palette + SINEW__MATRIX_FLOATS * (size_t)from);
        for (; repeat < end && repeat->from == from; ++repeat)
            save_matrix(palette + SINEW__MATRIX_FLOATS * (size_t)repeat->skin_joint, entry);
    }
}

/// Computes the palette entries of skin joints whose entry is not a copy of a joint matrix, and then the repeats.
SHARED void put_entries(const sinew__walk *walk, const float *joint_matrices, sinew_palette_matrix *palette)
{
    const sinew__palette_entry *entries = sinew__baked_at(walk->section, walk->header->entries);
    for (int32_t i = 0; i < walk->header->entry_count; ++i) {
        const sinew__palette_entry *entry = &entries[i];
        const affine matrix =
            load_joint_matrix(joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(entry->joint + 1));
        save_matrix(palette[entry->skin_joint].row[0], multiply(matrix, entry->offset, 4));
    }
    repeat_entries(walk, palette->row[0]);
}

static inline void walk_compact(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                                float *joint_matrices, sinew_palette_matrix *palette)
{
    _Alignas(64) float deltas[SINEW__CHUNK_GROUPS][SINEW__GROUP_DELTAS], curves[SINEW__CURVE_VALUES];
    _Alignas(64) component memory[SINEW__CHUNK_GROUPS][SINEW__COMPONENT_COUNT];
    group_source sources[SINEW__CHUNK_GROUPS];
    const int32_t *needed = sinew__baked_at(walk->section, walk->header->needed);
    save_joint_matrix(joint_matrices, load_matrix(walk->root));
    for (int32_t chunk = 0; chunk < sinew__chunks_of(sample->joint_group_count); ++chunk) {
        const int32_t first = chunk * SINEW__CHUNK_GROUPS, left = sample->joint_group_count - first,
                      count = left < SINEW__CHUNK_GROUPS ? left : SINEW__CHUNK_GROUPS;
        if (needed[chunk] == 0 && !all_joints) continue;
        put_curves(1, sample, chunk, curves);
        for (int32_t i = 0; i < count; ++i) {
            sources[i].joint_constants = &sample->joint_constants[first + i];
            sources[i].count = joints_of_group(sample, first + i);
            put_group(1, sample, first + i, curves, memory[i], &sources[i]);
        }
        for (int32_t i = 0; i < count; ++i) {
            put_deltas(&sources[i], deltas[i]);
            if (sources[i].values.group->scale_mask) scale_deltas(&sources[i], deltas[i]);
        }
        walk_chunk(walk, chunk, needed[chunk], deltas[0], all_joints, joint_matrices, (float *)palette);
    }
    put_entries(walk, joint_matrices, palette);
}

#endif
