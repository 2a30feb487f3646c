/// A 3 × 4 matrix in vectors of four floats. A kernel file defines `lanes`, `load` and `save` of such vectors first.
#include <stdint.h>

#include "core/base/shuffle.h"

typedef int32_t row_bits __attribute__((vector_size(16)));

typedef struct affine {
    lanes first, second, third; ///< rows
} affine;

static inline affine load_matrix(const float *from)
{
    return (affine){load(from), load(from + 4), load(from + 8)};
}

static inline void save_matrix(float *to, affine a)
{
    save(to, a.first);
    save(to + 4, a.second);
    save(to + 8, a.third);
}

static inline affine load_joint_matrix(const float *from)
{
    return load_matrix(from);
}

static inline void save_joint_matrix(float *to, affine a)
{
    save_matrix(to, a);
}

static inline affine load_strided(const float *matrix, size_t stride)
{
    return (affine){load(matrix), load(matrix + stride), load(matrix + 2 * stride)};
}

static inline void save_strided(float *matrix, size_t stride, affine a)
{
    save(matrix, a.first);
    save(matrix + stride, a.second);
    save(matrix + 2 * stride, a.third);
}

static inline affine add(affine a, affine b)
{
    return (affine){a.first + b.first, a.second + b.second, a.third + b.third};
}

static inline affine subtract(affine a, affine b)
{
    return (affine){a.first - b.first, a.second - b.second, a.third - b.third};
}

/// The first three columns times a number of their own each.
static inline affine multiply_columns(affine a, const float by[3])
{
    const lanes row = {by[0], by[1], by[2], 1.0f};
    return (affine){a.first * row, a.second * row, a.third * row};
}

static inline lanes multiply_row(lanes r, lanes first, lanes second, lanes third, lanes more)
{
    return SINEW__SHUFFLE(r, r, 0, 0, 0, 0) * first +
           (SINEW__SHUFFLE(r, r, 1, 1, 1, 1) * second + (SINEW__SHUFFLE(r, r, 2, 2, 2, 2) * third + more));
}

static inline lanes translation_of(lanes r)
{
    return (lanes)((row_bits)r & (row_bits){0, 0, 0, -1});
}

static inline affine multiply(affine a, const float *matrix, int stride)
{
    const lanes first = load(matrix), second = load(matrix + stride), third = load(matrix + 2 * stride);
    return (affine){multiply_row(a.first, first, second, third, translation_of(a.first)),
                    multiply_row(a.second, first, second, third, translation_of(a.second)),
                    multiply_row(a.third, first, second, third, translation_of(a.third))};
}

/// A matrix as the left factor of products. There are too few registers for what these have in common.
typedef affine left_factor;

enum { keeps_left_factor = 0 };

static inline left_factor left_factor_of(affine a)
{
    return a;
}

/// a + a · matrix, with 0 as the matrix's fourth row.
static inline affine multiply_and_add(const left_factor *a, const float *matrix, int stride)
{
    const lanes first = load(matrix), second = load(matrix + stride), third = load(matrix + 2 * stride);
    return (affine){multiply_row(a->first, first, second, third, a->first),
                    multiply_row(a->second, first, second, third, a->second),
                    multiply_row(a->third, first, second, third, a->third)};
}
