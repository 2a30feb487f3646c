#include "core/base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"

// bytes; the first chunk is small, because many arenas hold only a few texts
enum { FIRST_CHUNK = 4 * 1024, SMALLEST_CHUNK = 64 * 1024 };

struct sinew__arena_chunk {
    sinew__arena_chunk *next;
    size_t capacity, used;
    alignas(max_align_t) unsigned char bytes[];
};

/// Whether the limit allows one more chunk of `capacity` bytes.
static int may_take(const sinew__arena *arena, size_t capacity)
{
    const size_t total = sizeof(sinew__arena_chunk) + capacity;
    if (!arena->limit) return 1;
    return arena->beside <= arena->limit && total <= arena->limit - arena->beside &&
           arena->used <= arena->limit - arena->beside - total;
}

static int add_chunk(sinew__arena *arena, size_t needed)
{
    const size_t smallest = arena->chunks ? SMALLEST_CHUNK : FIRST_CHUNK;
    size_t capacity = needed > smallest ? needed : smallest;
    if (arena->used / 4 > capacity) capacity = arena->used / 4; // grows with the arena: few chunks for large files
    if (!may_take(arena, capacity)) capacity = needed;
    if (!may_take(arena, capacity)) {
        arena->failed = 2;
        return 0;
    }
    sinew__arena_chunk *chunk = sinew__allocate_zeroed(1, sizeof *chunk + capacity);
    if (!chunk) {
        arena->failed = 1;
        return 0;
    }
    chunk->capacity = capacity;
    chunk->next = arena->chunks;
    arena->chunks = chunk;
    arena->used += sizeof *chunk + capacity;
    return 1;
}

void *sinew__arena_take(sinew__arena *arena, size_t count, size_t size)
{
    if (size && count > (SIZE_MAX / 2 - 64) / size) {
        arena->failed = 2;
        return NULL;
    }
    const size_t align = alignof(max_align_t);
    const size_t needed = (count * size + align) & ~(align - 1); // at least one byte, so that pointers are distinct
    sinew__arena_chunk *chunk = arena->chunks;
    if (!chunk || chunk->capacity - chunk->used < needed) {
        if (!add_chunk(arena, needed)) return NULL;
        chunk = arena->chunks;
    }
    void *memory = chunk->bytes + chunk->used;
    chunk->used += needed;
    return memory;
}

char *sinew__arena_text(sinew__arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX) return NULL;
    char *copy = sinew__arena_take(arena, length + 1, 1);
    if (copy && length) memcpy(copy, text, length);
    return copy;
}

char *sinew__arena_format(sinew__arena *arena, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (length < 0) return NULL;
    char *text = sinew__arena_take(arena, (size_t)length + 1, 1);
    if (!text) return NULL;
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

void *sinew__arena_grow(sinew__arena *arena, void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) return items;
    const size_t wanted = *capacity ? *capacity * 2 : 16;
    void *larger = sinew__arena_take(arena, wanted, size);
    if (!larger) return NULL;
    if (count) memcpy(larger, items, count * size);
    *capacity = wanted;
    return larger;
}

sinew_result sinew__arena_fail(const sinew__arena *arena, sinew_error *error)
{
    if (arena->failed != 2) return sinew__fail_memory(error);
    return sinew__fail(error, SINEW_ERROR_MEMORY_LIMIT, "reading the file takes more than %.0f MB of memory",
                       (double)arena->limit / 1e6);
}

void sinew__arena_reset(sinew__arena *arena)
{
    sinew__arena_chunk *kept = arena->chunks; // keeps the newest chunk, which usually is the largest
    if (!kept) return;
    arena->chunks = kept->next;
    sinew__arena_free(arena);
    memset(kept->bytes, 0, kept->used);
    kept->used = 0;
    kept->next = NULL;
    arena->chunks = kept;
    arena->used = sizeof *kept + kept->capacity;
}

void sinew__arena_free(sinew__arena *arena)
{
    for (sinew__arena_chunk *chunk = arena->chunks; chunk;) {
        sinew__arena_chunk *next = chunk->next;
        sinew_free(chunk);
        chunk = next;
    }
    arena->chunks = NULL;
    arena->used = 0;
    arena->failed = 0;
}
