// Poses with AVX-512: a matrix in one register, its fourth row 0 0 0 1 or nothing.
// Local poses come in vectors of eight, as with AVX2.
#include "runtime/pose/kernels/affine_avx512.h"
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/pose/kernels/pose_kernel_lanes8.h"

#include "runtime/pose/kernels/local_character.h"

const sinew__play_kernel sinew__play_kernel_avx512 = {.walk_compact = sinew__walk_compact_avx512};

const sinew__pose_kernel sinew__pose_kernel_avx512 = {.play = &sinew__play_kernel_avx512,
                                                      .pose_many = sinew__pose_many_avx512,
                                                      .lanes = SINEW__LANES_AVX512,
                                                      .walk_locals = walk_locals,
                                                      .walk_locals_below = walk_locals_below,
                                                      .pose_many_from_locals = sinew__pose_many_from_locals_avx512,
                                                      .put_palette = put_palette};
