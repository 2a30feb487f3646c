#include "cli/help/fill_text.h"

#include <string.h>

enum { COLUMNS = 80 };

/// The line being filled.
typedef struct filled_line {
    sinew__buffer *out;
    size_t column, indent; ///< current column, and first column of the next line
} filled_line;

size_t cli_columns_of(const char *text, size_t size)
{
    size_t columns = 0;
    for (size_t i = 0; i < size; ++i) columns += ((unsigned char)text[i] & 0xc0) != 0x80;
    return columns;
}

static void put_word(filled_line *line, const char *word, size_t size)
{
    const size_t columns = cli_columns_of(word, size);
    const int is_first = line->column <= line->indent;
    if (!is_first && line->column + 1 + columns > COLUMNS) {
        sinew__buffer_format(line->out, "\n%*s", (int)line->indent, "");
        line->column = line->indent;
    } else if (!is_first) {
        sinew__buffer_put_character(line->out, ' ');
        ++line->column;
    }
    sinew__buffer_put(line->out, word, size);
    line->column += columns;
}

static void put_arguments(filled_line *line, const char *text, const char *end)
{
    while (text < end) {
        const char *space = memchr(text, ' ', (size_t)(end - text));
        const char *word_end = space ? space : end;
        if (word_end > text) put_word(line, text, (size_t)(word_end - text));
        text = word_end + 1;
    }
}

/// Where the meaning of a row starts: after its last gap of two spaces, else after its indentation.
static const char *meaning_of(const char *line, const char *end)
{
    const char *begin = line;
    while (begin < end && *begin == ' ') ++begin;
    for (const char *at = end; at - 2 > begin; --at)
        if (at[-1] == ' ' && at[-2] == ' ') return at;
    return begin;
}

static void put_row(sinew__buffer *out, const char *text, const char *end)
{
    const char *meaning = meaning_of(text, end);
    const size_t columns = cli_columns_of(text, (size_t)(meaning - text));
    filled_line line = {out, columns, columns};
    sinew__buffer_put(out, text, (size_t)(meaning - text));
    put_arguments(&line, meaning, end);
    sinew__buffer_put_character(out, '\n');
}

void cli_put_filled(sinew__buffer *out, const char *text, size_t size)
{
    filled_line line = {out, 0, 0};
    for (const char *end = text + size, *next; text < end; text = next + 1) {
        next = memchr(text, '\n', (size_t)(end - text));
        if (!next) next = end;
        const int is_words = next > text && *text != ' ';
        if (!is_words && line.column > 0) sinew__buffer_put_character(out, '\n');
        if (is_words)
            put_arguments(&line, text, next);
        else
            line.column = 0;
        if (next == text) sinew__buffer_put_character(out, '\n');
        if (next > text && *text == ' ') put_row(out, text, next);
    }
    if (line.column > 0) sinew__buffer_put_character(out, '\n');
}
