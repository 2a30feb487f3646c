/// The references of a Collada document: names of nodes become unique, and what it refers to is checked to be there.
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

/// Nodes without a name get their identifier as one: Assimp would give them another name each time that it refers to
/// them. If names or scoped identifiers of nodes repeat: numbers repeated names (see name_table.h), and replaces
/// the scoped identifiers of a skin's joints by the identifiers of the nodes that they mean below the skeletons of its
/// instances. Returns 0 when out of memory.
int sinew__collada_number_nodes(import_pass *pass, collada_text *document);

#endif
