#include "import/assimp/assimp_library.h"

#include <assimp/version.h>
#include <stddef.h>
#include <string.h>

#include "platform/process.h"

const char *sinew__assimp_library_path(void)
{
    const char *program = sinew__library_of((uintptr_t)&sinew__assimp_library_path);
    const char *library = sinew__library_of((uintptr_t)&aiGetVersionMajor);
    return program && library && strcmp(program, library) != 0 ? library : NULL;
}
