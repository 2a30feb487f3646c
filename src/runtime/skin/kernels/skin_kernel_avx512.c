/// Sixteen lanes, a whole vertex block: AVX-512 F, DQ and VL. Compiled for them, entered only where the processor has
/// them.
#include <float.h>
#include <immintrin.h>

typedef __m512 vector;

enum { WIDTH = 16, AT_ONCE = 12 };

static inline vector splat(const float *value)
{
    return _mm512_set1_ps(*value);
}

static inline vector load(const float *from)
{
    return _mm512_loadu_ps(from);
}

static inline void store(float *to, vector value)
{
    _mm512_storeu_ps(to, value);
}

/// Lanes of a and b, by numbers 0 … 31.
#define PICK(a, b, ...) _mm512_permutex2var_ps(a, _mm512_setr_epi32(__VA_ARGS__), b)

static inline void load3(const float *from, vector out[3])
{
    const vector a = load(from), b = load(from + 16), c = load(from + 32);
    const vector x = PICK(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    const vector y = PICK(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
    const vector z = PICK(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
    out[0] = PICK(x, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
    out[1] = PICK(y, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
    out[2] = PICK(z, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

static inline void store3(float *to, const vector in[3])
{
    const vector a = PICK(in[0], in[1], 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    const vector b = PICK(in[0], in[1], 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    const vector c = PICK(in[0], in[1], 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    _mm512_storeu_ps(to, PICK(a, in[2], 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15));
    _mm512_storeu_ps(to + 16, PICK(b, in[2], 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15));
    _mm512_storeu_ps(to + 32, PICK(c, in[2], 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31));
}

static inline vector multiply_add(vector a, vector b, vector c)
{
    return _mm512_fmadd_ps(a, b, c);
}

static inline vector difference(vector a, vector b, vector c, vector d)
{
    return _mm512_fmsub_ps(a, b, c * d);
}

static inline vector flip_where_negative(vector value, vector by)
{
    const __mmask16 negative = _mm512_cmp_ps_mask(by, _mm512_setzero_ps(), _CMP_LT_OQ);
    return _mm512_mask_xor_ps(value, negative, value, _mm512_set1_ps(-0.0f));
}

static inline vector keep_where_positive(vector value, vector by)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(by, _mm512_setzero_ps(), _CMP_GT_OQ), value);
}

static inline vector reciprocal_root(vector square)
{
    const __mmask16 large = _mm512_cmp_ps_mask(square, _mm512_set1_ps(FLT_MIN), _CMP_GE_OQ);
    const __mmask16 usable = _mm512_mask_cmp_ps_mask(large, square, _mm512_set1_ps(FLT_MAX), _CMP_LE_OQ);
    return _mm512_maskz_div_ps(usable, _mm512_set1_ps(1.0f), _mm512_sqrt_ps(square));
}

#include "runtime/skin/kernels/skin_vertex_block.h"

const sinew__skin_kernel sinew__skin_kernel_avx512 = {skin_linear, skin_dual_quaternion, rotate_linear_tangents,
                                                      rotate_dual_quaternion_tangents};
