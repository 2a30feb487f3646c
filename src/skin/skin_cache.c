#include "skin/skin_cache.h"
#include "base/lower_bound.h"

#include <math.h>
#include <string.h>

/// The last sample at or before `time`; the first one where there is none.
static int32_t sample_before(const double *times, int32_t count, double time)
{
    size_t next = 1;
    SINEW__LOWER_BOUND(next, count, times[next] <= time);
    return (int32_t)next - 1;
}

void sinew__cache_positions(const sinew_model *model, const sinew_cache *cache, double time, float *out_positions)
{
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    const double *times = model->timeline_cache_times + cache->first_time;
    const int32_t from = sample_before(times, cache->sample_count, time);
    const int32_t to = from + 1 < cache->sample_count && time > times[from] ? from + 1 : from;
    const float part = to == from ? 0.0f : (float)((time - times[from]) / (times[to] - times[from]));
    const size_t points = (size_t)cache->point_count;
    const float *a = model->cache_points + ((size_t)cache->first_point + (size_t)from * points) * 3;
    const float *b = model->cache_points + ((size_t)cache->first_point + (size_t)to * points) * 3;
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        const size_t at = (size_t)model->control_points[mesh->first_vertex + v] * 3;
        float *out = out_positions + (size_t)v * 3;
        for (size_t k = 0; k < 3; ++k) out[k] = a[at + k] + part * (b[at + k] - a[at + k]);
    }
}

/// Adds a polygon's area vector (Newell) to the leaders of its corners.
static void add_polygon(const uint32_t *corners, uint32_t size, const uint32_t *leaders, const float *positions,
                        float *sums)
{
    double area[3] = {0, 0, 0};
    for (uint32_t i = 0; i < size; ++i) {
        const float *a = positions + (size_t)corners[i] * 3, *b = positions + (size_t)corners[(i + 1) % size] * 3;
        for (int k = 0; k < 3; ++k) {
            const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
            area[k] += ((double)a[k1] - (double)b[k1]) * ((double)a[k2] + (double)b[k2]);
        }
    }
    for (uint32_t i = 0; i < size; ++i)
        for (int k = 0; k < 3; ++k) sums[(size_t)leaders[corners[i]] * 3 + (size_t)k] += (float)area[k];
}

static void normalize3(float v[3])
{
    const float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    for (int i = 0; i < 3; ++i) v[i] = length > 0.0f && isfinite(length) ? v[i] / length : 0.0f;
}

void sinew__cache_normals(const sinew_model *model, const sinew_cache *cache, const float *positions,
                          float *out_normals)
{
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    const uint32_t *leaders = model->cache_leaders + cache->first_leader;
    const uint32_t *corners = model->corner_vertices + mesh->first_corner;
    memset(out_normals, 0, (size_t)mesh->vertex_count * 3 * sizeof(float));
    for (int32_t p = mesh->first_polygon; p < mesh->first_polygon + mesh->polygon_count; ++p) {
        add_polygon(corners, model->polygon_sizes[p], leaders, positions, out_normals);
        corners += model->polygon_sizes[p];
    }
    for (int32_t v = 0; v < mesh->vertex_count; ++v) { // a leader comes before those that follow it
        float *normal = out_normals + (size_t)v * 3;
        if (leaders[v] == (uint32_t)v)
            normalize3(normal);
        else
            memcpy(normal, out_normals + (size_t)leaders[v] * 3, 3 * sizeof(float));
    }
}
