/// The mesh stage of FBX files.
#ifndef SINEW_IMPORT_JOIN_JOIN_MESHES_H
#define SINEW_IMPORT_JOIN_JOIN_MESHES_H

#include "import/import_pass.h"

/// Makes a raw mesh, with its skin, shapes and geometry cache, of every geometry of every model.
SINEW_NODISCARD sinew_result sinew__join_meshes(import_pass *pass, sinew_error *out_error);

#endif
