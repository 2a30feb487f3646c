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

static inline affine load_slot(const float *from)
{
    return _mm512_loadu_ps(from);
}

/// Writes all of the slot: what follows can then read it out of the store buffer.
static inline void save_slot(float *to, affine a)
{
    _mm512_storeu_ps(to, a);
}

/// a · map + more, of the linear part of a alone.
static inline affine multiply_onto(affine more, affine a, const float *map, int stride)
{
    const __m512 b0 = _mm512_broadcast_f32x4(_mm_loadu_ps(map)),
                 b1 = _mm512_broadcast_f32x4(_mm_loadu_ps(map + stride)),
                 b2 = _mm512_broadcast_f32x4(_mm_loadu_ps(map + 2 * stride));
    const __m512 third = _mm512_fmadd_ps(_mm512_permute_ps(a, 0xaa), b2, more),
                 second = _mm512_fmadd_ps(_mm512_permute_ps(a, 0x55), b1, third);
    return _mm512_fmadd_ps(_mm512_permute_ps(a, 0x00), b0, second);
}

static inline affine multiply(affine a, const float *map, int stride)
{
    const __m512i translations = _mm512_set4_epi32(-1, 0, 0, 0); // a vector, because masks are made anew for each use
    return multiply_onto(_mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(a), translations)), a, map, stride);
}

/// a + a · map, with 0 as the map's fourth row.
static inline affine multiply_and_add(affine a, const float *map, int stride)
{
    return multiply_onto(a, a, map, stride);
}
