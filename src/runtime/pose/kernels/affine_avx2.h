/// A 3 × 4 matrix in registers of AVX2. Included by kernel files only.
#include <immintrin.h>

typedef struct affine {
    __m256 upper; ///< rows 0 and 1
    __m128 lower; ///< row 2
} affine;

static inline affine load_matrix(const float *from)
{
    return (affine){_mm256_loadu_ps(from), _mm_loadu_ps(from + 8)};
}

static inline void save_matrix(float *to, affine a)
{
    _mm256_storeu_ps(to, a.upper);
    _mm_storeu_ps(to + 8, a.lower);
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
    return (affine){_mm256_loadu2_m128(matrix + stride, matrix), _mm_loadu_ps(matrix + 2 * stride)};
}

static inline void save_strided(float *matrix, size_t stride, affine a)
{
    _mm256_storeu2_m128(matrix + stride, matrix, a.upper);
    _mm_storeu_ps(matrix + 2 * stride, a.lower);
}

static inline affine add(affine a, affine b)
{
    return (affine){a.upper + b.upper, a.lower + b.lower};
}

static inline affine subtract(affine a, affine b)
{
    return (affine){a.upper - b.upper, a.lower - b.lower};
}

/// The first three columns times a number of their own each.
static inline affine multiply_columns(affine a, const float by[3])
{
    const __m128 row = _mm_setr_ps(by[0], by[1], by[2], 1.0f);
    return (affine){a.upper * _mm256_set_m128(row, row), a.lower * row};
}

/// a · matrix + more, of the linear part of a alone.
static inline affine multiply_onto(affine more, affine a, const float *matrix, int stride)
{
    const __m256 b0 = _mm256_broadcast_ps((const __m128 *)(const void *)matrix);
    const __m256 b1 = _mm256_broadcast_ps((const __m128 *)(const void *)(matrix + stride));
    const __m256 b2 = _mm256_broadcast_ps((const __m128 *)(const void *)(matrix + 2 * stride));
    __m256 upper = _mm256_fmadd_ps(_mm256_permute_ps(a.upper, 0xaa), b2, more.upper);
    __m128 lower = _mm_fmadd_ps(_mm_permute_ps(a.lower, 0xaa), _mm256_castps256_ps128(b2), more.lower);
    upper = _mm256_fmadd_ps(_mm256_permute_ps(a.upper, 0x55), b1, upper);
    lower = _mm_fmadd_ps(_mm_permute_ps(a.lower, 0x55), _mm256_castps256_ps128(b1), lower);
    upper = _mm256_fmadd_ps(_mm256_permute_ps(a.upper, 0x00), b0, upper);
    lower = _mm_fmadd_ps(_mm_permute_ps(a.lower, 0x00), _mm256_castps256_ps128(b0), lower);
    return (affine){upper, lower};
}

static inline affine multiply(affine a, const float *matrix, int stride)
{
    const __m256 zero = _mm256_setzero_ps();
    const affine translation = {_mm256_blend_ps(zero, a.upper, 0x88),
                                _mm_blend_ps(_mm256_castps256_ps128(zero), a.lower, 0x8)};
    return multiply_onto(translation, a, matrix, stride);
}

/// A matrix as the left factor of products: what these have in common.
typedef struct left_factor {
    affine all, x, y, z; ///< it, and its columns in all columns
} left_factor;

enum { keeps_left_factor = 1 }; ///< where a joint has the same parent as the one before it

static inline left_factor left_factor_of(affine a)
{
    return (left_factor){a,
                         {_mm256_permute_ps(a.upper, 0x00), _mm_permute_ps(a.lower, 0x00)},
                         {_mm256_permute_ps(a.upper, 0x55), _mm_permute_ps(a.lower, 0x55)},
                         {_mm256_permute_ps(a.upper, 0xaa), _mm_permute_ps(a.lower, 0xaa)}};
}

/// a + a · matrix, with 0 as the matrix's fourth row.
static inline affine multiply_and_add(const left_factor *a, const float *matrix, int stride)
{
    const __m256 b0 = _mm256_broadcast_ps((const __m128 *)(const void *)matrix),
                 b1 = _mm256_broadcast_ps((const __m128 *)(const void *)(matrix + stride)),
                 b2 = _mm256_broadcast_ps((const __m128 *)(const void *)(matrix + 2 * stride));
    __m256 upper = _mm256_fmadd_ps(a->z.upper, b2, a->all.upper);
    __m128 lower = _mm_fmadd_ps(a->z.lower, _mm256_castps256_ps128(b2), a->all.lower);
    upper = _mm256_fmadd_ps(a->y.upper, b1, upper);
    lower = _mm_fmadd_ps(a->y.lower, _mm256_castps256_ps128(b1), lower);
    upper = _mm256_fmadd_ps(a->x.upper, b0, upper);
    lower = _mm_fmadd_ps(a->x.lower, _mm256_castps256_ps128(b0), lower);
    return (affine){upper, lower};
}
