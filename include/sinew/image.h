/// Images as arrays of pixels.
#ifndef SINEW_IMAGE_H
#define SINEW_IMAGE_H

#include <stdint.h>

#include "sinew/result.h"

#ifdef __cplusplus
extern "C" {
#endif

/// An image: RGBA, 8 bits per channel, top row first, straight alpha.
typedef struct sinew_image {
    int32_t width, height;
    uint8_t *pixels; ///< [width × height × 4], released by sinew_image_free
} sinew_image;

/// Frees the pixels. Accepts NULL.
SINEW_API void sinew_image_free(sinew_image *image);

/// Writes a PNG file, RGBA, whole or not at all: an existing file is replaced once the new one is complete.
/// SINEW_ERROR_INVALID_ARGUMENT for an image without pixels, SINEW_ERROR_LIMIT for more than 2^28 pixels,
/// SINEW_ERROR_WRITE, SINEW_ERROR_OUT_OF_MEMORY. Messages do not name the file.
SINEW_API SINEW_NODISCARD sinew_result sinew_image_write_png(const sinew_image *image, const char *path,
                                                             sinew_error *out_error);

#ifdef __cplusplus
}
#endif

#endif
