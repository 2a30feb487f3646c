/// Normals for meshes that bring none.
#include <math.h>

#include "model/build/build_mesh_parts.h"

static uint32_t corner_vertex(const sinew_raw_mesh *mesh, size_t corner)
{
    return mesh->corner_vertices ? mesh->corner_vertices[corner] : (uint32_t)corner;
}

/// Adds a polygon's area vector (Newell) to each of its points.
static void add_polygon(const sinew_raw_mesh *mesh, size_t first_corner, uint32_t size, double *sums,
                        const uint32_t *point_of)
{
    double normal[3] = {0, 0, 0};
    for (uint32_t i = 0; i < size; ++i) {
        const float *a = mesh->positions + (size_t)corner_vertex(mesh, first_corner + i) * 3;
        const float *b = mesh->positions + (size_t)corner_vertex(mesh, first_corner + (i + 1) % size) * 3;
        for (int k = 0; k < 3; ++k) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            normal[k] += ((double)a[k1] - (double)b[k1]) * ((double)a[k2] + (double)b[k2]);
        }
    }
    for (uint32_t i = 0; i < size; ++i) {
        double *sum = sums + (size_t)point_of[corner_vertex(mesh, first_corner + i)] * 3;
        for (int k = 0; k < 3; ++k) sum[k] += normal[k];
    }
}

/// Numbers the points that share a normal: control points, squeezed to those in use.
static uint32_t *number_points(sinew__builder *builder, const sinew_raw_mesh *mesh, uint32_t *out_count)
{
    const uint32_t count = (uint32_t)mesh->vertex_count;
    uint32_t *point_of = SINEW__ARENA_ARRAY(&builder->scratch, uint32_t, count);
    if (!point_of) return NULL;
    uint32_t largest = 0;
    for (uint32_t i = 0; i < count; ++i) {
        point_of[i] = mesh->control_points ? mesh->control_points[i] : i;
        if (point_of[i] > largest) largest = point_of[i];
    }
    if (mesh->control_points && largest / 4 > count) // sparse numbers: one normal a vertex must do
        for (uint32_t i = 0; i < count; ++i) point_of[i] = largest = i;
    *out_count = count ? largest + 1 : 0;
    return point_of;
}

float *sinew__build_normals(sinew__builder *builder, const sinew_raw_mesh *mesh)
{
    uint32_t point_count = 0;
    const uint32_t *point_of = number_points(builder, mesh, &point_count);
    double *sums = SINEW__ARENA_ARRAY(&builder->scratch, double, (size_t)point_count * 3);
    float *normals = SINEW__ARENA_ARRAY(&builder->scratch, float, (size_t)mesh->vertex_count * 3);
    if (!point_of || !sums || !normals) return NULL;
    size_t corner = 0;
    for (int32_t p = 0; p < mesh->polygon_count; ++p) {
        add_polygon(mesh, corner, mesh->polygon_sizes[p], sums, point_of);
        corner += mesh->polygon_sizes[p];
    }
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        const double *sum = sums + (size_t)point_of[v] * 3;
        const double length = sqrt(sum[0] * sum[0] + sum[1] * sum[1] + sum[2] * sum[2]);
        float *normal = normals + (size_t)v * 3;
        for (int k = 0; k < 3; ++k) normal[k] = length > 0 && isfinite(length) ? (float)(sum[k] / length) : 0;
    }
    return normals;
}
