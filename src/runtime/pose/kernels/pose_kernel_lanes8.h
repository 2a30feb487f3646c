/// Vectors of eight floats for pose kernels: AVX2 with FMA. Included by kernel files only.
#include <immintrin.h>
#include <stdint.h>
#include <string.h>

#include "runtime/model/baked_clips.h"
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

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline void turn_rows(const lanes v[4], lanes out[4])
{
    const lanes a = _mm256_unpacklo_ps(v[0], v[1]), b = _mm256_unpackhi_ps(v[0], v[1]);
    const lanes c = _mm256_unpacklo_ps(v[2], v[3]), d = _mm256_unpackhi_ps(v[2], v[3]);
    out[0] = _mm256_shuffle_ps(a, c, 0x44);
    out[1] = _mm256_shuffle_ps(a, c, 0xee);
    out[2] = _mm256_shuffle_ps(b, d, 0x44);
    out[3] = _mm256_shuffle_ps(b, d, 0xee);
}
