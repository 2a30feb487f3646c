// Cross-fades of several characters with vectors of four floats.
#include "runtime/blend/kernels/blend_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_portable.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/blend/kernels/fade_lanes.h"

void sinew__fade_lanes_portable(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                                const int32_t *matrix_of, const sinew__lane_memory *memory, float *const *palettes)
{
    fade_lanes(tables, fade, matrix_of, memory, palettes);
}
