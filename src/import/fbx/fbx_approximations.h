/// Stage: what the joints of an FBX document ask for and sinew evaluates in another way; each is named in a warning.
#ifndef SINEW_IMPORT_FBX_FBX_APPROXIMATIONS_H
#define SINEW_IMPORT_FBX_FBX_APPROXIMATIONS_H

#include "import/import_pass.h"

/// Clips and joints have been read. Running out of memory shows in the arena.
void sinew__fbx_warn_of_approximations(import_pass *pass);

#endif
