/// The budget of one load, over all its attempts: processor time of the thread that loads and of its workers. A load
/// that waits more than it computes – for a disk, for a processor that others use, or in an importer that sleeps – ends
/// at four times that by the clock on the wall.
#ifndef SINEW_IMPORT_WORKER_HOST_WORKER_LIMITS_H
#define SINEW_IMPORT_WORKER_HOST_WORKER_LIMITS_H

#include "core/base/error.h"
#include "runtime/model/validate/validation.h"
#include "sinew/load.h"

typedef struct sinew__limits {
    double start;          ///< sinew__now() at the beginning
    double load_start;     ///< sinew__load_time() at the beginning
    double timeout;        ///< seconds of processor time that the caller allows
    double worker_seconds; ///< slightly less than `timeout`, for workers, so that the load ends in time
    size_t memory;         ///< bytes per worker
} sinew__limits;

/// Starts the budget of a load of `file_size` bytes. `options` may be NULL.
sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size);

/// The same budget for validation.
sinew__validation_limits sinew__limits_of_validation(const sinew__limits *limits);

/// Seconds of processor time that the calling thread and the workers that it has run to their end have used so far.
double sinew__load_time(void);

/// Adds what a worker that has ended has used.
void sinew__load_time_add(double seconds);

/// Returns the seconds left for workers within a share of the budget, if one that runs has used `running` so far; ≤ 0
/// when the time is up. The worker cannot use more in as many seconds by the clock on the wall.
double sinew__limits_left(const sinew__limits *limits, double share, double running);

/// The errors of exceeded limits.
sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *out_error);
sinew_result sinew__fail_memory_limit(const sinew__limits *limits, sinew_error *out_error);

/// The error of a worker that could not allocate its memory because it inherits a limit of `bytes` on the address space
/// of the host.
sinew_result sinew__fail_inherited_limit(double bytes, sinew_error *out_error);

#endif
