#include "worker/host/worker_limits.h"

#include <math.h>

#include "base/number.h"
#include "import/import_memory.h"
#include "platform/clock.h"

/// Bytes that a worker may take at most by default.
static const size_t max_default_memory = (size_t)2 << 30;

static size_t default_memory(size_t file_size)
{
    const size_t memory = sinew__import_memory(file_size);
    return memory < max_default_memory ? memory : max_default_memory;
}

sinew__limits sinew__limits_begin(const sinew_load_options *options, size_t file_size)
{
    const double timeout = options && options->timeout > 0 ? fmin(options->timeout, 1e9) : 6;
    const size_t memory = options && options->memory_limit ? options->memory_limit : default_memory(file_size);
    return (sinew__limits){
        .start = sinew__now(), .timeout = timeout, .worker_seconds = timeout * 11 / 12, .memory = memory};
}

sinew__validation_limits sinew__limits_of_validation(const sinew__limits *limits)
{
    return (sinew__validation_limits){.deadline = limits->start + limits->timeout, .seconds = limits->timeout};
}

double sinew__limits_left(const sinew__limits *limits)
{
    return limits->start + limits->worker_seconds - sinew__now();
}

sinew_result sinew__fail_timed_out(const sinew__limits *limits, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_TIMED_OUT, "the importer was stopped after %.3g s", limits->timeout);
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
