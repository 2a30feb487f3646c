/// Memory on cache lines: vectors that are read and written there cross none.
#ifndef SINEW_BASE_LINES_H
#define SINEW_BASE_LINES_H

#include <stddef.h>

#define SINEW__LINE 64u ///< bytes of a cache line

/// At least `size` bytes that begin on a line, or NULL. free() gives them back.
void *sinew__allocate_lines(size_t size);

#endif
