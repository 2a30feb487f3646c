#include "author/export/export_note.h"

#include <stdarg.h>
#include <stdio.h>

#include "core/base/printable.h"

void sinew__export_note(const sinew_export_options *options, const char *format, ...)
{
    char text[512], printable[2048];
    va_list arguments;
    if (!options->note) return;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    sinew__printable(text, printable, sizeof printable);
    options->note(options->user, printable);
}
