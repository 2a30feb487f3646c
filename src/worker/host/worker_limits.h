/// The budget of one load, over all its attempts.
#ifndef SINEW_WORKER_HOST_WORKER_LIMITS_H
#define SINEW_WORKER_HOST_WORKER_LIMITS_H

#include "base/error.h"
#include "model/validate/validation.h"
#include "sinew/load.h"

typedef struct sinew__limits {
    double start;          ///< sinew__now() at the beginning
    double timeout;        ///< seconds that the caller allows
    double worker_seconds; ///< for all workers together, from `start`; slightly less than `timeout`, so that the load
                           ///< ends in time
    size_t memory;         ///< bytes per worker
} sinew__limits;

/// Starts the budget of a load of `file_size` bytes. `options` may be NULL.
sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size);

/// The same budget for validation.
sinew__validation_limits sinew__limits_of_validation(const sinew__limits *limits);

/// Returns the seconds left for workers; ≤ 0 when the time is up.
double sinew__limits_left(const sinew__limits *limits);

/// The errors of exceeded limits.
sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *out_error);
sinew_result sinew__fail_memory_limit(const sinew__limits *limits, sinew_error *out_error);

/// The error of a worker that could not allocate its memory because it inherits a limit of `bytes` on the address space
/// of the host.
sinew_result sinew__fail_inherited_limit(double bytes, sinew_error *out_error);

#endif
