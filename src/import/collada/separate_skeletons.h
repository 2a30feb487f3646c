/// Controllers of a Collada document that are instanced with several skeletons.
#ifndef SINEW_IMPORT_COLLADA_SEPARATE_SKELETONS_H
#define SINEW_IMPORT_COLLADA_SEPARATE_SKELETONS_H

#include "import/collada/edit_text.h"
#include "import/import_pass.h"

/// Gives each skeleton its own copy of a controller: Assimp makes one mesh with one set of bones of a controller.
/// Further instances of a document with too many copies keep the controller, with a warning. Returns 0 when out of
/// memory.
int sinew__collada_separate_skeletons(import_pass *pass, collada_text *document);

#endif
