/// Filling a caller's sinew_error: always printable, always terminated.
#ifndef SINEW_CORE_BASE_ERROR_H
#define SINEW_CORE_BASE_ERROR_H

#include "core/base/format.h"
#include "sinew/result.h"

/// Sets result and message (unprintable characters escaped), clears the hint, and returns `result`. `error` may be
/// NULL.
sinew_result sinew__fail(sinew_error *error, sinew_result result, const char *format, ...) SINEW_PRINTF(3, 4);

/// Adds a hint to an error that has been set. `error` may be NULL.
void sinew__hint(sinew_error *error, const char *format, ...) SINEW_PRINTF(2, 3);

/// "out of memory".
sinew_result sinew__fail_memory(sinew_error *error);

#endif
