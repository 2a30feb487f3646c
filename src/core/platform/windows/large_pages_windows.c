#include "core/platform/large_pages.h"

/// Large pages are a privilege that few accounts of Windows have: the memory stays as it is.
void sinew__prefer_large_pages(void *memory, size_t size)
{
    (void)memory;
    (void)size;
}
