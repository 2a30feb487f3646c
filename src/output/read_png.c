#include "output/read_png.h"

#include <png.h>
#include <stdlib.h>

#include "base/error.h"
#include "platform/descriptor.h"
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

/// Bytes of a file that may be such a picture: its pixels, not packed, and some more.
static const size_t largest_file = (size_t)LARGEST * LARGEST * 4 + ((size_t)64 << 20);

/// The whole file, once its first bytes and its size may be those of a picture.
static sinew_result read_file(const char *path, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    int file;
    unsigned char start[SIGNATURE] = {0};
    sinew_result result = sinew__file_open(path, &file, out_size, out_error);
    if (result != SINEW_OK) return result;
    if (sinew__read_all(file, start, SIGNATURE) < SIGNATURE || png_sig_cmp(start, 0, SIGNATURE) != 0)
        result = sinew__fail(out_error, SINEW_ERROR_DAMAGED, "not a PNG file");
    else if (*out_size > largest_file)
        result = sinew__fail(out_error, SINEW_ERROR_LIMIT, "a PNG file of %zu MB, the limit is %zu MB", *out_size >> 20,
                             largest_file >> 20);
    else
        result = sinew__file_read_open(file, *out_size, out_bytes, out_size, out_error);
    sinew__close(file);
    return result;
}

sinew_result sinew__output_read_png(const char *path, int32_t *out_width, int32_t *out_height, uint8_t **out_pixels,
                                    sinew_error *out_error)
{
    *out_pixels = NULL;
    void *bytes = NULL;
    size_t size = 0;
    sinew_result result = read_file(path, &bytes, &size, out_error);
    if (result != SINEW_OK) return result;
    png_image image = {.version = PNG_IMAGE_VERSION};
    if (png_image_begin_read_from_memory(&image, bytes, size)) {
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
