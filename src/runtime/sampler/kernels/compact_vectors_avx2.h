/// Vectors of eight floats for compact clips: AVX2 with FMA. Included by kernel files only.
#include <immintrin.h>
#include <string.h>

#include "runtime/sampler/kernels/compact_kernel.h"

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

static inline lanes minus_mul(lanes a, lanes b, lanes c)
{
    return _mm256_fnmadd_ps(a, b, c);
}

/// Four elements of LANES matrices → those of matrix i in the low half of out[i], those of matrix i + 4 in the high
/// one.
static inline void turn_rows(const lanes v[4], lanes out[4])
{
    const lanes a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    const lanes c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    out[0] = _mm256_shuffle_ps(a, c, 0x44);
    out[1] = _mm256_shuffle_ps(a, c, 0xee);
    out[2] = _mm256_shuffle_ps(b, d, 0x44);
    out[3] = _mm256_shuffle_ps(b, d, 0xee);
}

static inline void save_rows(const lanes v[4], float *out)
{
    lanes rows[4];
    turn_rows(v, rows);
    for (int i = 0; i < 4; ++i) save(out + i * SINEW__COMPACT_LANES, rows[i]);
}

static inline void transpose(lanes v[LANES])
{
    lanes low[4], high[4];
    turn_rows(v, low);
    turn_rows(v + 4, high);
    for (int i = 0; i < 4; ++i) {
        v[i] = _mm256_permute2f128_ps(low[i], high[i], 0x20);
        v[i + 4] = _mm256_permute2f128_ps(low[i], high[i], 0x31);
    }
}

static inline void save_matrices(const lanes m[12], float *const to[LANES], size_t offset)
{
    lanes rows[3][4];
    for (int i = 0; i < 3; ++i) turn_rows(m + 4 * i, rows[i]);
    for (int i = 0; i < 4; ++i) {
        float *low = to[i] + offset, *high = to[i + 4] + offset;
        _mm256_storeu_ps(low, _mm256_permute2f128_ps(rows[0][i], rows[1][i], 0x20));
        _mm_storeu_ps(low + 8, _mm256_castps256_ps128(rows[2][i]));
        _mm256_storeu_ps(high, _mm256_permute2f128_ps(rows[0][i], rows[1][i], 0x31));
        _mm_storeu_ps(high + 8, _mm256_extractf128_ps(rows[2][i], 1));
    }
}
