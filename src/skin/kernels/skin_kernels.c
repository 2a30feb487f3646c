#include "skin/kernels/skin_kernel.h"

#include <stddef.h>

#include "base/cpu.h"

extern const sinew__skin_kernel sinew__skin_kernel_portable;
#ifdef SINEW_KERNELS_X86
extern const sinew__skin_kernel sinew__skin_kernel_avx2, sinew__skin_kernel_avx512;
#endif

const sinew__skin_kernel *const sinew__skin_kernels[] = {
#ifdef SINEW_KERNELS_X86
    &sinew__skin_kernel_avx512,
    &sinew__skin_kernel_avx2,
#endif
    &sinew__skin_kernel_portable,
    NULL,
};

const sinew__skin_kernel *sinew__skin_kernel_for_this_cpu(void)
{
    const unsigned features = sinew__cpu_features();
    const sinew__skin_kernel *const *kernel = sinew__skin_kernels;
    while ((*kernel)->features & ~features) ++kernel;
    return *kernel;
}
