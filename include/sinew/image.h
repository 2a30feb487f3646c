/// Images as arrays of pixels.
///
///     sinew_image image;
///     if (sinew_model_load_texture(model, 0, "walk.fbx", NULL, &image, &error)) return puts(error.message);
///     const uint8_t *pixel = image.pixels; // red, green, blue, alpha of the upper left pixel
///     printf("%d × %d: %d %d %d\n", (int)image.width, (int)image.height, pixel[0], pixel[1], pixel[2]);
///     sinew_image_free(&image);
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
