#include "import/geometry_cache/cache_samples.h"

#include <math.h>
#include <stdlib.h>

#include "base/number.h"

static sinew_result fail_arena(const sinew__arena *arena, sinew_error *error)
{
    if (arena->failed != 2) return sinew__fail_memory(error);
    char megabytes[SINEW__NUMBER_SIZE];
    sinew__format_rounded(round((double)arena->limit * 10 / (1 << 20)) / 10, 9, megabytes);
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT,
                       "geometry caches take more than their %s MB; a higher memory limit allows more", megabytes);
}

sinew_result sinew__cache_samples_fit(const cache_samples *samples, uint64_t point_count, sinew_error *error)
{
    if (point_count == samples->point_count) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_UNSUPPORTED, "it has %llu points, the mesh has %zu",
                       (unsigned long long)point_count, samples->point_count);
}

sinew_result sinew__cache_samples_add(cache_samples *samples, double time, float **out_points, sinew_error *error)
{
    if (samples->count >= INT32_MAX) return sinew__fail(error, SINEW_ERROR_LIMIT, "too many samples");
    sinew_raw_cache_sample *items =
        sinew__arena_grow(samples->arena, samples->items, samples->count, &samples->capacity, sizeof *items);
    float *points = items ? sinew__arena_take(samples->arena, samples->point_count, 3 * sizeof *points) : NULL;
    if (!points) return fail_arena(samples->arena, error);
    samples->items = items;
    items[samples->count++] = (sinew_raw_cache_sample){.time = time, .points = points};
    *out_points = points;
    return SINEW_OK;
}

/// A sample and its position in the file, because qsort is not stable.
typedef struct numbered_sample {
    sinew_raw_cache_sample sample;
    size_t number;
} numbered_sample;

static int compare_times(const void *left, const void *right)
{
    const numbered_sample *a = left, *b = right;
    if (a->sample.time != b->sample.time) return a->sample.time < b->sample.time ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

sinew_result sinew__cache_samples_finish(cache_samples *samples, const sinew_raw_cache **out_cache, sinew_error *error)
{
    *out_cache = NULL;
    if (samples->count == 0) return SINEW_OK;
    numbered_sample *sorted = SINEW__ARENA_ARRAY(samples->arena, numbered_sample, samples->count);
    sinew_raw_cache *cache = SINEW__ARENA_ARRAY(samples->arena, sinew_raw_cache, 1);
    if (!sorted || !cache) return fail_arena(samples->arena, error);
    for (size_t i = 0; i < samples->count; i++) sorted[i] = (numbered_sample){samples->items[i], i};
    qsort(sorted, samples->count, sizeof *sorted, compare_times);
    size_t kept = 0;
    for (size_t i = 0; i < samples->count; i++) {
        if (kept > 0 && samples->items[kept - 1].time == sorted[i].sample.time) kept--;
        samples->items[kept++] = sorted[i].sample;
    }
    *cache = (sinew_raw_cache){.samples = samples->items, .sample_count = (int32_t)kept};
    *out_cache = cache;
    return SINEW_OK;
}
