#include "import/collada/decode_utf16.h"

#include <stdint.h>

typedef struct utf16_text {
    const unsigned char *bytes;
    size_t units, at;
    int is_big_endian;
} utf16_text;

static uint32_t unit_at(const utf16_text *text, size_t at)
{
    const unsigned char *pair = text->bytes + 2 * at;
    return text->is_big_endian ? (uint32_t)pair[0] << 8 | pair[1] : (uint32_t)pair[1] << 8 | pair[0];
}

static uint32_t next_code(utf16_text *text)
{
    const uint32_t first = unit_at(text, text->at++);
    if (first < 0xd800 || first > 0xdfff) return first;
    const uint32_t second = first < 0xdc00 && text->at < text->units ? unit_at(text, text->at) : 0;
    if (second < 0xdc00 || second > 0xdfff) return 0xfffd;
    ++text->at;
    return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
}

static size_t put_utf8(uint32_t code, char *out)
{
    static const unsigned char marks[] = {0, 0, 0xc0, 0xe0, 0xf0};
    const size_t length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = length; i-- > 1; code >>= 6) out[i] = (char)(0x80 | (code & 0x3f));
    out[0] = (char)(length == 1 ? code : marks[length] | code);
    return length;
}

int sinew__is_utf16(const unsigned char *bytes, size_t size)
{
    if (size < 2) return 0;
    const unsigned pair = (unsigned)bytes[0] << 8 | bytes[1];
    return pair == 0xfffe || pair == 0xfeff || pair == 0x3c00 || pair == 0x003c;
}

size_t sinew__utf16_decoded_size(size_t size)
{
    return size / 2 * 3;
}

size_t sinew__utf16_decode(const unsigned char *bytes, size_t size, char *out)
{
    utf16_text text = {.bytes = bytes, .units = size / 2, .is_big_endian = bytes[0] == 0xfe || bytes[0] == 0};
    if (text.units && unit_at(&text, 0) == 0xfeff) text.at = 1;
    size_t length = 0;
    while (text.at < text.units) length += put_utf8(next_code(&text), out + length);
    return length;
}
