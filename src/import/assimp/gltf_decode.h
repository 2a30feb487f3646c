/// Rewrites the accessors of a glTF that Assimp would misread as floats, shorts and words of one more buffer.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_DECODE_H
#define SINEW_IMPORT_ASSIMP_GLTF_DECODE_H

#include "import/assimp/gltf_accessors.h"

/// The name of the buffer that holds what was rewritten.
#define GLTF_DECODED_NAME "sinew decoded accessors"

/// Checks every accessor of the meshes, skins and animations of `root`, and rewrites those whose numbers are
/// normalised, quantised, sparse, compressed or missing. *out_file has the bytes of the new buffer, in pass->arena; it
/// has none if there is nothing to rewrite. *out_changed says whether `root` has been changed. Channels and primitives
/// that cannot be used are removed with a warning; SINEW_ERROR_DAMAGED names the accessor that is damaged.
SINEW_NODISCARD sinew_result sinew__gltf_decode(gltf_accessors *accessors, sinew__json_value *root, side_file *out_file,
                                                int *out_changed, sinew_error *out_error);

#endif
