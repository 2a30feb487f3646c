// Kernels for the NEON of ARM64, in vectors of four floats. They fuse multiply and add when they play and skin.
#include "runtime/kernels/vector_neon.h"

#define KERNEL(use) sinew__##use##_kernel_neon
#include "runtime/kernels/kernel_tables.h"
