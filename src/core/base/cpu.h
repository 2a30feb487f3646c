/// The instruction sets that kernels are compiled for, the choice among them, and the flushing of tiny values.
#ifndef SINEW_CORE_BASE_CPU_H
#define SINEW_CORE_BASE_CPU_H

#include <math.h>
#include <stdint.h>

#include "sinew/result.h"

/// The instruction sets: SET(name in enums, name in symbols and for users). Of the sets for one kind of processor, each
/// is faster than the previous one and requires its features.
#define SINEW__KERNEL_SETS(SET)                                                                                        \
    SET(PORTABLE, portable) /* SSE2 or plain C */                                                                      \
    SET(AVX2, avx2)         /* and FMA */                                                                              \
    SET(AVX512, avx512)     /* F, DQ, VL and BW */                                                                     \
    SET(NEON, neon)         /* of ARM64 */

/// The instruction sets for this kind of processor; SET also gets `use`.
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

/// Returns the name of the instruction set in row `row`, NULL after the last.
const char *sinew__kernel_at(int32_t row);

/// Makes all further computations use the kernels with this name, for tests and measurements; NULL: the fastest that
/// the processor runs, the default. Blenders and crowds keep the kernels that they have chosen. No other thread may
/// compute during the call. SINEW_ERROR_UNSUPPORTED: the processor lacks the kernels or the name is unknown; nothing
/// changes.
SINEW_NODISCARD sinew_result sinew__force_kernels(const char *name, sinew_error *out_error);

/// Finds kernels by name on a processor whose fastest kernels are `fastest`.
SINEW_NODISCARD sinew_result sinew__find_kernels(const char *name, sinew__kernels fastest, sinew__kernels *out_kernels,
                                                 sinew_error *out_error);

extern int sinew__forced_kernels; ///< set by sinew__force_kernels; −1: not forced

/// Whether a processor whose fastest kernels are `fastest` also runs `kernels`.
static inline int sinew__runs_kernels(sinew__kernels kernels, sinew__kernels fastest)
{
    return kernels == SINEW__KERNELS_PORTABLE || kernels == fastest ||
           (fastest != SINEW__KERNELS_NEON && kernels < fastest);
}

/// Returns the fastest kernels that the processor and the operating system run.
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

/// Whether the processor has F16C, which converts floats to halves; no kernel set implies it. The query is slow: call
/// it once.
int sinew__has_f16c(void);

/// Returns the kernels in use. It is fast and returns the same value until kernels are forced. In a table that is
/// indexed by it, the rows after the portable one may be missing if no other kernels are compiled.
static inline sinew__kernels sinew__kernels_in_use(void)
{
    return sinew__forced_kernels >= 0 ? (sinew__kernels)sinew__forced_kernels : sinew__fastest_kernels();
}

/// Smaller numbers in rotations are set to 0. At 1 m distance, an angle of 1e-10 half turns moves a point by 0.3 nm,
/// and an element of 1e-10 in a quaternion by 0.2 nm.
#define SINEW__LEAST_ROTATION 1e-10

/// Smaller elements of matrices are set to 0: they come from rounding, which leaves 1e-16 or its square in place of 0.
#define SINEW__LEAST_ELEMENT 1e-20

/// Rounds a number to single precision; returns 0 if it is smaller than `least`.
static inline float sinew__flush(double value, double least)
{
    return fabs(value) < least ? 0 : (float)value;
}

#endif
