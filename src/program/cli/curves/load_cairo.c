#include "program/cli/curves/load_cairo.h"

#include "core/base/error.h"
#include "core/platform/dynamic_library.h"

cairo_functions cli_cairo;

sinew_result cli_load_cairo(sinew_error *out_error)
{
    static const char library_name[] = "libcairo.so.2";
    static const sinew__function functions[] = {
#define X(type, name, arguments) {"cairo_" #name, &cli_cairo.name},
        CAIRO_FUNCTIONS(X)
#undef X
    };
    if (cli_cairo.create) return SINEW_OK;
    if (sinew__load_functions(library_name, functions, sizeof functions / sizeof *functions)) return SINEW_OK;
    cli_cairo = (cairo_functions){0};
    return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot draw charts: the library %s is not installed",
                       library_name);
}
