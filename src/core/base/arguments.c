#include "core/base/arguments.h"

#include <string.h>

#include "core/base/error.h"

int sinew__lacks_argument(sinew_error *error, const char *names, const void *const *arguments, size_t count)
{
    for (size_t i = 0; i < count; ++i) {
        const size_t length = strcspn(names, ",");
        if (!arguments[i]) {
            sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "the argument %.*s is NULL", (int)length, names);
            return 1;
        }
        names += length + strspn(names + length, ", ");
    }
    return 0;
}

int sinew__lacks_item(sinew_error *error, const char *what, int32_t index, int32_t count)
{
    if (index >= 0 && index < count) return 0;
    sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "there is no %s %d, of %d", what, (int)index, (int)count);
    return 1;
}
