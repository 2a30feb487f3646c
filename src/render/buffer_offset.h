/// Offsets into a bound buffer as OpenGL calls take them: byte offsets passed as pointers.
#ifndef SINEW_RENDER_BUFFER_OFFSET_H
#define SINEW_RENDER_BUFFER_OFFSET_H

#include <stddef.h>
#include <stdint.h>

static inline const void *render_buffer_offset(size_t bytes)
{
    return (const void *)(uintptr_t)bytes;
}

#endif
