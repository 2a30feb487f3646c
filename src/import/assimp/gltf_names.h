/// Unique names for the nodes of a glTF file.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_NAMES_H
#define SINEW_IMPORT_ASSIMP_GLTF_NAMES_H

#include "import/import_pass.h"

struct cJSON;

/// Numbers the names of nodes that an earlier node has (see numbered_names.h), and sets pass->has_numbered_names if
/// there are any. `nodes` is the array of the file, or NULL. Returns 0 when out of memory.
int sinew__gltf_number_names(import_pass *pass, struct cJSON *nodes);

#endif
