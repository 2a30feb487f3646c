// Poses with AVX2 and FMA: two rows of a matrix in one register.
#include "runtime/pose/kernels/affine_avx2.h"
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/pose/kernels/pose_kernel_lanes8.h"

#include "runtime/pose/kernels/local_character.h"

const sinew__play_kernel sinew__play_kernel_avx2 = {.walk_compact = sinew__walk_compact_avx2};

const sinew__pose_kernel sinew__pose_kernel_avx2 = {.play = &sinew__play_kernel_avx2,
                                                    .pose_many = sinew__pose_many_avx2,
                                                    .lanes = SINEW__LANES_AVX2,
                                                    .walk_locals = walk_locals,
                                                    .walk_locals_below = walk_locals_below,
                                                    .pose_many_from_locals = sinew__pose_many_from_locals_avx2,
                                                    .put_palette = put_palette};
