// Kernels for AVX-512, in vectors of sixteen floats. They fuse multiply and add when they play and skin.
#include "runtime/kernels/vector_avx512.h"

#define KERNEL(use) sinew__##use##_kernel_avx512
#define SIXTEEN_LANES
#include "runtime/kernels/kernel_tables.h"
