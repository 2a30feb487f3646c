/// What public functions that return a result check of their arguments before they read them.
#ifndef SINEW_CORE_BASE_ARGUMENTS_H
#define SINEW_CORE_BASE_ARGUMENTS_H

#include <stddef.h>
#include <stdint.h>

#include "sinew/result.h"

/// Whether one of the pointers is NULL; then the error says which, by its name in the call.
#define SINEW__LACKS_ARGUMENT(error, ...)                                                                              \
    sinew__lacks_argument((error), #__VA_ARGS__, (const void *const[]){__VA_ARGS__},                                   \
                          sizeof((const void *const[]){__VA_ARGS__}) / sizeof(void *))

/// `names` are those of the arguments, with commas. Sets SINEW_ERROR_INVALID_ARGUMENT.
int sinew__lacks_argument(sinew_error *error, const char *names, const void *const *arguments, size_t count);

/// Whether an index is not one of `count` items, "clip" or "joint". Sets SINEW_ERROR_INVALID_ARGUMENT.
int sinew__lacks_item(sinew_error *error, const char *what, int32_t index, int32_t count);

#endif
