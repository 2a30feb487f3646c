// Cross-fades of several characters with vectors of four floats.
#include "blend/kernels/blend_kernel.h"
#include "sampler/kernels/compact_vectors_portable.h"

#include "sampler/kernels/compact_formulas.h"

#include "blend/kernels/fade_lanes.h"

void sinew__fade_lanes_portable(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                                const int32_t *slot_of, const sinew__lane_memory *memory, float *const *palettes)
{
    fade_lanes(tables, fade, slot_of, memory, palettes);
}
