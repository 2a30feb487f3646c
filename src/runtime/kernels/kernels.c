// Which kernels there are, and which are in use.
#include "runtime/kernels/kernels.h"

/// The tables of one use, by instruction set.
#if defined(__x86_64__)
#define DECLARE_TABLES(use) extern const sinew__##use##_kernel sinew__##use##_kernel_avx2, sinew__##use##_kernel_avx512
#define TABLES(use)                                                                                                    \
    {                                                                                                                  \
        [SINEW__KERNELS_PORTABLE] = &sinew__##use##_kernel_portable,                                                   \
        [SINEW__KERNELS_AVX2] = &sinew__##use##_kernel_avx2, [SINEW__KERNELS_AVX512] = &sinew__##use##_kernel_avx512   \
    }
#elif defined(__aarch64__)
#define DECLARE_TABLES(use) extern const sinew__##use##_kernel sinew__##use##_kernel_neon
#define TABLES(use)                                                                                                    \
    {                                                                                                                  \
        [SINEW__KERNELS_PORTABLE] = &sinew__##use##_kernel_portable, [SINEW__KERNELS_NEON] =                           \
                                                                         &sinew__##use##_kernel_neon                   \
    }
#else
#define DECLARE_TABLES(use) extern const sinew__##use##_kernel sinew__##use##_kernel_portable
#define TABLES(use)                                                                                                    \
    {                                                                                                                  \
        [SINEW__KERNELS_PORTABLE] = &sinew__##use##_kernel_portable                                                    \
    }
#endif

#define BEST(use)                                                                                                      \
    DECLARE_TABLES(use);                                                                                               \
    extern const sinew__##use##_kernel sinew__##use##_kernel_portable;                                                 \
    const sinew__##use##_kernel *sinew__##use##_kernel_best(void)                                                      \
    {                                                                                                                  \
        static const sinew__##use##_kernel *const tables[SINEW__KERNELS_COUNT] = TABLES(use);                          \
        return tables[sinew__kernels_in_use()];                                                                        \
    }

BEST(play)
BEST(compact)
BEST(pose)
BEST(blend)
BEST(skin)
