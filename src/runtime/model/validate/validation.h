/// The state of one validation of a block: its limits and its error.
#ifndef SINEW_RUNTIME_MODEL_VALIDATE_VALIDATION_H
#define SINEW_RUNTIME_MODEL_VALIDATE_VALIDATION_H

#include <string.h>

#include "core/base/error.h"
#include "sinew/model.h"

/// The limits of a validation. All zero: the defaults.
typedef struct sinew__validation_limits {
    uint64_t work;          ///< bytes to read; 0: SINEW__VALIDATION_WORK times the size of the block, plus 1 MiB
    double deadline;        ///< a time of sinew__now(); 0: none
    double thread_deadline; ///< a time of sinew__thread_time(); 0: none
    double seconds;         ///< the time limit, for messages
} sinew__validation_limits;

/// Whether a deadline has passed.
int sinew__validation_is_late(const sinew__validation_limits *limits);

/// Default limit of the bytes read, in sizes of the block: checks read each section a few times.
enum { SINEW__VALIDATION_WORK = 16 };

typedef struct sinew__validation {
    const sinew_model *model;
    sinew_error *error;
    sinew__validation_limits limits;
    uint64_t work, clocked; ///< bytes read so far, and at the last reading of the clock
} sinew__validation;

/// Counts bytes before they are read. Fails with SINEW_ERROR_LIMIT or SINEW_ERROR_TIMED_OUT if a limit is exceeded.
SINEW_NODISCARD sinew_result sinew__validation_spend(sinew__validation *validation, uint64_t bytes);

/// Fails with SINEW_ERROR_DAMAGED: "the model block is damaged: WHAT INDEX".
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

/// Returns a value whose highest bit is set if `number` is not less than `limit`, which is at most 2³¹: either the
/// number has that bit, or adding 2³¹ − limit overflows into it.
static inline uint32_t sinew__limit_overflow(uint32_t number, uint32_t limit)
{
    return number | (number + ((UINT32_C(1) << 31) - limit));
}

int sinew__all_finite(const float *values, size_t count);
int sinew__all_finite_double(const double *values, size_t count);

#endif
