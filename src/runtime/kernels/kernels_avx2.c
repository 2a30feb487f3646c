// Kernels for AVX2 and FMA, in vectors of eight floats. They fuse multiply and add when they play and skin.
#include "runtime/kernels/vector_avx2.h"

#define KERNEL(use) sinew__##use##_kernel_avx2
#include "runtime/kernels/kernel_tables.h"
