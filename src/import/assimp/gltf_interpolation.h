/// The interpolation of a glTF's keys, which Assimp up to 5.2 does not report.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_INTERPOLATION_H
#define SINEW_IMPORT_ASSIMP_GLTF_INTERPOLATION_H

#include "import/assimp/gltf_accessors.h"

/// Lists stepped channels in pass->stepped, and the keys of those with cubic splines or morph weights, which Assimp
/// makes positive, in pass->spline_names. Warns of splines that could not be read: their keys are interpolated
/// linearly.
SINEW_NODISCARD sinew_result sinew__gltf_interpolation(gltf_accessors *accessors, const sinew__json_value *root,
                                                       sinew_error *out_error);

/// Whether a channel of the scene's animation `clip` is stepped.
int sinew__gltf_channel_steps(import_pass *pass, unsigned clip, const char *node, uint32_t path);

/// The cubic splines or morph weights of a channel of the scene's animation `clip`, or NULL.
const gltf_spline *sinew__gltf_channel_spline(import_pass *pass, unsigned clip, const char *node, uint32_t path);

#endif
