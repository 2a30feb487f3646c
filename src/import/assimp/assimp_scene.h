/// Bytes → Assimp's scene, unprocessed; and its types → sinew's.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_SCENE_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_SCENE_H

#include <assimp/cfileio.h>
#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/scene.h>
#include <assimp/types.h>
#include <assimp/vector3.h>

#include "core/base/arena.h"
#include "import/import_block.h"
#include "import/import_pass.h"
#include "import/sniff_format.h"
#include "sinew/import.h"
#include "sinew/types.h"

/// The files of an import by Assimp.
typedef struct side_files {
    sinew__arena *arena;
    const sinew__import_options *options; ///< may be NULL
    side_file model;                      ///< Assimp is told to open it
    side_file *items;                     ///< [count] files for which it asked besides; bytes allocated
    size_t count, capacity;
    struct aiFileIO io;
} side_files;

/// Reads the bytes of the file called `file_name`. `*out_scene` must be given to sinew__assimp_scene_release. The
/// message of SINEW_ERROR_DAMAGED is Assimp's.
SINEW_NODISCARD sinew_result sinew__assimp_scene_read(const import_format *format, const char *file_name,
                                                      const void *bytes, size_t size,
                                                      const sinew__import_options *options, sinew__arena *arena,
                                                      const struct aiScene **out_scene, sinew_error *out_error);

/// NULL is fine.
void sinew__assimp_scene_release(const struct aiScene *scene);

// ---- in every build: these need only the types of Assimp's headers -------------------------------------------------

/// A scene of one node, in place of one that Assimp could not or should not read. It must not be released.
const struct aiScene *sinew__assimp_scene_empty(void);

/// The upper three rows; the identity if an entry is not finite. Returns whether all were finite.
int sinew__assimp_affine(const struct aiMatrix4x4 *matrix, sinew_affine *out);
sinew_quat sinew__assimp_quat(const struct aiQuaternion *quaternion);

const char *sinew__assimp_text(sinew__arena *arena, const struct aiString *text);

/// Returns the texture of a path: "*3" is the fourth embedded image; others are found by their authored path, or become
/// a reference to a file. SINEW_NONE: there is no such embedded image.
int32_t sinew__import_find_texture(import_pass *pass, const char *path);

#endif
