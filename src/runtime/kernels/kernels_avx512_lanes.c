// Several characters at once with AVX-512, in vectors of eight floats: the text of AVX2, for 32 registers. Fused.
#include "runtime/kernels/vector_avx2.h"

#include "runtime/kernels/lane_formulas.h"

void sinew__pose_many_avx512(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, float *const *palettes)
{
    pose_many(walk, samples, matrix_of, memory, palettes);
}

void sinew__pose_many_from_locals_avx512(const sinew__skeleton_tables *tables, const sinew_local_group *const *groups,
                                         const int32_t *matrix_of, float *joint_matrices, float *const *palettes)
{
    pose_many_from_locals(tables, groups, matrix_of, joint_matrices, palettes);
}

void sinew__fade_lanes_avx512(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                              const int32_t *matrix_of, const sinew__lane_memory *memory, float *const *palettes)
{
    fade_lanes(tables, fade, matrix_of, memory, palettes);
}
