/// Textures of two dimensions: empty ones, decoded pictures, coverage.
#ifndef SINEW_RENDER_IMAGE_TEXTURE_H
#define SINEW_RENDER_IMAGE_TEXTURE_H

#include <epoxy/gl.h>

#include "sinew/image.h"

/// Makes a texture without texels and binds it. `filter` (GL_NEAREST, GL_LINEAR) is for smaller and larger pictures of
/// it.
GLuint sinew__render_texture_create(GLint filter);

/// Lets the texels at the edges of the bound texture go on outside.
void sinew__render_texture_clamp(void);

/// Fills the bound texture with one byte a texel, [width × height] or NULL.
void sinew__render_texture_set_coverage(int32_t width, int32_t height, const uint8_t *coverage);

/// Uploads a picture with all its smaller levels. A picture larger than the driver's limit starts at the first level
/// that fits.
SINEW_NODISCARD sinew_result sinew__render_texture_from_image(const sinew_image *image, GLuint *out_texture,
                                                              sinew_error *out_error);

/// One white texel, for materials without a picture.
GLuint sinew__render_texture_white(void);

#endif
