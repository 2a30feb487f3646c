/// Vectors of sixteen floats: AVX-512 F, DQ, VL and BW, fused. A matrix takes one register; its fourth row is 0 0 0 1
/// or undefined.
#include <float.h>
#include <immintrin.h>
#include <string.h>

#include "runtime/kernels/kernels.h"

enum { LANES = 16, AT_ONCE = 12 };

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

static inline void turn_rows(const lanes v[4], lanes out[4])
{
    const lanes a = _mm512_unpacklo_ps(v[0], v[1]), b = _mm512_unpackhi_ps(v[0], v[1]);
    const lanes c = _mm512_unpacklo_ps(v[2], v[3]), d = _mm512_unpackhi_ps(v[2], v[3]);
    out[0] = _mm512_shuffle_ps(a, c, 0x44);
    out[1] = _mm512_shuffle_ps(a, c, 0xee);
    out[2] = _mm512_shuffle_ps(b, d, 0x44);
    out[3] = _mm512_shuffle_ps(b, d, 0xee);
}

static inline void save_rows(const lanes v[4], float *out)
{
    lanes rows[4];
    turn_rows(v, rows);
    for (int i = 0; i < 4; ++i) save(out + i * SINEW__COMPACT_LANES, rows[i]);
}

// ---- vertices -------------------------------------------------------------------------------------------------------

/// Selects sixteen lanes of a (0 … 15) and b (16 … 31) by index.
#define PICK(a, b, ...) _mm512_permutex2var_ps(a, _mm512_setr_epi32(__VA_ARGS__), b)

static inline void load3(const float *from, lanes out[3])
{
    const lanes a = load(from), b = load(from + 16), c = load(from + 32);
    const lanes x = PICK(a, b, 0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 0, 0, 0, 0, 0);
    const lanes y = PICK(a, b, 1, 4, 7, 10, 13, 16, 19, 22, 25, 28, 31, 0, 0, 0, 0, 0);
    const lanes z = PICK(a, b, 2, 5, 8, 11, 14, 17, 20, 23, 26, 29, 0, 0, 0, 0, 0, 0);
    out[0] = PICK(x, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 17, 20, 23, 26, 29);
    out[1] = PICK(y, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 18, 21, 24, 27, 30);
    out[2] = PICK(z, c, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 16, 19, 22, 25, 28, 31);
}

static inline void save3(float *to, const lanes in[3])
{
    const lanes a = PICK(in[0], in[1], 0, 16, 0, 1, 17, 0, 2, 18, 0, 3, 19, 0, 4, 20, 0, 5);
    const lanes b = PICK(in[0], in[1], 21, 0, 6, 22, 0, 7, 23, 0, 8, 24, 0, 9, 25, 0, 10, 26);
    const lanes c = PICK(in[0], in[1], 0, 11, 27, 0, 12, 28, 0, 13, 29, 0, 14, 30, 0, 15, 31, 0);
    _mm512_storeu_ps(to, PICK(a, in[2], 0, 1, 16, 3, 4, 17, 6, 7, 18, 9, 10, 19, 12, 13, 20, 15));
    _mm512_storeu_ps(to + 16, PICK(b, in[2], 0, 21, 2, 3, 22, 5, 6, 23, 8, 9, 24, 11, 12, 25, 14, 15));
    _mm512_storeu_ps(to + 32, PICK(c, in[2], 26, 1, 2, 27, 4, 5, 28, 7, 8, 29, 10, 11, 30, 13, 14, 31));
}

static inline lanes product_difference(lanes a, lanes b, lanes c, lanes d)
{
    return _mm512_fmsub_ps(a, b, c * d);
}

static inline lanes flip_where_negative(lanes value, lanes by)
{
    const __mmask16 negative = _mm512_cmp_ps_mask(by, _mm512_setzero_ps(), _CMP_LT_OQ);
    return _mm512_mask_xor_ps(value, negative, value, _mm512_set1_ps(-0.0f));
}

static inline lanes keep_where_positive(lanes value, lanes by)
{
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(by, _mm512_setzero_ps(), _CMP_GT_OQ), value);
}

static inline lanes reciprocal_root(lanes square)
{
    const __mmask16 large = _mm512_cmp_ps_mask(square, _mm512_set1_ps(FLT_MIN), _CMP_GE_OQ);
    const __mmask16 usable = _mm512_mask_cmp_ps_mask(large, square, _mm512_set1_ps(FLT_MAX), _CMP_LE_OQ);
    return _mm512_maskz_div_ps(usable, _mm512_set1_ps(1.0f), _mm512_sqrt_ps(square));
}

