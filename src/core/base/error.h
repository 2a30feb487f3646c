/// Filling a caller's sinew_error, always printable and terminated; errors in the arguments of a call; printf
/// formats that the compiler checks.
#ifndef SINEW_CORE_BASE_ERROR_H
#define SINEW_CORE_BASE_ERROR_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Of a declaration: parameter `text` is a printf format, its arguments begin with parameter `first`.
#if defined(__MINGW32__)
#define SINEW_PRINTF(text, first) __attribute__((format(gnu_printf, text, first)))
#elif defined(__GNUC__)
#define SINEW_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define SINEW_PRINTF(text, first)
#endif

/// Sets result and message (unprintable characters escaped), clears the hint, and returns `result`. `error` may be
/// NULL.
sinew_result sinew__fail(sinew_error *error, sinew_result result, const char *format, ...) SINEW_PRINTF(3, 4);

/// Adds a hint to an error that has been set. `error` may be NULL.
void sinew__hint(sinew_error *error, const char *format, ...) SINEW_PRINTF(2, 3);

/// "out of memory".
sinew_result sinew__fail_memory(sinew_error *error);

/// Whether one of the pointers is NULL; then the error says which, by its name in the call.
#define SINEW__LACKS_ARGUMENT(error, ...)                                                                              \
    sinew__lacks_argument((error), #__VA_ARGS__, (const void *const[]){__VA_ARGS__},                                   \
                          sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))

/// `names` are the arguments' names, separated by commas. Sets SINEW_ERROR_INVALID_ARGUMENT.
int sinew__lacks_argument(sinew_error *error, const char *names, const void *const *arguments, size_t count);

/// Whether an index is not one of `count` items, "clip" or "joint". Sets SINEW_ERROR_INVALID_ARGUMENT.
int sinew__lacks_item(sinew_error *error, const char *what, int32_t index, int32_t count);

#endif
