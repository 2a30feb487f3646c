#include "base/cpu.h"

#include <string.h>

#include "base/error.h"

const char *const sinew__kernel_names[SINEW__KERNEL_COUNT] = {"portable", "avx2", "avx512"};
static const unsigned needed[SINEW__KERNEL_COUNT] = {0, SINEW__CPU_AVX2, SINEW__CPU_AVX2 | SINEW__CPU_AVX512};

unsigned sinew__forced_features = ~0u;

const char *sinew__kernel_at(int32_t row)
{
    return row < SINEW__KERNEL_COUNT ? sinew__kernel_names[row] : NULL;
}

sinew_result sinew__kernel_features(const char *name, unsigned processor, unsigned *out_features,
                                    sinew_error *out_error)
{
    for (int i = 0; i < SINEW__KERNEL_COUNT; ++i) {
        if (strcmp(sinew__kernel_names[i], name) != 0) continue;
        *out_features = needed[i];
        if ((needed[i] & ~processor) == 0) return SINEW_OK;
        return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "this processor does not run the kernels '%s'", name);
    }
    return sinew__fail(out_error, SINEW_ERROR_UNSUPPORTED, "no kernels '%s'", name);
}

sinew_result sinew__force_kernels(const char *name, sinew_error *out_error)
{
    const unsigned before = sinew__forced_features;
    unsigned features = ~0u;
    sinew__forced_features = ~0u; // to see what the processor has
    const sinew_result result =
        name ? sinew__kernel_features(name, sinew__cpu_features(), &features, out_error) : SINEW_OK;
    sinew__forced_features = result == SINEW_OK ? features : before;
    return result;
}
