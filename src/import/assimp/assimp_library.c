#define _GNU_SOURCE // dladdr
#include "import/assimp/assimp_library.h"

#include <assimp/version.h>
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>

const char *sinew__assimp_library_path(void)
{
    Dl_info program, library;
    const uintptr_t own = (uintptr_t)&sinew__assimp_library_path, other = (uintptr_t)&aiGetVersionMajor;
    if (!dladdr((void *)own, &program) || !dladdr((void *)other, &library)) return NULL;
    return library.dli_fbase == program.dli_fbase ? NULL : library.dli_fname;
}
