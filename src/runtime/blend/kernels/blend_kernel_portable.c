// Blending with vectors of four floats: SSE2, NEON, or plain C.
#include <math.h>
#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "runtime/blend/kernels/blend_kernel.h"

enum { LANES = 4 };

typedef float lanes __attribute__((vector_size(16)));

static inline lanes square_root(lanes v)
{
#if defined(__SSE2__)
    return _mm_sqrt_ps(v);
#else
    return (lanes){sqrtf(v[0]), sqrtf(v[1]), sqrtf(v[2]), sqrtf(v[3])};
#endif
}

#include "runtime/blend/kernels/blend_formulas.h"

const sinew__blend_kernel sinew__blend_kernel_portable = {.begin = begin_sums,
                                                          .add = add_to_sums,
                                                          .finish = finish_sums,
                                                          .average_two = average_two,
                                                          .over = blend_over,
                                                          .add_difference = add_differences,
                                                          .fade_lanes = sinew__fade_lanes_portable};
