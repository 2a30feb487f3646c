// Warnings of a document.
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "fbx/fbx_index.h"

void sinew__fbx_document_warn(fbx_document *document, const char *object, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    fbx_warning *warnings = sinew__arena_grow(document->arena, (void *)document->warnings, document->warning_count,
                                              &document->index->warning_capacity, sizeof *warnings);
    if (!warnings) return;
    document->warnings = warnings;
    fbx_warning *warning = &warnings[document->warning_count];
    warning->object = sinew__arena_text(document->arena, object, strlen(object));
    warning->text = sinew__arena_text(document->arena, text, strlen(text));
    if (warning->object && warning->text) document->warning_count++;
}
