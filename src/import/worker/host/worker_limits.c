#include "import/worker/host/worker_limits.h"

#include <math.h>

#include "core/base/number.h"
#include "core/platform/clock.h"
#include "import/import_memory.h"

/// Bytes that a worker may take at most by default.
static const size_t max_default_memory = (size_t)2 << 30;

enum { WALL_FACTOR = 4 }; // of the wall clock to processor time

static _Thread_local double worker_time;

static size_t default_memory(size_t file_size)
{
    const size_t memory = sinew__import_memory(file_size);
    return memory < max_default_memory ? memory : max_default_memory;
}

sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size)
{
    const double timeout = options && options->timeout > 0 ? fmin(options->timeout, 1e9) : 6;
    const size_t memory = options && options->memory_limit ? options->memory_limit : default_memory(file_size);
    return (sinew__limits){.start = sinew__now(),
                           .load_start = sinew__load_time(),
                           .timeout = timeout,
                           .worker_seconds = timeout * 11 / 12,
                           .memory = memory};
}

double sinew__load_time(void)
{
    return sinew__thread_time() + worker_time;
}

void sinew__load_time_add(double seconds)
{
    worker_time += seconds;
}

static double used_by(const sinew__limits *limits)
{
    return sinew__load_time() - limits->load_start;
}

sinew__validation_limits sinew__limits_of_validation(const sinew__limits *limits)
{
    return (sinew__validation_limits){.deadline = limits->start + WALL_FACTOR * limits->timeout,
                                      .thread_deadline =
                                          fmax(sinew__thread_time() + limits->timeout - used_by(limits), 1e-9),
                                      .seconds = limits->timeout};
}

double sinew__limits_left(const sinew__limits *limits, double share, double running)
{
    const double allowed = share * limits->worker_seconds;
    return fmin(allowed - used_by(limits) - running, limits->start + WALL_FACTOR * allowed - sinew__now());
}

sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *error)
{
    if (WALL_FACTOR * used_by(limits) >= sinew__now() - limits->start)
        return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "the importer was stopped after %.3g s", limits->timeout);
    return sinew__fail(error, SINEW_ERROR_TIMED_OUT,
                       "the importer was stopped after %.3g s, in which it has not used its %.3g s of processor time",
                       WALL_FACTOR * limits->timeout, limits->timeout);
}

sinew_result sinew__fail_memory_limit(const sinew__limits *limits, sinew_error *error)
{
    char size[SINEW__SIZE_TEXT];
    sinew__size_text((double)limits->memory, size);
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "the importer was stopped at %s of memory", size);
}

sinew_result sinew__fail_inherited_limit(double bytes, sinew_error *error)
{
    char size[SINEW__SIZE_TEXT];
    sinew__size_text(bytes, size);
    return sinew__fail(error, SINEW_ERROR_SYSTEM,
                       "the importer was stopped at %s of memory, the limit of the process that loads (ulimit -v)",
                       size);
}
