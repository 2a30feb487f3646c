/// Rewrites a glTF file where Assimp would misread it.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_PREPARE_H
#define SINEW_IMPORT_ASSIMP_GLTF_PREPARE_H

#include "core/base/json.h"
#include "import/import_pass.h"

/// Replaces the bytes of the pass, where necessary, by a copy in which names of nodes do not repeat
/// (gltf_interpolation.h), meshes have one skin each, accessors are such that Assimp reads them right (gltf_decode.h),
/// and there is a scene. Lists what Assimp does not tell: stepped keys, splines, morph weights, authored rest
/// transforms. Invalid JSON is left to the importer. SINEW_ERROR_UNSUPPORTED names an extension that is required and
/// not read, SINEW_ERROR_DAMAGED what is damaged.
SINEW_NODISCARD sinew_result sinew__gltf_prepare(import_pass *pass, sinew_error *out_error);

/// Frees the side files that were read, once Assimp has the scene.
void sinew__gltf_finish(import_pass *pass);

#endif
