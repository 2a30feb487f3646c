/// Pages of large memory.
#ifndef SINEW_CORE_PLATFORM_LARGE_PAGES_H
#define SINEW_CORE_PLATFORM_LARGE_PAGES_H

#include <stddef.h>

/// Asks the system for pages of 2 MiB for memory of 4 MiB or more; `memory` may be NULL. Linux clears a page at its
/// first use, and with pages of 4 KiB that took half of the processor time of importing a large model. Where the system
/// has no such pages, or none left, the memory stays as it is.
void sinew__prefer_large_pages(void *memory, size_t size);

#endif
