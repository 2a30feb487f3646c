/// Vectors of eight floats: AVX2 and FMA, fused. Two rows of a matrix share one register.
#include <float.h>
#include <immintrin.h>
#include <string.h>

#include "runtime/kernels/kernels.h"

enum { LANES = 8, AT_ONCE = 6 };

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

// For each set of eight lanes, a byte per lane: the number of lanes in the set before this lane; 0x80 if the lane is
// not in the set.
#define SET_COUNT(set)                                                                                                 \
    (((set)&1) + ((set) >> 1 & 1) + ((set) >> 2 & 1) + ((set) >> 3 & 1) + ((set) >> 4 & 1) + ((set) >> 5 & 1) +        \
     ((set) >> 6 & 1))
#define SET_LANE(set, i) ((uint64_t)((set) >> (i)&1 ? SET_COUNT((set) & ((1u << (i)) - 1)) : 0x80u) << 8 * (i))
#define SET_1(set)                                                                                                     \
    SET_LANE(set, 0) | SET_LANE(set, 1) | SET_LANE(set, 2) | SET_LANE(set, 3) | SET_LANE(set, 4) | SET_LANE(set, 5) |  \
        SET_LANE(set, 6) | SET_LANE(set, 7)
#define SET_4(set) SET_1(set), SET_1((set) + 1), SET_1((set) + 2), SET_1((set) + 3)
#define SET_16(set) SET_4(set), SET_4((set) + 4), SET_4((set) + 8), SET_4((set) + 12)
#define SET_64(set) SET_16(set), SET_16((set) + 16), SET_16((set) + 32), SET_16((set) + 48)
static const uint64_t places_in_set[256] = {SET_64(0u), SET_64(64u), SET_64(128u), SET_64(192u)};

/// Returns `old` with the packed values in the lanes that have a curve. Handles the common cases first: all lanes of a
/// half have curves, or none.
static inline lanes spread(const float *packed, const sinew__component_curves *curves, int index, lanes old)
{
    const unsigned half = curves->mask >> (index * LANES) & 0xffu;
    const float *own = packed + (index ? curves->before[2] : 0);
    if (half == 0xffu) return load(own);
    if (half == 0) return old;
    const __m256i from = _mm256_cvtepi8_epi32(_mm_loadl_epi64((const __m128i *)(const void *)&places_in_set[half]));
    return _mm256_blendv_ps(_mm256_permutevar8x32_ps(load(own), from), old, _mm256_castsi256_ps(from));
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return _mm256_fmadd_ps(a, b, c);
}

static inline lanes minus_mul(lanes a, lanes b, lanes c)
{
    return _mm256_fnmadd_ps(a, b, c);
}

/// Transposes four elements of LANES matrices: matrix i becomes the low half of out[i], matrix i + 4 the high half.
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

/// Stores matrices as halves with F16C instructions. Returns 0 and writes nothing if a value may be too large for a
/// half. The sum of squares that decides it is computed as four short sums: one chain of twelve products delayed the
/// branch so long that the next joints waited, which took 5 to 8 % of a crowd.
static inline int save_half_matrices(const lanes m[12], uint16_t *const to[LANES], size_t offset)
{
    static const float largest = 65504.0f;
    lanes rows[3][4], sums[4];
    for (int i = 0; i < 4; ++i)
        sums[i] = _mm256_fmadd_ps(m[i], m[i], _mm256_fmadd_ps(m[i + 4], m[i + 4], m[i + 8] * m[i + 8]));
    const lanes squares = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    if (_mm256_movemask_ps(_mm256_cmp_ps(squares, splat(largest * largest), _CMP_LT_OQ)) != 0xff) return 0;
    for (int i = 0; i < 3; ++i) turn_rows(m + 4 * i, rows[i]);
    for (int i = 0; i < 4; ++i) {
        const __m256 low = _mm256_permute2f128_ps(rows[0][i], rows[1][i], 0x20),
                     high = _mm256_permute2f128_ps(rows[0][i], rows[1][i], 0x31);
        const __m128i third = _mm256_cvtps_ph(rows[2][i], _MM_FROUND_TO_NEAREST_INT);
        uint16_t *first = to[i] + offset, *second = to[i + 4] + offset;
        _mm_storeu_si128((__m128i *)(void *)first, _mm256_cvtps_ph(low, _MM_FROUND_TO_NEAREST_INT));
        _mm_storeu_si64(first + 8, third);
        _mm_storeu_si128((__m128i *)(void *)second, _mm256_cvtps_ph(high, _MM_FROUND_TO_NEAREST_INT));
        _mm_storeu_si64(second + 8, _mm_unpackhi_epi64(third, third));
    }
    return 1;
}

