#include "core/base/memory.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#include "core/base/error.h"

enum { ANY_ALIGNMENT = 16 }; ///< of every type

#ifdef _WIN32 // aligned memory is released by a function of its own

static void *allocate_default(void *user, size_t size, size_t alignment)
{
    (void)user;
    return _aligned_malloc(size, alignment);
}

static void *resize_default(void *user, void *memory, size_t size)
{
    (void)user;
    return _aligned_realloc(memory, size, ANY_ALIGNMENT);
}

static void release_default(void *user, void *memory)
{
    (void)user;
    _aligned_free(memory);
}

#else

static void *allocate_default(void *user, size_t size, size_t alignment)
{
    (void)user;
    if (alignment <= ANY_ALIGNMENT) return malloc(size);
    if (size > SIZE_MAX - alignment) return NULL;
    // glibc's aligned_alloc takes more than `size` and gives the rest back, so that it never takes freed memory of the
    // same size: a program that loads model after model grew by one model each time. malloc takes it.
    void *memory = malloc(size);
    if ((uintptr_t)memory % alignment == 0) return memory;
    free(memory);
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment); // a multiple of the alignment
}

static void *resize_default(void *user, void *memory, size_t size)
{
    (void)user;
    return realloc(memory, size);
}

static void release_default(void *user, void *memory)
{
    (void)user;
    free(memory);
}

#endif

static sinew_allocator allocator = {allocate_default, resize_default, release_default, NULL};

sinew_result sinew_set_allocator(const sinew_allocator *new_allocator, sinew_error *out_error)
{
    static const sinew_allocator defaults = {allocate_default, resize_default, release_default, NULL};
    if (!new_allocator) new_allocator = &defaults;
    if (!new_allocator->allocate || !new_allocator->resize || !new_allocator->release)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the allocator lacks a function");
    allocator = *new_allocator;
    return SINEW_OK;
}

static void *allocate(size_t size, size_t alignment)
{
    return allocator.allocate(allocator.user, size > 0 ? size : 1, alignment);
}

void *sinew__allocate(size_t size)
{
    return allocate(size, ANY_ALIGNMENT);
}

void *sinew__allocate_zeroed(size_t count, size_t size)
{
    if (size > 0 && count > SIZE_MAX / size) return NULL;
#ifndef _WIN32
    if (allocator.allocate == allocate_default)
        return calloc(count + !count, size + !size); // pages that are zero already
#endif
    void *memory = allocate(count * size, ANY_ALIGNMENT);
    return memory ? memset(memory, 0, count * size) : NULL;
}

void *sinew__allocate_lines(size_t size)
{
    return allocate(size, SINEW__LINE);
}

void *sinew__resize(void *memory, size_t size)
{
    return allocator.resize(allocator.user, memory, size > 0 ? size : 1);
}

char *sinew__copy_text_part(const char *text, size_t length)
{
    const char *end = memchr(text, '\0', length);
    if (end) length = (size_t)(end - text);
    char *copy = sinew__allocate(length + 1);
    if (!copy) return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *sinew__copy_text(const char *text)
{
    return sinew__copy_text_part(text, strlen(text));
}

char *sinew__join_texts(const char *first, const char *second, const char *third)
{
    const size_t first_size = strlen(first), second_size = strlen(second), third_size = strlen(third);
    char *text = sinew__allocate(first_size + second_size + third_size + 1);
    if (!text) return NULL;
    memcpy(text, first, first_size);
    memcpy(text + first_size, second, second_size);
    memcpy(text + first_size + second_size, third, third_size + 1);
    return text;
}

void *sinew_allocate(size_t size)
{
    return sinew__allocate_lines(size);
}

void sinew_free(void *memory)
{
    if (memory) allocator.release(allocator.user, memory);
}
