/// Geometry caches: samples one after the other, and who shares a normal with whom.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "model/build/build_mesh_parts.h"

static sinew_result fail_cache(const sinew__mesh_build *build, const char *what)
{
    return sinew__fail(build->builder->error, SINEW_ERROR_INVALID_ARGUMENT, "mesh '%s': %s", build->name, what);
}

static int32_t point_count(const sinew_raw_mesh *mesh)
{
    return mesh->control_points ? mesh->control_point_count : mesh->vertex_count;
}

static sinew_result check_cache(const sinew__mesh_build *build)
{
    const sinew_raw_mesh *mesh = build->raw;
    const sinew_raw_cache *cache = mesh->cache;
    if (cache->sample_count < 1 || point_count(mesh) < 0) return fail_cache(build, "a geometry cache without samples");
    for (int32_t i = 0; i < cache->sample_count; ++i) {
        const sinew_raw_cache_sample *sample = &cache->samples[i];
        if (!sample->points) return fail_cache(build, "a sample of its geometry cache has no points");
        if (!isfinite(sample->time) || (i > 0 && !(sample->time > sample[-1].time)))
            return fail_cache(build, "the times of its geometry cache do not rise");
    }
    for (int32_t v = 0; mesh->control_points && v < mesh->vertex_count; ++v)
        if (mesh->control_points[v] >= (uint32_t)mesh->control_point_count)
            return fail_cache(build, "a vertex whose control point is not in its geometry cache");
    return SINEW_OK;
}

static sinew_result add_samples(sinew__mesh_build *build, sinew_cache *cache)
{
    sinew__builder *builder = build->builder;
    const sinew_raw_cache *raw = build->raw->cache;
    cache->sample_count = raw->sample_count;
    cache->first_time = sinew__section_size(builder, SINEW__SECTION_CACHE_TIMES);
    cache->first_point = sinew__section_size(builder, SINEW__SECTION_CACHE_POINTS);
    const size_t points = (size_t)cache->point_count, samples = (size_t)raw->sample_count;
    if (points && samples > INT32_MAX / points)
        return sinew__fail(builder->error, SINEW_ERROR_LIMIT, "mesh '%s': %zu points in its geometry cache",
                           build->name, samples * points);
    double *times = sinew__section_push(builder, SINEW__SECTION_CACHE_TIMES, samples);
    float *out = sinew__section_push(builder, SINEW__SECTION_CACHE_POINTS, samples * points);
    if (!times || !out) return sinew__fail_memory(builder->error);
    size_t bad = 0;
    for (size_t s = 0; s < samples; ++s) {
        times[s] = raw->samples[s].time;
        for (size_t i = 0; i < points * 3; ++i) {
            const float value = raw->samples[s].points[i];
            *out++ = isfinite(value) ? value : 0.0f;
            bad += (size_t)!isfinite(value);
        }
    }
    if (bad && !sinew__builder_warn(builder, "I50", build->name,
                                    "%zu numbers of its geometry cache are not finite; 0 stands in", bad))
        return sinew__fail_memory(builder->error);
    return SINEW_OK;
}

/// A vertex among those that might share its normal.
typedef struct smooth_vertex {
    uint32_t point;
    float normal[3];
    uint32_t vertex;
} smooth_vertex;

static int compare_normals(const smooth_vertex *a, const smooth_vertex *b)
{
    if (a->point != b->point) return a->point < b->point ? -1 : 1;
    for (int i = 0; i < 3; ++i)
        if (a->normal[i] != b->normal[i]) return a->normal[i] < b->normal[i] ? -1 : 1;
    return 0;
}

static int compare_vertices(const void *left, const void *right)
{
    const smooth_vertex *a = left, *b = right;
    const int order = compare_normals(a, b);
    return order ? order : (a->vertex > b->vertex) - (a->vertex < b->vertex);
}

/// Vertices of one control point that share a normal at rest share it always: a seam of the texture stays smooth, a
/// crease stays one.
static sinew_result add_leaders(sinew__mesh_build *build, sinew_cache *cache)
{
    sinew__builder *builder = build->builder;
    const size_t count = (size_t)build->vertex_count, first = (size_t)build->mesh->first_vertex;
    const float *normals = (const float *)sinew__section_items(builder, SINEW__SECTION_NORMALS) + first * 3;
    const uint32_t *points = (const uint32_t *)sinew__section_items(builder, SINEW__SECTION_CONTROL_POINTS) + first;
    cache->first_leader = sinew__section_size(builder, SINEW__SECTION_CACHE_LEADERS);
    uint32_t *leaders = sinew__section_push(builder, SINEW__SECTION_CACHE_LEADERS, count);
    smooth_vertex *sorted = SINEW__ARENA_ARRAY(&builder->scratch, smooth_vertex, count);
    if (!leaders || !sorted) return sinew__fail_memory(builder->error);
    for (size_t v = 0; v < count; ++v) {
        sorted[v] = (smooth_vertex){.point = points[v], .vertex = (uint32_t)v};
        memcpy(sorted[v].normal, normals + v * 3, sizeof sorted[v].normal);
    }
    qsort(sorted, count, sizeof *sorted, compare_vertices);
    uint32_t leader = 0;
    for (size_t i = 0; i < count; ++i) {
        if (i == 0 || compare_normals(&sorted[i - 1], &sorted[i]) != 0) leader = sorted[i].vertex;
        leaders[sorted[i].vertex] = leader;
    }
    return SINEW_OK;
}

sinew_result sinew__build_cache(sinew__mesh_build *build)
{
    if (!build->raw->cache) return SINEW_OK;
    sinew_cache cache = {.mesh = build->mesh_index, .point_count = point_count(build->raw)};
    sinew_result result = check_cache(build);
    if (result == SINEW_OK) result = add_samples(build, &cache);
    if (result == SINEW_OK) result = add_leaders(build, &cache);
    if (result != SINEW_OK) return result;
    sinew_cache *item = sinew__section_push(build->builder, SINEW__SECTION_CACHES, 1);
    if (!item) return sinew__fail_memory(build->builder->error);
    *item = cache;
    return SINEW_OK;
}
