// Poses with AVX2 and FMA: two rows of a matrix in one register.
#include "runtime/pose/kernels/affine_avx2.h"
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/pose/kernels/pose_kernel_lanes8.h"

#include "runtime/pose/kernels/local_character.h"

const sinew__play_kernel sinew__play_kernel_avx2 = {.walk_compact = sinew__walk_compact_avx2};

const sinew__pose_kernel sinew__pose_kernel_avx2 = {.play = &sinew__play_kernel_avx2,
                                                    .walk_lanes = sinew__walk_lanes_avx2,
                                                    .lanes = SINEW__LANES_AVX2,
                                                    .walk_locals = walk_locals,
                                                    .walk_locals_below = walk_locals_below,
                                                    .walk_local_lanes = sinew__walk_local_lanes_avx2,
                                                    .put_palette = put_palette};
