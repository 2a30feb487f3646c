/// Memory for the result of a worker: of the largest allowed size, allocated when it is written.
#ifndef SINEW_WORKER_HOST_RESULT_MEMORY_H
#define SINEW_WORKER_HOST_RESULT_MEMORY_H

#include <stddef.h>

/// Creates it. Returns its descriptor, or -1 with errno. It cannot be resized.
int sinew__result_memory_create(size_t size);

/// The first `size` bytes, read-only, as no worker can change them any more: sealed and mapped where the system can and
/// the worker has let go of them, else copied. NULL when memory is out.
void *sinew__result_memory_take(int descriptor, size_t size);

/// Releases a result.
void sinew__result_memory_release(void *memory, size_t size);

#endif
