/// Loads libraries when they are needed. Linking them would slow down the start of every command: cairo by 6 %,
/// meshoptimizer by 12 %, SDL with its sound and window libraries by two thirds.
#ifndef SINEW_CORE_PLATFORM_DYNAMIC_LIBRARY_H
#define SINEW_CORE_PLATFORM_DYNAMIC_LIBRARY_H

#include <stddef.h>

typedef struct sinew__function {
    const char *name;
    /// receives the address; points to a function pointer, because ISO C has no cast from object to function pointers
    void *address;
} sinew__function;

/// Finds functions of the library `name`, such as "libcairo.so.2". Returns 0, possibly with some addresses set, if the
/// library is not installed or lacks one of them. It stays loaded until the process ends.
int sinew__load_functions(const char *name, const sinew__function *functions, size_t count);

#endif
