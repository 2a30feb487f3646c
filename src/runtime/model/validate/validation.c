#include "runtime/model/validate/validation.h"

#include "core/platform/clock.h"

// Checks of values in an untrusted block.

sinew_result sinew__damaged(sinew_error *error, const char *what, int64_t index)
{
    return sinew__fail(error, SINEW_ERROR_DAMAGED, "the model block is damaged: %s %lld", what, (long long)index);
}

// Loops over large arrays collect bits and test them at the end, so that compilers vectorise them. They add instead of
// comparing, because the oldest vector instructions cannot compare unsigned or 64-bit integers. For example, a value
// that is not finite has an exponent of all ones; adding 1 to the exponent then overflows into the highest bit.

int sinew__all_finite(const float *values, size_t count)
{
    const uint32_t exponent = UINT32_C(0xff) << 23, one = UINT32_C(1) << 23;
    uint32_t overflow = 0;
    for (size_t i = 0; i < count; ++i) {
        uint32_t bits;
        memcpy(&bits, &values[i], sizeof bits);
        overflow |= (bits & exponent) + one;
    }
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

int sinew__validation_is_late(const sinew__validation_limits *limits)
{
    return (limits->deadline > 0 && sinew__now() > limits->deadline) ||
           (limits->thread_deadline > 0 && sinew__thread_time() > limits->thread_deadline);
}

sinew_result sinew__validation_spend(sinew__validation *validation, uint64_t bytes)
{
    // bytes between two readings of the clock, about a millisecond
    static const uint64_t between_looks = UINT64_C(4) << 20;
    validation->work += bytes;
    if (validation->work > validation->limits.work)
        return sinew__fail(validation->error, SINEW_ERROR_LIMIT,
                           "checking the model block takes more work than the %llu bytes that its size allows",
                           (unsigned long long)validation->limits.work);
    if (validation->work < validation->clocked) return SINEW_OK;
    validation->clocked = validation->work + between_looks;
    return sinew__validation_is_late(&validation->limits)
               ? sinew__fail(validation->error, SINEW_ERROR_TIMED_OUT,
                             "stopped after %.3g s, while the model was checked", validation->limits.seconds)
               : SINEW_OK;
}
