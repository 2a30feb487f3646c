#include "core/platform/text_columns.h"

#include <glib.h>
#include <string.h>

#include "core/base/printable.h"

/// Returns the columns of a character: 0 for combining marks, 2 for wide characters, else 1.
static int columns_of_code(uint32_t code)
{
    return g_unichar_iszerowidth(code) ? 0 : g_unichar_iswide(code) ? 2 : 1;
}

int sinew__columns_of_text(const char *text)
{
    int columns = 0;
    uint32_t code;
    for (const char *end = text + strlen(text); text < end;) {
        const size_t length = sinew__utf8_decode(text, end, &code);
        columns += length > 0 ? columns_of_code(code) : 1;
        text += length > 0 ? length : 1;
    }
    return columns;
}

size_t sinew__text_within(const char *text, int columns)
{
    const char *at = text;
    for (const char *end = text + strlen(text); at < end;) {
        uint32_t code;
        const size_t length = sinew__utf8_decode(at, end, &code);
        columns -= length > 0 ? columns_of_code(code) : 1;
        if (columns < 0) break;
        at += length > 0 ? length : 1;
    }
    return (size_t)(at - text);
}
