/// The operations that all vectors of four floats share, in the vector extensions of GCC and Clang. vector_portable.h
/// and vector_neon.h include it after defining products, sums and the square root.
#include <float.h>
#include <limits.h>
#include <string.h>

#include "runtime/kernels/kernels.h"

enum { LANES = 4, AT_ONCE = 3 };

/// Selects four lanes by index: 0 … 3 of `a`, 4 … 7 of `b`.
#if defined(__clang__) || __GNUC__ >= 12
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (int __attribute__((vector_size(16)))){i, j, k, l})
#endif

typedef float lanes __attribute__((vector_size(16)));
typedef int32_t whole __attribute__((vector_size(16)));
// used instead of memcpy, which would copy structs of vectors through memory
typedef lanes unaligned __attribute__((aligned(4), may_alias));

static inline lanes splat(float f)
{
    return (lanes){f, f, f, f};
}

static inline lanes load(const float *from)
{
    return *(const unaligned *)(const void *)from;
}

static inline void save(float *to, lanes v)
{
    *(unaligned *)(void *)to = v;
}

static inline whole splat_pair(int32_t both)
{
    return (whole){both, both, both, both};
}

static inline whole multiply_pairs(const int16_t *pairs, whole weights);
static inline lanes to_float(whole v);
static inline lanes square_root(lanes v);
static inline lanes mul_add(lanes a, lanes b, lanes c);

