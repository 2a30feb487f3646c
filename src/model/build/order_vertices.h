/// The order of vertices that skins fastest.
#ifndef SINEW_MODEL_BUILD_ORDER_VERTICES_H
#define SINEW_MODEL_BUILD_ORDER_VERTICES_H

#include "base/arena.h"
#include "sinew/raw_model.h"

/// Sorts `vertices` (raw ones, rising) by the set of palette entries that move each, so that neighbours share theirs;
/// equal sets keep their order. Returns 0 when out of memory.
int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena);

#endif
