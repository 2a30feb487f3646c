// Compact clips with AVX2: vectors of eight floats.
#include "runtime/sampler/kernels/compact_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_avx2.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/sampler/kernels/compact_locals.h"

const sinew__compact_kernel sinew__compact_kernel_avx2 = {
    .curves = chunk_curves, .locals = group_locals, .weights = group_weights};
