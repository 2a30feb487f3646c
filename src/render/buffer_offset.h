/// Places in a bound buffer, as OpenGL's calls take them: offsets that are passed as if they were pointers.
#ifndef SINEW_RENDER_BUFFER_OFFSET_H
#define SINEW_RENDER_BUFFER_OFFSET_H

#include <stddef.h>
#include <stdint.h>

static inline const void *render_buffer_offset(size_t bytes)
{
    return (const void *)(uintptr_t)bytes;
}

#endif
