/// Groups meshes into objects: the importer creates one mesh per material of an authored object.
#ifndef SINEW_AUTHOR_EXPORT_EXPORT_OBJ_H
#define SINEW_AUTHOR_EXPORT_EXPORT_OBJ_H

#include "sinew/model.h"

/// An iterator over the polygons of one mesh. Each submesh holds its polygons' triangles in the same order, so a
/// polygon belongs to the submesh whose next triangles consist of its vertices.
typedef struct polygon_submeshes {
    const sinew_model *model;
    const sinew_mesh *mesh;
    int32_t *done;      ///< [submesh_count] indices of each submesh that earlier polygons consumed
    uint32_t *has_seen; ///< [vertex_count] the last polygon with that vertex, counted from 1
    uint32_t polygon;   ///< number of the current polygon
    int32_t last;       ///< submesh of the previous polygon
} polygon_submeshes;

/// Starts an iterator. Allocate `done` [submesh_count] and `has_seen` [vertex_count]; they are zeroed here.
void sinew__polygon_submeshes_begin(polygon_submeshes *walk, const sinew_model *model, const sinew_mesh *mesh,
                                    int32_t *done, uint32_t *has_seen);

/// Returns the material of the next polygon, or SINEW_NONE. Points and lines (`size` < 3) have no triangles; do not
/// pass them.
int32_t sinew__polygon_submeshes_next(polygon_submeshes *walk, const uint32_t *corners, uint32_t size);

#endif
