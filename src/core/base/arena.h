/// Arenas: memory that is allocated in parts and freed at once, with an optional limit. For parsing and importing.
#ifndef SINEW_CORE_BASE_ARENA_H
#define SINEW_CORE_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/error.h"
#include "sinew/result.h"

typedef struct sinew__arena_chunk sinew__arena_chunk;

/// An arena. All zero: empty, without a limit.
typedef struct sinew__arena {
    sinew__arena_chunk *chunks;
    size_t used;   ///< bytes allocated from the system
    size_t limit;  ///< largest number of bytes; 0: no limit
    size_t beside; ///< bytes of the limit that another arena uses
    int failed;    ///< a request failed: 2 because of the limit, 1 because the system is out of memory
} sinew__arena;

/// Returns `count` zeroed items of `size` bytes, aligned for any type. NULL when out of memory, above the limit, or if
/// the product overflows. A count of 0 returns a valid pointer.
void *sinew__arena_take(sinew__arena *arena, size_t count, size_t size);

#define SINEW__ARENA_ARRAY(arena, type, count) ((type *)sinew__arena_take((arena), (size_t)(count), sizeof(type)))

/// Returns `size` bytes aligned to `alignment`, or NULL.
static inline void *sinew__arena_aligned(sinew__arena *arena, size_t size, size_t alignment)
{
    uint8_t *bytes = SINEW__ARENA_ARRAY(arena, uint8_t, size + alignment);
    return bytes ? bytes + (alignment - (uintptr_t)bytes % alignment) % alignment : NULL;
}

/// Returns a terminated copy of [text, text + length), or NULL.
char *sinew__arena_text(sinew__arena *arena, const char *text, size_t length);

/// Formats a text in the arena like printf. Returns it, or NULL.
char *sinew__arena_format(sinew__arena *arena, const char *format, ...) SINEW_PRINTF(2, 3);

/// Grows an array of the arena so that it has room for `count + 1` items; the old copy stays until the arena is freed.
/// Returns NULL when out of memory.
void *sinew__arena_grow(sinew__arena *arena, void *items, size_t count, size_t *capacity, size_t size);

/// Sets and returns the error of a failed request: SINEW_ERROR_MEMORY_LIMIT or SINEW_ERROR_OUT_OF_MEMORY.
sinew_result sinew__arena_fail(const sinew__arena *arena, sinew_error *out_error);

/// Frees all items, and keeps a part of the memory for the next ones.
void sinew__arena_reset(sinew__arena *arena);

/// Gives an empty arena the limit of another arena. The limit then applies to the memory of both together.
static inline void sinew__arena_share_limit(sinew__arena *arena, const sinew__arena *other)
{
    arena->limit = other->limit;
    arena->beside = other->used;
}

/// Frees all memory; the arena is empty and usable again.
void sinew__arena_free(sinew__arena *arena);

#endif
