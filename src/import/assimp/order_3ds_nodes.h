/// The nodes of a 3DS file in an order in which Assimp 5.2 finds their parents.
#ifndef SINEW_IMPORT_ASSIMP_ORDER_3DS_NODES_H
#define SINEW_IMPORT_ASSIMP_ORDER_3DS_NODES_H

#include "import/import_pass.h"

/// Replaces the bytes of the pass by those of the same file whose keyframer has each node behind its parent. Nodes
/// without a parent of that number, and circles, give a warning; a file with damaged chunks stays as it is.
/// SINEW_ERROR_OUT_OF_MEMORY.
SINEW_NODISCARD sinew_result sinew__order_3ds_nodes(import_pass *pass, sinew_error *error);

#endif
