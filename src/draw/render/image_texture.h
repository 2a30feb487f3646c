/// Two-dimensional textures: empty, from an image, from coverage bytes.
#ifndef SINEW_DRAW_RENDER_IMAGE_TEXTURE_H
#define SINEW_DRAW_RENDER_IMAGE_TEXTURE_H

#include <epoxy/gl.h>

#include "sinew/image.h"

/// Creates a texture without texels and binds it. `filter` (GL_NEAREST, GL_LINEAR) is used for minification and
/// magnification.
GLuint sinew__render_texture_create(GLint filter);

/// Sets the wrap mode of the bound texture to clamp to edge.
void sinew__render_texture_clamp(void);

/// Fills the bound texture with one byte per texel, [width × height] or NULL.
void sinew__render_texture_set_coverage(int32_t width, int32_t height, const uint8_t *coverage);

/// Uploads an image with all mip levels. An image larger than the driver's limit starts at the first level that fits.
/// `is_data`: the channels are numbers, not sRGB colours.
SINEW_NODISCARD sinew_result sinew__render_texture_from_image(const sinew_image *image, int is_data,
                                                              GLuint *out_texture, sinew_error *out_error);

/// Creates a texture of one white texel, for materials without an image.
GLuint sinew__render_texture_white(void);

#endif