// ---- matrices -------------------------------------------------------------------------------------------------------

static const __mmask16 three_rows = 0x0fff;

typedef __m512 affine;

static inline affine load_matrix(const float *from)
{
    return _mm512_maskz_loadu_ps(three_rows, from);
}

/// Stores in two parts: a masked store across a cache line takes as long as many plain ones.
static inline void save_matrix(float *to, affine a)
{
    _mm256_storeu_ps(to, _mm512_castps512_ps256(a));
    _mm_storeu_ps(to + 8, _mm512_extractf32x4_ps(a, 2));
}

static inline affine load_joint_matrix(const float *from)
{
    return _mm512_loadu_ps(from);
}

/// Writes all 16 floats, so that the next load of the matrix can be served from the store buffer.
static inline void save_joint_matrix(float *to, affine a)
{
    _mm512_storeu_ps(to, a);
}

static inline affine load_strided(const float *delta, size_t stride)
{
    const __m256 upper = _mm256_loadu2_m128(delta + stride, delta);
    return _mm512_insertf32x4(_mm512_castps256_ps512(upper), _mm_loadu_ps(delta + 2 * stride), 2);
}

static inline void save_strided(float *delta, size_t stride, affine a)
{
    _mm_storeu_ps(delta, _mm512_castps512_ps128(a));
    _mm_storeu_ps(delta + stride, _mm512_extractf32x4_ps(a, 1));
    _mm_storeu_ps(delta + 2 * stride, _mm512_extractf32x4_ps(a, 2));
}

static inline affine add(affine a, affine b)
{
    return a + b;
}

static inline affine subtract(affine a, affine b)
{
    return a - b;
}

/// Multiplies each of the first three columns by its own factor.
static inline affine multiply_columns(affine a, const float by[3])
{
    return a * _mm512_broadcast_f32x4(_mm_setr_ps(by[0], by[1], by[2], 1.0f));
}

/// Returns more + a · delta, using only the linear part of a.
static inline affine multiply_onto(affine more, affine a, const float *delta, int stride)
{
    const __m512 b0 = _mm512_broadcast_f32x4(_mm_loadu_ps(delta)),
                 b1 = _mm512_broadcast_f32x4(_mm_loadu_ps(delta + stride)),
                 b2 = _mm512_broadcast_f32x4(_mm_loadu_ps(delta + 2 * stride));
    const __m512 third = _mm512_fmadd_ps(_mm512_permute_ps(a, 0xaa), b2, more),
                 second = _mm512_fmadd_ps(_mm512_permute_ps(a, 0x55), b1, third);
    return _mm512_fmadd_ps(_mm512_permute_ps(a, 0x00), b0, second);
}

static inline affine translation_of(affine a)
{
    // a vector constant: a mask register would be set again for each use
    const __m512i translations = _mm512_set4_epi32(-1, 0, 0, 0);
    return _mm512_castsi512_ps(_mm512_and_si512(_mm512_castps_si512(a), translations));
}

static inline affine multiply(affine a, const float *delta, int stride)
{
    return multiply_onto(translation_of(a), a, delta, stride);
}

/// A matrix as the left factor of several products, with the terms that these share.
typedef struct left_factor {
    affine all, x, y, z; ///< the matrix; and its columns x, y and z, each repeated in all columns
} left_factor;

/// whether the left factor is kept in registers while consecutive joints have the same parent
enum { keeps_left_factor = 1 };

static inline left_factor left_factor_of(affine a)
{
    return (left_factor){a, _mm512_permute_ps(a, 0x00), _mm512_permute_ps(a, 0x55), _mm512_permute_ps(a, 0xaa)};
}

/// Returns a factor that makes multiply_and_add compute a · delta, like multiply.
static inline left_factor product_factor_of(affine a)
{
    left_factor factor = left_factor_of(a);
    factor.all = translation_of(a);
    return factor;
}

/// Returns a + a · delta; the delta's fourth row is 0.
static inline affine multiply_and_add(const left_factor *a, const float *delta, int stride)
{
    const __m512 b0 = _mm512_broadcast_f32x4(_mm_loadu_ps(delta)),
                 b1 = _mm512_broadcast_f32x4(_mm_loadu_ps(delta + stride)),
                 b2 = _mm512_broadcast_f32x4(_mm_loadu_ps(delta + 2 * stride));
    return _mm512_fmadd_ps(a->x, b0, _mm512_fmadd_ps(a->y, b1, _mm512_fmadd_ps(a->z, b2, a->all)));
}
