/// A 3 × 4 matrix in one register of AVX-512, its fourth row 0 0 0 1 or nothing. Included by kernel files only.
#include <immintrin.h>

static const __mmask16 three_rows = 0x0fff;

typedef __m512 affine;

static inline affine load_matrix(const float *from)
{
    return _mm512_maskz_loadu_ps(three_rows, from);
}

/// In two halves: a masked store that crosses a cache line costs many plain ones.
static inline void save_matrix(float *to, affine a)
{
    _mm256_storeu_ps(to, _mm512_castps512_ps256(a));
    _mm_storeu_ps(to + 8, _mm512_extractf32x4_ps(a, 2));
}

static inline affine load_joint_matrix(const float *from)
{
    return _mm512_loadu_ps(from);
}

/// Writes all of the joint matrix: what follows can then read it out of the store buffer.
static inline void save_joint_matrix(float *to, affine a)
{
    _mm512_storeu_ps(to, a);
}

static inline affine load_strided(const float *matrix, size_t stride)
{
    const __m256 upper = _mm256_loadu2_m128(matrix + stride, matrix);
    return _mm512_insertf32x4(_mm512_castps256_ps512(upper), _mm_loadu_ps(matrix + 2 * stride), 2);
}

static inline void save_strided(float *matrix, size_t stride, affine a)
{
    _mm_storeu_ps(matrix, _mm512_castps512_ps128(a));
    _mm_storeu_ps(matrix + stride, _mm512_extractf32x4_ps(a, 1));
    _mm_storeu_ps(matrix + 2 * stride, _mm512_extractf32x4_ps(a, 2));
}

static inline affine add(affine a, affine b)
{
    return a + b;
}

static inline affine subtract(affine a, affine b)
{
    return a - b;
}

/// The first three columns times a number of their own each.
static inline affine multiply_columns(affine a, const float by[3])
{
    return a * _mm512_broadcast_f32x4(_mm_setr_ps(by[0], by[1], by[2], 1.0f));
}

/// a · matrix + more, of the linear part of a alone.
static inline affine multiply_onto(affine more, affine a, const float *matrix, int stride)
{
    const __m512 b0 = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix)),
                 b1 = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + stride)),
                 b2 = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + 2 * stride));
    const __m512 third = _mm512_fmadd_ps(_mm512_permute_ps(a, 0xaa), b2, more),
                 second = _mm512_fmadd_ps(_mm512_permute_ps(a, 0x55), b1, third);
    return _mm512_fmadd_ps(_mm512_permute_ps(a, 0x00), b0, second);
}

static inline affine multiply(affine a, const float *matrix, int stride)
{
    const __m512i translations = _mm512_set4_epi32(-1, 0, 0, 0); // a vector, because masks are made anew for each use
    return multiply_onto(_mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(a), translations)), a, matrix,
                         stride);
}

/// A matrix as the left factor of products: what these have in common.
typedef struct left_factor {
    affine all, x, y, z; ///< it, and its columns in all columns
} left_factor;

enum { keeps_left_factor = 1 }; ///< where a joint has the same parent as the one before it

static inline left_factor left_factor_of(affine a)
{
    return (left_factor){a, _mm512_permute_ps(a, 0x00), _mm512_permute_ps(a, 0x55), _mm512_permute_ps(a, 0xaa)};
}

/// a + a · matrix, with 0 as the matrix's fourth row.
static inline affine multiply_and_add(const left_factor *a, const float *matrix, int stride)
{
    const __m512 b0 = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix)),
                 b1 = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + stride)),
                 b2 = _mm512_broadcast_f32x4(_mm_loadu_ps(matrix + 2 * stride));
    return _mm512_fmadd_ps(a->x, b0, _mm512_fmadd_ps(a->y, b1, _mm512_fmadd_ps(a->z, b2, a->all)));
}
