#include "output/read_png.h"

#include <png.h>
#include <stdlib.h>

#include "base/error.h"
#include "platform/file.h"

enum {
    LARGEST = 16384, ///< pixels per side
    SIGNATURE = 8,   ///< bytes of the PNG signature
};

static sinew_result decode(png_image *image, uint8_t **out_pixels, sinew_error *out_error)
{
    if (image->width > LARGEST || image->height > LARGEST) {
        return sinew__fail(out_error, SINEW_ERROR_LIMIT, "%ux%u pixels, the limit is %d", image->width, image->height,
                           LARGEST);
    }
    image->format = PNG_FORMAT_RGBA;
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(*image));
    if (!pixels) return sinew__fail_memory(out_error);
    if (!png_image_finish_read(image, NULL, pixels, 0, NULL)) {
        free(pixels);
        return sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: %s", image->message);
    }
    *out_pixels = pixels;
    return SINEW_OK;
}

sinew_result sinew__output_read_png(const char *path, int32_t *out_width, int32_t *out_height, uint8_t **out_pixels,
                                    sinew_error *out_error)
{
    *out_pixels = NULL;
    void *bytes = NULL;
    size_t size = 0;
    sinew_result result = sinew__file_read(path, &bytes, &size, out_error);
    if (result != SINEW_OK) return result;
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (size < SIGNATURE || png_sig_cmp(bytes, 0, SIGNATURE) != 0) {
        result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "not a PNG file");
    } else if (png_image_begin_read_from_memory(&image, bytes, size)) {
        result = decode(&image, out_pixels, out_error);
        *out_width = (int32_t)image.width;
        *out_height = (int32_t)image.height;
    } else {
        result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "damaged: %s", image.message);
    }
    png_image_free(&image);
    free(bytes);
    return result;
}
