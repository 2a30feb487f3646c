/// Merging vertices that are equal in everything.
#ifndef SINEW_MODEL_BUILD_WELD_H
#define SINEW_MODEL_BUILD_WELD_H

#include "base/arena.h"
#include "sinew/raw_model.h"

/// For each raw vertex, the first vertex that equals it: bit for bit the same control point and attributes, and without
/// control points the same influences. Returns NULL when out of memory. Meshes that must not be welded map each vertex
/// to itself.
uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena);

#endif
