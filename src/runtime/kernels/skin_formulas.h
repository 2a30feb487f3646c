/// Skins whole vertex blocks: 16 vertices at a time that share one list of palette entries. If multiply and add are not
/// fused, the results equal the plain loops' bit for bit, except for the sign of a zero.
#ifndef SINEW_RUNTIME_KERNELS_SKIN_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_SKIN_FORMULAS_H

#include "runtime/kernels/vector.h"

// Functions that run for every vertex block are always inlined, so that constants stay in registers from block to
// block.
enum { VERTEX_BLOCK = SINEW_VERTEX_BLOCK_SIZE, PER_VERTEX_BLOCK = VERTEX_BLOCK / LANES };

static inline lanes dot(const lanes a[3], const lanes b[3])
{
    return mul_add(a[2], b[2], mul_add(a[1], b[1], a[0] * b[0]));
}

/// Stores normals at unit length, negated where `orientation` is negative.
static inline void store_unit(float *out, const lanes normal[3], lanes orientation)
{
    const lanes scale = flip_where_negative(reciprocal_root(dot(normal, normal)), orientation);
    const lanes unit[3] = {normal[0] * scale, normal[1] * scale, normal[2] * scale};
    save3(out, unit);
}

static inline void load_tangents(const sinew__tangent_vertex_block *from, int v, lanes out[3])
{
    for (int i = 0; i < 3; ++i) out[i] = load(from->part[i] + v * LANES);
}

/// Stores tangents at unit length; the bitangent's sign (w) is reversed where `orientation` is negative.
static inline void store_tangents(sinew__tangent_vertex_block *to, int v, const lanes tangent[3], lanes orientation)
{
    const lanes scale = reciprocal_root(dot(tangent, tangent));
    for (int i = 0; i < 3; ++i) save(to->part[i] + v * LANES, tangent[i] * scale);
    save(to->part[3] + v * LANES, flip_where_negative(load(to->part[3] + v * LANES), orientation));
}

// ---- linear -------------------------------------------------------------------------------------------------------

/// Adds AT_ONCE elements of palette entry `k`, from `element` on, times the weights of the vertices, to the sums. If
/// `is_first`, sets the sums instead.
static inline __attribute__((always_inline)) void add_entry(const sinew__skin_vertex_blocks *blocks, uint32_t k,
                                                            int element, int is_first,
                                                            lanes sum[AT_ONCE][PER_VERTEX_BLOCK])
{
    const float *weights = blocks->weights + (size_t)k * VERTEX_BLOCK,
                *entry = (const float *)&blocks->palette[blocks->skin_joints[k]] + element;
    for (int i = 0; i < AT_ONCE; ++i) {
        const lanes value = splat(entry[i]);
        for (int v = 0; v < PER_VERTEX_BLOCK; ++v) {
            const lanes weight = load(weights + v * LANES);
            if (is_first)
                sum[i][v] = weight * value;
            else
                sum[i][v] = mul_add(weight, value, sum[i][v]);
        }
    }
}

/// Whether a vertex block has influences.
static inline int is_moved(const sinew__skin_vertex_blocks *blocks, int32_t block)
{
    return blocks->start[block] < blocks->start[block + 1];
}

/// Computes the weighted sums of the palette entries of a vertex block with influences; sums[4 i + j] is row i, column
/// j.
static inline void blend_matrices(const sinew__skin_vertex_blocks *blocks, int32_t block,
                                  lanes sums[12][PER_VERTEX_BLOCK])
{
    const uint32_t first = blocks->start[block], end = blocks->start[block + 1];
    for (int element = 0; element < 12; element += AT_ONCE) {
        lanes sum[AT_ONCE][PER_VERTEX_BLOCK];
        add_entry(blocks, first, element, 1, sum);
        for (uint32_t k = first + 1; k < end; ++k) add_entry(blocks, k, element, 0, sum);
        for (int i = 0; i < AT_ONCE; ++i)
            for (int v = 0; v < PER_VERTEX_BLOCK; ++v) sums[element + i][v] = sum[i][v];
    }
}

