/// Polygons of any size cut into triangles.
#ifndef SINEW_MODEL_BUILD_TRIANGULATE_H
#define SINEW_MODEL_BUILD_TRIANGULATE_H

#include <stdint.h>

/// Cuts one polygon. `corners` is [size] vertices in `positions` (three floats each). Writes (size − 2) × 3 vertices to
/// `out_triangles`, turning as the polygon turns; nothing for fewer than three corners. Quads take the diagonal that
/// keeps both triangles upright, else the shorter; larger ones lose their ears one by one (O(n²) mostly, O(n³) at
/// worst); from 512 corners on a fan must do. `scratch` is [size].
void sinew__triangulate(const float *positions, const uint32_t *corners, uint32_t size, uint32_t *scratch,
                        uint32_t *out_triangles);

#endif
