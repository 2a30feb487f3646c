#include "core/base/cpu.h"
#include "runtime/skin/kernels/skin_kernel.h"

extern const sinew__skin_kernel sinew__skin_kernel_portable;
#if defined(__x86_64__)
extern const sinew__skin_kernel sinew__skin_kernel_avx2, sinew__skin_kernel_avx512;
#endif

static const sinew__skin_kernel *const kernels[SINEW__KERNELS_COUNT] = {
    [SINEW__KERNELS_PORTABLE] = &sinew__skin_kernel_portable,
#if defined(__x86_64__)
    [SINEW__KERNELS_AVX2] = &sinew__skin_kernel_avx2,
    [SINEW__KERNELS_AVX512] = &sinew__skin_kernel_avx512,
#endif
};

const sinew__skin_kernel *sinew__skin_kernel_best(void)
{
    return kernels[sinew__kernels_in_use()];
}
