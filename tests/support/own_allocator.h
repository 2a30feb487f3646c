/// An allocator that a program could set: it counts, it may fail, and plain free() of its memory would abort.
#ifndef SINEW_TESTS_OWN_ALLOCATOR_H
#define SINEW_TESTS_OWN_ALLOCATOR_H

#include <stdatomic.h>
#include <stdint.h>

#include "sinew/memory.h"

/// Zero-initialized: nothing was allocated, and no allocation fails.
typedef struct own_allocator {
    atomic_long living, allocated, refused;
    atomic_long bytes; ///< of living memory
    atomic_long wrong; ///< requests for no bytes, and results that are not aligned as requested
    long fails_at;     ///< the number of the allocation that fails, from 1; 0: none
    sinew_allocator functions;
} own_allocator;

/// The library allocates from `own` from now on; NULL: from malloc again.
void own_allocator_set(own_allocator *own);

/// The calling thread allocates from `own` from now on, which must exist as long as memory from it; NULL: from the
/// process's allocator again.
void own_allocator_set_thread(own_allocator *own);

#endif
