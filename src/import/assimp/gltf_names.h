/// Unique names for the nodes of a glTF file.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_NAMES_H
#define SINEW_IMPORT_ASSIMP_GLTF_NAMES_H

#include "core/base/json.h"
#include "import/import_pass.h"

/// Numbers the names of nodes that an earlier node has (see name_table.h), and sets pass->has_numbered_names if
/// there are any. `nodes` is the array of the file, or NULL. Returns 0 when out of memory.
int sinew__gltf_number_names(import_pass *pass, sinew__json_value *nodes);

/// The name that Assimp gives a node: its own, or `nodes[index]`. Returns NULL when out of memory.
const char *sinew__gltf_node_name(import_pass *pass, const sinew__json_value *node, size_t index);

/// Lists the translation, rotation and scale of nodes, as authored, in pass->gltf_rests: the matrix that Assimp makes
/// of them does not tell which axis a mirror image mirrors. Returns 0 when out of memory.
int sinew__gltf_list_rests(import_pass *pass, const sinew__json_value *nodes);

#endif
