/// Materials and textures of an FBX document. Assimp knows one spelling of a path and one of a colour; the document has
/// what its program called them.
#ifndef SINEW_IMPORT_FBX_DOCUMENT_MATERIALS_H
#define SINEW_IMPORT_FBX_DOCUMENT_MATERIALS_H

#include "import/import_pass.h"

/// Fills raw.materials, raw.textures, pass->document_materials and pass->material_uv_names. Textures are those that a
/// material's base colour is made of, and all embedded ones.
SINEW_NODISCARD sinew_result sinew__document_materials_read(import_pass *pass, sinew_error *out_error);

#endif
