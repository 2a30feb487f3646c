#include "export/polygon_submeshes.h"

#include <string.h>

void sinew__polygon_submeshes_begin(polygon_submeshes *walk, const sinew_model *model, const sinew_mesh *mesh,
                                    int32_t *done)
{
    *walk = (polygon_submeshes){model, mesh, done, 0};
    memset(done, 0, (size_t)mesh->submesh_count * sizeof *done);
}

static int has_corner(const uint32_t *corners, uint32_t size, uint32_t vertex)
{
    for (uint32_t i = 0; i < size; ++i) {
        if (corners[i] == vertex) return 1;
    }
    return 0;
}

/// Returns whether the next triangle of a submesh consists of these vertices.
static int submesh_fits(const polygon_submeshes *walk, int32_t submesh, const uint32_t *corners, uint32_t size)
{
    const sinew_submesh *item = &walk->model->submeshes[walk->mesh->first_submesh + submesh];
    if (item->index_count - walk->done[submesh] < ((int32_t)size - 2) * 3) return 0;
    const uint32_t *triangle = walk->model->indices + item->first_index + walk->done[submesh];
    return has_corner(corners, size, triangle[0]) && has_corner(corners, size, triangle[1]) &&
           has_corner(corners, size, triangle[2]);
}

int32_t sinew__polygon_submeshes_next(polygon_submeshes *walk, const uint32_t *corners, uint32_t size)
{
    const int32_t count = walk->mesh->submesh_count;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t submesh = (walk->last + i) % count;
        if (count > 1 && !submesh_fits(walk, submesh, corners, size)) continue;
        walk->done[submesh] += ((int32_t)size - 2) * 3;
        walk->last = submesh;
        return walk->model->submeshes[walk->mesh->first_submesh + submesh].material;
    }
    return SINEW_NONE;
}
