/// The vector operations that formulas are written in. A kernel file first includes vector_<instruction set>.h, whose
/// first line says whether it fuses multiply and add, and which defines:
///
///   LANES                 floats in a vector: 4, 8 or 16
///   lanes, whole          vectors of LANES float and int32_t, with the operators of GNU C
///   splat(f)              f in every lane
///   load(p), save(p, v)   LANES floats
///   mul_add(a, b, c)      a · b + c
///   minus_mul(a, b, c)    c − a · b
///   product_difference(a, b, c, d)   a · b − c · d, with c · d rounded
///   square_root(v)        correctly rounded
///   to_float(v)           int32_t to float
///   splat_pair(w)         an int32_t, as a pair of int16, in every lane
///   multiply_pairs(p, w)  LANES pairs of int16 times the pairs of w; adds the two products of each pair
///   spread(packed, curves, index, old)   vector `index` of a component: in lanes with a curve, the next value of
///                         `packed`; in the other lanes, `old`
///
///   turn_rows(v, out)     v[4] holds four elements of LANES matrices: out[i] gets those of matrix i in its first
///                         quarter, and those of matrices i + 4, i + 8 and i + 12 in its further quarters
///   save_rows(v, out)     stores rows in the order of deltas in compact_clip.h: matrix i at out[16 · (i % 4) +
///                         4 · (i / 4)]
///   transpose(v)          exchanges the rows and columns of v[LANES]; not with 16 lanes
///   save_matrices(m, to, offset)   writes lane i of the 12 elements of m, the matrix of character i, to
///                         to[i] + offset; not with 16 lanes
///
///   load3(p, v), save3(p, v)          LANES vertices: v[0] is x of each, v[1] y, v[2] z
///   flip_where_negative(value, by)    −value where by < 0
///   keep_where_positive(value, by)    0 where not by > 0
///   reciprocal_root(square)           1 / √square, 0 if square is not a normal number
///   AT_ONCE               elements of a matrix that are blended in registers at a time: a divisor of 12
///
///   affine                a 3 × 4 matrix in registers: add, subtract, multiply_columns and multiply. In memory it is
///                         plain (load_matrix, save_matrix), a joint matrix (load_joint_matrix, save_joint_matrix), or
///                         has rows that are `stride` apart (load_strided, save_strided)
///   left_factor           a matrix that is the left factor of several products, with the terms that these share if
///                         there are registers for them (keeps_left_factor). left_factor_of makes one for
///                         multiply_and_add; product_factor_of makes one with which multiply_and_add computes
///                         what multiply does
#ifndef SINEW_RUNTIME_KERNELS_VECTOR_H
#define SINEW_RUNTIME_KERNELS_VECTOR_H

#include "runtime/kernels/kernels.h"

/// Always inlined: a formula becomes part of one loop over joints, so that vectors stay in registers.
#define INLINED static inline __attribute__((always_inline))

/// Inlined, except for browsers. Several walks use such a formula. For browsers they share one copy, which saves 4 of
/// 86 KB of the download; separate copies make playing 1 to 3 % faster.
#if defined(__wasm__)
#define SHARED static __attribute__((noinline))
#else
#define SHARED INLINED
#endif

enum { VECTORS = SINEW__COMPACT_LANES / LANES };

/// One value for each of 16 joints.
typedef float component[SINEW__COMPACT_LANES];

static inline whole load_whole(const uint32_t *from)
{
    whole out;
    memcpy(&out, from, sizeof out);
    return out;
}

static inline lanes choose(whole mask, lanes yes, lanes no)
{
    return (lanes)(((whole)yes & mask) | ((whole)no & ~mask));
}

#endif
