/// Four lanes in the vector extensions of GCC and Clang: SSE2 on x86-64, NEON on ARM64.
#include <float.h>
#include <limits.h>
#include <math.h>
#include <string.h>

#include "core/base/shuffle.h"
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

typedef float vector __attribute__((vector_size(16)));
typedef int lanes __attribute__((vector_size(16))); // comparisons: all bits of a lane, or none

enum { WIDTH = 4, AT_ONCE = 3 };

static inline vector splat(const float *value)
{
    return (vector){*value, *value, *value, *value};
}

static inline vector load(const float *from)
{
    vector out;
    memcpy(&out, from, sizeof out);
    return out;
}

static inline void store(float *to, vector value)
{
    memcpy(to, &value, sizeof value);
}

/// x y z x, y z x y, z x y z → x x x x, y y y y, z z z z
static inline void load3(const float *from, vector out[3])
{
    const vector a = load(from), b = load(from + 4), c = load(from + 8);
    const vector xy = SINEW__SHUFFLE(b, c, 2, 3, 5, 6), yz = SINEW__SHUFFLE(a, b, 1, 2, 4, 5);
    out[0] = SINEW__SHUFFLE(a, xy, 0, 3, 4, 6);
    out[1] = SINEW__SHUFFLE(yz, xy, 0, 2, 5, 7);
    out[2] = SINEW__SHUFFLE(yz, c, 1, 3, 4, 7);
}

static inline void store3(float *to, const vector in[3])
{
    const vector xy = SINEW__SHUFFLE(in[0], in[1], 0, 2, 4, 6), yz = SINEW__SHUFFLE(in[1], in[2], 1, 3, 5, 7),
                 zx = SINEW__SHUFFLE(in[2], in[0], 0, 2, 5, 7);
    const vector out[3] = {SINEW__SHUFFLE(xy, zx, 0, 2, 4, 6), SINEW__SHUFFLE(yz, xy, 0, 2, 5, 7),
                           SINEW__SHUFFLE(zx, yz, 1, 3, 5, 7)};
    memcpy(to, out, sizeof out);
}

static inline vector multiply_add(vector a, vector b, vector c)
{
    return a * b + c;
}

static inline vector difference(vector a, vector b, vector c, vector d)
{
    return a * b - c * d;
}

static inline vector flip_where_negative(vector value, vector by)
{
    const lanes sign = {INT_MIN, INT_MIN, INT_MIN, INT_MIN};
    return (vector)((lanes)value ^ ((by < (vector){0}) & sign));
}

static inline vector keep_where_positive(vector value, vector by)
{
    return (vector)((lanes)value & (by > (vector){0}));
}

/// Rounded rightly, and so the same everywhere.
static inline vector square_root(vector square)
{
#if defined(__SSE2__)
    return _mm_sqrt_ps(square);
#elif defined(__aarch64__)
    return (vector)vsqrtq_f32((float32x4_t)square);
#else
    return (vector){sqrtf(square[0]), sqrtf(square[1]), sqrtf(square[2]), sqrtf(square[3])};
#endif
}

static inline vector reciprocal_root(vector square)
{
    const float one = 1, least = FLT_MIN, most = FLT_MAX;
    const lanes usable = (square >= splat(&least)) & (square <= splat(&most));
    return (vector)((lanes)(splat(&one) / square_root(square)) & usable);
}

#include "runtime/skin/kernels/skin_vertex_block.h"

const sinew__skin_kernel sinew__skin_kernel_portable = {skin_linear, skin_dual_quaternion, rotate_linear_tangents,
                                                        rotate_dual_quaternion_tangents};
