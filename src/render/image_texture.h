/// Decoded pictures as textures.
#ifndef SINEW_RENDER_IMAGE_TEXTURE_H
#define SINEW_RENDER_IMAGE_TEXTURE_H

#include <epoxy/gl.h>

#include "sinew/image.h"

/// Uploads a picture with all its smaller levels. A picture larger than the driver's limit starts at the first level
/// that fits.
SINEW_NODISCARD sinew_result render_texture_from_image(const sinew_image *image, GLuint *out_texture,
                                                       sinew_error *out_error);

/// One white texel, for materials without a picture.
GLuint render_texture_white(void);

#endif
