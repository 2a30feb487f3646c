#include "program/check/skin/mesh_points.h"

#include <stdlib.h>

#include "core/base/memory.h"

// Single vertices skinned by matrices, without a whole mesh.

void sinew__skin_point_add(const sinew_palette_matrix *matrix, const float point[3], double weight, double sum[4])
{
    for (int i = 0; i < 3; ++i) {
        const float *row = matrix->row[i];
        double moved = (double)row[3];
        for (int k = 0; k < 3; ++k) moved += (double)row[k] * (double)point[k];
        sum[i] += weight * moved;
    }
    sum[3] += weight;
}

sinew_vec3 sinew__skin_point(const sinew_model *model, const sinew_mesh *mesh, int32_t vertex, const sinew_pose *pose)
{
    const uint32_t *range = model->influence_start + mesh->first_vertex + vertex;
    const float *point = model->positions + 3 * ((size_t)mesh->first_vertex + (size_t)vertex);
    double sum[4] = {0};
    for (uint32_t i = range[0]; i < range[1]; ++i) {
        const sinew_influence *influence = &model->influences[i];
        sinew__skin_point_add(&pose->palette[influence->skin_joint], point, (double)influence->weight, sum);
    }
    return (sinew_vec3){sum[0] / sum[3], sum[1] / sum[3], sum[2] / sum[3]};
}

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
