#include "core/base/printable.h"

#include <stdio.h>
#include <string.h>

size_t sinew__utf8_decode(const char *text, const char *end, uint32_t *out_code)
{
    static const uint32_t smallest[5] = {0, 0, 0x80, 0x800, 0x10000};
    if (text >= end) return 0;
    const unsigned char lead = (unsigned char)*text;
    const size_t length = lead < 0x80                    ? 1
                          : lead >= 0xc2 && lead <= 0xdf ? 2
                          : lead >= 0xe0 && lead <= 0xef ? 3
                          : lead >= 0xf0 && lead <= 0xf4 ? 4
                                                         : 0;
    if (length == 0 || (size_t)(end - text) < length) return 0;
    uint32_t code = length == 1 ? lead : lead & (0x7fu >> length);
    for (size_t i = 1; i < length; ++i) {
        const unsigned char next = (unsigned char)text[i];
        if ((next & 0xc0) != 0x80) return 0;
        code = code << 6 | (next & 0x3fu);
    }
    if (code < smallest[length] || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return 0;
    *out_code = code;
    return length;
}

int sinew__is_printable(uint32_t code)
{
    // Ranges of the Unicode categories Cc, Cf, Zl, Zp, Co and Cs, which can mislead terminals or readers.
    static const uint32_t hidden[][2] = {
        {0x00, 0x1f},       {0x7f, 0x9f},       {0xad, 0xad},        {0x600, 0x605},     {0x61c, 0x61c},
        {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},      {0x8e2, 0x8e2},     {0x180e, 0x180e},
        {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f},    {0xd800, 0xf8ff},   {0xfe00, 0xfe0f},
        {0xfeff, 0xfeff},   {0xfff0, 0xffff},   {0x110bd, 0x110bd},  {0x110cd, 0x110cd}, {0x13430, 0x1343f},
        {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff},
    };
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; ++i) {
        if (code >= hidden[i][0] && code <= hidden[i][1]) return 0;
    }
    // Spaces other than the plain one, and unassigned planes, look different on each system.
    if (code == 0xa0 || code == 0x1680 || (code >= 0x2000 && code <= 0x200a) || code == 0x202f || code == 0x205f ||
        code == 0x3000)
        return 0;
    return code < 0x30000;
}

int sinew__may_contain(sinew__sink sink, uint32_t code)
{
    static const struct {
        const char *also, *never; // additional ASCII characters, and printable ones that are escaped
    } rules[] = {
        [SINEW__SINK_LINE] = {"", ""},
        [SINEW__SINK_JSON] = {"", "\"\\"},
        [SINEW__SINK_TERMINAL] = {"\n\t", ""},
    };
    if (code > 0 && code < 0x80 && strchr(rules[sink].also, (int)code)) return 1;
    return sinew__is_printable(code) && (code >= 0x80 || !strchr(rules[sink].never, (int)code));
}

static size_t write_escape(char *out, size_t room, const unsigned char *bytes, size_t length, uint32_t code)
{
    char text[16];
    if (length == 0 || code < 0x100)
        snprintf(text, sizeof text, "\\x%02x", length == 0 ? *bytes : (unsigned)code);
    else if (code < 0x10000)
        snprintf(text, sizeof text, "\\u%04x", (unsigned)code);
    else
        snprintf(text, sizeof text, "\\U%08x", (unsigned)code);
    const size_t written = strlen(text);
    if (written > room) return 0;
    memcpy(out, text, written);
    return written;
}

size_t sinew__printable(const char *text, char *out, size_t size)
{
    const char *end = text + strlen(text);
    size_t used = 0;
    while (text < end) {
        uint32_t code = 0;
        const size_t length = sinew__utf8_decode(text, end, &code);
        const size_t room = size - 1 - used;
        if (length > 0 && sinew__may_contain(SINEW__SINK_LINE, code)) {
            if (length > room) break;
            memcpy(out + used, text, length);
            used += length;
        } else {
            const size_t written = write_escape(out + used, room, (const unsigned char *)text, length, code);
            if (written == 0) break;
            used += written;
        }
        text += length > 0 ? length : 1;
    }
    out[used] = '\0';
    return used;
}

int sinew__is_utf8(const char *text, size_t length)
{
    const char *end = text + length;
    while (text < end) {
        uint32_t code;
        const size_t step = sinew__utf8_decode(text, end, &code);
        if (step == 0) return 0;
        text += step;
    }
    return 1;
}
