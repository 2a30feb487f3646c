#define _DEFAULT_SOURCE // madvise
#include "core/platform/large_pages.h"

#include <stdint.h>
#ifdef __linux__
#include <sys/mman.h>
#endif

void sinew__prefer_large_pages(void *memory, size_t size)
{
#ifdef MADV_HUGEPAGE
    enum { LARGE = 4 << 20, PAGE = 4096 };          // bytes; a large one holds at least one aligned page of 2 MiB
    const size_t before = (uintptr_t)memory % PAGE; // madvise begins at a page
    if (memory && size >= LARGE)
        (void)madvise((unsigned char *)memory - before, (before + size + PAGE - 1) / PAGE * PAGE, MADV_HUGEPAGE);
#else
    (void)memory;
    (void)size;
#endif
}
