#include "worker/host/worker_limits.h"

#include <math.h>

#include "platform/clock.h"

#define MIB ((size_t)1 << 20)
#define GIB ((size_t)1 << 30)

static size_t default_memory(size_t file_size)
{
    const size_t most = 2 * GIB, base = 256 * MIB;
    return file_size > (most - base) / 64 ? most : base + 64 * file_size;
}

sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size)
{
    const double timeout = options && options->timeout > 0 ? fmin(options->timeout, 1e9) : 6;
    const size_t memory = options && options->memory_limit ? options->memory_limit : default_memory(file_size);
    return (sinew__limits){
        .start = sinew__now(), .timeout = timeout, .worker_seconds = timeout * 11 / 12, .memory = memory};
}

double sinew__limits_left(const sinew__limits *limits)
{
    return limits->start + limits->worker_seconds - sinew__now();
}

sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *error)
{
    sinew__fail(error, SINEW_ERROR_TIMED_OUT, "the importer was stopped after %.3g s", limits->timeout);
    return SINEW_ERROR_TIMED_OUT;
}

sinew_result sinew__fail_memory_limit(const sinew__limits *limits, sinew_error *error)
{
    const double bytes = (double)limits->memory;
    if (limits->memory >= GIB)
        sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "the importer was stopped at %.1f GB of memory",
                    bytes / (double)GIB);
    else
        sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "the importer was stopped at %.0f MB of memory",
                    bytes / (double)MIB);
    return SINEW_ERROR_MEMORY_LIMIT;
}
