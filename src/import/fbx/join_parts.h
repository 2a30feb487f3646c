/// Combines Assimp's meshes with the geometries of an FBX document: parts, skins, shapes and caches.
#ifndef SINEW_IMPORT_JOIN_JOIN_PARTS_H
#define SINEW_IMPORT_JOIN_JOIN_PARTS_H

#include "fbx/fbx_document.h"
#include "import/fbx/document_geometry.h"
#include "import/import_pass.h"

// ---- parts ---------------------------------------------------------------------------------------------------------
// Reassembles one geometry of an FBX document from Assimp's meshes, polygon vertex by polygon vertex.
//
// Without post-processing, Assimp's k-th vertex of a geometry is the document's k-th polygon vertex. Assimp splits a
// geometry by material, in the order of first use.

/// The polygon vertices of each control point: point p has corners[start[p]] … corners[start[p + 1] − 1].
typedef struct point_corners {
    uint32_t *start;   ///< [point_count + 1]
    uint32_t *corners; ///< [corner_count]
} point_corners;

/// A geometry on one model.
typedef struct joined_mesh {
    const fbx_object *model;
    document_geometry geometry;
    point_corners points;
    const struct aiMesh *first_submesh; ///< Assimp's mesh, for its bones; NULL if none was found
    sinew_affine geometric;             ///< transform from the geometry to the model
    sinew_raw_mesh *raw;                ///< the result; its vertices are the polygon vertices
    int32_t index;                      ///< index of `raw` in pass->meshes
} joined_mesh;

/// Finds the geometry among Assimp's meshes of `node`, from *cursor on. If found, fills normals and colours of `out`,
/// sets *out_first_submesh, moves *cursor after the meshes, and sets *out_found to 1.
SINEW_NODISCARD sinew_result sinew__join_parts(import_pass *pass, int32_t node, unsigned *cursor,
                                               const document_geometry *geometry, sinew_raw_mesh *out,
                                               const struct aiMesh **out_first_submesh, int *out_found,
                                               sinew_error *out_error);

/// Returns mOffsetMatrix of the bone `name` in Assimp's mesh; zero if the mesh has no such bone. Looks first at the
/// bone with index `number`.
sinew_affine sinew__join_bone_offset(const joined_mesh *mesh, size_t number, const char *name);

/// Reads skin joints and influences from the document's skins. *out_found is 0 if there are none.
SINEW_NODISCARD sinew_result sinew__join_skin(import_pass *pass, const joined_mesh *mesh, sinew_raw_deformer *out,
                                              int *out_found, sinew_error *out_error);

/// Reads morphs with in-between shapes from the document's blend shapes.
SINEW_NODISCARD sinew_result sinew__join_shapes(import_pass *pass, const joined_mesh *mesh, sinew_error *out_error);

// ---- skins ---------------------------------------------------------------------------------------------------------
// Reads the bind transforms of bones and meshes from clusters and bind poses of an FBX document.

/// Sets `bind_global` of the joints in all bind poses.
SINEW_NODISCARD sinew_result sinew__join_bind_poses(import_pass *pass, sinew_error *out_error);

// ---- geometry caches -----------------------------------------------------------------------------------------------
// Reads the geometry caches of an FBX: a vertex cache deformer on a geometry, and the files that its Cache object
// refers to.

/// Sets the cache of a mesh from its first active vertex cache deformer with points, if there is one. An active cache
/// replaces all other deformers, as in the FBX SDK. Files that are missing, damaged, too large or made for another mesh
/// give a warning.
SINEW_NODISCARD sinew_result sinew__join_cache(import_pass *pass, const joined_mesh *mesh, sinew_error *out_error);

/// Frees the memory of all caches.
void sinew__join_caches_free(import_pass *pass);

#endif
