/// Makes text from files safe for terminals, window titles and log lines.
#ifndef SINEW_CORE_BASE_PRINTABLE_H
#define SINEW_CORE_BASE_PRINTABLE_H

#include <stddef.h>
#include <stdint.h>

/// Reads one UTF-8 character from [text, end). Returns its length and sets *out_code, or returns 0 when the bytes are
/// not valid UTF-8 (which overlong forms, surrogates and codes over U+10FFFF are not).
size_t sinew__utf8_decode(const char *text, const char *end, uint32_t *out_code);

/// Writes a code point up to U+10FFFF as UTF-8. Returns its length, at most 4.
static inline size_t sinew__utf8_encode(uint32_t code, char *out)
{
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(marks[length] | code);
    return length;
}

/// Whether a code point may reach a terminal: no control, direction or invisible formatting character, no line
/// separator.
int sinew__is_printable(uint32_t code);

/// Destinations of text, each with the characters that it may contain (printable.c).
typedef enum sinew__sink {
    SINEW__SINK_LINE,     ///< a message, a title, a label, a field of a table: one line
    SINEW__SINK_JSON,     ///< between the quotes of a JSON string
    SINEW__SINK_TERMINAL, ///< all that a command prints on a terminal
} sinew__sink;

/// Whether a code point may appear in text for `sink` as it is. Others are escaped.
int sinew__may_contain(sinew__sink sink, uint32_t code);

/// Copies `text` to `out`, escaping unprintable characters as \xNN (bytes and controls) or \uNNNN. Always terminates;
/// cuts between characters when `size` is too small. Returns the length written. `size` > 0.
size_t sinew__printable(const char *text, char *out, size_t size);

/// Whether [text, text + length) is valid UTF-8.
int sinew__is_utf8(const char *text, size_t length);

#endif
