/// The Assimp library in use: an import depends on it as on the model file.
#ifndef SINEW_IMPORT_ASSIMP_ASSIMP_LIBRARY_H
#define SINEW_IMPORT_ASSIMP_ASSIMP_LIBRARY_H

/// Path of Assimp's shared library as the loader found it, for as long as it is loaded; NULL where Assimp is part of
/// the calling program.
const char *sinew__assimp_library_path(void);

#endif
