#include "export/polygon_submeshes.h"

#include <string.h>

void sinew__polygon_submeshes_begin(polygon_submeshes *walk, const sinew_model *model, const sinew_mesh *mesh,
                                    int32_t *done, uint32_t *has_seen)
{
    *walk = (polygon_submeshes){.model = model, .mesh = mesh, .done = done, .has_seen = has_seen};
    memset(done, 0, (size_t)mesh->submesh_count * sizeof *done);
    memset(has_seen, 0, (size_t)mesh->vertex_count * sizeof *has_seen);
}

/// Returns whether the next triangle of a submesh consists of the polygon's vertices.
static int submesh_fits(const polygon_submeshes *walk, int32_t submesh, int64_t index_count)
{
    const sinew_submesh *item = &walk->model->submeshes[walk->mesh->first_submesh + submesh];
    if (item->index_count - walk->done[submesh] < index_count) return 0;
    const uint32_t *triangle = walk->model->indices + item->first_index + walk->done[submesh];
    return walk->has_seen[triangle[0]] == walk->polygon && walk->has_seen[triangle[1]] == walk->polygon &&
           walk->has_seen[triangle[2]] == walk->polygon;
}

int32_t sinew__polygon_submeshes_next(polygon_submeshes *walk, const uint32_t *corners, uint32_t size)
{
    const int32_t count = walk->mesh->submesh_count;
    const int64_t index_count = ((int64_t)size - 2) * 3;
    if (count == 1) return walk->model->submeshes[walk->mesh->first_submesh].material;
    ++walk->polygon;
    for (uint32_t i = 0; i < size; ++i) walk->has_seen[corners[i]] = walk->polygon;
    for (int32_t i = 0; i < count; ++i) {
        const int32_t submesh = (walk->last + i) % count;
        if (!submesh_fits(walk, submesh, index_count)) continue;
        walk->done[submesh] += (int32_t)index_count;
        walk->last = submesh;
        return walk->model->submeshes[walk->mesh->first_submesh + submesh].material;
    }
    return SINEW_NONE;
}
