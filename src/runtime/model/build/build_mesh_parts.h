/// One mesh while it is built, and the parts that follow its vertices and polygons.
#ifndef SINEW_RUNTIME_MODEL_BUILD_BUILD_MESH_PARTS_H
#define SINEW_RUNTIME_MODEL_BUILD_BUILD_MESH_PARTS_H

#include "runtime/model/build/builder.h"

typedef struct sinew__mesh_build {
    sinew__builder *builder;
    const sinew_raw_mesh *raw;
    const char *name;              ///< never NULL
    const uint32_t *vertex_of_raw; ///< [raw vertex_count] after welding
    const uint32_t *raw_of_vertex; ///< [vertex_count] the first raw vertex of each
    int32_t vertex_count;
    sinew_mesh *mesh; ///< being filled
    int32_t mesh_index;
} sinew__mesh_build;

/// Normalises the weights of the mesh by its link mode and appends its influences.
sinew_result sinew__build_influences(sinew__mesh_build *build);

/// Packs the geometry cache of the mesh, if it has one. Positions, normals and control points must be filled.
sinew_result sinew__build_cache(sinew__mesh_build *build);

/// Gathers the influences of each 16 vertices into a vertex block.
sinew_result sinew__build_vertex_blocks(sinew__mesh_build *build);

/// Smooth normals of a raw mesh that has none: area-weighted over the polygons at each control point. Returns
/// [vertex_count × 3] in scratch memory, or NULL when out of memory. Polygon vertices must be checked before.
float *sinew__build_normals(sinew__builder *builder, const sinew_raw_mesh *mesh);

#endif
