/// Memory on cache lines: vectors that are read and written there cross none.
#ifndef SINEW_BASE_LINES_H
#define SINEW_BASE_LINES_H

#include <stdint.h>

#include "base/arena.h"

#define SINEW__LINE 64u ///< bytes of a cache line

/// At least `size` bytes that begin on a line, or NULL. free() gives them back.
void *sinew__allocate_lines(size_t size);

/// `size` bytes of an arena that begin on a multiple of `alignment`, or NULL.
static inline void *sinew__arena_aligned(sinew__arena *arena, size_t size, size_t alignment)
{
    uint8_t *bytes = SINEW__ARENA_ARRAY(arena, uint8_t, size + alignment);
    return bytes ? bytes + (alignment - (uintptr_t)bytes % alignment) % alignment : NULL;
}

#endif
