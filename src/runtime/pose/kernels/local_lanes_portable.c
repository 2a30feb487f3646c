// Palettes of several characters from their locals with vectors of four floats.
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_portable.h"

#include "runtime/pose/kernels/local_lanes.h"

void sinew__pose_many_from_locals_portable(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                           const int32_t *matrix_of, float *joint_matrices, float *const *palettes)
{
    pose_many_from_locals(tables, groups, matrix_of, joint_matrices, palettes);
}
