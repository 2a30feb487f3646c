#include "support/own_allocator.h"

#include "support/cmocka_close.h"

#include <stdlib.h>
#include <string.h>

enum { FRONT = 64 }; ///< bytes in front of the memory that hold its size

static void *allocate(void *user, size_t size, size_t alignment)
{
    own_allocator *own = user;
    if (++own->allocated == own->fails_at) {
        ++own->refused;
        return NULL;
    }
    unsigned char *memory = aligned_alloc(FRONT, (size + 2 * FRONT - 1) / FRONT * FRONT);
    if (!memory) abort();
    memcpy(memory, &size, sizeof size);
    own->wrong += (uintptr_t)(memory + FRONT) % alignment != 0 || size == 0;
    ++own->living;
    own->bytes += (long)size;
    return memory + FRONT;
}

static void release(void *user, void *memory)
{
    own_allocator *own = user;
    size_t size;
    memcpy(&size, (unsigned char *)memory - FRONT, sizeof size);
    --own->living;
    own->bytes -= (long)size;
    free((unsigned char *)memory - FRONT);
}

static void *resize(void *user, void *memory, size_t size)
{
    void *moved = allocate(user, size, 16);
    size_t before = 0;
    if (!moved || !memory) return moved;
    memcpy(&before, (unsigned char *)memory - FRONT, sizeof before);
    memcpy(moved, memory, before < size ? before : size);
    release(user, memory);
    return moved;
}

static const sinew_allocator *functions_of(own_allocator *own)
{
    if (!own) return NULL;
    own->functions = (sinew_allocator){allocate, resize, release, own};
    return &own->functions;
}

void own_allocator_set(own_allocator *own)
{
    assert_int_equal(sinew_set_allocator(functions_of(own), NULL), SINEW_OK);
}

void own_allocator_set_thread(own_allocator *own)
{
    assert_int_equal(sinew_set_thread_allocator(functions_of(own), NULL), SINEW_OK);
}
