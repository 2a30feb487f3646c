/// Libraries that are loaded when something needs them. Linked, they would take every command the time that they need to
/// start: cairo 6 %, meshoptimizer 12 %, SDL with the libraries of sound and windows two thirds.
#ifndef SINEW_CORE_PLATFORM_DYNAMIC_LIBRARY_H
#define SINEW_CORE_PLATFORM_DYNAMIC_LIBRARY_H

#include <stddef.h>

typedef struct sinew__function {
    const char *name;
    void *address; ///< where its address goes, a pointer to a function: ISO C has no cast from an object to a function
} sinew__function;

/// Finds functions of the library `name`, "libcairo.so.2". Returns 0, with some addresses unset, if the library is not
/// installed or lacks one of them. It stays loaded until the process ends.
int sinew__load_functions(const char *name, const sinew__function *functions, size_t count);

#endif
