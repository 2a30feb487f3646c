// Results, errors and hints, and checks of missing arguments.
#include "core/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/base/printable.h"
#include "sinew/version.h"

const char *sinew_version(void)
{
    return SINEW_VERSION;
}

const char *sinew_result_code(sinew_result result)
{
    switch (result) {
#define X(name, number, code, text)                                                                                    \
    case SINEW_##name: return code;
        SINEW_RESULT_MAP(X)
#undef X
    }
    return "unknown";
}

const char *sinew_result_text(sinew_result result)
{
    switch (result) {
#define X(name, number, code, text)                                                                                    \
    case SINEW_##name: return text;
        SINEW_RESULT_MAP(X)
#undef X
    }
    return "unknown result";
}

static void format_printable(char *out, size_t size, const char *format, va_list arguments)
{
    char raw[1024];
    vsnprintf(raw, sizeof raw, format, arguments);
    sinew__printable(raw, out, size);
}

sinew_result sinew__fail(sinew_error *error, sinew_result result, const char *format, ...)
{
    if (error) {
        va_list arguments;
        va_start(arguments, format);
        format_printable(error->message, sizeof error->message, format, arguments);
        va_end(arguments);
        error->result = result;
        error->hint[0] = '\0';
    }
    return result;
}

void sinew__hint(sinew_error *error, const char *format, ...)
{
    if (!error) return;
    va_list arguments;
    va_start(arguments, format);
    format_printable(error->hint, sizeof error->hint, format, arguments);
    va_end(arguments);
}

sinew_result sinew__fail_memory(sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_OUT_OF_MEMORY, "out of memory");
}

// ---- checks of arguments in public functions that return a result --------------------------------------------------

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
