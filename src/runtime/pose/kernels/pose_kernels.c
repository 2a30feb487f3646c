// Which kernels there are, and which are in use.
#include "core/base/cpu.h"
#include "runtime/pose/kernels/pose_kernel.h"

#if defined(__x86_64__)
extern const sinew__pose_kernel sinew__pose_kernel_avx2, sinew__pose_kernel_avx512;
#endif

static const sinew__pose_kernel *const kernels[SINEW__KERNELS_COUNT] = {
    [SINEW__KERNELS_PORTABLE] = &sinew__pose_kernel_portable,
#if defined(__x86_64__)
    [SINEW__KERNELS_AVX2] = &sinew__pose_kernel_avx2,
    [SINEW__KERNELS_AVX512] = &sinew__pose_kernel_avx512,
#endif
};

const sinew__pose_kernel *sinew__pose_kernel_best(void)
{
    return kernels[sinew__kernels_in_use()];
}

#if defined(__x86_64__)
extern const sinew__play_kernel sinew__play_kernel_avx2, sinew__play_kernel_avx512;
#endif

static const sinew__play_kernel *const play_kernels[SINEW__KERNELS_COUNT] = {
    [SINEW__KERNELS_PORTABLE] = &sinew__play_kernel_portable,
#if defined(__x86_64__)
    [SINEW__KERNELS_AVX2] = &sinew__play_kernel_avx2,
    [SINEW__KERNELS_AVX512] = &sinew__play_kernel_avx512,
#endif
};

const sinew__play_kernel *sinew__play_kernel_best(void)
{
    return play_kernels[sinew__kernels_in_use()];
}
