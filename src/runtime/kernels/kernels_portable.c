// Kernels for every processor, in vectors of four floats. They do not fuse multiply and add.
#include "runtime/kernels/vector_portable.h"

#define KERNEL(use) sinew__##use##_kernel_portable
#include "runtime/kernels/kernel_tables.h"
