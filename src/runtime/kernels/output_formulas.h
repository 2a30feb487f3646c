/// Converts palettes for renderers: to world space and to halves. The bits do not depend on the instruction set,
/// because doubles are not fused and halves are computed with integers.
#ifndef SINEW_RUNTIME_KERNELS_OUTPUT_FORMULAS_H
#define SINEW_RUNTIME_KERNELS_OUTPUT_FORMULAS_H

#include <string.h>

#include "runtime/kernels/vector.h"

typedef double four_doubles __attribute__((vector_size(32)));
// used instead of memcpy, which would copy three rows through memory
typedef four_doubles unaligned_doubles __attribute__((aligned(8), may_alias));
typedef float four_floats __attribute__((vector_size(16)));

/// Converts a row to doubles element by element. The code that compilers make for a conversion of the whole vector
/// takes 1.5 times as long.
static inline void load_doubles(const float row[4], four_doubles *out)
{
    for (int i = 0; i < 4; ++i) (*out)[i] = (double)row[i];
}

/// Computes a · p for each palette entry p, row by row, with the bits of sinew_palette_transform. The factors are
/// loaded before the loop, because stores to the palette may alias `a`.
static inline void put_world(const sinew_affine *a, sinew_palette_matrix *palette, int32_t count)
{
    four_doubles by[3][3], shift[3];
    for (int r = 0; r < 3; ++r) {
        const double *row = a->row[r];
        for (int k = 0; k < 3; ++k) by[r][k] = (four_doubles){row[k], row[k], row[k], row[k]};
        shift[r] = (four_doubles){0, 0, 0, row[3]};
    }
    for (int32_t i = 0; i < count; ++i) {
        four_doubles rows[3];
        for (int r = 0; r < 3; ++r) load_doubles(palette[i].row[r], &rows[r]);
        for (int r = 0; r < 3; ++r) {
            const four_doubles sum = ((shift[r] + by[r][0] * rows[0]) + by[r][1] * rows[1]) + by[r][2] * rows[2];
            const four_floats row = __builtin_convertvector(sum, four_floats);
            memcpy(palette[i].row[r], &row, sizeof row);
        }
    }
}

/// Computes row · m with 0 0 0 1 as the fourth row of both, with the bits of sinew__affine_multiply. That function adds
/// nothing to the first two columns; adding −0 does not change them.
INLINED void multiply_row_of_doubles(const double row[4], const four_doubles m[3], four_doubles *out)
{
    four_doubles by[3];
    for (int k = 0; k < 3; ++k) by[k] = (four_doubles){row[k], row[k], row[k], row[k]};
    *out = ((by[0] * m[0] + by[1] * m[1]) + by[2] * m[2]) + (four_doubles){-0.0, -0.0, 0, row[3]};
}

static inline void put_globals(const float *joint_matrices, const sinew_affine *binds, const sinew_affine *root,
                               int32_t count, sinew_affine *out)
{
    const sinew_affine above = root ? *root : (sinew_affine){{{0}}}; // copied, because stores may alias `root`
    for (int32_t i = 0; i < count; ++i, joint_matrices += SINEW__JOINT_MATRIX_FLOATS) {
        four_doubles bind[3], global[3], placed[3];
        for (int r = 0; r < 3; ++r) bind[r] = *(const unaligned_doubles *)(const void *)binds[i].row[r];
        for (int r = 0; r < 3; ++r) {
            double row[4];
            for (int k = 0; k < 4; ++k) row[k] = (double)joint_matrices[4 * r + k];
            multiply_row_of_doubles(row, bind, &global[r]);
        }
        for (int r = 0; r < 3 && root; ++r) multiply_row_of_doubles(above.row[r], global, &placed[r]);
        for (int r = 0; r < 3; ++r) *(unaligned_doubles *)(void *)out[i].row[r] = root ? placed[r] : global[r];
    }
}

/// Adds `shift` to the translations, row by row; the other elements get −0, which changes no value.
static inline void put_shift(const float shift[3], sinew_palette_matrix *palette, int32_t count)
{
    four_floats by[3];
    for (int r = 0; r < 3; ++r) by[r] = (four_floats){-0.0f, -0.0f, -0.0f, shift[r]};
    for (int32_t i = 0; i < count; ++i)
        for (int r = 0; r < 3; ++r) {
            four_floats row;
            memcpy(&row, palette[i].row[r], sizeof row);
            row += by[r];
            memcpy(palette[i].row[r], &row, sizeof row);
        }
}

/// Converts floats to halves without F16C, which not every instruction set has.
static inline void put_vector_of_halves(const float *values, uint16_t *out)
{
    typedef int16_t shorts __attribute__((vector_size(2 * LANES)));
    const whole zero = (whole)splat(0.0f), largest = zero + 0x477fe000; // 65504
    const lanes value = load(values);
    const whole bits = (whole)value;
    whole size = bits & 0x7fffffff;
    size = size & (whole)(value == value); // NaN is 0
    size = (whole)choose(size > largest, (lanes)largest, (lanes)size);
    // Adding 0.5 rounds a float to a multiple of the smallest half: both have the same last bit.
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

#if defined(__F16C__)

/// Converts with F16C instructions, which AVX2 does not imply. They neither saturate nor map NaN to 0: if a result is
/// infinity or NaN, put_halves converts everything again.
static inline void put_halves_f16c(const float *values, size_t count, uint16_t *out)
{
    const __m128i size = _mm_set1_epi16(0x7fff);
    __m128i largest = _mm_setzero_si128();
    size_t done = 0;
    for (; done + 8 <= count; done += 8) {
        const __m128i halves = _mm256_cvtps_ph(_mm256_loadu_ps(values + done), _MM_FROUND_TO_NEAREST_INT);
        largest = _mm_max_epi16(largest, _mm_and_si128(halves, size));
        _mm_storeu_si128((__m128i *)(void *)(out + done), halves);
    }
    if (_mm_movemask_epi8(_mm_cmpgt_epi16(largest, _mm_set1_epi16(0x7bff)))) done = 0;
    if (done < count) put_halves(values + done, count - done, out + done);
}

#define PUT_HALVES_F16C put_halves_f16c
#else
#define PUT_HALVES_F16C NULL
#endif

#endif
