// Compact clips with vectors of four floats.
#include "sampler/kernels/compact_kernel.h"
#include "sampler/kernels/compact_vectors_portable.h"

#include "sampler/kernels/compact_formulas.h"

#include "sampler/kernels/compact_locals.h"

#if defined(__SSE2__)
#define NAME "sse2"
#elif defined(__ARM_NEON)
#define NAME "neon"
#else
#define NAME "portable"
#endif

const sinew__compact_kernel sinew__compact_kernel_portable = {
    .name = NAME, .features = 0, .curves = chunk_curves, .locals = group_locals, .weights = group_weights};
