/// Vectors of sixteen floats for compact clips: AVX-512. Included by kernel files only.
#include <immintrin.h>
#include <string.h>

#include "runtime/sampler/kernels/compact_kernel.h"

enum { LANES = 16 };

typedef __m512 lanes;
typedef int32_t whole __attribute__((vector_size(64)));

static inline lanes splat(float f)
{
    return _mm512_set1_ps(f);
}

static inline lanes load(const float *from)
{
    return _mm512_loadu_ps(from);
}

static inline void save(float *to, lanes v)
{
    _mm512_storeu_ps(to, v);
}

static inline whole splat_pair(int32_t both)
{
    return (whole)_mm512_set1_epi32(both);
}

static inline whole multiply_pairs(const int16_t *pairs, whole weights)
{
    return (whole)_mm512_madd_epi16(_mm512_loadu_si512(pairs), (__m512i)weights);
}

static inline lanes to_float(whole v)
{
    return _mm512_cvtepi32_ps((__m512i)v);
}

static inline lanes square_root(lanes v)
{
    return _mm512_sqrt_ps(v);
}

static inline lanes spread(const float *packed, const sinew__component_curves *curves, int index, lanes old)
{
    (void)index;
    return _mm512_mask_expand_ps(old, curves->mask, load(packed));
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return _mm512_fmadd_ps(a, b, c);
}

static inline lanes minus_mul(lanes a, lanes b, lanes c)
{
    return _mm512_fnmadd_ps(a, b, c);
}

static inline void save_rows(const lanes v[4], float *out)
{
    const lanes a = _mm512_unpacklo_ps(v[0], v[1]), b = _mm512_unpackhi_ps(v[0], v[1]);
    const lanes c = _mm512_unpacklo_ps(v[2], v[3]), d = _mm512_unpackhi_ps(v[2], v[3]);
    save(out, _mm512_shuffle_ps(a, c, 0x44));
    save(out + LANES, _mm512_shuffle_ps(a, c, 0xee));
    save(out + 2 * LANES, _mm512_shuffle_ps(b, d, 0x44));
    save(out + 3 * LANES, _mm512_shuffle_ps(b, d, 0xee));
}
