#include "import/assimp/assimp_convert.h"

#include <string.h>

#include "core/base/affine.h"
#include "fbx/fbx_record.h"

int sinew__assimp_affine(const struct aiMatrix4x4 *m, sinew_affine *out)
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

sinew_quat sinew__assimp_quat(const struct aiQuaternion *q)
{
    return (sinew_quat){(double)q->x, (double)q->y, (double)q->z, (double)q->w};
}

const char *sinew__import_text(sinew__arena *arena, const char *text, size_t length)
{
    const char *nul = length ? memchr(text, '\0', length) : NULL;
    return sinew__fbx_text_utf8(arena, (fbx_bytes){text, nul ? (size_t)(nul - text) : length});
}

const char *sinew__assimp_text(sinew__arena *arena, const struct aiString *text)
{
    const size_t length = text->length < sizeof text->data ? text->length : sizeof text->data - 1;
    return sinew__import_text(arena, text->data, length);
}
