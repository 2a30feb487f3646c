/// Matches Assimp's nodes to the objects of an FBX document.
#ifndef SINEW_IMPORT_JOIN_MATCH_NODES_H
#define SINEW_IMPORT_JOIN_MATCH_NODES_H

#include "fbx/fbx_document.h"
#include "import/import_pass.h"

/// Whether a node is a pivot that Assimp adds for an FBX object, not the object itself.
int sinew__assimp_node_is_pivot(const sinew_raw_node *node);

/// Fills pass->model_nodes by traversing both trees in parallel: names may repeat or be empty, the order of children
/// must agree. Where the numbers of children differ, those with equal names are matched.
SINEW_NODISCARD sinew_result sinew__match_nodes(import_pass *pass, sinew_error *out_error);

#endif
