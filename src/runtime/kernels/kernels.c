// Lists the compiled kernels and chooses the one for this processor.
#include "runtime/kernels/kernels.h"

#define DECLARE_TABLE(SET, name, use) extern const sinew__##use##_kernel sinew__##use##_kernel_##name;
#define TABLE(SET, name, use) [SINEW__KERNELS_##SET] = &sinew__##use##_kernel_##name,

/// Defines sinew__<use>_kernel_best, which returns the table for one use.
#define BEST(use)                                                                                                      \
    SINEW__COMPILED_KERNELS(DECLARE_TABLE, use)                                                                        \
    const sinew__##use##_kernel *sinew__##use##_kernel_best(void)                                                      \
    {                                                                                                                  \
        static const sinew__##use##_kernel *const tables[SINEW__KERNELS_COUNT] = {                                     \
            SINEW__COMPILED_KERNELS(TABLE, use)};                                                                      \
        return tables[sinew__kernels_in_use()];                                                                        \
    }

BEST(play)
BEST(compact)
BEST(crowd)
BEST(pose)
BEST(blend)
BEST(skin)
