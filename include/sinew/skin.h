/// Palette + mesh → vertices on the CPU: geometry cache and morphs first, then skinning with any number of influences.
/// The method is the author's (linear, dual quaternion, or a mix of both by vertex) or one that the caller chooses. All
/// calls for one pose of a mesh must use the same method.
///
/// Positions are in model space and units of the file, without the importer's root: multiply by `sinew_model_info.root`
/// for world space. Normals and tangents are of unit length in the same space. The arrays are tightly packed: upload
/// them as they are.
///
///     const size_t floats = (size_t)model->meshes[mesh].vertex_count * 3;
///     float *positions = malloc(floats * sizeof *positions), *normals = malloc(floats * sizeof *normals);
///     float *scratch = malloc((sinew_skin_scratch_floats(model, mesh, SINEW_SKIN_AUTHORED) + 1) * sizeof *scratch);
///     if (positions && normals && scratch)
///         sinew_skin_mesh(model, mesh, SINEW_SKIN_AUTHORED, pose, scratch, positions, normals);
///     free(scratch);
///     free(normals);
///     free(positions);
#ifndef SINEW_SKIN_H
#define SINEW_SKIN_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Deforms one mesh, with the widest vectors that the processor has. `out_positions` and `out_normals` are
/// [vertex_count × 3] floats, in the model's order of vertices, in model space without the importer's root;
/// `out_normals` may be NULL. Normals have unit length and are transformed by the inverse transpose of the blended
/// matrices.
///
/// SINEW_SKIN_AUTHORED skins as the file says. SINEW_SKIN_SPHERICAL blends rotations like dual quaternions, and rotates
/// a vertex about the point that its joints move most alike; that point moves as in linear skinning, so that a bent
/// elbow does not collapse. If the joints rotate about one axis the result equals dual quaternion skinning; if they
/// move apart it does not bulge. Source: Kavan and Žára, "Spherical Blend Skinning", 2005. SINEW_SKIN_BLENDED without
/// blend weights is linear. An invalid method does nothing.
///
/// Additive meshes (SINEW_LINK_ADDITIVE) are skinned as the file says, whatever the method: the joints displace a
/// vertex one after the other, in the order of `skin_joints`, by v ← w Dᵢ v + (1 − w) v. Dᵢ = palette[associate]⁻¹ ·
/// palette[i] is the joint's motion since it was bound, in mesh space. The mesh's own palette entry, its last, then
/// transforms the result. Source: ViewScene, a sample of the FBX SDK.
///
/// `scratch` is [sinew_skin_scratch_floats(mesh, method)] floats, or NULL when that is 0. Nothing is allocated.
SINEW_API void sinew_skin_mesh(const sinew_model *model, int32_t mesh, sinew_skin_method method, const sinew_pose *pose,
                               float *scratch, float *out_positions, float *out_normals);

/// Computes in `scratch` what all parts of a mesh share: morphed vertices, the palette as dual quaternions, the
/// displacements of additive joints. Call it before `sinew_skin_vertex_blocks`, unless the mesh needs no scratch.
SINEW_API void sinew_skin_prepare(const sinew_model *model, int32_t mesh, sinew_skin_method method,
                                  const sinew_pose *pose, float *scratch);

/// Skins a part of one mesh, for a caller's job system: the vertices 16 · `first_block` … 16 · (`first_block` +
/// `block_count`) − 1, SINEW_VERTEX_BLOCK_SIZE per block, with the same bits as `sinew_skin_mesh`. The outputs are
/// arrays for the whole mesh; only these vertices are written. Blocks after the last vertex are ignored. From
/// `sinew_skin_prepare` to the last part, pose and scratch must not change. Parts that do not overlap may be skinned at
/// the same time, on any threads.
SINEW_API void sinew_skin_vertex_blocks(const sinew_model *model, int32_t mesh, sinew_skin_method method,
                                        const sinew_pose *pose, const float *scratch, int32_t first_block,
                                        int32_t block_count, float *out_positions, float *out_normals);

/// Deforms the tangents of one mesh, for models that have `tangents`. `out_tangents` is [vertex_count × 4]: x y z
/// follow the surface at unit length; w, the sign of the bitangent, changes if the skin mirrors the vertex. Morphs do
/// not change tangents. `scratch` and the other arguments are the same as for `sinew_skin_mesh`.
SINEW_API void sinew_skin_tangents(const sinew_model *model, int32_t mesh, sinew_skin_method method,
                                   const sinew_pose *pose, float *scratch, float *out_tangents);

/// Returns the number of floats of scratch memory that these functions need for a mesh and a method: for morphed
/// vertices, dual quaternions and additive joints; 0 if the mesh has none of these.
SINEW_API size_t sinew_skin_scratch_floats(const sinew_model *model, int32_t mesh, sinew_skin_method method);

/// Returns whether morphs or a geometry cache deform a mesh before skinning. If so, skin the result of
/// `sinew_morph_mesh`, else the mesh's own positions.
SINEW_API int sinew_mesh_is_deformed_before_skinning(const sinew_model *model, int32_t mesh);

/// Adds the morphs of one mesh to its undeformed vertices: [vertex_count × 3] floats each, mesh space. `out_normals`
/// may be NULL. A geometry cache replaces the undeformed vertices, at `pose->timeline`; its normals are recomputed from
/// the polygons and keep the smooth and hard edges of the undeformed mesh.
SINEW_API void sinew_morph_mesh(const sinew_model *model, int32_t mesh, const sinew_pose *pose, float *out_positions,
                                float *out_normals);

/// The influences that sinew_skin_pack dropped.
typedef struct sinew_skin_loss {
    int32_t vertex_count; ///< vertices that lost an influence
    /// the vertex that lost the largest weight, counted from the mesh's first; SINEW_NONE: no vertex lost a weight
    int32_t vertex;
    float weight; ///< the weight that this vertex lost, of a total of 1
} sinew_skin_loss;

/// Packs the influences of one mesh for a shader that reads four per vertex. `out_joints` and `out_weights` are
/// [vertex_count × 4] integers of `joint_bytes` and `weight_bytes`, 1 or 2, in the model's order of vertices: vertex
/// attributes of type uint8_t or uint16_t, the weights normalised. Joints count from the mesh's first palette entry,
/// `first_skin_joint`. Each vertex keeps its four largest weights, largest first, scaled so that their sum is exactly
/// 255 or 65 535. Unused influences have joint 0 and weight 0. `out_loss` may be NULL. If no influence was dropped, a
/// packed weight differs from the model's by less than 1/255 or 1/65 535. SINEW_ERROR_LIMIT: the mesh has more palette
/// entries than `joint_bytes` can count, 256 or 65 536; SINEW_ERROR_UNSUPPORTED: the mesh is additive.
SINEW_API SINEW_NODISCARD sinew_result sinew_skin_pack(const sinew_model *model, int32_t mesh, int32_t joint_bytes,
                                                       int32_t weight_bytes, void *out_joints, void *out_weights,
                                                       sinew_skin_loss *out_loss, sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
