#include "base/csv_text.h"

#include <string.h>

#include "base/number.h"

/// What a spreadsheet takes for the beginning of a formula.
static int begins_formula(const char *text)
{
    return *text && strchr("=+-@\t\r", *text);
}

/// Puts `before` and the text as one field.
static void put_field(const char *before, const char *text, sinew__buffer *out)
{
    sinew__buffer printable = {0};
    sinew__buffer_put_text(&printable, before);
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

void sinew__csv_text(sinew__buffer *out, const char *text)
{
    put_field("", text, out);
}

void sinew__csv_spreadsheet_text(sinew__buffer *out, const char *text)
{
    put_field(begins_formula(text) ? "'" : "", text, out);
}

void sinew__csv_number(sinew__buffer *out, double number, int digits)
{
    char text[SINEW__NUMBER_SIZE];
    if (digits > 0) {
        sinew__buffer_format(out, "%.*g", digits, number);
        return;
    }
    sinew__format_double(number, text);
    sinew__buffer_put_text(out, text);
}