static inline void clear_matrices(lanes sums[12][PER_VERTEX_BLOCK])
{
    for (int i = 0; i < 12; ++i)
        for (int v = 0; v < PER_VERTEX_BLOCK; ++v) sums[i][v] = (lanes){0};
}

/// Returns the cross product of the linear parts of two rows, which is a row of cofactors.
static inline void cofactors(const lanes *a, const lanes *b, lanes out[3])
{
    out[0] = product_difference(a[1], b[2], a[2], b[1]);
    out[1] = product_difference(a[2], b[0], a[0], b[2]);
    out[2] = product_difference(a[0], b[1], a[1], b[0]);
}

/// The skinning matrices of LANES vertices.
typedef struct vertex_motion {
    lanes m[3][4];
    lanes cofactor[3][3]; ///< cofactors of the linear part, which transform normals
    lanes determinant;
} vertex_motion;

/// Sets the cofactors for normals: they equal the inverse transpose times the determinant, and exist even if the
/// inverse does not.
static inline void set_cofactors(vertex_motion *motion)
{
    for (int i = 0; i < 3; ++i) cofactors(motion->m[(i + 1) % 3], motion->m[(i + 2) % 3], motion->cofactor[i]);
    motion->determinant = dot(motion->m[0], motion->cofactor[0]);
}

static inline void move_points(const vertex_motion *motion, const float *in, float *out)
{
    lanes point[3], moved[3];
    load3(in, point);
    for (int i = 0; i < 3; ++i) {
        const lanes *row = motion->m[i];
        moved[i] = mul_add(row[2], point[2], mul_add(row[1], point[1], mul_add(row[0], point[0], row[3])));
    }
    save3(out, moved);
}

static inline void rotate_normals(const vertex_motion *motion, const float *in, float *out)
{
    lanes normal[3], rotated[3];
    load3(in, normal);
    for (int i = 0; i < 3; ++i) rotated[i] = dot(motion->cofactor[i], normal);
    store_unit(out, rotated, motion->determinant);
}

static inline __attribute__((always_inline)) void linear_vertex_block(const sinew__skin_vertex_blocks *blocks,
                                                                      int32_t block, int with_normals, int moved_at_all)
{
    lanes sums[12][PER_VERTEX_BLOCK];
    if (moved_at_all)
        blend_matrices(blocks, block, sums);
    else
        clear_matrices(sums);
    for (int v = 0; v < PER_VERTEX_BLOCK; ++v) {
        const size_t at = ((size_t)block * VERTEX_BLOCK + (size_t)v * LANES) * 3;
        vertex_motion motion;
        for (int i = 0; i < 12; ++i) motion.m[i / 4][i % 4] = sums[i][v];
        move_points(&motion, blocks->positions + at, blocks->out_positions + at);
        if (!with_normals) continue;
        set_cofactors(&motion);
        rotate_normals(&motion, blocks->normals + at, blocks->out_normals + at);
    }
}

/// Whether one palette entry moves all vertices of a vertex block with weight 1.
static inline int is_rigid(const sinew__skin_vertex_blocks *blocks, int32_t block)
{
    const uint32_t first = blocks->start[block];
    if (blocks->start[block + 1] - first != 1) return 0;
    const lanes one = splat(1.0f);
    whole same = load(blocks->weights + (size_t)first * VERTEX_BLOCK) == one;
    for (int v = 1; v < PER_VERTEX_BLOCK; ++v)
        same &= load(blocks->weights + (size_t)first * VERTEX_BLOCK + v * LANES) == one;
    int32_t all = -1;
    for (int i = 0; i < LANES; ++i) all &= same[i];
    return all;
}

