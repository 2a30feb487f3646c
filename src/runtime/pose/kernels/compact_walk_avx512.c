// Playing compact clips with AVX-512.
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_avx512.h"

#include "runtime/pose/kernels/affine_avx512.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/pose/kernels/compact_deltas.h"

#include "runtime/pose/kernels/compact_character.h"

void sinew__walk_compact_avx512(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                                float *joint_matrices, sinew_palette_matrix *palette)
{
    walk_compact(walk, sample, all_joints, joint_matrices, palette);
}
