/// Stage: constraints, IK and character rigs of an FBX document are not evaluated; each active one is named in a
/// warning.
#ifndef SINEW_IMPORT_FBX_FBX_CONSTRAINTS_H
#define SINEW_IMPORT_FBX_FBX_CONSTRAINTS_H

#include "import/import_pass.h"

void sinew__fbx_warn_of_constraints(import_pass *pass);

#endif
