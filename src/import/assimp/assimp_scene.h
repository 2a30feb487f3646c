/// Bytes → Assimp's scene, unprocessed.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_SCENE_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_SCENE_H

#include <assimp/scene.h>

#include "base/arena.h"
#include "import/assimp/assimp_files.h"
#include "import/sniff_format.h"
#include "sinew/import.h"

/// Whether Assimp has a reader for an extension.
int sinew__assimp_knows_extension(const char *extension);

/// Reads the bytes of the file called `file_name`; `known` has side files that are not asked for. `*out_scene` must be
/// given to sinew__assimp_scene_release. The message of SINEW_ERROR_DAMAGED is Assimp's.
SINEW_NODISCARD sinew_result sinew__assimp_scene_read(const import_format *format, const char *file_name,
                                                      const void *bytes, size_t size, assimp_known_files known,
                                                      const sinew_import_options *options, sinew__arena *arena,
                                                      const struct aiScene **out_scene, sinew_error *out_error);

/// A scene of one node, in place of one that Assimp could not or should not read. It must not be released.
const struct aiScene *sinew__assimp_scene_empty(void);

/// NULL is fine.
void sinew__assimp_scene_release(const struct aiScene *scene);

#endif
