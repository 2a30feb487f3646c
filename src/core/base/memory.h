/// Memory from the allocators of memory.h. Sizes of zero give valid memory.
#ifndef SINEW_CORE_BASE_MEMORY_H
#define SINEW_CORE_BASE_MEMORY_H

#include <stddef.h>

#include "sinew/memory.h"

#define SINEW__LINE 64u ///< bytes of a cache line

/// `size` bytes for any type, or NULL.
void *sinew__allocate(size_t size);

/// `count` zeroed items of `size` bytes, or NULL; also when the product overflows.
void *sinew__allocate_zeroed(size_t count, size_t size);

/// At least `size` bytes at the start of a cache line, so that no vector access crosses a line; or NULL.
void *sinew__allocate_lines(size_t size);

/// Resizes memory of sinew__allocate or NULL; returns NULL and leaves it as it is when out of memory.
void *sinew__resize(void *memory, size_t size);

/// Lets the calling thread allocate from the allocator of memory that the functions above returned. Returns the
/// thread's allocator until then, which sinew__use_allocator sets again.
const sinew_allocator *sinew__use_allocator_of(const void *memory);

/// Sets the allocator of the calling thread; NULL: the process's.
void sinew__use_allocator(const sinew_allocator *allocator);

/// The allocator of the calling thread, or NULL if it is the process's.
const sinew_allocator *sinew__thread_allocator(void);

/// A terminated copy of a text, or of its first `length` bytes at most; NULL when out of memory.
char *sinew__copy_text(const char *text);
char *sinew__copy_text_part(const char *text, size_t length);

/// Three texts in sequence, such as a folder, "/" and a name, in as much memory as they need; NULL when out of memory.
char *sinew__join_texts(const char *first, const char *second, const char *third);

#endif
