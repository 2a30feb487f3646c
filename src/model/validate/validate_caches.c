/// Geometry caches: their samples, and that every vertex finds its point and its leader in them.
#include "model/validate/section_fits.h"

int sinew__caches_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_cache *cache = &model->caches[i];
        *out_item = i;
        if (cache->sample_count == 0 || (i > 0 && cache->mesh <= cache[-1].mesh)) return 0;
    }
    return 1;
}

int sinew__cache_times_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_cache *cache = &model->caches[i];
        const double *times = model->cache_times + cache->first_time;
        for (int32_t k = 1; k < cache->sample_count; ++k) {
            *out_item = cache->first_time + k;
            if (!(times[k] > times[k - 1])) return 0;
        }
    }
    return 1;
}

/// A leader is a vertex that comes first and leads itself.
int sinew__cache_leaders_fit(const sinew_model *model, int64_t *out_item)
{
    for (int32_t i = 0; i < model->cache_count; ++i) {
        const sinew_cache *cache = &model->caches[i];
        const sinew_mesh *mesh = &model->meshes[cache->mesh];
        const uint32_t *leaders = model->cache_leaders + cache->first_leader;
        for (int32_t v = 0; v < mesh->vertex_count; ++v) {
            *out_item = cache->first_leader + v;
            if (leaders[v] > (uint32_t)v || leaders[leaders[v]] != leaders[v]) return 0;
            if (model->control_points[mesh->first_vertex + v] >= (uint32_t)cache->point_count) return 0;
        }
    }
    return 1;
}
