/// The XML description of a Maya geometry cache: its channels, their times and files.
#ifndef SINEW_IMPORT_GEOMETRY_CACHE_CACHE_XML_H
#define SINEW_IMPORT_GEOMETRY_CACHE_CACHE_XML_H

#include <stdint.h>

#include "core/base/arena.h"
#include "sinew/result.h"

typedef struct cache_channel {
    const char *name;
    const char *interpretation; ///< "positions", "normals", … or ""
    int32_t start, end;         ///< in 1/6000 s
    int32_t rate;               ///< ticks between two samples; > 0
} cache_channel;

typedef struct cache_description {
    int is_file_per_frame;         ///< else one file
    int is_wide;                   ///< data files end in .mcx, else in .mc
    int32_t start, end;            ///< in 1/6000 s
    int32_t ticks_per_frame;       ///< > 0
    const cache_channel *channels; ///< [channel_count] in the order of the file
    size_t channel_count;
} cache_description;

/// Reads a description into `arena`. SINEW_ERROR_DAMAGED names the line or the missing part.
SINEW_NODISCARD sinew_result sinew__cache_xml_read(sinew__arena *arena, const void *bytes, size_t size,
                                                   cache_description *out, sinew_error *out_error);

/// Whether a channel holds points: Maya writes normals to another one.
int sinew__cache_channel_has_points(const cache_channel *channel);

/// The channel of exactly this name, or NULL.
const cache_channel *sinew__cache_channel_named(const cache_description *description, const char *name);

/// How many channels of points have as many points as the mesh. `counts` [channel_count] is from
/// sinew__cache_mc_count_points.
size_t sinew__cache_channels_that_fit(const cache_description *description, const uint64_t *counts,
                                      uint64_t point_count);

/// Chooses among these: one whose name is one of `names` [name_count] but for namespaces, "Shape" and case, tried in
/// their order; else the first in the file. NULL if none fits.
const cache_channel *sinew__cache_choose_channel(const cache_description *description, const uint64_t *counts,
                                                 uint64_t point_count, const char *const *names, size_t name_count);

#endif
