// The kernels of this build, and the one that this machine runs.
#include "base/cpu.h"
#include "blend/kernels/blend_kernel.h"

extern const sinew__blend_kernel sinew__blend_kernel_portable;
#if defined(__x86_64__)
extern const sinew__blend_kernel sinew__blend_kernel_avx2, sinew__blend_kernel_avx512;
#endif

const sinew__blend_kernel *const sinew__blend_kernels[] = {
    &sinew__blend_kernel_portable,
#if defined(__x86_64__)
    &sinew__blend_kernel_avx2,
    &sinew__blend_kernel_avx512,
#endif
};

const int32_t sinew__blend_kernel_count = sizeof sinew__blend_kernels / sizeof *sinew__blend_kernels;

const sinew__blend_kernel *sinew__blend_kernel_best(void)
{
    const unsigned features = sinew__cpu_features();
    int32_t best = sinew__blend_kernel_count - 1;
    while ((sinew__blend_kernels[best]->features & ~features) != 0) --best; // the first needs nothing
    return sinew__blend_kernels[best];
}
