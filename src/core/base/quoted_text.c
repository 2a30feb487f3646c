#include "core/base/quoted_text.h"

#include <string.h>

#include "core/base/number.h"
#include "core/base/printable.h"

// ---- fields of a CSV row ------------------------------------------------------------------------------------------

/// Appends `before` and the text as one field.
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
    const int begins_formula = *text && strchr("=+-@\t\r", *text);
    put_field(begins_formula ? "'" : "", text, out);
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

// ---- words of a shell ---------------------------------------------------------------------------------------------

int sinew__is_printable_text(const char *text)
{
    uint32_t code;
    for (const char *end = text + strlen(text); text < end;) {
        const size_t length = sinew__utf8_decode(text, end, &code);
        if (length == 0 || !sinew__is_printable(code)) return 0;
        text += length;
    }
    return 1;
}

/// Characters that need no quotes. '=' is not among them, because zsh expands '=name' to the path of a program.
static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";

void sinew__put_shell_rest(sinew__buffer *out, const char *rest, char quote)
{
    for (; *rest; ++rest) {
        const int is_outside_ascii = (unsigned char)*rest >= 0x80;
        if (quote == '\'' && *rest == '\'')
            sinew__buffer_put_text(out, "'\\''");
        else if (quote == '"' && *rest == '!') // between double quotes, bash expands ! even after a backslash
            sinew__buffer_put_text(out, "\"'!'\"");
        else if (quote == '"' ? strchr("\"\\$`", *rest) != NULL : !quote && !is_outside_ascii && !strchr(plain, *rest))
            sinew__buffer_format(out, "\\%c", *rest);
        else
            sinew__buffer_put_character(out, *rest);
    }
}

void sinew__put_shell_word(sinew__buffer *out, const char *word)
{
    if (*word && word[strspn(word, plain)] == '\0') {
        sinew__buffer_put_text(out, word);
        return;
    }
    sinew__buffer_put_character(out, '\'');
    sinew__put_shell_rest(out, word, '\'');
    sinew__buffer_put_character(out, '\'');
}

void sinew__put_shown_shell_word(sinew__buffer *out, const char *word)
{
    if (sinew__is_printable_text(word)) {
        sinew__put_shell_word(out, word);
        return;
    }
    sinew__buffer_put_text(out, "$'");
    for (; *word; ++word) {
        const unsigned char byte = (unsigned char)*word;
        if (byte == '\'' || byte == '\\' || byte < ' ' || byte > '~')
            sinew__buffer_format(out, "\\%03o", byte);
        else
            sinew__buffer_put_character(out, *word);
    }
    sinew__buffer_put_character(out, '\'');
}
