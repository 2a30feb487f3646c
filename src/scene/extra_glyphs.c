#include "scene/extra_glyphs.h"

#include <string.h>

#include "base/printable.h"

const uint16_t default_glyphs[] = {0x20, 0x24f, 0x370, 0x52f, 0x2010, 0x2027, 0x2190, 0x2193, 0};

static int is_default(uint32_t code)
{
    for (const uint16_t *pair = default_glyphs; *pair; pair += 2) {
        if (code >= pair[0] && code <= pair[1]) return 1;
    }
    return code < 0x20;
}

static void insert(extra_glyphs *extra, uint16_t code)
{
    int first = 0, end = extra->count;
    while (first < end) {
        const int middle = (first + end) / 2;
        if (extra->codes[middle] < code)
            first = middle + 1;
        else
            end = middle;
    }
    if (first < extra->count && extra->codes[first] == code) return;
    if (extra->count == EXTRA_GLYPHS_MAX) return;
    memmove(&extra->codes[first + 1], &extra->codes[first], (size_t)(extra->count - first) * sizeof extra->codes[0]);
    extra->codes[first] = code;
    ++extra->count;
}

void extra_glyphs_add(extra_glyphs *extra, const char *text)
{
    const char *end = text + strlen(text);
    while (text < end) {
        uint32_t code = 0;
        const size_t length = sinew__utf8_decode(text, end, &code);
        if (length > 1 && code <= 0xffff && sinew__is_printable(code) && !is_default(code))
            insert(extra, (uint16_t)code);
        text += length ? length : 1;
    }
}
