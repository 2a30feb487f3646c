/// Collada without morph controllers.
#ifndef SINEW_IMPORT_COLLADA_REMOVE_MORPHS_H
#define SINEW_IMPORT_COLLADA_REMOVE_MORPHS_H

#include "import/collada/edit_text.h"
#include "import/import_pass.h"

/// Replaces morph controllers by the meshes that they deform, in skins and instances, with a warning for each:
/// Assimp 5.2 drops a skin of morph targets, and refuses a file in which any controller is a morph. Returns 0 when out
/// of memory.
int sinew__collada_remove_morphs(import_pass *pass, collada_text *document);

#endif
