/// The points of a mesh in the file.
#ifndef SINEW_AUTHOR_EXPORT_FBX_FBX_MESHES_H
#define SINEW_AUTHOR_EXPORT_FBX_FBX_MESHES_H

#include "author/export/fbx/fbx_writer.h"

/// A mesh as the file has it: vertices that share a control point of the author's are one point.
typedef struct fbx_mesh {
    const sinew_mesh *mesh;
    int32_t index;           ///< in the model
    int64_t model, geometry; ///< ids
    int32_t *point_of;       ///< [vertex_count]
    int32_t *vertex_of;      ///< [point_count] one of the vertices of each
    int32_t point_count;
    sinew_affine to_joint; ///< from the model's vertices to the file's: of rigid meshes their place on the joint
} fbx_mesh;

/// Writes the skin of a mesh.
void sinew__fbx_put_skin(fbx_writer *writer, const fbx_mesh *mesh);

/// Writes the morphs of a mesh as shapes.
void sinew__fbx_put_shapes(fbx_writer *writer, const fbx_mesh *mesh);

#endif
