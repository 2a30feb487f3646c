/// Vectors of four floats with the NEON of ARM64, fused: the bits equal AVX2's.
#include <arm_neon.h>

#include "runtime/kernels/vector_four.h"

static inline whole multiply_pairs(const int16_t *pairs, whole weights)
{
    const int16x8_t keys = vld1q_s16(pairs), by = vreinterpretq_s16_s32((int32x4_t)weights);
    return (whole)vpaddq_s32(vmull_s16(vget_low_s16(keys), vget_low_s16(by)), vmull_high_s16(keys, by));
}

static inline lanes to_float(whole v)
{
    return (lanes)vcvtq_f32_s32((int32x4_t)v);
}

static inline lanes square_root(lanes v)
{
    return (lanes)vsqrtq_f32((float32x4_t)v);
}

static inline lanes mul_add(lanes a, lanes b, lanes c)
{
    return (lanes)vfmaq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

static inline lanes minus_mul(lanes a, lanes b, lanes c)
{
    return (lanes)vfmsq_f32((float32x4_t)c, (float32x4_t)a, (float32x4_t)b);
}

static inline lanes product_difference(lanes a, lanes b, lanes c, lanes d)
{
    return mul_add(a, b, -(c * d));
}
