#include "base/csv_text.h"

#include <string.h>

/// What a spreadsheet takes for the beginning of a formula.
static int begins_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text);
}

void sinew__csv_text(sinew__buffer *out, const char *text)
{
    sinew__buffer printable = {0};
    if (begins_formula(text)) sinew__buffer_put_character(&printable, '\'');
    sinew__buffer_put_printable(&printable, text);
    sinew__buffer_put_character(&printable, '\0');
    if (printable.failed) {
        out->failed = 1;
    } else if (!strpbrk(printable.text, ",\"")) {
        sinew__buffer_put_text(out, printable.text);
    } else {
        sinew__buffer_put_character(out, '"');
        for (const char *c = printable.text; *c; ++c) {
            if (*c == '"') sinew__buffer_put_character(out, '"');
            sinew__buffer_put_character(out, *c);
        }
        sinew__buffer_put_character(out, '"');
    }
    sinew__buffer_free(&printable);
}
