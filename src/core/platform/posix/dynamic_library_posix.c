#include "core/platform/dynamic_library.h"

#include <dlfcn.h>
#include <string.h>

int sinew__load_functions(const char *name, const sinew__function *functions, size_t count)
{
    void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL); // never unloaded, because fontconfig caches its results
    void *found = library;
    for (size_t i = 0; found && i < count; ++i) {
        found = dlsym(library, functions[i].name);
        memcpy(functions[i].address, &found, sizeof found);
    }
    return found != NULL;
}
