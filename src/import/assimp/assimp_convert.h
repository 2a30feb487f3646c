/// Assimp's types → sinew's. Its matrices are row-major, its quaternions w first, its strings counted and of any
/// encoding.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_CONVERT_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_CONVERT_H

#include <assimp/matrix4x4.h>
#include <assimp/quaternion.h>
#include <assimp/types.h>
#include <assimp/vector3.h>

#include "core/base/arena.h"
#include "sinew/types.h"

/// The upper three rows; the identity where an entry is not finite. Returns whether all were finite.
int sinew__assimp_affine(const struct aiMatrix4x4 *matrix, sinew_affine *out);

sinew_quat sinew__assimp_quat(const struct aiQuaternion *quaternion);

/// Terminated UTF-8 from a counted string; bytes that are not UTF-8 are read as Windows-1252. Ends at the first NUL.
const char *sinew__import_text(sinew__arena *arena, const char *text, size_t length);
const char *sinew__assimp_text(sinew__arena *arena, const struct aiString *text);

#endif
