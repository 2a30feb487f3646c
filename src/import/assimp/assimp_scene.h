/// Reads Assimp's scene from bytes, without post-processing. Also converts Assimp's types.
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

/// The files that Assimp reads in one import.
typedef struct side_files {
    sinew__arena *arena;
    const sinew__import_options *options; ///< may be NULL
    side_file model;                      ///< the model file, by the name that Assimp opens
    side_file *items;                     ///< [count] the other files that Assimp asked for; their bytes are allocated
    size_t count, capacity;
    struct aiFileIO io;
} side_files;

/// Reads the bytes of the file called `file_name`. Release `*out_scene` with sinew__assimp_scene_release. The message
/// of SINEW_ERROR_DAMAGED is Assimp's.
SINEW_NODISCARD sinew_result sinew__assimp_scene_read(const import_format *format, const char *file_name,
                                                      const void *bytes, size_t size,
                                                      const sinew__import_options *options, sinew__arena *arena,
                                                      const struct aiScene **out_scene, sinew_error *out_error);

/// Releases a scene; NULL is allowed.
void sinew__assimp_scene_release(const struct aiScene *scene);

// ---- in every build: these need only the types of Assimp's headers -------------------------------------------------

/// Returns a scene with one node, which replaces a scene that Assimp could not or should not read. Do not release it.
const struct aiScene *sinew__assimp_scene_empty(void);

/// Converts a matrix, without its last row; to the identity if an entry is not finite. Returns whether all entries were
/// finite.
int sinew__assimp_affine(const struct aiMatrix4x4 *matrix, sinew_affine *out);
sinew_quat sinew__assimp_quat(const struct aiQuaternion *quaternion);

const char *sinew__assimp_text(sinew__arena *arena, const struct aiString *text);

/// Returns the texture for a path in Assimp's scene. The path "*3" means the fourth embedded image; SINEW_NONE if that
/// image does not exist. Another path is looked up among the textures by authored path, or added as a reference to a
/// file.
int32_t sinew__import_find_texture(import_pass *pass, const char *path);

#endif
