/// Memory that two processes share, for the result of a worker. Pages are allocated when they are written.
#ifndef SINEW_PLATFORM_SHARED_MEMORY_H
#define SINEW_PLATFORM_SHARED_MEMORY_H

#include <stddef.h>

/// Creates memory of `size` bytes, which cannot be resized. Returns its descriptor, or −1 with errno.
int sinew__shared_memory_create(size_t size);

/// Creates memory that holds `size` bytes, which another process can read as a file. Returns its descriptor, or −1 with
/// errno.
int sinew__shared_memory_copy(const void *bytes, size_t size);

/// Returns the first `size` bytes, private to this process, in a state that no other process can change: sealed and
/// mapped where the system supports it and the other process has unmapped them, else copied. Returns NULL when out of
/// memory.
void *sinew__shared_memory_take(int descriptor, size_t size);

/// Releases a result.
void sinew__shared_memory_release(void *memory, size_t size);

#endif
