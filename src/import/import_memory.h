/// The memory of an import.
#ifndef SINEW_IMPORT_IMPORT_MEMORY_H
#define SINEW_IMPORT_IMPORT_MEMORY_H

#include <stddef.h>
#include <stdint.h>

/// Default limit in bytes for a file of `size` bytes. The worker's host caps it.
static inline size_t sinew__import_memory(size_t size)
{
    const size_t base = (size_t)256 << 20;
    return size > (SIZE_MAX - base) / 64 ? SIZE_MAX : base + 64 * size;
}

#endif
