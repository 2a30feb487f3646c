// Blending with AVX2: vectors of eight floats.
#include <immintrin.h>

#include "runtime/blend/kernels/blend_kernel.h"

enum { LANES = 8 };

typedef float lanes __attribute__((vector_size(32)));

static inline lanes square_root(lanes v)
{
    return _mm256_sqrt_ps(v);
}

#include "runtime/blend/kernels/blend_formulas.h"

const sinew__blend_kernel sinew__blend_kernel_avx2 = {.begin = begin_sums,
                                                      .add = add_to_sums,
                                                      .finish = finish_sums,
                                                      .average_two = average_two,
                                                      .over = blend_over,
                                                      .add_difference = add_differences,
                                                      .fade_lanes = sinew__fade_lanes_avx2};
