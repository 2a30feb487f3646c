/// Meshes of a glTF file that several skins use.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_SKINS_H
#define SINEW_IMPORT_ASSIMP_GLTF_SKINS_H

#include "import/import_pass.h"

struct cJSON;

/// Gives each skin its own copy of a mesh: in Assimp's scene the bones belong to the mesh, and those of the last node
/// would apply to all. Further nodes of a file with too many copies keep the mesh, with a warning. `out_changed` says
/// whether `root`, the file or NULL, has been changed. Returns 0 when out of memory.
int sinew__gltf_separate_skins(import_pass *pass, struct cJSON *root, int *out_changed);

#endif
