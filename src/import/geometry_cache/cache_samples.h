/// Samples of a geometry cache while its files are read, in a separate arena: a cache that is too large or damaged is
/// released without affecting the rest of the import.
#ifndef SINEW_IMPORT_GEOMETRY_CACHE_CACHE_SAMPLES_H
#define SINEW_IMPORT_GEOMETRY_CACHE_CACHE_SAMPLES_H

#include "base/arena.h"
#include "base/error.h"
#include "sinew/raw_model.h"

/// Set `arena` and `point_count`, the rest zero.
typedef struct cache_samples {
    sinew__arena *arena; ///< with a limit
    size_t point_count;  ///< of every sample: the control points of the mesh
    sinew_raw_cache_sample *items;
    size_t count, capacity;
} cache_samples;

/// Checks that a file has as many points as the mesh; SINEW_ERROR_UNSUPPORTED names both numbers.
SINEW_NODISCARD sinew_result sinew__cache_samples_fit(const cache_samples *samples, uint64_t point_count,
                                                      sinew_error *out_error);

/// Adds a sample at `time` seconds. The caller fills *out_points, [point_count × 3].
/// SINEW_ERROR_MEMORY_LIMIT, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__cache_samples_add(cache_samples *samples, double time, float **out_points,
                                                      sinew_error *out_error);

/// Sorts by time; of samples at the same time the one read last is kept. *out_cache is NULL without samples, else in
/// the samples' arena.
SINEW_NODISCARD sinew_result sinew__cache_samples_finish(cache_samples *samples, const sinew_raw_cache **out_cache,
                                                         sinew_error *out_error);

#endif
