/// Sets vertex attributes that read the bound buffer.
#ifndef SINEW_DRAW_RENDER_VERTEX_ATTRIBUTE_H
#define SINEW_DRAW_RENDER_VERTEX_ATTRIBUTE_H

#include <stddef.h>
#include <stdint.h>

#include "draw/render/graphics_api.h"

/// Returns an offset into the bound buffer as a pointer, which OpenGL's functions expect.
static inline const void *render_buffer_offset(size_t bytes)
{
    return (const void *)(uintptr_t)bytes;
}

/// Enables an attribute of the bound vertex array: `components` values of `type` in each vertex of `stride` bytes.
/// Bytes are normalised to 0 … 1.
static inline void render_set_attribute(GLuint attribute, GLint components, GLenum type, size_t stride, size_t offset)
{
    glEnableVertexAttribArray(attribute);
    glVertexAttribPointer(attribute, components, type, type == GL_UNSIGNED_BYTE, (GLsizei)stride,
                          render_buffer_offset(offset));
}

#endif
