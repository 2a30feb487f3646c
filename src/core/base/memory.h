/// Allocates memory with the allocators of sinew/memory.h. A size of zero gives valid memory.
#ifndef SINEW_CORE_BASE_MEMORY_H
#define SINEW_CORE_BASE_MEMORY_H

#include <stddef.h>

#include "sinew/memory.h"

#define SINEW__LINE 64u ///< bytes of a cache line

/// Returns `size` bytes aligned for any type, or NULL.
void *sinew__allocate(size_t size);

/// Returns `count` zeroed items of `size` bytes; NULL when out of memory or if the product overflows.
void *sinew__allocate_zeroed(size_t count, size_t size);

/// Returns at least `size` bytes that start at a cache line, so that no vector access crosses a line; or NULL.
void *sinew__allocate_lines(size_t size);

/// Resizes memory of sinew__allocate, or NULL. When out of memory, returns NULL and does not change `memory`.
void *sinew__resize(void *memory, size_t size);

/// Makes the calling thread allocate from the allocator that `memory` came from. Returns the thread's previous
/// allocator, to be restored with sinew__use_allocator.
const sinew_allocator *sinew__use_allocator_of(const void *memory);

/// Sets the allocator of the calling thread; NULL: the process's.
void sinew__use_allocator(const sinew_allocator *allocator);

/// Returns the allocator of the calling thread, or NULL if it uses the process's.
const sinew_allocator *sinew__thread_allocator(void);

/// Return a terminated copy of a text, or of at most its first `length` bytes; NULL when out of memory.
char *sinew__copy_text(const char *text);
char *sinew__copy_text_part(const char *text, size_t length);

/// Returns the concatenation of three texts, such as a folder, "/" and a name; NULL when out of memory.
char *sinew__join_texts(const char *first, const char *second, const char *third);

#endif
