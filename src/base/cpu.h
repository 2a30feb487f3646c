/// The instruction sets that the processor and the operating system support.
#ifndef SINEW_BASE_CPU_H
#define SINEW_BASE_CPU_H

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

/// Cheap, the same on every call, and safe on any thread.
static inline unsigned sinew__cpu_features(void)
{
    unsigned features = 0;
#if defined(__x86_64__) && defined(__GNUC__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) features |= SINEW__CPU_AVX2;
    if (features && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bw"))
        features |= SINEW__CPU_AVX512;
#endif
    return features;
}

#endif
