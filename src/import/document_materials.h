/// Materials and textures of an FBX document, for files that Assimp refuses.
#ifndef SINEW_IMPORT_DOCUMENT_MATERIALS_H
#define SINEW_IMPORT_DOCUMENT_MATERIALS_H

#include "import/import_pass.h"

/// Fills raw.materials, raw.textures and pass->document_materials.
SINEW_NODISCARD sinew_result document_materials_read(import_pass *pass, sinew_error *out_error);

#endif
