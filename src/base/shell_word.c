#include "base/shell_word.h"

#include <string.h>

#include "base/printable.h"

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

/// Not '=', with which zsh begins the name of a program.
static int is_plain(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";
    return *word && word[strspn(word, plain)] == '\0';
}

void sinew__put_shell_word(sinew__buffer *out, const char *word)
{
    if (is_plain(word)) {
        sinew__buffer_put_text(out, word);
        return;
    }
    sinew__buffer_put_character(out, '\'');
    for (; *word; ++word) {
        if (*word == '\'')
            sinew__buffer_put_text(out, "'\\''");
        else
            sinew__buffer_put_character(out, *word);
    }
    sinew__buffer_put_character(out, '\'');
}

static void put_octal(sinew__buffer *out, const char *word)
{
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

void sinew__put_shown_shell_word(sinew__buffer *out, const char *word)
{
    if (sinew__is_printable_text(word))
        sinew__put_shell_word(out, word);
    else
        put_octal(out, word);
}