// ---- vertices -------------------------------------------------------------------------------------------------------

/// Loads four floats at `from` and four at `from + 12` into the halves of a register.
static inline lanes load_halves(const float *from)
{
    return _mm256_insertf128_ps(_mm256_castps128_ps256(_mm_loadu_ps(from)), _mm_loadu_ps(from + 12), 1);
}

static inline void store_halves(float *to, lanes value)
{
    _mm_storeu_ps(to, _mm256_castps256_ps128(value));
    _mm_storeu_ps(to + 12, _mm256_extractf128_ps(value, 1));
}

/// In each half: x y z x, y z x y, z x y z → x x x x, y y y y, z z z z
static inline void load3(const float *from, lanes out[3])
{
    const lanes a = load_halves(from), b = load_halves(from + 4), c = load_halves(from + 8);
    const lanes xy = _mm256_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2)),
                yz = _mm256_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));
    out[0] = _mm256_shuffle_ps(a, xy, _MM_SHUFFLE(2, 0, 3, 0));
    out[1] = _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0));
    out[2] = _mm256_shuffle_ps(yz, c, _MM_SHUFFLE(3, 0, 3, 1));
}

static inline void save3(float *to, const lanes in[3])
{
    const lanes xy = _mm256_shuffle_ps(in[0], in[1], _MM_SHUFFLE(2, 0, 2, 0)),
                yz = _mm256_shuffle_ps(in[1], in[2], _MM_SHUFFLE(3, 1, 3, 1)),
                zx = _mm256_shuffle_ps(in[2], in[0], _MM_SHUFFLE(3, 1, 2, 0));
    store_halves(to, _mm256_shuffle_ps(xy, zx, _MM_SHUFFLE(2, 0, 2, 0)));
    store_halves(to + 4, _mm256_shuffle_ps(yz, xy, _MM_SHUFFLE(3, 1, 2, 0)));
    store_halves(to + 8, _mm256_shuffle_ps(zx, yz, _MM_SHUFFLE(3, 1, 3, 1)));
}

static inline lanes product_difference(lanes a, lanes b, lanes c, lanes d)
{
    return _mm256_fmsub_ps(a, b, c * d);
}

static inline lanes flip_where_negative(lanes value, lanes by)
{
    const lanes negative = _mm256_cmp_ps(by, _mm256_setzero_ps(), _CMP_LT_OQ);
    return _mm256_xor_ps(value, _mm256_and_ps(negative, _mm256_set1_ps(-0.0f)));
}

static inline lanes keep_where_positive(lanes value, lanes by)
{
    return _mm256_and_ps(value, _mm256_cmp_ps(by, _mm256_setzero_ps(), _CMP_GT_OQ));
}

static inline lanes reciprocal_root(lanes square)
{
    const lanes usable = _mm256_and_ps(_mm256_cmp_ps(square, _mm256_set1_ps(FLT_MIN), _CMP_GE_OQ),
                                       _mm256_cmp_ps(square, _mm256_set1_ps(FLT_MAX), _CMP_LE_OQ));
    return _mm256_and_ps(_mm256_div_ps(_mm256_set1_ps(1.0f), _mm256_sqrt_ps(square)), usable);
}

// ---- matrices -------------------------------------------------------------------------------------------------------

typedef struct affine {
    __m256 upper; ///< rows 0 and 1
    __m128 lower; ///< row 2
} affine;

static inline affine load_matrix(const float *from)
{
    return (affine){_mm256_loadu_ps(from), _mm_loadu_ps(from + 8)};
}

