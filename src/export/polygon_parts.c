#include "export/polygon_parts.h"

#include <string.h>

void sinew__polygon_parts_begin(polygon_parts *walk, const sinew_model *model, const sinew_mesh *mesh, int32_t *done)
{
    *walk = (polygon_parts){model, mesh, done, 0};
    memset(done, 0, (size_t)mesh->part_count * sizeof *done);
}

static int has_corner(const uint32_t *corners, uint32_t size, uint32_t vertex)
{
    for (uint32_t i = 0; i < size; ++i) {
        if (corners[i] == vertex) return 1;
    }
    return 0;
}

/// Whether the next triangle of a part is made of these corners.
static int part_fits(const polygon_parts *walk, int32_t part, const uint32_t *corners, uint32_t size)
{
    const sinew_mesh_part *item = &walk->model->parts[walk->mesh->first_part + part];
    if (item->index_count - walk->done[part] < ((int32_t)size - 2) * 3) return 0;
    const uint32_t *triangle = walk->model->indices + item->first_index + walk->done[part];
    return has_corner(corners, size, triangle[0]) && has_corner(corners, size, triangle[1]) &&
           has_corner(corners, size, triangle[2]);
}

int32_t sinew__polygon_parts_next(polygon_parts *walk, const uint32_t *corners, uint32_t size)
{
    const int32_t count = walk->mesh->part_count;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t part = (walk->last + i) % count;
        if (count > 1 && !part_fits(walk, part, corners, size)) continue;
        walk->done[part] += ((int32_t)size - 2) * 3;
        walk->last = part;
        return walk->model->parts[walk->mesh->first_part + part].material;
    }
    return SINEW_NONE;
}
