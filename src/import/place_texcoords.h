/// Where materials put the picture of their base colour.
#ifndef SINEW_IMPORT_PLACE_TEXCOORDS_H
#define SINEW_IMPORT_PLACE_TEXCOORDS_H

#include <stddef.h>

/// What a material does to texture coordinates, which count upwards: rows that (u, v, 1) is multiplied by.
typedef struct import_uv_map {
    float row[2][3];
} import_uv_map;

static const import_uv_map IMPORT_UV_UNCHANGED = {{{1, 0, 0}, {0, 1, 0}}};

/// Puts `texcoords` [count × 2] where `map` says; what is not finite then becomes 0.
void sinew__place_texcoords(const import_uv_map *map, float *texcoords, size_t count);

#endif
