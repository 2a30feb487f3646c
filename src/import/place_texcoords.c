#include "import/place_texcoords.h"

#include <math.h>

void sinew__place_texcoords(const import_uv_map *map, float *texcoords, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const float u = texcoords[i * 2], v = texcoords[i * 2 + 1];
        for (size_t k = 0; k < 2; k++) {
            const float coordinate = map->row[k][0] * u + map->row[k][1] * v + map->row[k][2];
            texcoords[i * 2 + k] = isfinite(coordinate) ? coordinate : 0.0f;
        }
    }
}
