/// Bind transforms of bones and meshes: clusters and bind poses of an FBX document.
#ifndef SINEW_IMPORT_JOIN_JOIN_SKIN_H
#define SINEW_IMPORT_JOIN_JOIN_SKIN_H

#include "fbx/fbx_document.h"
#include "import/import_pass.h"

/// Sets `bind_global` of the joints of all bind poses.
SINEW_NODISCARD sinew_result sinew__join_bind_poses(import_pass *pass, sinew_error *out_error);

#endif
