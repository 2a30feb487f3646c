/// Vectors of eight floats for compact clips: AVX2 with FMA. Included by kernel files only.
#include <immintrin.h>
#include <string.h>

#include "sampler/kernels/compact_kernel.h"

/// Formulas become one function with the loop over joints, so that vectors stay in registers between them.
#define INLINED static inline __attribute__((always_inline))

enum { LANES = 8 };

typedef __m256 lanes;
typedef int32_t whole __attribute__((vector_size(32)));

static inline lanes splat(float f)
{
    return _mm256_set1_ps(f);
}

static inline lanes load(const float *from)
{
    return _mm256_loadu_ps(from);
}

static inline void save(float *to, lanes v)
{
    _mm256_storeu_ps(to, v);
}

static inline whole splat_pair(int32_t both)
{
    return (whole)_mm256_set1_epi32(both);
}

static inline whole multiply_pairs(const int16_t *pairs, whole weights)
{
    return (whole)_mm256_madd_epi16(_mm256_loadu_si256((const __m256i *)(const void *)pairs), (__m256i)weights);
}

static inline lanes to_float(whole v)
{
    return _mm256_cvtepi32_ps((__m256i)v);
}

static inline lanes square_root(lanes v)
{
    return _mm256_sqrt_ps(v);
}

/// Lanes of the upper half begin behind those of the lower. Most components have curves in all lanes of a half, or
/// none.
static inline lanes spread(const float *packed, const sinew__component_curves *curves, int index, lanes old)
{
    const unsigned half = curves->mask >> (index * LANES) & 0xffu;
    const int begin = index ? __builtin_popcount(curves->mask & 0xffu) : 0;
    if (half == 0xffu) return load(packed + begin);
    if (half == 0) return old;
    const __m256i from =
        _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)(curves->from + index * LANES)));
    const lanes own = _mm256_permutevar8x32_ps(load(packed + begin), _mm256_sub_epi32(from, _mm256_set1_epi32(begin)));
    return _mm256_blendv_ps(own, old, _mm256_castsi256_ps(from));
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline void save_rows(const lanes v[4], float *out)
{
    const lanes a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    const lanes c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    save(out, _mm256_shuffle_ps(a, c, 0x44));
    save(out + LANES, _mm256_shuffle_ps(a, c, 0xee));
    save(out + 2 * LANES, _mm256_shuffle_ps(b, d, 0x44));
    save(out + 3 * LANES, _mm256_shuffle_ps(b, d, 0xee));
}
