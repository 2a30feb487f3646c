// Playing compact clips with AVX2.
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_avx2.h"

#include "runtime/pose/kernels/affine_avx2.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/pose/kernels/compact_deltas.h"

#include "runtime/pose/kernels/compact_character.h"

#include "runtime/pose/kernels/compact_lanes.h"

void sinew__walk_compact_avx2(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                              float *joint_matrices, sinew_palette_matrix *palette)
{
    walk_compact(walk, sample, all_joints, joint_matrices, palette);
}

void sinew__pose_many_avx2(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                           const sinew__lane_memory *memory, float *const *palettes)
{
    pose_many(walk, samples, matrix_of, memory, palettes);
}
