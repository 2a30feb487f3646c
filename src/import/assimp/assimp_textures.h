/// The textures of Assimp's materials, by path.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_TEXTURES_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_TEXTURES_H

#include "import/import_pass.h"

/// Returns the texture of a path: "*3" is the fourth embedded image; others are found by their authored path, or become
/// a reference to a file. SINEW_NONE: there is no such embedded image.
int32_t sinew__import_find_texture(import_pass *pass, const char *path);

#endif
