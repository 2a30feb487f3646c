/// Which material a polygon has: the block keeps materials by triangle, in submeshes.
#ifndef SINEW_EXPORT_POLYGON_SUBMESHES_H
#define SINEW_EXPORT_POLYGON_SUBMESHES_H

#include "sinew/model.h"

/// A walk over the polygons of one mesh in their order. Each submesh holds its polygons' triangles in the same order,
/// so a polygon belongs to the submesh whose next triangles are made of its corners.
typedef struct polygon_submeshes {
    const sinew_model *model;
    const sinew_mesh *mesh;
    int32_t *done; ///< [submesh_count] indices of each submesh that earlier polygons used up
    int32_t last;  ///< submesh of the polygon before
} polygon_submeshes;

/// `done` is [submesh_count], zeroed here.
void sinew__polygon_submeshes_begin(polygon_submeshes *walk, const sinew_model *model, const sinew_mesh *mesh,
                                    int32_t *done);

/// Material of the next polygon, or SINEW_NONE. Points and lines (`size` < 3) have no triangles and are left out of the
/// walk.
int32_t sinew__polygon_submeshes_next(polygon_submeshes *walk, const uint32_t *corners, uint32_t size);

#endif
