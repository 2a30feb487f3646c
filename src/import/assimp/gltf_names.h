/// Unique names for the nodes of a glTF file.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_NAMES_H
#define SINEW_IMPORT_ASSIMP_GLTF_NAMES_H

#include "import/import_pass.h"

/// If names of nodes repeat, replaces the bytes of the pass by a copy in which all but the first have a number (see
/// numbered_names.h). Invalid JSON is left to the importer.
SINEW_NODISCARD sinew_result sinew__gltf_number_names(import_pass *pass, sinew_error *out_error);

#endif