/// Skins a rigid vertex block: its matrix is loaded once.
static inline __attribute__((always_inline)) void linear_vertex_block_rigid(const sinew__skin_vertex_blocks *blocks,
                                                                            int32_t block, int with_normals)
{
    const float *entry = (const float *)&blocks->palette[blocks->skin_joints[blocks->start[block]]];
    vertex_motion motion;
    for (int i = 0; i < 12; ++i) motion.m[i / 4][i % 4] = splat(entry[i]);
    if (with_normals) set_cofactors(&motion);
    for (int v = 0; v < PER_VERTEX_BLOCK; ++v) {
        const size_t at = ((size_t)block * VERTEX_BLOCK + (size_t)v * LANES) * 3;
        move_points(&motion, blocks->positions + at, blocks->out_positions + at);
        if (with_normals) rotate_normals(&motion, blocks->normals + at, blocks->out_normals + at);
    }
}

/// Skins a vertex block without influences. Not inlined: it is rare, and constants stay in registers for the other
/// blocks.
static __attribute__((noinline)) void linear_vertex_block_unmoved(const sinew__skin_vertex_blocks *blocks,
                                                                  int32_t block)
{
    if (blocks->out_normals)
        linear_vertex_block(blocks, block, 1, 0);
    else
        linear_vertex_block(blocks, block, 0, 0);
}

static inline __attribute__((always_inline)) void linear_vertex_blocks(const sinew__skin_vertex_blocks *blocks,
                                                                       int32_t count, int with_normals)
{
    for (int32_t block = 0; block < count; ++block) {
        if (PER_VERTEX_BLOCK > 1 && is_rigid(blocks, block))
            linear_vertex_block_rigid(blocks, block, with_normals);
        else if (is_moved(blocks, block))
            linear_vertex_block(blocks, block, with_normals, 1);
        else
            linear_vertex_block_unmoved(blocks, block);
    }
}

static void skin_linear(const sinew__skin_vertex_blocks *blocks, int32_t count)
{
    if (blocks->out_normals)
        linear_vertex_blocks(blocks, count, 1);
    else
        linear_vertex_blocks(blocks, count, 0);
}

static void rotate_linear_tangents(const sinew__skin_vertex_blocks *blocks, int32_t block,
                                   sinew__tangent_vertex_block *tangents)
{
    lanes sums[12][PER_VERTEX_BLOCK];
    if (is_moved(blocks, block))
        blend_matrices(blocks, block, sums);
    else
        clear_matrices(sums);
    for (int v = 0; v < PER_VERTEX_BLOCK; ++v) {
        lanes m[3][3], tangent[3], rotated[3], cofactor[3];
        for (int i = 0; i < 9; ++i) m[i / 3][i % 3] = sums[i / 3 * 4 + i % 3][v];
        load_tangents(tangents, v, tangent);
        for (int i = 0; i < 3; ++i) rotated[i] = dot(m[i], tangent);
        cofactors(m[1], m[2], cofactor);
        store_tangents(tangents, v, rotated, dot(m[0], cofactor));
    }
}

// ---- dual quaternion ----------------------------------------------------------------------------------------------

/// sinew__dual_entry of LANES vertices.
typedef struct dual_sum {
    lanes real[4], dual[4], scale[3];
} dual_sum;

/// Returns the weighted sums. A quaternion in the other hemisphere than the sum so far is negated, so that the two do
/// not cancel out.
static inline dual_sum blend_duals(const sinew__skin_vertex_blocks *blocks, int32_t block, int v)
{
    dual_sum sum = {{{0}}, {{0}}, {{0}}};
    for (uint32_t k = blocks->start[block]; k < blocks->start[block + 1]; ++k) {
        const sinew__dual_entry *entry = &blocks->entries[blocks->skin_joints[k] - blocks->first_skin_joint];
        const lanes weight = load(blocks->weights + (size_t)k * VERTEX_BLOCK + (size_t)v * LANES);
        lanes real[4];
        for (int i = 0; i < 4; ++i) real[i] = splat(entry->real[i]);
        const lanes cosine = mul_add(sum.real[3], real[3], dot(sum.real, real));
        const lanes sided = flip_where_negative(weight, cosine);
        for (int i = 0; i < 4; ++i) {
            sum.real[i] = mul_add(sided, real[i], sum.real[i]);
            sum.dual[i] = mul_add(sided, splat(entry->dual[i]), sum.dual[i]);
        }
        for (int i = 0; i < 3; ++i) sum.scale[i] = mul_add(weight, splat(entry->scale[i]), sum.scale[i]);
    }
    return sum;
}

