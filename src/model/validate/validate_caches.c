/// Geometry caches: their samples, and that every vertex finds its point and its leader in them.
#include <math.h>

#include "model/validate/validate.h"

static int times_rise(const sinew_model *model, const sinew_cache *cache)
{
    const double *times = model->cache_times + cache->first_time;
    for (int32_t i = 0; i < cache->sample_count; ++i)
        if (!isfinite(times[i]) || (i > 0 && times[i] <= times[i - 1])) return 0;
    return 1;
}

static int vertices_fit(const sinew_model *model, const sinew_cache *cache)
{
    const sinew_mesh *mesh = &model->meshes[cache->mesh];
    const uint32_t *leaders = model->cache_leaders + cache->first_leader;
    for (int32_t v = 0; v < mesh->vertex_count; ++v) {
        if (model->control_points[mesh->first_vertex + v] >= (uint32_t)cache->point_count) return 0;
        if (leaders[v] > (uint32_t)v || leaders[leaders[v]] != leaders[v]) return 0;
    }
    return 1;
}

static int cache_is_valid(const sinew_model *model, int32_t index)
{
    const sinew_cache *cache = &model->caches[index];
    const int32_t mesh_before = index > 0 ? cache[-1].mesh : SINEW_NONE;
    return cache->mesh > mesh_before && cache->mesh < model->mesh_count && cache->sample_count > 0 &&
           sinew__range_fits(cache->first_time, cache->sample_count, model->cache_time_count) &&
           cache->point_count >= 0 &&
           sinew__range_fits(cache->first_point, (int64_t)cache->sample_count * cache->point_count,
                             model->cache_point_count) &&
           sinew__range_fits(cache->first_leader, model->meshes[cache->mesh].vertex_count, model->cache_leader_count) &&
           times_rise(model, cache) && vertices_fit(model, cache);
}

sinew_result sinew__validate_caches(const sinew_model *model, sinew_error *error)
{
    if (!sinew__all_finite(model->cache_points, (size_t)model->cache_point_count * 3))
        return sinew__damaged(error, "cached points that are not finite among", model->cache_point_count);
    for (int32_t i = 0; i < model->cache_count; ++i)
        if (!cache_is_valid(model, i)) return sinew__damaged(error, "geometry cache", i);
    return SINEW_OK;
}
