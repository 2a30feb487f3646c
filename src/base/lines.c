#include "base/lines.h"

#include <stdint.h>
#include <stdlib.h>

void *sinew__allocate_lines(size_t size)
{
    if (size > SIZE_MAX - SINEW__LINE) return NULL;
    return aligned_alloc(SINEW__LINE, size / SINEW__LINE * SINEW__LINE + SINEW__LINE); // a multiple of the alignment
}
