// The kernels of this build, and those in use.
#include "core/base/cpu.h"
#include "runtime/blend/kernels/blend_kernel.h"

extern const sinew__blend_kernel sinew__blend_kernel_portable;
#if defined(__x86_64__)
extern const sinew__blend_kernel sinew__blend_kernel_avx2, sinew__blend_kernel_avx512;
#endif

static const sinew__blend_kernel *const kernels[SINEW__KERNELS_COUNT] = {
    [SINEW__KERNELS_PORTABLE] = &sinew__blend_kernel_portable,
#if defined(__x86_64__)
    [SINEW__KERNELS_AVX2] = &sinew__blend_kernel_avx2,
    [SINEW__KERNELS_AVX512] = &sinew__blend_kernel_avx512,
#endif
};

const sinew__blend_kernel *sinew__blend_kernel_best(void)
{
    return kernels[sinew__kernels_in_use()];
}
