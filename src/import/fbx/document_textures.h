/// The images of an FBX document: texture objects and the videos behind them → raw textures.
#ifndef SINEW_IMPORT_FBX_DOCUMENT_TEXTURES_H
#define SINEW_IMPORT_FBX_DOCUMENT_TEXTURES_H

#include "import/fbx/fbx_stages.h"

/// The textures that materials have used so far.
typedef struct document_textures {
    import_pass *pass;
    int32_t *numbers; ///< [object_count] of textures, and of videos, in raw.textures, plus 1; 0: not used yet
    name_table paths; ///< of files that are not embedded
} document_textures;

/// Returns 0 when out of memory.
int sinew__document_textures_begin(import_pass *pass, document_textures *out);

/// *out is the index of a texture, SINEW_NONE without an image. Files often have an object for every use of an image:
/// those of the same embedded file or path are one texture.
sinew_result sinew__document_texture_number(document_textures *list, const fbx_object *texture, int32_t *out,
                                            sinew_error *error);

/// Embedded images that no material uses are kept as well: the file may be their only copy.
sinew_result sinew__document_textures_add_embedded(document_textures *list, sinew_error *error);

/// Returns the number of objects of a class.
size_t sinew__document_count(const fbx_document *document, fbx_class kind);

#endif
