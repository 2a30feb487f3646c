/// Rewrites a glTF file where Assimp would confuse the nodes that it refers to.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_PREPARE_H
#define SINEW_IMPORT_ASSIMP_GLTF_PREPARE_H

#include "import/import_pass.h"

/// Replaces the bytes of the pass, where necessary, by a copy in which names of nodes do not repeat (gltf_names.h) and
/// meshes have one skin each (gltf_skins.h). Invalid JSON is left to the importer.
SINEW_NODISCARD sinew_result sinew__gltf_prepare(import_pass *pass, sinew_error *out_error);

#endif
