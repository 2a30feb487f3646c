/// A polygon mesh as it is drawn: polygons cut into triangles, equal corners welded into vertices, vertices in the
/// order that skins fastest.
#ifndef SINEW_RUNTIME_MODEL_BUILD_TRIANGLE_MESH_H
#define SINEW_RUNTIME_MODEL_BUILD_TRIANGLE_MESH_H

#include <stdint.h>

#include "core/base/arena.h"
#include "sinew/raw_model.h"

/// Cuts one polygon. `corners` is [size] vertices in `positions` (three floats each). Writes (size − 2) × 3 vertices to
/// `out_triangles`, turning as the polygon turns; nothing for fewer than three corners. Quads take the diagonal that
/// keeps both triangles upright, else the shorter; larger ones lose their ears one by one (O(n²) mostly, O(n³) at
/// worst); from 512 corners on a fan must do. `scratch` is [size].
void sinew__triangulate(const float *positions, const uint32_t *corners, uint32_t size, uint32_t *scratch,
                        uint32_t *out_triangles);

/// For each raw vertex, the first vertex that equals it: bit for bit the same control point and attributes, and without
/// control points the same influences. Returns NULL when out of memory. Meshes that must not be welded map each vertex
/// to itself.
uint32_t *sinew__weld(const sinew_raw_mesh *mesh, sinew__arena *arena);

/// Sorts `vertices` (raw ones, rising) by the set of palette entries that move each, so that neighbours share theirs;
/// equal sets keep their order. Returns 0 when out of memory.
int sinew__order_vertices(const sinew_raw_mesh *mesh, uint32_t *vertices, int32_t count, sinew__arena *arena);

#endif
