/// Memory aligned to cache lines, so that no vector access crosses a line.
#ifndef SINEW_BASE_LINES_H
#define SINEW_BASE_LINES_H

#include <stdint.h>

#include "base/arena.h"

#define SINEW__LINE 64u ///< bytes of a cache line

/// At least `size` bytes at the start of a cache line, or NULL. Released by free().
void *sinew__allocate_lines(size_t size);

/// `size` bytes of an arena, aligned to `alignment`, or NULL.
static inline void *sinew__arena_aligned(sinew__arena *arena, size_t size, size_t alignment)
{
    uint8_t *bytes = SINEW__ARENA_ARRAY(arena, uint8_t, size + alignment);
    return bytes ? bytes + (alignment - (uintptr_t)bytes % alignment) % alignment : NULL;
}

#endif
