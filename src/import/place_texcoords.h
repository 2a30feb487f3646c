/// Texture transforms: how a material maps the texture of its base colour.
#ifndef SINEW_IMPORT_PLACE_TEXCOORDS_H
#define SINEW_IMPORT_PLACE_TEXCOORDS_H

#include <stddef.h>

/// Transform of texture coordinates with v upwards: rows to multiply (u, v, 1) by.
typedef struct import_uv_map {
    float row[2][3];
} import_uv_map;

static const import_uv_map IMPORT_UV_UNCHANGED = {{{1, 0, 0}, {0, 1, 0}}};

/// Transforms `texcoords` [count × 2] by `map`; results that are not finite become 0.
void sinew__place_texcoords(const import_uv_map *map, float *texcoords, size_t count);

#endif
