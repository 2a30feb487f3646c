#include "scene/extra_glyphs.h"

#include <string.h>

#include "base/lower_bound.h"
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
    const size_t count = (size_t)extra->count;
    size_t i = 0;
    SINEW__LOWER_BOUND(i, count, extra->codes[i] < code);
    if (i < count && extra->codes[i] == code) return;
    if (count == EXTRA_GLYPHS_MAX) return;
    memmove(&extra->codes[i + 1], &extra->codes[i], (count - i) * sizeof extra->codes[0]);
    extra->codes[i] = code;
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
