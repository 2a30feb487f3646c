/// Bind transforms of bones and meshes: clusters and bind poses of an FBX document.
#ifndef SINEW_IMPORT_JOIN_JOIN_BIND_H
#define SINEW_IMPORT_JOIN_JOIN_BIND_H

#include "fbx/fbx_document.h"
#include "import/import_pass.h"

/// Sets `bind_global` of the joints of all bind poses.
SINEW_NODISCARD sinew_result sinew__join_bind_poses(import_pass *pass, sinew_error *out_error);

/// The map from the mesh's model to the bone's at bind time: the cluster's Transform, or link⁻¹ · mesh from its
/// TransformLink, the bind pose or the rest pose. Also keeps TransformLink as the bone's bind pose.
SINEW_NODISCARD sinew_result sinew__join_cluster_transform(import_pass *pass, const fbx_object *cluster,
                                                           int32_t bone_joint, int32_t mesh_joint, sinew_affine *out,
                                                           sinew_error *out_error);

/// The associate joint of an additive cluster, in the arena; *out_associate is NULL without an associate model.
/// `*offset`, Transform · geometric, is changed to what the FBX SDK moves such points by. With A, L, M where the
/// associate model, the link and the mesh were when they were bound, G of each its geometric transform, and primes
/// where they are now, that is (M Gm)⁻¹ · A Ga · A′⁻¹ · L′ · (L Gl)⁻¹ · M Gm. Source: ViewScene, a sample of the FBX
/// SDK.
SINEW_NODISCARD sinew_result sinew__join_cluster_associate(import_pass *pass, const fbx_object *cluster,
                                                           const fbx_object *bone, sinew_affine *offset,
                                                           const sinew_raw_skin_joint **out_associate,
                                                           sinew_error *out_error);

#endif
