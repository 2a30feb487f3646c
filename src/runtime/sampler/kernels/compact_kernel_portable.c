// Compact clips with vectors of four floats.
#include "runtime/sampler/kernels/compact_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_portable.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/sampler/kernels/compact_locals.h"

const sinew__compact_kernel sinew__compact_kernel_portable = {
    .curves = chunk_curves, .locals = group_locals, .weights = group_weights};
