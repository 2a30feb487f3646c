/// Fills a caller's sinew_error, whose texts are always printable and terminated; checks arguments; lets the compiler
/// check printf formats.
#ifndef SINEW_CORE_BASE_ERROR_H
#define SINEW_CORE_BASE_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// An attribute for declarations: parameter `text` is a printf format, and its arguments start with parameter `first`.
#if defined(__MINGW32__)
#define SINEW_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define SINEW_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SINEW_PRINTF(text, first)
#endif

/// Sets result and message (unprintable characters are escaped), clears the hint, and returns `result`. `error` may be
/// NULL.
sinew_result sinew__fail(sinew_error *error, sinew_result result, const char *format, ...) SINEW_PRINTF(3, 4);

/// Sets the hint of an error that sinew__fail has set. `error` may be NULL.
void sinew__hint(sinew_error *error, const char *format, ...) SINEW_PRINTF(2, 3);

/// Fails with SINEW_ERROR_OUT_OF_MEMORY.
sinew_result sinew__fail_memory(sinew_error *error);

/// Whether one of the pointers is NULL. If so, the error names it as in the call.
#define SINEW__LACKS_ARGUMENT(error, ...)                                                                              \
    sinew__lacks_argument((error), #__VA_ARGS__, (const void *const[]){__VA_ARGS__},                                   \
                          sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))

/// Implements SINEW__LACKS_ARGUMENT. `names` are the names of the arguments, separated by commas. Sets
/// SINEW_ERROR_INVALID_ARGUMENT.
int sinew__lacks_argument(sinew_error *error, const char *names, const void *const *arguments, size_t count);

/// Whether an index is outside of `count` items. If so, sets SINEW_ERROR_INVALID_ARGUMENT; `what` is "clip", "joint" or
/// the like.
int sinew__lacks_item(sinew_error *error, const char *what, int32_t index, int32_t count);

#endif
