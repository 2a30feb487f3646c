#include "model/validate/block_checks.h"

sinew_result sinew__damaged(sinew_error *error, const char *what, int64_t index)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "the model block is damaged: %s %lld", what, (long long)index);
}

// Loops over the large arrays gather bits and look at them when they are done, so that compilers turn them into
// vectors, and they add where a comparison would do: the oldest vector instructions compare no unsigned and no long
// numbers.

int sinew__all_below(const uint32_t *numbers, size_t count, uint32_t limit)
{
    uint32_t overflow = 0;
    for (size_t i = 0; i < count; ++i) overflow |= sinew__limit_overflow(numbers[i], limit);
    return !(overflow >> 31);
}

int sinew__all_finite(const float *values, size_t count)
{
    uint32_t overflow = 0;
    for (size_t i = 0; i < count; ++i) overflow |= sinew__finite_overflow(values[i]);
    return !(overflow >> 31);
}

int sinew__all_finite_double(const double *values, size_t count)
{
    const uint64_t exponent = UINT64_C(0x7ff) << 52, one = UINT64_C(1) << 52;
    uint64_t overflow = 0;
    for (size_t i = 0; i < count; ++i) {
        uint64_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        overflow |= (bits & exponent) + one;
    }
    return !(overflow >> 63);
}
