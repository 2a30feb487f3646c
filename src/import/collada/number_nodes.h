/// Unique names for the nodes of a Collada document.
#ifndef SINEW_IMPORT_COLLADA_NUMBER_NODES_H
#define SINEW_IMPORT_COLLADA_NUMBER_NODES_H

#include "import/collada/xml_tags.h"
#include "import/import_pass.h"

/// Nodes without a name get their identifier as one: Assimp would give them another name each time that it refers to
/// them. If names or scoped identifiers of nodes repeat: numbers repeated names (see name_table.h), and replaces
/// the scoped identifiers of a skin's joints by the identifiers of the nodes that they mean below the skeletons of its
/// instances. Returns 0 when out of memory.
int sinew__collada_number_nodes(import_pass *pass, collada_text *document);

#endif
