/// The JSON part of a glTF file, which holds what Assimp does not pass on.
#ifndef SINEW_IMPORT_ASSIMP_GLTF_JSON_H
#define SINEW_IMPORT_ASSIMP_GLTF_JSON_H

#include "import/import_pass.h"

struct cJSON;

/// Parses the JSON of a .gltf, or the first chunk of a .glb. Returns NULL if it is invalid or out of memory. Release it
/// with cJSON_Delete.
struct cJSON *sinew__gltf_parse(const import_pass *pass);

/// Fails with SINEW_ERROR_UNSUPPORTED, naming the extension, if the file requires compression that Assimp would
/// overlook
/// (`failure` NULL), or another extension that explains why Assimp has failed.
SINEW_NODISCARD sinew_result sinew__gltf_check_extensions(const import_pass *pass, const sinew_error *failure,
                                                          sinew_error *out_error);

#endif
