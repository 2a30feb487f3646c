// Compact clips with vectors of four floats.
#include "sampler/kernels/compact_kernel.h"
#include "sampler/kernels/compact_vectors_portable.h"

#include "sampler/kernels/compact_formulas.h"

#include "sampler/kernels/compact_locals.h"

const sinew__compact_kernel sinew__compact_kernel_portable = {
    .curves = chunk_curves, .locals = group_locals, .weights = group_weights};
