/// The instruction sets that kernels may use: those that the processor and the operating system support.
#ifndef SINEW_BASE_CPU_H
#define SINEW_BASE_CPU_H

#include <stdint.h>

#include "sinew/result.h"

/// Bits of `sinew__cpu_features`. Without any, the portable kernels are used: SSE2, NEON or plain C.
typedef enum sinew__cpu_feature {
    SINEW__CPU_AVX2 = 1,   ///< and FMA
    SINEW__CPU_AVX512 = 2, ///< F, DQ, VL and BW; implies SINEW__CPU_AVX2
} sinew__cpu_feature;

/// Name of the portable kernels: the vectors that the compiler makes them with.
#if defined(__SSE2__)
#define SINEW__PORTABLE_KERNEL "sse2"
#elif defined(__ARM_NEON) || defined(__aarch64__)
#define SINEW__PORTABLE_KERNEL "neon"
#else
#define SINEW__PORTABLE_KERNEL "portable"
#endif

/// The kernels that can be forced, each faster than those before it.
enum { SINEW__KERNEL_COUNT = 3 };
extern const char *const sinew__kernel_names[SINEW__KERNEL_COUNT];
const char *sinew__kernel_at(int32_t row); ///< the same one by one; NULL behind the last

/// Makes every computation use the kernels of that name, for tests and measurements; NULL: the fastest that the
/// processor runs, as at the start. What blenders and crowds have chosen before stays, and no other thread may compute
/// meanwhile. SINEW_ERROR_UNSUPPORTED, with nothing changed, where the processor lacks them or the name is unknown.
SINEW_NODISCARD sinew_result sinew__force_kernels(const char *name, sinew_error *out_error);

/// The features that kernels of that name need; SINEW_ERROR_UNSUPPORTED where `processor` lacks one.
SINEW_NODISCARD sinew_result sinew__kernel_features(const char *name, unsigned processor, unsigned *out_features,
                                                    sinew_error *out_error);

extern unsigned sinew__forced_features; ///< set by sinew__force_kernels

/// Cheap, and the same on every call until kernels are forced.
static inline unsigned sinew__cpu_features(void)
{
    unsigned features = 0;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) features |= SINEW__CPU_AVX2;
    if (features && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        features |= SINEW__CPU_AVX512;
#endif
    return features & sinew__forced_features;
}

#endif
