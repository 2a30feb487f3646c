#include "program/viewer/window/widget_memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
    _Alignas(max_align_t) unsigned char bytes[4 << 20];
    size_t used;
} reserve;

void widget_memory_begin(void)
{
    reserve.used = 0;
}

void *widget_memory_allocate(size_t size, void *unused)
{
    (void)unused;
    void *memory = malloc(size);
    if (memory) return memory;
    const size_t unit = _Alignof(max_align_t), rounded = (size + unit - 1) / unit * unit;
    if (rounded > sizeof reserve.bytes - reserve.used) {
        fputs("sinew: out of memory\n", stderr);
        _Exit(70);
    }
    reserve.used += rounded;
    return reserve.bytes + (reserve.used - rounded);
}

void widget_memory_release(void *memory, void *unused)
{
    (void)unused;
    const uintptr_t byte = (uintptr_t)memory, first = (uintptr_t)reserve.bytes;
    if (byte < first || byte >= first + sizeof reserve.bytes) free(memory);
}

int widget_memory_is_short(void)
{
    return reserve.used > 0;
}
