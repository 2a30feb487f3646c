/// Moments of a geometry cache as its files are read, in memory of their own: a cache that is too large or damaged can
/// be given back without harm to the rest of an import.
#ifndef SINEW_IMPORT_GEOMETRY_CACHE_CACHE_SAMPLES_H
#define SINEW_IMPORT_GEOMETRY_CACHE_CACHE_SAMPLES_H

#include "base/arena.h"
#include "base/error.h"
#include "sinew/raw_model.h"

/// Set `arena` and `point_count`, the rest zero.
typedef struct cache_samples {
    sinew__arena *arena; ///< with a limit
    size_t point_count;  ///< that every moment must have: the control points of the mesh
    sinew_raw_cache_sample *items;
    size_t count, capacity;
} cache_samples;

/// Whether a file's number of points is the mesh's; SINEW_ERROR_UNSUPPORTED names both.
SINEW_NODISCARD sinew_result sinew__cache_samples_fit(const cache_samples *samples, uint64_t point_count,
                                                      sinew_error *out_error);

/// Adds the moment at `time` seconds. *out_points, [point_count × 3], is the caller's to fill.
/// SINEW_ERROR_MEMORY_LIMIT, _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__cache_samples_add(cache_samples *samples, double time, float **out_points,
                                                      sinew_error *out_error);

/// Sorts by time; of moments at one time the last that was read stays. NULL when there are none. Lives in the samples'
/// arena.
SINEW_NODISCARD sinew_result sinew__cache_samples_finish(cache_samples *samples, const sinew_raw_cache **out_cache,
                                                         sinew_error *out_error);

#endif
