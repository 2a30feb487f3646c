/// How the keys of a glTF join, which Assimp (up to 5.2) does not pass on.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_INTERPOLATION_H
#define SINEW_IMPORT_ASSIMP_GLTF_INTERPOLATION_H

#include "import/import_pass.h"

/// Lists the channels that step in pass->stepped and warns of those with cubic splines, whose keys are joined by lines.
SINEW_NODISCARD sinew_result sinew__gltf_interpolation(import_pass *pass, sinew_error *out_error);

/// Whether a channel of the scene's animation `clip` steps.
int sinew__gltf_channel_steps(import_pass *pass, unsigned clip, const char *node, uint32_t path);

#endif
