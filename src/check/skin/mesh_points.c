#include "check/skin/mesh_points.h"
#include "base/memory.h"

#include <stdlib.h>

uint32_t sinew__mesh_point_of(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex)
{
    return model->control_points[mesh->first_vertex + vertex];
}

int sinew__mesh_points_init(sinew__mesh_points *points, const sinew_model *model, const sinew_mesh *mesh)
{
    uint32_t last = 0;
    for (int32_t i = 0; i < mesh->vertex_count; ++i) {
        const uint32_t point = sinew__mesh_point_of(model, mesh, i);
        if (point > last && point < INT32_MAX) last = point;
    }
    *points = (sinew__mesh_points){.model = model, .mesh = mesh, .size = last + 1};
    points->marked = sinew__allocate_zeroed(points->size, 1);
    return points->marked != NULL;
}

void sinew__mesh_points_free(sinew__mesh_points *points)
{
    sinew_free(points->marked);
    *points = (sinew__mesh_points){0};
}

void sinew__mesh_points_mark(sinew__mesh_points *points, int32_t vertex)
{
    const uint32_t point = sinew__mesh_point_of(points->model, points->mesh, vertex);
    if (point >= points->size || points->marked[point]) return;
    points->marked[point] = 1;
    ++points->count;
}
