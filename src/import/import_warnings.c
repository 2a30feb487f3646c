#include "import/import_warnings.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *code, *about;
    uint32_t severity;
} table[IMPORT_WARNING_COUNT] = {
#define X(name, code, severity, about) {code, about, SINEW_SEVERITY_##severity},
    IMPORT_WARNING_MAP(X)
#undef X
};

static void add(import_warnings *warnings, sinew__arena *arena, import_warning_code code, const char *object,
                const char *text)
{
    sinew_raw_warning *items =
        sinew__arena_grow(arena, warnings->items, warnings->count, &warnings->capacity, sizeof *items);
    const char *object_copy = sinew__arena_text(arena, object, strlen(object));
    const char *text_copy = sinew__arena_text(arena, text, strlen(text));
    if (!items || !object_copy || !text_copy) return;
    warnings->items = items;
    items[warnings->count++] = (sinew_raw_warning){
        .code = table[code].code, .object = object_copy, .text = text_copy, .severity = table[code].severity};
}

void sinew__import_warn(import_warnings *warnings, sinew__arena *arena, import_warning_code code, const char *object,
                        const char *format, ...)
{
    if (++warnings->of_code[code] > IMPORT_WARNINGS_PER_CODE) return;
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    add(warnings, arena, code, object ? object : "", text);
}

void sinew__import_warnings_finish(import_warnings *warnings, sinew__arena *arena, sinew_raw_model *raw)
{
    for (int code = 0; code < IMPORT_WARNING_COUNT; code++) {
        if (warnings->of_code[code] <= IMPORT_WARNINGS_PER_CODE) continue;
        char text[160];
        snprintf(text, sizeof text, "and %zu more: %s", warnings->of_code[code] - IMPORT_WARNINGS_PER_CODE,
                 table[code].about);
        add(warnings, arena, (import_warning_code)code, "", text);
    }
    raw->warnings = warnings->items;
    raw->warning_count = (int32_t)warnings->count;
}
