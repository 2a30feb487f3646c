#include "model/validate/block_checks.h"

sinew_result sinew__damaged(sinew_error *error, const char *what, int64_t index)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "the model block is damaged: %s %lld", what, (long long)index);
}

// Loops over large arrays collect bits and test them at the end, so that compilers vectorise them. They add instead of
// comparing, because the oldest vector instructions cannot compare unsigned or 64-bit integers.

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
