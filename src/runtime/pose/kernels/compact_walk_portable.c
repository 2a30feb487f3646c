// Playing compact clips with vectors of four floats.
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_portable.h"

#include "runtime/pose/kernels/affine_portable.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/pose/kernels/compact_deltas.h"

#include "runtime/pose/kernels/compact_character.h"

#include "runtime/pose/kernels/compact_lanes.h"

void sinew__walk_compact_portable(const sinew__walk *walk, const sinew__compact_sample *sample, int all_joints,
                                  float *joint_matrices, sinew_palette_matrix *palette)
{
    walk_compact(walk, sample, all_joints, joint_matrices, palette);
}

void sinew__pose_many_portable(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                               const sinew__lane_memory *memory, float *const *palettes)
{
    pose_many(walk, samples, matrix_of, memory, palettes);
}
