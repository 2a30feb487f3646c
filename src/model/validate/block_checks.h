/// Checks of the values in a block, which is never trusted.
#ifndef SINEW_MODEL_VALIDATE_BLOCK_CHECKS_H
#define SINEW_MODEL_VALIDATE_BLOCK_CHECKS_H

#include <string.h>

#include "base/error.h"
#include "sinew/model.h"

/// "the model block is damaged: WHAT INDEX".
sinew_result sinew__damaged(sinew_error *error, const char *what, int64_t index);

/// Returns whether [first, first + count) is within [0, total).
static inline int sinew__range_fits(int64_t first, int64_t count, int64_t total)
{
    return first >= 0 && count >= 0 && first <= total && count <= total - first;
}

/// Returns whether an index is within [0, total) or is SINEW_NONE.
static inline int sinew__index_or_none(int32_t index, int32_t total)
{
    return index == SINEW_NONE || (index >= 0 && index < total);
}

/// Returns a value with the highest bit set if a float is not finite: adding 1 to an exponent of all ones overflows
/// into that bit.
static inline uint32_t sinew__finite_overflow(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return (bits & UINT32_C(0xff) << 23) + (UINT32_C(1) << 23);
}

/// Returns a value with the highest bit set if `number` is not less than `limit`, at most 2³¹: the number has that bit,
/// or adding 2³¹ − limit overflows into it.
static inline uint32_t sinew__limit_overflow(uint32_t number, uint32_t limit)
{
    return number | (number + ((UINT32_C(1) << 31) - limit));
}

int sinew__all_finite(const float *values, size_t count);
int sinew__all_finite_double(const double *values, size_t count);

#endif
