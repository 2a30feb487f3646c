// Compact clips with AVX-512: a group of sixteen joints in every vector.
#include "runtime/sampler/kernels/compact_kernel.h"
#include "runtime/sampler/kernels/compact_vectors_avx512.h"

#include "runtime/sampler/kernels/compact_formulas.h"

#include "runtime/sampler/kernels/compact_locals.h"

const sinew__compact_kernel sinew__compact_kernel_avx512 = {
    .curves = chunk_curves, .locals = group_locals, .weights = group_weights};
