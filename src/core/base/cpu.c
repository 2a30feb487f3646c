#include "core/base/cpu.h"

#include <string.h>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

#include "core/base/error.h"

#define NAME(SET, name) #name,
const char *const sinew__kernel_names[SINEW__KERNELS_COUNT] = {SINEW__KERNEL_SETS(NAME)};

int sinew__forced_kernels = -1;

const char *sinew__kernel_at(int32_t row)
{
    return row < SINEW__KERNELS_COUNT ? sinew__kernel_names[row] : NULL;
}

sinew_result sinew__find_kernels(const char *name, sinew__kernels fastest, sinew__kernels *out_kernels,
                                 sinew_error *out_error)
{
    int found = 0;
    while (found < SINEW__KERNELS_COUNT && strcmp(sinew__kernel_names[found], name) != 0) ++found;
    if (found == SINEW__KERNELS_COUNT) return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "no kernels '%s'", name);
    if (!sinew__runs_kernels((sinew__kernels)found, fastest))
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "this processor does not run the kernels '%s'", name);
    *out_kernels = (sinew__kernels)found;
    return SINEW_OK;
}

sinew_result sinew__force_kernels(const char *name, sinew_error *out_error)
{
    sinew__kernels kernels = SINEW__KERNELS_PORTABLE;
    sinew_result result = SINEW_OK;
    if (name) result = sinew__find_kernels(name, sinew__fastest_kernels(), &kernels, out_error);
    if (result == SINEW_OK) sinew__forced_kernels = name ? (int)kernels : -1;
    return result;
}

int sinew__has_f16c(void)
{
#if defined(__x86_64__)
    unsigned a, b, c, d; // __builtin_cpu_supports knows this feature only from GCC 11 and Clang 18
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C) != 0;
#else
    return 0;
#endif
}
