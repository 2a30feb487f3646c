// Which kernels there are, and which one this machine runs.
#include "base/cpu.h"
#include "pose/kernels/pose_kernel.h"

extern const sinew__pose_kernel sinew__pose_kernel_portable;
#if defined(__x86_64__)
extern const sinew__pose_kernel sinew__pose_kernel_avx2, sinew__pose_kernel_avx512;
#endif

const sinew__pose_kernel *const sinew__pose_kernels[] = {
    &sinew__pose_kernel_portable,
#if defined(__x86_64__)
    &sinew__pose_kernel_avx2,
    &sinew__pose_kernel_avx512,
#endif
};

extern const sinew__play_kernel sinew__play_kernel_portable;
#if defined(__x86_64__)
extern const sinew__play_kernel sinew__play_kernel_avx2, sinew__play_kernel_avx512;
#endif

const int32_t sinew__pose_kernel_count = sizeof sinew__pose_kernels / sizeof *sinew__pose_kernels;

const sinew__pose_kernel *sinew__pose_kernel_best(void)
{
    const unsigned features = sinew__cpu_features();
    int32_t best = sinew__pose_kernel_count - 1;
    while ((sinew__pose_kernels[best]->features & ~features) != 0) --best; // the first needs nothing
    return sinew__pose_kernels[best];
}

const sinew__play_kernel *sinew__play_kernel_best(void)
{
#if defined(__x86_64__)
    static const sinew__play_kernel *const faster[] = {&sinew__play_kernel_avx512, &sinew__play_kernel_avx2};
    const unsigned features = sinew__cpu_features();
    for (size_t i = 0; i < sizeof faster / sizeof *faster; ++i)
        if ((faster[i]->features & ~features) == 0) return faster[i];
#endif
    return &sinew__play_kernel_portable;
}
