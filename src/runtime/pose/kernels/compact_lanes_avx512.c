// Eight characters at once with AVX-512: the text of AVX2, for its 32 registers.
#include "runtime/pose/kernels/pose_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_avx2.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/pose/kernels/compact_deltas.h"

#include "runtime/pose/kernels/compact_lanes.h"

void sinew__pose_many_avx512(const sinew__walk *walk, const sinew__compact_sample *samples, const int32_t *matrix_of,
                             const sinew__lane_memory *memory, float *const *palettes)
{
    pose_many(walk, samples, matrix_of, memory, palettes);
}
