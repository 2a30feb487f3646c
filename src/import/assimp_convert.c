#include "import/assimp_convert.h"

#include <string.h>

#include "base/affine.h"
#include "base/printable.h"

int assimp_affine(const struct aiMatrix4x4 *m, sinew_affine *out)
{
    *out = (sinew_affine){{
        {(double)m->a1, (double)m->a2, (double)m->a3, (double)m->a4},
        {(double)m->b1, (double)m->b2, (double)m->b3, (double)m->b4},
        {(double)m->c1, (double)m->c2, (double)m->c3, (double)m->c4},
    }};
    if (sinew__affine_is_finite(out)) return 1;
    *out = sinew__affine_identity();
    return 0;
}

sinew_quat assimp_quat(const struct aiQuaternion *q)
{
    return (sinew_quat){(double)q->x, (double)q->y, (double)q->z, (double)q->w};
}

static char *latin1_text(sinew__arena *arena, const char *text, size_t length)
{
    char *out = sinew__arena_take(arena, 2 * length + 1, 1);
    if (!out) return NULL;
    char *end = out;
    for (size_t i = 0; i < length; i++) {
        const unsigned char c = (unsigned char)text[i];
        if (c < 0x80) {
            *end++ = (char)c;
        } else {
            *end++ = (char)(0xc0 | (c >> 6));
            *end++ = (char)(0x80 | (c & 0x3f));
        }
    }
    return out;
}

char *import_text(sinew__arena *arena, const char *text, size_t length)
{
    const char *nul = length ? memchr(text, '\0', length) : NULL;
    if (nul) length = (size_t)(nul - text);
    return sinew__is_utf8(text, length) ? sinew__arena_text(arena, text, length) : latin1_text(arena, text, length);
}

char *assimp_text(sinew__arena *arena, const struct aiString *text)
{
    const size_t length = text->length < sizeof text->data ? text->length : sizeof text->data - 1;
    return import_text(arena, text->data, length);
}
