#include "cli/check/finding_text.h"

#include <string.h>

#include "base/printable.h"

void cli_put_finding_location(const sinew__finding *finding, sinew__buffer *out)
{
    if (finding->clip) {
        sinew__buffer_put_text(out, "clip '");
        sinew__buffer_put_text(out, finding->clip);
        sinew__buffer_put_character(out, '\'');
    }
    if (finding->clip && finding->node) sinew__buffer_put_text(out, ", ");
    if (finding->node) sinew__buffer_put_text(out, finding->node);
}

/// Whether a POSIX shell passes a word on as it is.
static int is_plain(const char *word)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./:,+@%";
    return *word && word[strspn(word, plain)] == '\0';
}

static int is_printable(const char *word)
{
    uint32_t code;
    for (const char *end = word + strlen(word); word < end;) {
        const size_t length = sinew__utf8_decode(word, end, &code);
        if (length == 0 || !sinew__is_printable(code)) return 0;
        word += length;
    }
    return 1;
}

/// Puts a word that cannot be shown as $'…', in which bash, zsh and ksh read an octal number for each byte.
static void put_octal(const char *word, sinew__buffer *out)
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

static void put_quoted(const char *word, int is_shown, sinew__buffer *out)
{
    if (is_shown && !is_printable(word)) {
        put_octal(word, out);
        return;
    }
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

void cli_put_finding_command(const sinew__finding *finding, const char *path, int is_shown, sinew__buffer *out)
{
    if (finding->command_count == 0) return;
    sinew__buffer_put_text(out, "sinew ");
    sinew__buffer_put_text(out, finding->command[0]);
    sinew__buffer_put_character(out, ' ');
    if (*path == '-') sinew__buffer_put_text(out, "./");
    put_quoted(path, is_shown, out);
    for (int i = 1; i < finding->command_count; ++i) {
        sinew__buffer_put_character(out, ' ');
        put_quoted(finding->command[i], is_shown, out);
    }
}
