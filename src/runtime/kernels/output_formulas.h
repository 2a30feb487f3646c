/// What renderers are handed: palettes in the world, and as halves. Four doubles at a time and whole numbers, in an
/// order that every instruction set keeps: the bits do not depend on it.
#ifndef SINEW_RUNTIME_KERNELS_OUTPUT_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_OUTPUT_FORMULAS_H

#include <string.h>

#include "runtime/kernels/kernels.h"

/// a · p, as sinew_palette_transform computes it, a row at a time.
static inline void put_world(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count)
{
    typedef double quad __attribute__((vector_size(32)));
    for (int32_t i = 0; i < count; ++i) {
        quad rows[3];
        for (int k = 0; k < 3; ++k) {
            const float *from = palette[i].row[k];
            rows[k] = (quad){(double)from[0], (double)from[1], (double)from[2], (double)from[3]};
        }
        for (int r = 0; r < 3; ++r) {
            quad sum = {0, 0, 0, a->row[r][3]};
            for (int k = 0; k < 3; ++k) sum = sum + a->row[r][k] * rows[k];
            for (int c = 0; c < 4; ++c) palette[i].row[r][c] = (float)sum[c];
        }
    }
}

/// The half of a float, without F16C: its conversions do not saturate, and the loop below, which compilers turn into
/// vectors, takes a tenth of posing.
static inline uint16_t half_of(float value)
{
    static const uint32_t infinite = UINT32_C(0x7f800000), largest = UINT32_C(0x477fe000), // 65504
        least_normal = UINT32_C(0x38800000), half = UINT32_C(0x3f000000);
    uint32_t bits, sum;
    memcpy(&bits, &value, sizeof bits);
    uint32_t size = bits & UINT32_C(0x7fffffff);
    size = size > infinite ? 0 : size > largest ? largest : size;
    float small;
    memcpy(&small, &size, sizeof small);
    small += 0.5f; // whose last bit is that of the smallest halves: the sum rounds to it
    memcpy(&sum, &small, sizeof sum);
    const uint32_t normal = (size - UINT32_C(0x38000000) + UINT32_C(0xfff) + (size >> 13 & 1)) >> 13;
    return (uint16_t)((bits >> 16 & UINT32_C(0x8000)) | (size < least_normal ? sum - half : normal));
}

static inline void put_halves(const float *values, size_t count, uint16_t *out)
{
    for (size_t i = 0; i < count; ++i) out[i] = half_of(values[i]);
}

#endif
