/// Rewrites a Collada document where Assimp would misread it.
#ifndef SINEW_IMPORT_COLLADA_PREPARE_COLLADA_H
#define SINEW_IMPORT_COLLADA_PREPARE_COLLADA_H

#include "import/import_pass.h"

/// Replaces the bytes of the pass by a copy in which
///
/// - UTF-16 is UTF-8;
/// - numbers have no blanks before them, which Assimp calls damaged;
/// - all animations of a library are one, unless the file has animation clips: Assimp would make a clip of each, with
///   only some of the joints' channels, and sometimes with a part of one joint's;
/// - meshes have no morph targets, with a warning: Assimp refuses them or drops the mesh;
/// - each skeleton has a controller of its own;
/// - nodes have names, which do not repeat, and skins refer to their own joints.
///
/// Checks references (collada_references.h) and fills pass->collada for collada_clips.h.
SINEW_NODISCARD sinew_result sinew__collada_prepare(import_pass *pass, sinew_error *out_error);

/// Removes the animations from the bytes of the pass. Assimp refuses a document for some keys that sinew repairs.
/// Returns 0 if there were none, or when out of memory.
int sinew__collada_remove_animations(import_pass *pass);

#endif
