/// The maps of an FBX material: normals, roughness or glossiness, metalness, highlights, emission, occlusion.
#ifndef SINEW_IMPORT_FBX_DOCUMENT_MATERIALS_H
#define SINEW_IMPORT_FBX_DOCUMENT_MATERIALS_H

#include "import/fbx/fbx_stages.h"

/// The textures that materials have used so far.
typedef struct document_textures {
    import_pass *pass;
    int32_t *numbers; ///< [object_count] of textures, and of videos, in raw.textures, plus 1; 0: not used yet
    name_table paths; ///< of files that are not embedded
} document_textures;

#endif
