#define _POSIX_C_SOURCE 200809L
#include "support/failing_memory.h"

#include <errno.h>
#include <stdlib.h>

#include "core/base/arena.h"

static struct {
    int active, for_good;
    long first, requests, refused, blocks;
} memory;

void failing_memory_begin(long first, int for_good)
{
    memory.active = 1;
    memory.first = first;
    memory.for_good = for_good;
    memory.requests = memory.refused = 0;
}

long failing_memory_end(void)
{
    memory.active = 0;
    return memory.refused;
}

long failing_memory_requests(void)
{
    return memory.requests;
}

long failing_memory_blocks(void)
{
    return memory.blocks;
}

static int is_refused(void)
{
    if (!memory.active) return 0;
    const long number = memory.requests++;
    const int refused = number == memory.first || (memory.for_good && number > memory.first);
    memory.refused += refused;
    if (refused) errno = ENOMEM;
    return refused;
}

static void *counted(void *block)
{
    memory.blocks += block != NULL;
    return block;
}

// Wrappers that the linker puts in front of functions; `__real_` is the function itself.
void *__real_malloc(size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
char *__real_strdup(const char *text);
char *__real_strndup(const char *text, size_t length);
void __real_free(void *block);
void *__real_sinew__arena_take(sinew__arena *arena, size_t count, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t length);
void __wrap_free(void *block);
void *__wrap_sinew__arena_take(sinew__arena *arena, size_t count, size_t size);

void *__wrap_malloc(size_t size)
{
    return is_refused() ? NULL : counted(__real_malloc(size));
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return is_refused() ? NULL : counted(__real_aligned_alloc(alignment, size));
}

void *__wrap_calloc(size_t count, size_t size)
{
    return is_refused() ? NULL : counted(__real_calloc(count, size));
}

void *__wrap_realloc(void *block, size_t size)
{
    if (is_refused()) return NULL;
    void *larger = __real_realloc(block, size);
    return block ? larger : counted(larger);
}

char *__wrap_strdup(const char *text)
{
    return is_refused() ? NULL : counted(__real_strdup(text));
}

char *__wrap_strndup(const char *text, size_t length)
{
    return is_refused() ? NULL : counted(__real_strndup(text, length));
}

void __wrap_free(void *block)
{
    memory.blocks -= block != NULL;
    __real_free(block);
}

void *__wrap_sinew__arena_take(sinew__arena *arena, size_t count, size_t size)
{
    if (!is_refused()) return __real_sinew__arena_take(arena, count, size);
    arena->failed = 1;
    return NULL;
}
