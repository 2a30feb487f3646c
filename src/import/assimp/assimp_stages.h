/// The stages that read Assimp's scene, in their order. Files of other formats go through all of them; of an FBX,
/// Assimp gives the nodes and the clips of the engine `assimp`. They fail only on memory or a limit.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_STAGES_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_STAGES_H

#include "import/import_pass.h"

SINEW_NODISCARD sinew_result sinew__import_nodes(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_joints(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_cameras(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_textures(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_materials(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_meshes(import_pass *pass, sinew_error *out_error);
SINEW_NODISCARD sinew_result sinew__import_clips(import_pass *pass, sinew_error *out_error);

/// Adds to a clip the importer's tracks of the clip called `name` in raw.clips, if there is one, on nodes only: the
/// author's keys animate the joints. Returns 0 when out of memory.
int sinew__import_keep_node_tracks(import_pass *pass, const char *name, sinew_raw_clip *clip);

/// The node that a bone or a channel names: the first of that name, or SINEW_NONE. Where several have the name, adds a
/// warning.
int32_t sinew__import_find_node(import_pass *pass, const char *name);

#endif
