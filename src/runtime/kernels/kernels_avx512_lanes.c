// AVX-512 kernels in vectors of eight floats: the formulas of AVX2, fused, but compiled for 32 registers. They pose
// several characters together, and the few joints below one joint.
#include "runtime/kernels/vector_avx2.h"

#include "runtime/kernels/lane_mix_formulas.h"
#include "runtime/kernels/local_formulas.h"

void sinew__pose_many_avx512(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, const sinew__lane_output *output)
{
    pose_many(walk, samples, matrix_of, memory, output);
}

void sinew__mix_many_avx512(const sinew__walk *walk, const sinew__lane_mix *mix, const int32_t *matrix_of,
                            const sinew__lane_memory *memory, const sinew__lane_output *output)
{
    mix_many(walk, mix, matrix_of, memory, output);
}

void sinew__walk_locals_below_avx512(const sinew__skeleton_tables *tables, const sinew_local_group *groups,
                                     int32_t joint, float *joint_matrices)
{
    walk_locals_below(tables, groups, joint, joint_matrices);
}
