/// PC2, the point cache of 3ds Max: one file, little-endian.
///
///     "POINTCACHE2\0", int32 version, int32 points, float first frame, float frames a sample, int32 samples
///     then samples × points × (x, y, z) floats
#ifndef SINEW_IMPORT_GEOMETRY_CACHE_CACHE_PC2_H
#define SINEW_IMPORT_GEOMETRY_CACHE_CACHE_PC2_H

#include "import/geometry_cache/cache_samples.h"

/// Whether bytes begin like a PC2 file.
int sinew__cache_is_pc2(const void *bytes, size_t size);

/// Reads all samples. PC2 counts time in frames, which `fps` of the scene converts to seconds. SINEW_ERROR_NOT_A_MODEL,
/// _TRUNCATED, _DAMAGED, and those of cache_samples.h.
SINEW_NODISCARD sinew_result sinew__cache_pc2_read(const void *bytes, size_t size, double fps, cache_samples *samples,
                                                   sinew_error *out_error);

#endif
