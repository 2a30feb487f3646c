/// The parts of the mesh stage.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_MESHES_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_MESHES_H

#include "import/import_pass.h"

/// Skin joints and influences: every bone, every weight. Bones without a node are dropped with their weights. The
/// bind pose of joints that have none yet is taken from the offsets.
SINEW_NODISCARD sinew_result sinew__assimp_mesh_bones(import_pass *pass, int32_t source, sinew_raw_mesh *out,
                                                      sinew_error *out_error);

/// Morph targets as differences to the mesh.
SINEW_NODISCARD sinew_result sinew__assimp_mesh_morphs(import_pass *pass, int32_t source, sinew_raw_mesh *out,
                                                       sinew_error *out_error);

#endif
