/// Vectors of four floats from the compiler's vector extensions: SSE2, NEON, WebAssembly's, or plain floats elsewhere.
/// Not fused: every product and sum is rounded, so that every processor gives the same bits.
#include <math.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

#include "runtime/kernels/vector_four.h"

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
#elif defined(__wasm_simd128__)
static inline whole multiply_pairs(const int16_t *pairs, whole weights)
{
    return (whole)wasm_i32x4_dot_i16x8(wasm_v128_load(pairs), (v128_t)weights);
}

static inline lanes to_float(whole v)
{
    return (lanes)wasm_f32x4_convert_i32x4((v128_t)v);
}

static inline lanes square_root(lanes v)
{
    return (lanes)wasm_f32x4_sqrt((v128_t)v);
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

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return a * b + c;
}

static inline lanes minus_mul(lanes a, lanes b, lanes c)
{
    return c - a * b;
}

static inline lanes product_difference(lanes a, lanes b, lanes c, lanes d)
{
    return a * b - c * d;
}
