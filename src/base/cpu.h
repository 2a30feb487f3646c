/// The instruction sets that the processor and the operating system support.
#ifndef SINEW_BASE_CPU_H
#define SINEW_BASE_CPU_H

/// Bits of `sinew__cpu_features`. Without any, the portable kernels are used: SSE2, NEON or plain C.
typedef enum sinew__cpu_feature {
    SINEW__CPU_AVX2 = 1,   ///< and FMA
    SINEW__CPU_AVX512 = 2, ///< F, DQ and VL; implies SINEW__CPU_AVX2
} sinew__cpu_feature;

/// Cheap, the same on every call, and safe on any thread.
unsigned sinew__cpu_features(void);

#endif