static inline lanes spread(const float *packed, const sinew__component_curves *curves, int index, lanes old)
{
    static const whole masks[16] = {{0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},
                                    {0, 0, -1, 0},  {-1, 0, -1, 0},  {0, -1, -1, 0},  {-1, -1, -1, 0},
                                    {0, 0, 0, -1},  {-1, 0, 0, -1},  {0, -1, 0, -1},  {-1, -1, 0, -1},
                                    {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};
    static const uint8_t before[16][4] = {
        {0, 0, 0, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 1, 2, 2}, {0, 0, 0, 1}, {0, 1, 1, 2}, {0, 0, 1, 2}, {0, 1, 2, 3},
        {0, 0, 0, 0}, {0, 1, 1, 1}, {0, 0, 1, 1}, {0, 1, 2, 2}, {0, 0, 0, 1}, {0, 1, 1, 2}, {0, 0, 1, 2}, {0, 1, 2, 3}};
    const unsigned quarter = curves->mask >> (index * LANES) & 15u;
    const uint8_t *from = before[quarter];
    if (index) packed += curves->before[index];
    if (quarter == 15u) return load(packed);
    if (quarter == 0) return old;
    const lanes own = {packed[from[0]], packed[from[1]], packed[from[2]], packed[from[3]]};
    return (lanes)(((whole)own & masks[quarter]) | ((whole)old & ~masks[quarter]));
}

static inline void turn_rows(const lanes v[4], lanes out[4])
{
    const lanes a = SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = SHUFFLE(v[0], v[1], 2, 6, 3, 7);
    const lanes c = SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = SHUFFLE(v[2], v[3], 2, 6, 3, 7);
    out[0] = SHUFFLE(a, c, 0, 1, 4, 5);
    out[1] = SHUFFLE(a, c, 2, 3, 6, 7);
    out[2] = SHUFFLE(b, d, 0, 1, 4, 5);
    out[3] = SHUFFLE(b, d, 2, 3, 6, 7);
}

static inline void save_rows(const lanes v[4], float *out)
{
    lanes rows[4];
    turn_rows(v, rows);
    for (int i = 0; i < 4; ++i) save(out + i * SINEW__COMPACT_LANES, rows[i]);
}

static inline void transpose(lanes v[LANES])
{
    const lanes rows[4] = {v[0], v[1], v[2], v[3]};
    turn_rows(rows, v);
}

static inline void save_matrices(const lanes m[12], float *const to[LANES], size_t offset)
{
    for (int row = 0; row < 3; ++row) {
        lanes rows[4];
        turn_rows(m + 4 * row, rows);
        for (int i = 0; i < LANES; ++i) save(to[i] + offset + 4 * row, rows[i]);
    }
}

// ---- vertices -------------------------------------------------------------------------------------------------------

/// x y z x, y z x y, z x y z → x x x x, y y y y, z z z z
static inline void load3(const float *from, lanes out[3])
{
    const lanes a = load(from), b = load(from + 4), c = load(from + 8);
    const lanes xy = SHUFFLE(b, c, 2, 3, 5, 6), yz = SHUFFLE(a, b, 1, 2, 4, 5);
    out[0] = SHUFFLE(a, xy, 0, 3, 4, 6);
    out[1] = SHUFFLE(yz, xy, 0, 2, 5, 7);
    out[2] = SHUFFLE(yz, c, 1, 3, 4, 7);
}

static inline void save3(float *to, const lanes in[3])
{
    const lanes xy = SHUFFLE(in[0], in[1], 0, 2, 4, 6), yz = SHUFFLE(in[1], in[2], 1, 3, 5, 7),
                zx = SHUFFLE(in[2], in[0], 0, 2, 5, 7);
    save(to, SHUFFLE(xy, zx, 0, 2, 4, 6));
    save(to + 4, SHUFFLE(yz, xy, 0, 2, 5, 7));
    save(to + 8, SHUFFLE(zx, yz, 1, 3, 5, 7));
}

static inline lanes flip_where_negative(lanes value, lanes by)
{
    const whole sign = {INT_MIN, INT_MIN, INT_MIN, INT_MIN};
    return (lanes)((whole)value ^ ((by < (lanes){0}) & sign));
}

static inline lanes keep_where_positive(lanes value, lanes by)
{
    return (lanes)((whole)value & (by > (lanes){0}));
}

static inline lanes reciprocal_root(lanes square)
{
    const whole usable = (square >= splat(FLT_MIN)) & (square <= splat(FLT_MAX));
    return (lanes)((whole)(splat(1.0f) / square_root(square)) & usable);
}

// ---- matrices -------------------------------------------------------------------------------------------------------

typedef struct affine {
    lanes first, second, third; ///< rows
} affine;

static inline affine load_matrix(const float *from)
{
    return (affine){load(from), load(from + 4), load(from + 8)};
}

static inline void save_matrix(float *to, affine a)
{
    save(to, a.first);
    save(to + 4, a.second);
    save(to + 8, a.third);
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
    return (affine){load(delta), load(delta + stride), load(delta + 2 * stride)};
}

static inline void save_strided(float *delta, size_t stride, affine a)
{
    save(delta, a.first);
    save(delta + stride, a.second);
    save(delta + 2 * stride, a.third);
}

static inline affine add(affine a, affine b)
{
    return (affine){a.first + b.first, a.second + b.second, a.third + b.third};
}

static inline affine subtract(affine a, affine b)
{
    return (affine){a.first - b.first, a.second - b.second, a.third - b.third};
}

/// Multiplies each of the first three columns by its own factor.
static inline affine multiply_columns(affine a, const float by[3])
{
    const lanes row = {by[0], by[1], by[2], 1.0f};
    return (affine){a.first * row, a.second * row, a.third * row};
}

static inline lanes multiply_row(lanes r, lanes first, lanes second, lanes third, lanes more)
{
    return mul_add(SHUFFLE(r, r, 0, 0, 0, 0), first,
                   mul_add(SHUFFLE(r, r, 1, 1, 1, 1), second, mul_add(SHUFFLE(r, r, 2, 2, 2, 2), third, more)));
}

static inline lanes translation_of(lanes r)
{
    return (lanes)((whole)r & (whole){0, 0, 0, -1});
}

static inline affine multiply(affine a, const float *delta, int stride)
{
    const lanes first = load(delta), second = load(delta + stride), third = load(delta + 2 * stride);
    return (affine){multiply_row(a.first, first, second, third, translation_of(a.first)),
                    multiply_row(a.second, first, second, third, translation_of(a.second)),
                    multiply_row(a.third, first, second, third, translation_of(a.third))};
}

/// A matrix as the left factor of products. It is not split into shared terms: there are too few registers.
typedef affine left_factor;

enum { keeps_left_factor = 0 };

static inline left_factor left_factor_of(affine a)
{
    return a;
}

/// Returns the matrix itself. It is never called, because keeps_left_factor is 0, but must exist for the formulas to
/// compile.
static inline left_factor product_factor_of(affine a)
{
    return a;
}

/// Returns a + a · delta; the delta's fourth row is 0.
static inline affine multiply_and_add(const left_factor *a, const float *delta, int stride)
{
    const lanes first = load(delta), second = load(delta + stride), third = load(delta + 2 * stride);
    return (affine){multiply_row(a->first, first, second, third, a->first),
                    multiply_row(a->second, first, second, third, a->second),
                    multiply_row(a->third, first, second, third, a->third)};
}
