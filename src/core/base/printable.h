/// Makes text from files safe for terminals, window titles and log lines.
#ifndef SINEW_CORE_BASE_PRINTABLE_H
#define SINEW_CORE_BASE_PRINTABLE_H

#include <stddef.h>
#include <stdint.h>

/// Decodes one UTF-8 character at [text, end). Returns its length and sets *out_code; returns 0 if the bytes are not
/// valid UTF-8, including overlong forms, surrogates and codes above U+10FFFF.
size_t sinew__utf8_decode(const char *text, const char *end, uint32_t *out_code);

/// Encodes a code point up to U+10FFFF as UTF-8. Returns its length, at most 4.
static inline size_t sinew__utf8_encode(uint32_t code, char *out)
{
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(marks[length] | code);
    return length;
}

/// Whether a code point is safe for a terminal: not a control, direction, invisible formatting or line separator
/// character.
int sinew__is_printable(uint32_t code);

/// Destinations of text; each allows different characters (printable.c).
typedef enum sinew__sink {
    SINEW__SINK_LINE,     ///< one line: a message, a title, a label, a field of a table
    SINEW__SINK_JSON,     ///< between the quotes of a JSON string
    SINEW__SINK_TERMINAL, ///< any output of a command on a terminal
} sinew__sink;

/// Whether a code point may appear unescaped in text for `sink`.
int sinew__may_contain(sinew__sink sink, uint32_t code);

/// Copies `text` to `out`, escaping unprintable characters as \xNN (bytes and controls) or \uNNNN. The result is always
/// terminated; if `size`, > 0, is too small, it is cut between characters. Returns the length written.
size_t sinew__printable(const char *text, char *out, size_t size);

/// Whether [text, text + length) is valid UTF-8.
int sinew__is_utf8(const char *text, size_t length);

#endif
