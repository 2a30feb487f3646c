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

#ifdef __cplusplus
}
#endif

#endif
