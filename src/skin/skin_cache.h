/// A mesh's shape at a time, from its geometry cache.
#ifndef SINEW_SKIN_SKIN_CACHE_H
#define SINEW_SKIN_SKIN_CACHE_H

#include "sinew/model.h"

/// Positions of the vertices at `time` (seconds on the file's timeline): points move in straight lines between the two
/// nearest samples and stay before the first and after the last. [vertex_count × 3].
void sinew__cache_positions(const sinew_model *model, const sinew_cache *cache, double time, float *out_positions);

/// Normals for these positions: area-weighted over the polygons around a vertex, of unit length. Vertices of one
/// control point share a normal where they share one at rest. [vertex_count × 3] each.
void sinew__cache_normals(const sinew_model *model, const sinew_cache *cache, const float *positions,
                          float *out_normals);

#endif
