/// What Assimp does not tell of a glTF's nodes and keys: unique names, and the interpolation, which it does not report
/// up to 5.2.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_INTERPOLATION_H
#define SINEW_IMPORT_ASSIMP_GLTF_INTERPOLATION_H

#include "core/base/json.h"
#include "import/assimp/gltf_accessors.h"
#include "import/import_pass.h"

/// Lists stepped channels in pass->stepped, and the keys of those with cubic splines or morph weights, which Assimp
/// makes positive, in pass->spline_names. Warns of splines that could not be read: their keys are interpolated
/// linearly.
SINEW_NODISCARD sinew_result sinew__gltf_interpolation(gltf_accessors *accessors, const sinew__json_value *root,
                                                       sinew_error *out_error);

/// Whether a channel of the scene's animation `clip` is stepped.
int sinew__gltf_channel_steps(import_pass *pass, unsigned clip, const char *node, uint32_t path);

/// The cubic splines or morph weights of a channel of the scene's animation `clip`, or NULL.
const gltf_spline *sinew__gltf_channel_spline(import_pass *pass, unsigned clip, const char *node, uint32_t path);

/// Numbers the names of nodes that an earlier node has (see name_table.h), and sets pass->has_numbered_names if
/// there are any. `nodes` is the array of the file, or NULL. Returns 0 when out of memory.
int sinew__gltf_number_names(import_pass *pass, sinew__json_value *nodes);

/// Lists the translation, rotation and scale of nodes, as authored, in pass->gltf_rests: the matrix that Assimp makes
/// of them does not tell which axis a mirror image mirrors. Returns 0 when out of memory.
int sinew__gltf_list_rests(import_pass *pass, const sinew__json_value *nodes);

#endif
