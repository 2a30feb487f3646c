/// Eight lanes: AVX2 and FMA. Compiled for them, entered only where the processor has them.
#include <float.h>
#include <immintrin.h>

typedef __m256 vector;

enum { WIDTH = 8, AT_ONCE = 6 };

static inline vector splat(const float *value)
{
    return _mm256_broadcast_ss(value);
}

static inline vector load(const float *from)
{
    return _mm256_loadu_ps(from);
}

static inline void store(float *to, vector value)
{
    _mm256_storeu_ps(to, value);
}

/// Four vertices in each half of a register.
static inline vector load_halves(const float *from)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)), _mm_loadu_ps(from + 12), 1);
}

static inline void store_halves(float *to, vector value)
{
    _mm_storeu_ps(to, _mm256_castps256_ps128(value));
    _mm_storeu_ps(to + 12, _mm256_extractf128_ps(value, 1));
}

/// In each half: x y z x, y z x y, z x y z → x x x x, y y y y, z z z z
static inline void load3(const float *from, vector out[3])
{
    const vector a = load_halves(from), b = load_halves(from + 4), c = load_halves(from + 8);
    const vector xy = _mm256_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2)),
                 yz = _mm256_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));
    out[0] = _mm256_shuffle_ps(a, xy, _MM_SHUFFLE(2, 0, 3, 0));
    out[1] = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    out[2] = _mm256_shuffle_ps(yz, c, _MM_SHUFFLE(3, 0, 3, 1));
}

static inline void store3(float *to, const vector in[3])
{
    const vector xy = _mm256_shuffle_ps(in[0], in[1], _MM_SHUFFLE(2, 0, 2, 0)),
                 yz = _mm256_shuffle_ps(in[1], in[2], _MM_SHUFFLE(3, 1, 3, 1)),
                 zx = _mm256_shuffle_ps(in[2], in[0], _MM_SHUFFLE(3, 1, 2, 0));
    store_halves(to, _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
    store_halves(to + 4, _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
    store_halves(to + 8, _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
}

static inline vector multiply_add(vector a, vector b, vector c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline vector difference(vector a, vector b, vector c, vector d)
{
    return _mm256_fmsub_ps(a, b, c * d);
}

static inline vector flip_where_negative(vector value, vector by)
{
    const vector negative = _mm256_cmp_ps(by, _mm256_setzero_ps(), _CMP_LT_OQ);
    return _mm256_xor_ps(value, _mm256_and_ps(negative, _mm256_set1_ps(-0.0f)));
}

static inline vector keep_where_positive(vector value, vector by)
{
    return _mm256_and_ps(value, _mm256_cmp_ps(by, _mm256_setzero_ps(), _CMP_GT_OQ));
}

static inline vector reciprocal_root(vector square)
{
    const vector usable = _mm256_and_ps(_mm256_cmp_ps(square, _mm256_set1_ps(FLT_MIN), _CMP_GE_OQ),
                                        _mm256_cmp_ps(square, _mm256_set1_ps(FLT_MAX), _CMP_LE_OQ));
    return _mm256_and_ps(_mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_sqrt_ps(square)), usable);
}

#include "runtime/skin/kernels/skin_vertex_block.h"

const sinew__skin_kernel sinew__skin_kernel_avx2 = {skin_linear, skin_dual_quaternion, rotate_linear_tangents,
                                                    rotate_dual_quaternion_tangents};
