/// Geometry caches of an FBX: a vertex cache deformer on a geometry, and the files that its Cache object names.
#ifndef SINEW_IMPORT_JOIN_JOIN_CACHE_H
#define SINEW_IMPORT_JOIN_JOIN_CACHE_H

#include "import/join/join_parts.h"

/// Sets the cache of a mesh that has one, from the first active deformer with points. An active cache overwrites every
/// other deformer, as the FBX SDK plays it. Files that are missing, damaged, too large or made for another mesh become
/// a warning.
SINEW_NODISCARD sinew_result sinew__join_cache(import_pass *pass, const joined_mesh *mesh, sinew_error *out_error);

/// Frees the memory of all caches.
void sinew__join_caches_free(import_pass *pass);

#endif
