/// Where bones and meshes were when they were bound: clusters and bind poses of an FBX document.
#ifndef SINEW_IMPORT_JOIN_BIND_H
#define SINEW_IMPORT_JOIN_BIND_H

#include "fbx/fbx_document.h"
#include "import/import_pass.h"

/// Sets `bind_global` of the joints that stand in a bind pose.
SINEW_NODISCARD sinew_result join_bind_poses(import_pass *pass, sinew_error *out_error);

/// The map from the mesh's model to the bone's at bind time: the cluster's Transform, or link⁻¹ · mesh from its
/// TransformLink, the bind pose or where the joints rest. Also keeps TransformLink as the bone's bind pose.
SINEW_NODISCARD sinew_result join_cluster_transform(import_pass *pass, const fbx_object *cluster, int32_t bone_joint,
                                                    int32_t mesh_joint, sinew_affine *out, sinew_error *out_error);

#endif
