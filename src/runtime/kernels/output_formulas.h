/// What renderers are handed: palettes in the world, and as halves. Doubles whose products are not fused, and whole
/// numbers: the bits do not depend on the instruction set.
#ifndef SINEW_RUNTIME_KERNELS_OUTPUT_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_OUTPUT_FORMULAS_H

#include <string.h>

#include "runtime/kernels/vector.h"

/// a · p, as sinew_palette_transform computes it, a row at a time.
static inline void put_world(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count)
{
    for (int32_t i = 0; i < count; ++i) {
        double rows[3][4];
        for (int k = 0; k < 12; ++k) rows[k / 4][k % 4] = (double)palette[i].row[k / 4][k % 4];
        for (int r = 0; r < 3; ++r) {
            const double *row = a->row[r];
            for (int c = 0; c < 4; ++c) {
                const double shift = c == 3 ? row[3] : 0;
                palette[i].row[r][c] = (float)(((shift + row[0] * rows[0][c]) + row[1] * rows[1][c]) + row[2] * rows[2][c]);
            }
        }
    }
}

/// Floats → halves, without F16C, whose conversions do not saturate and which not every instruction set has.
static inline void put_vector_of_halves(const float *values, uint16_t *out)
{
    typedef int16_t shorts __attribute__((vector_size(2 * LANES)));
    const whole zero = (whole)splat(0.0f), largest = zero + 0x477fe000; // 65504
    const lanes value = load(values);
    const whole bits = (whole)value;
    whole size = bits & 0x7fffffff;
    size = size & (whole)(value == value); // NaN is 0
    size = (whole)choose(size > largest, (lanes)largest, (lanes)size);
    // The last bit of a sum with a half is that of the smallest halves: it rounds to them.
    const whole small = (whole)((lanes)size + splat(0.5f)) - 0x3f000000;
    const whole normal = (size - 0x38000000 + 0xfff + (size >> 13 & 1)) >> 13;
    const whole half = (whole)choose(size < 0x38800000, (lanes)small, (lanes)normal) | (bits >> 16 & 0x8000);
    const shorts narrow = __builtin_convertvector(half, shorts);
    memcpy(out, &narrow, sizeof narrow);
}

static inline void put_halves(const float *values, size_t count, uint16_t *out)
{
    size_t done = 0;
    for (; done + LANES <= count; done += LANES) put_vector_of_halves(values + done, out + done);
    if (done == count) return;
    float rest[LANES] = {0};
    uint16_t halves[LANES];
    memcpy(rest, values + done, (count - done) * sizeof *rest);
    put_vector_of_halves(rest, halves);
    memcpy(out + done, halves, (count - done) * sizeof *out);
}

#endif
