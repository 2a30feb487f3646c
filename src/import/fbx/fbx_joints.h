/// Stage: the models of an FBX document → joints with their transform stacks.
#ifndef SINEW_IMPORT_FBX_FBX_JOINTS_H
#define SINEW_IMPORT_FBX_FBX_JOINTS_H

#include "import/import_pass.h"

/// Fills pass->joints, raw.joints, model_joints and, through model_nodes, node_joints. All models are joints, in the
/// author's depth-first order: those under the scene first, then those that hang on nothing (but for a program's own
/// cameras). A second parent and a parent that closes a circle are left out with a warning.
SINEW_NODISCARD sinew_result sinew__fbx_joints(import_pass *pass, sinew_error *out_error);

#endif
