/// Which channel of a Maya geometry cache moves a mesh when none has the name that the FBX says.
#ifndef SINEW_IMPORT_GEOMETRY_CACHE_CHOOSE_CHANNEL_H
#define SINEW_IMPORT_GEOMETRY_CACHE_CHOOSE_CHANNEL_H

#include "import/geometry_cache/cache_xml.h"

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
