/// What joins the meshes of Assimp with the geometries of an FBX document: parts by polygon corner, then skins and
/// caches.
#ifndef SINEW_IMPORT_JOIN_JOIN_PARTS_H
#define SINEW_IMPORT_JOIN_JOIN_PARTS_H

#include "fbx/fbx_document.h"
#include "import/fbx/document_geometry.h"
#include "import/import_pass.h"

// ---- parts ---------------------------------------------------------------------------------------------------------
// One mesh of an FBX file while it is joined: Assimp's meshes reassembled as the document's geometry, polygon vertex
// by polygon vertex, and the parts that only the document has.
//
// With no post-processing Assimp's k-th vertex of a geometry is the document's k-th polygon vertex. It splits a
// geometry by material, in the order of their first use.

/// Polygon vertices of every control point: point p has corners[start[p]] … corners[start[p + 1] - 1].
typedef struct point_corners {
    uint32_t *start;   ///< [point_count + 1]
    uint32_t *corners; ///< [corner_count]
} point_corners;

/// One geometry on one model.
typedef struct joined_mesh {
    const fbx_object *model;
    document_geometry geometry;
    point_corners points;
    const struct aiMesh *first_submesh; ///< Assimp's mesh, for its bones; NULL when the join failed
    sinew_affine geometric;             ///< geometry → model
    sinew_raw_mesh *raw;                ///< its vertices are the polygon vertices
    int32_t index;                      ///< of `raw` in pass->meshes
} joined_mesh;

/// Looks for the geometry among Assimp's meshes of `node`, from *cursor on. On success fills normals and
/// colours of `out`, sets *out_first_submesh and advances *cursor. Returns whether it was found.
SINEW_NODISCARD sinew_result sinew__join_parts(import_pass *pass, int32_t node, unsigned *cursor,
                                               const document_geometry *geometry, sinew_raw_mesh *out,
                                               const struct aiMesh **out_first_submesh, int *out_found,
                                               sinew_error *out_error);

/// mOffsetMatrix of the bone `name` in Assimp's mesh, looked for at `number` first; zero without one.
sinew_affine sinew__join_bone_offset(const joined_mesh *mesh, size_t number, const char *name);

/// Skin joints and influences from the document's skins; *out_found is 0 without skins.
SINEW_NODISCARD sinew_result sinew__join_skin(import_pass *pass, const joined_mesh *mesh, sinew_raw_deformer *out,
                                              int *out_found, sinew_error *out_error);

/// Morphs with in-betweens: from the document's blend shapes.
SINEW_NODISCARD sinew_result sinew__join_shapes(import_pass *pass, const joined_mesh *mesh, sinew_error *out_error);

// ---- skins ---------------------------------------------------------------------------------------------------------
// Bind transforms of bones and meshes: clusters and bind poses of an FBX document.

/// Sets `bind_global` of the joints of all bind poses.
SINEW_NODISCARD sinew_result sinew__join_bind_poses(import_pass *pass, sinew_error *out_error);

// ---- geometry caches -----------------------------------------------------------------------------------------------
// Geometry caches of an FBX: a vertex cache deformer on a geometry, and the files that its Cache object names.

/// Sets the cache of a mesh that has one, from the first active deformer with points. An active cache overwrites every
/// other deformer, like in the FBX SDK. Files that are missing, damaged, too large or made for another mesh become
/// a warning.
SINEW_NODISCARD sinew_result sinew__join_cache(import_pass *pass, const joined_mesh *mesh, sinew_error *out_error);

/// Frees the memory of all caches.
void sinew__join_caches_free(import_pass *pass);

#endif
