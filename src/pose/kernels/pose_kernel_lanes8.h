/// Vectors of eight floats for pose kernels: AVX2 with FMA. Included by kernel files only.
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "model/baked_rows.h"
#include "sinew/types.h"

enum { LANES = 8 };

typedef __m256 lanes;

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

static inline lanes mix_int16(const int16_t *before, const int16_t *after, int component, int first,
                              const int16_t shares[2])
{
    (void)first;
    int32_t both;
    memcpy(&both, shares, sizeof both);
    const int at = sinew__quat16_at(0, component & 2);
    const __m256i a = _mm256_loadu_si256((const __m256i *)(const void *)(before + at));
    const __m256i b = _mm256_loadu_si256((const __m256i *)(const void *)(after + at));
    const __m256i pairs = component & 1 ? _mm256_unpackhi_epi16(a, b) : _mm256_unpacklo_epi16(a, b);
    return _mm256_cvtepi32_ps(_mm256_madd_epi16(pairs, _mm256_set1_epi32(both)));
}

static inline int place_of_block(int block, int half)
{
    return (2 * block + half) * LANES;
}

static inline void mix_block(const int16_t *before, const int16_t *after, const int16_t shares[2], lanes out[2])
{
    for (int i = 0; i < 2; ++i) out[i] = mix_int16(before, after, i, 0, shares);
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline lanes mul_from(lanes a, lanes b, lanes c)
{
    return _mm256_fnmadd_ps(a, b, c);
}

/// Four elements of eight matrices: out[i] holds those of matrix i in its low half and those of matrix i + 4 in its
/// high half.
static inline void transpose_quarters(const lanes v[4], lanes out[4])
{
    const lanes a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    const lanes c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    out[0] = _mm256_shuffle_ps(a, c, 0x44);
    out[1] = _mm256_shuffle_ps(a, c, 0xee);
    out[2] = _mm256_shuffle_ps(b, d, 0x44);
    out[3] = _mm256_shuffle_ps(b, d, 0xee);
}

static inline void save_maps(const lanes m[12], int first, float *out)
{
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        transpose_quarters(m + 4 * row, rows);
        for (int i = 0; i < 4; ++i) save(out + sinew__map_row_at(first + i, row), rows[i]);
    }
}

static inline void transpose(lanes *v)
{
    lanes low[4], high[4];
    transpose_quarters(v, low);
    transpose_quarters(v + 4, high);
    for (int i = 0; i < 4; ++i) {
        v[i] = _mm256_permute2f128_ps(low[i], high[i], 0x20);
        v[i + 4] = _mm256_permute2f128_ps(low[i], high[i], 0x31);
    }
}

static inline void turn_row(const lanes v[4], lanes out[4])
{
    transpose_quarters(v, out);
}

static inline void save_transposed(lanes rows[3][4], int32_t skin_joint, sinew_palette_matrix *const *palettes)
{
    for (int i = 0; i < 4; ++i) {
        float *low = palettes[i][skin_joint].row[0], *high = palettes[i + 4][skin_joint].row[0];
        _mm256_storeu_ps(low, _mm256_permute2f128_ps(rows[0][i], rows[1][i], 0x20));
        _mm_storeu_ps(low + 8, _mm256_castps256_ps128(rows[2][i]));
        _mm256_storeu_ps(high, _mm256_permute2f128_ps(rows[0][i], rows[1][i], 0x31));
        _mm_storeu_ps(high + 8, _mm256_extractf128_ps(rows[2][i], 1));
    }
}
