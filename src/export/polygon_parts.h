/// Which material a polygon has: the block keeps materials by triangle, in parts.
#ifndef SINEW_EXPORT_POLYGON_PARTS_H
#define SINEW_EXPORT_POLYGON_PARTS_H

#include "sinew/model.h"

/// A walk over the polygons of one mesh in their order. Each part holds its polygons' triangles in the same order, so a
/// polygon belongs to the part whose next triangles are made of its corners.
typedef struct polygon_parts {
    const sinew_model *model;
    const sinew_mesh *mesh;
    int32_t *done; ///< [part_count] indices of each part that earlier polygons used up
    int32_t last;  ///< part of the polygon before
} polygon_parts;

/// `done` is [part_count], zeroed here.
void sinew__polygon_parts_begin(polygon_parts *walk, const sinew_model *model, const sinew_mesh *mesh, int32_t *done);

/// Material of the next polygon, or SINEW_NONE. Points and lines (`size` < 3) have no triangles and are left out of the
/// walk.
int32_t sinew__polygon_parts_next(polygon_parts *walk, const uint32_t *corners, uint32_t size);

#endif
