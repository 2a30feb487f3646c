/// All kernels that the processor runs, one after the other:
///
///     for (int kernels = -1; force_next_kernels(&kernels);) …
///
/// Afterwards, the fastest are in use again.
#ifndef SINEW_TESTS_EACH_KERNEL_H
#define SINEW_TESTS_EACH_KERNEL_H

#include <stddef.h>

#include "core/base/cpu.h"

/// Forces the kernels after number *kernels, a sinew__kernels or −1, and sets it. Returns 0 when there are no more.
static inline int force_next_kernels(int *kernels)
{
    do ++*kernels;
    while (*kernels < SINEW__KERNELS_COUNT && !sinew__runs_kernels((sinew__kernels)*kernels, sinew__fastest_kernels()));
    const int found = *kernels < SINEW__KERNELS_COUNT;
    const sinew_result result = sinew__force_kernels(found ? sinew__kernel_names[*kernels] : NULL, NULL);
    return found && result == SINEW_OK;
}

#endif
