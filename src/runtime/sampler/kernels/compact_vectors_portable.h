/// Vectors of four floats for compact clips, as the compiler makes them: SSE2, NEON, or plain floats elsewhere.
/// Included by kernel files only.
#include <math.h>
#include <string.h>

#include "core/base/shuffle.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "runtime/sampler/kernels/compact_kernel.h"

enum { LANES = 4 };

typedef float lanes __attribute__((vector_size(16)));
typedef int32_t whole __attribute__((vector_size(16)));
typedef lanes unaligned __attribute__((aligned(4), may_alias)); // memcpy would take structs of vectors through memory

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

#if defined(__SSE2__)
static inline whole multiply_pairs(const int16_t *pairs, whole weights)
{
    return (whole)_mm_madd_epi16(_mm_loadu_si128((const __m128i *)(const void *)pairs), (__m128i)weights);
}

static inline lanes to_float(whole v)
{
    return _mm_cvtepi32_ps((__m128i)v);
}

static inline lanes square_root(lanes v)
{
    return _mm_sqrt_ps(v);
}
#else
static inline whole multiply_pairs(const int16_t *pairs, whole weights)
{
    const int32_t even = (int16_t)(weights[0] & 0xffff), odd = weights[0] >> 16;
    whole out;
    for (int i = 0; i < LANES; ++i) out[i] = pairs[2 * i] * even + pairs[2 * i + 1] * odd;
    return out;
}

static inline lanes to_float(whole v)
{
    return __builtin_convertvector(v, lanes);
}

static inline lanes square_root(lanes v)
{
    return (lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
}
#endif

static inline lanes spread(const float *packed, const sinew__component_curves *curves, int index, lanes old)
{
    static const whole masks[16] = {{0, 0, 0, 0},   {-1, 0, 0, 0},   {0, -1, 0, 0},   {-1, -1, 0, 0},
                                    {0, 0, -1, 0},  {-1, 0, -1, 0},  {0, -1, -1, 0},  {-1, -1, -1, 0},
                                    {0, 0, 0, -1},  {-1, 0, 0, -1},  {0, -1, 0, -1},  {-1, -1, 0, -1},
                                    {0, 0, -1, -1}, {-1, 0, -1, -1}, {0, -1, -1, -1}, {-1, -1, -1, -1}};
    const int8_t *from = curves->from + index * LANES;
    const unsigned quarter = curves->mask >> (index * LANES) & 15u;
    if (quarter == 15u) return load(packed + from[0]);
    if (quarter == 0) return old;
    const lanes own = {packed[from[0] & 15], packed[from[1] & 15], packed[from[2] & 15], packed[from[3] & 15]};
    return (lanes)(((whole)own & masks[quarter]) | ((whole)old & ~masks[quarter]));
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return a * b + c;
}

static inline lanes minus_mul(lanes a, lanes b, lanes c)
{
    return c - a * b;
}

static inline void turn_rows(const lanes v[4], lanes out[4])
{
    const lanes a = SINEW__SHUFFLE(v[0], v[1], 0, 4, 1, 5), b = SINEW__SHUFFLE(v[0], v[1], 2, 6, 3, 7);
    const lanes c = SINEW__SHUFFLE(v[2], v[3], 0, 4, 1, 5), d = SINEW__SHUFFLE(v[2], v[3], 2, 6, 3, 7);
    out[0] = SINEW__SHUFFLE(a, c, 0, 1, 4, 5);
    out[1] = SINEW__SHUFFLE(a, c, 2, 3, 6, 7);
    out[2] = SINEW__SHUFFLE(b, d, 0, 1, 4, 5);
    out[3] = SINEW__SHUFFLE(b, d, 2, 3, 6, 7);
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