static inline void save_matrix(float *to, affine a)
{
    _mm256_storeu_ps(to, a.upper);
    _mm_storeu_ps(to + 8, a.lower);
}

static inline affine load_joint_matrix(const float *from)
{
    return load_matrix(from);
}

static inline void save_joint_matrix(float *to, affine a)
{
    save_matrix(to, a);
}

static inline affine load_strided(const float *delta, size_t stride)
{
    return (affine){_mm256_loadu2_m128(delta + stride, delta), _mm_loadu_ps(delta + 2 * stride)};
}

static inline void save_strided(float *delta, size_t stride, affine a)
{
    _mm256_storeu2_m128(delta + stride, delta, a.upper);
    _mm_storeu_ps(delta + 2 * stride, a.lower);
}

static inline affine add(affine a, affine b)
{
    return (affine){a.upper + b.upper, a.lower + b.lower};
}

static inline affine subtract(affine a, affine b)
{
    return (affine){a.upper - b.upper, a.lower - b.lower};
}

/// Multiplies each of the first three columns by its own factor.
static inline affine multiply_columns(affine a, const float by[3])
{
    const __m128 row = _mm_setr_ps(by[0], by[1], by[2], 1.0f);
    return (affine){a.upper * _mm256_set_m128(row, row), a.lower * row};
}

/// Returns more + a · delta, using only the linear part of a.
static inline affine multiply_onto(affine more, affine a, const float *delta, int stride)
{
    const __m256 b0 = _mm256_broadcast_ps((const __m128 *)(const void *)delta);
    const __m256 b1 = _mm256_broadcast_ps((const __m128 *)(const void *)(delta + stride));
    const __m256 b2 = _mm256_broadcast_ps((const __m128 *)(const void *)(delta + 2 * stride));
    __m256 upper = _mm256_fmadd_ps(_mm256_permute_ps(a.upper, 0xaa), b2, more.upper);
    __m128 lower = _mm_fmadd_ps(_mm_permute_ps(a.lower, 0xaa), _mm256_castps256_ps128(b2), more.lower);
    upper = _mm256_fmadd_ps(_mm256_permute_ps(a.upper, 0x55), b1, upper);
    lower = _mm_fmadd_ps(_mm_permute_ps(a.lower, 0x55), _mm256_castps256_ps128(b1), lower);
    upper = _mm256_fmadd_ps(_mm256_permute_ps(a.upper, 0x00), b0, upper);
    lower = _mm_fmadd_ps(_mm_permute_ps(a.lower, 0x00), _mm256_castps256_ps128(b0), lower);
    return (affine){upper, lower};
}

static inline affine translation_of(affine a)
{
    const __m256 zero = _mm256_setzero_ps();
    return (affine){_mm256_blend_ps(zero, a.upper, 0x88), _mm_blend_ps(_mm256_castps256_ps128(zero), a.lower, 0x8)};
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
    return (left_factor){a,
                         {_mm256_permute_ps(a.upper, 0x00), _mm_permute_ps(a.lower, 0x00)},
                         {_mm256_permute_ps(a.upper, 0x55), _mm_permute_ps(a.lower, 0x55)},
                         {_mm256_permute_ps(a.upper, 0xaa), _mm_permute_ps(a.lower, 0xaa)}};
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
    const __m256 b0 = _mm256_broadcast_ps((const __m128 *)(const void *)delta),
                 b1 = _mm256_broadcast_ps((const __m128 *)(const void *)(delta + stride)),
                 b2 = _mm256_broadcast_ps((const __m128 *)(const void *)(delta + 2 * stride));
    __m256 upper = _mm256_fmadd_ps(a->z.upper, b2, a->all.upper);
    __m128 lower = _mm_fmadd_ps(a->z.lower, _mm256_castps256_ps128(b2), a->all.lower);
    upper = _mm256_fmadd_ps(a->y.upper, b1, upper);
    lower = _mm_fmadd_ps(a->y.lower, _mm256_castps256_ps128(b1), lower);
    upper = _mm256_fmadd_ps(a->x.upper, b0, upper);
    lower = _mm_fmadd_ps(a->x.lower, _mm256_castps256_ps128(b0), lower);
    return (affine){upper, lower};
}
