/// What a Collada document shows, and what it refers to that is not there.
#ifndef SINEW_IMPORT_COLLADA_COLLADA_REFERENCES_H
#define SINEW_IMPORT_COLLADA_COLLADA_REFERENCES_H

#include "import/collada/xml_tags.h"
#include "import/import_pass.h"

/// Warns of instances of what is not in the file, and of geometries that are not meshes. Instances of other files, for
/// which Assimp refuses the document, are removed. SINEW_ERROR_DAMAGED: no visual scene is shown; the message says why.
SINEW_NODISCARD sinew_result sinew__collada_check_references(import_pass *pass, collada_text *document,
                                                             sinew_error *out_error);

/// Warns if a model without meshes and clips was made of the document in pass->bytes, and says what is in it instead.
void sinew__collada_warn_of_nothing(import_pass *pass);

#endif
