/// Geometry caches of Maya: the XML description, and the files of samples that it refers to.
#ifndef SINEW_IMPORT_GEOMETRY_CACHE_GEOMETRY_CACHE_H
#define SINEW_IMPORT_GEOMETRY_CACHE_GEOMETRY_CACHE_H

#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/error.h"
#include "sinew/raw_model.h"
#include "sinew/result.h"

// ---- description ---------------------------------------------------------------------------------------------------
// Reads the XML description of a Maya geometry cache: its channels, their times and files.

typedef struct cache_channel {
    const char *name;
    const char *interpretation; ///< "positions", "normals", … or ""
    int32_t start, end;         ///< in 1/6000 s
    int32_t rate;               ///< distance of samples, in 1/6000 s; > 0
} cache_channel;

typedef struct cache_description {
    int is_file_per_frame;         ///< whether each frame has its own file; otherwise one file has all frames
    int is_wide;                   ///< whether data files end in .mcx; otherwise in .mc
    int32_t start, end;            ///< in 1/6000 s
    int32_t ticks_per_frame;       ///< in 1/6000 s; > 0
    const cache_channel *channels; ///< [channel_count] in the order of the file
    size_t channel_count;
} cache_description;

/// Reads a description into `arena`. SINEW_ERROR_DAMAGED names the line or the missing part.
SINEW_NODISCARD sinew_result sinew__cache_xml_read(sinew__arena *arena, const void *bytes, size_t size,
                                                   cache_description *out, sinew_error *out_error);

/// Whether a channel contains points; Maya writes normals to a separate channel.
int sinew__cache_channel_has_points(const cache_channel *channel);

/// Returns the channel with exactly this name, or NULL.
const cache_channel *sinew__cache_channel_named(const cache_description *description, const char *name);

/// Returns the number of channels of points that have as many points as the mesh. `counts` [channel_count] comes from
/// sinew__cache_mc_count_points.
size_t sinew__cache_channels_that_fit(const cache_description *description, const uint64_t *counts,
                                      uint64_t point_count);

/// Chooses a channel of points that has as many points as the mesh: the first whose name is one of `names`
/// [name_count], tried in order and compared without namespaces, "Shape" and case; else the first in the file. NULL if
/// none fits.
const cache_channel *sinew__cache_choose_channel(const cache_description *description, const uint64_t *counts,
                                                 uint64_t point_count, const char *const *names, size_t name_count);

// ---- samples -------------------------------------------------------------------------------------------------------
// The data files of Maya's geometry caches: mc (chunks with 32-bit sizes, FOR4) and mcx (64-bit sizes, FOR8),
// big-endian.
//
//     FOR4 CACH { VRSN, STIM, ETIM }            first and last time
//     FOR4 MYCH { TIME, then for each channel: CHNM name, SIZE count, FVCA | DVCA | FBCA | DBLA numbers }
//
// There is one MYCH for each sample. A file with a single frame has no TIME. Times are in units of 1/6000 s. FVCA and
// DVCA are vectors of floats and doubles; FBCA and DBLA are single numbers, which are not positions.

/// The samples of a cache while they are read. Set `arena` and `point_count`, and zero the rest.
typedef struct cache_samples {
    sinew__arena *arena; ///< has a limit
    size_t point_count;  ///< number of control points of the mesh; every sample must have as many
    sinew_raw_cache_sample *items;
    size_t count, capacity;
} cache_samples;

/// Adds a sample at `time` seconds; the caller fills *out_points, [point_count × 3]. SINEW_ERROR_MEMORY_LIMIT,
/// _OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__cache_samples_add(cache_samples *samples, double time, float **out_points,
                                                      sinew_error *out_error);

/// Sorts the samples by time; of samples at one time, keeps the last one read. *out_cache is NULL if there are none,
/// and otherwise in the samples' arena.
SINEW_NODISCARD sinew_result sinew__cache_samples_finish(cache_samples *samples, const sinew_raw_cache **out_cache,
                                                         sinew_error *out_error);

#define CACHE_TICKS_PER_SECOND 6000.0 ///< unit of times in Maya's caches

/// Adds all samples of the channel named `channel`. `frame_time`, in seconds, is the time of the sample if the file has
/// a single frame. SINEW_ERROR_NOT_A_MODEL, _TRUNCATED, _DAMAGED ("damaged at byte N: …"), _UNSUPPORTED, and the errors
/// of sinew__cache_samples_add.
SINEW_NODISCARD sinew_result sinew__cache_mc_read(const void *bytes, size_t size, const char *channel,
                                                  double frame_time, cache_samples *samples, sinew_error *out_error);

/// Writes the number of points of each channel in its first sample to out_counts [description->channel_count]; 0 for
/// channels that are not in the file or do not contain vectors. Fails like sinew__cache_mc_read, except that any number
/// of points is accepted.
SINEW_NODISCARD sinew_result sinew__cache_mc_count_points(const void *bytes, size_t size,
                                                          const cache_description *description, uint64_t *out_counts,
                                                          sinew_error *out_error);

/// Whether bytes begin like a PC2 file.
int sinew__cache_is_pc2(const void *bytes, size_t size);

/// Reads all samples of a PC2 file. Its times are frames, which are converted to seconds with `fps` of the scene.
/// SINEW_ERROR_NOT_A_MODEL, _TRUNCATED, _DAMAGED, and the errors of sinew__cache_samples_add.
SINEW_NODISCARD sinew_result sinew__cache_pc2_read(const void *bytes, size_t size, double fps, cache_samples *samples,
                                                   sinew_error *out_error);

#endif
