/// The instruction sets that kernels are made for, which of them is in use, and numbers too small for them.
#ifndef SINEW_CORE_BASE_CPU_H
#define SINEW_CORE_BASE_CPU_H

#include <math.h>
#include <stdint.h>

#include "sinew/result.h"

/// Every set of kernels: its name in the code, its name in symbols and to users. On one kind of processor each is
/// faster than the sets before it, and needs their processor features.
#define SINEW__KERNEL_SETS(SET)                                                                                        \
    SET(PORTABLE, portable) /* SSE2 or plain C */                                                                      \
    SET(AVX2, avx2)         /* and FMA */                                                                              \
    SET(AVX512, avx512)     /* F, DQ, VL and BW */                                                                     \
    SET(NEON, neon)         /* of ARM64 */

/// Those that are compiled for this kind of processor; SET gets `use` as well.
#if defined(__x86_64__)
#define SINEW__COMPILED_KERNELS(SET, use) SET(PORTABLE, portable, use) SET(AVX2, avx2, use) SET(AVX512, avx512, use)
#elif defined(__aarch64__)
#define SINEW__COMPILED_KERNELS(SET, use) SET(PORTABLE, portable, use) SET(NEON, neon, use)
#else
#define SINEW__COMPILED_KERNELS(SET, use) SET(PORTABLE, portable, use)
#endif

typedef enum sinew__kernels {
#define SINEW__KERNEL_SET(SET, name) SINEW__KERNELS_##SET,
    SINEW__KERNEL_SETS(SINEW__KERNEL_SET)
#undef SINEW__KERNEL_SET
        SINEW__KERNELS_COUNT
} sinew__kernels;

extern const char *const sinew__kernel_names[SINEW__KERNELS_COUNT];

const char *sinew__kernel_at(int32_t row); ///< names of kernels one by one; NULL after the last

/// Makes every computation use the kernels of that name, for tests and measurements; NULL: the fastest that the
/// processor runs, as at the start. What blenders and crowds have chosen before stays, and no other thread may compute
/// meanwhile. SINEW_ERROR_UNSUPPORTED, with nothing changed, if the processor lacks them or the name is unknown.
SINEW_NODISCARD sinew_result sinew__force_kernels(const char *name, sinew_error *out_error);

/// Finds kernels by name on a processor whose fastest ones are `fastest`.
SINEW_NODISCARD sinew_result sinew__find_kernels(const char *name, sinew__kernels fastest, sinew__kernels *out_kernels,
                                                 sinew_error *out_error);

extern int sinew__forced_kernels; ///< of sinew__force_kernels; −1: none

/// Whether a processor whose fastest kernels are `fastest` runs others.
static inline int sinew__runs_kernels(sinew__kernels kernels, sinew__kernels fastest)
{
    return kernels == SINEW__KERNELS_PORTABLE || kernels == fastest ||
           (fastest != SINEW__KERNELS_NEON && kernels < fastest);
}

/// The fastest kernels that the processor and the operating system run.
static inline sinew__kernels sinew__fastest_kernels(void)
{
#if defined(__x86_64__) && defined(__GNUC__)
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return SINEW__KERNELS_PORTABLE;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
        __builtin_cpu_supports("avx512bw"))
        return SINEW__KERNELS_AVX512;
    return SINEW__KERNELS_AVX2;
#elif defined(__aarch64__)
    return SINEW__KERNELS_NEON;
#else
    return SINEW__KERNELS_PORTABLE;
#endif
}

/// Whether the processor converts floats to halves, which its kernels do not imply. It takes long; ask once.
int sinew__has_f16c(void);

/// The kernels in use: cheap, and the same on every call until some are forced. If the processor has no others, a
/// table of kernels may end after the portable one.
static inline sinew__kernels sinew__kernels_in_use(void)
{
    return sinew__forced_kernels >= 0 ? (sinew__kernels)sinew__forced_kernels : sinew__fastest_kernels();
}

/// The smallest rotation, for angles in half turns and for quaternions: it moves a point one metre away by 0.3 nm.
#define SINEW__LEAST_ROTATION 1e-10

/// Of elements of matrices, which rounding leaves at 1e-16 or at its square.
#define SINEW__LEAST_ELEMENT 1e-20

/// A number in single precision; 0 if it is smaller than `least`.
static inline float sinew__flush(double value, double least)
{
    return fabs(value) < least ? 0 : (float)value;
}

#endif