/// Rotates vectors by unit quaternions: v + 2 q × (q × v + w v).
static inline void rotate(const lanes q[4], const lanes v[3], lanes out[3])
{
    lanes c[3], d[3];
    cofactors(q, v, c);
    for (int i = 0; i < 3; ++i) c[i] = mul_add(q[3], v[i], c[i]);
    cofactors(q, c, d);
    for (int i = 0; i < 3; ++i) out[i] = v[i] + (d[i] + d[i]);
}

static inline __attribute__((always_inline)) void dual_quaternion_vertices(const sinew__skin_vertex_blocks *blocks,
                                                                           int32_t block, int v, int with_normals)
{
    const size_t at = ((size_t)block * VERTEX_BLOCK + (size_t)v * LANES) * 3;
    dual_sum sum = blend_duals(blocks, block, v);
    const lanes inverse = reciprocal_root(mul_add(sum.real[3], sum.real[3], dot(sum.real, sum.real)));
    for (int i = 0; i < 4; ++i) {
        sum.real[i] = sum.real[i] * inverse;
        sum.dual[i] = sum.dual[i] * inverse;
    }
    const lanes *q = sum.real, *d = sum.dual, *s = sum.scale;
    lanes given[3], scaled[3], rotated[3];
    load3(blocks->positions + at, given);
    // The result is 0 if the rotations cancel out, or without influences.
    for (int i = 0; i < 3; ++i) scaled[i] = keep_where_positive(s[i] * given[i], inverse);
    rotate(q, scaled, rotated);
    for (int i = 0; i < 3; ++i) { // the vector part of 2 · dual · conjugate(real)
        const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
        const lanes half = product_difference(d[i], q[3], d[3], q[i]) + product_difference(d[i2], q[i1], d[i1], q[i2]);
        rotated[i] = rotated[i] + (half + half);
    }
    save3(blocks->out_positions + at, rotated);
    if (!with_normals) return;
    load3(blocks->normals + at, given);
    for (int i = 0; i < 3; ++i) scaled[i] = keep_where_positive(s[(i + 1) % 3] * s[(i + 2) % 3] * given[i], inverse);
    rotate(q, scaled, rotated);
    store_unit(blocks->out_normals + at, rotated, s[0] * s[1] * s[2]);
}

static void skin_dual_quaternion(const sinew__skin_vertex_blocks *blocks, int32_t count)
{
    for (int32_t block = 0; block < count; ++block) {
        for (int v = 0; v < PER_VERTEX_BLOCK; ++v) {
            if (blocks->out_normals)
                dual_quaternion_vertices(blocks, block, v, 1);
            else
                dual_quaternion_vertices(blocks, block, v, 0);
        }
    }
}

static void rotate_dual_quaternion_tangents(const sinew__skin_vertex_blocks *blocks, int32_t block,
                                            sinew__tangent_vertex_block *tangents)
{
    for (int v = 0; v < PER_VERTEX_BLOCK; ++v) {
        dual_sum sum = blend_duals(blocks, block, v);
        const lanes inverse = reciprocal_root(mul_add(sum.real[3], sum.real[3], dot(sum.real, sum.real))),
                    *s = sum.scale;
        lanes tangent[3], rotated[3];
        load_tangents(tangents, v, tangent);
        for (int i = 0; i < 4; ++i) sum.real[i] = sum.real[i] * inverse;
        for (int i = 0; i < 3; ++i) tangent[i] = keep_where_positive(s[i] * tangent[i], inverse);
        rotate(sum.real, tangent, rotated);
        store_tangents(tangents, v, rotated, s[0] * s[1] * s[2]);
    }
}

#endif
