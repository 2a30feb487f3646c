/// Writes PNG files: RGB, with alpha if the image has any.
#include <png.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "draw/output/output.h"

static sinew_result open_png(output *out, sinew_error *out_error)
{
    (void)out;
    (void)out_error;
    return SINEW_OK;
}

static int is_opaque(const output_image *image)
{
    const size_t count = (size_t)image->width * (size_t)image->height;
    for (size_t i = 0; i < count; ++i) {
        if (image->pixels[4 * i + 3] != 255) return 0;
    }
    return 1;
}

/// Encodes to allocated memory.
static sinew_result encode(png_image *png, const uint8_t *pixels, void **out_bytes, size_t *out_size,
                           sinew_error *out_error)
{
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*png);
    *out_bytes = sinew__allocate(size);
    if (!*out_bytes) return sinew__fail_memory(out_error);
    if (!png_image_write_to_memory(png, *out_bytes, &size, 0, pixels, 0, NULL)) {
        return sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot encode PNG: %s", png->message);
    }
    *out_size = size;
    return SINEW_OK;
}

static sinew_result write_png(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    const int opaque = is_opaque(image);
    const size_t count = (size_t)image->width * (size_t)image->height;
    uint8_t *colors = opaque ? sinew__output_drop_alpha(image->pixels, count) : NULL;
    if (opaque && !colors) return sinew__fail_memory(out_error);
    png_image png = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)image->width,
        .height = (png_uint_32)image->height,
        .format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA,
        .flags = PNG_IMAGE_FLAG_FAST,
    };
    void *bytes = NULL;
    size_t size = 0;
    sinew_result result = encode(&png, opaque ? colors : image->pixels, &bytes, &size, out_error);
    if (result == SINEW_OK) result = sinew__output_write_bytes(out->path, bytes, size, out_error);
    sinew_free(bytes);
    sinew_free(colors);
    return result;
}

static sinew_result close_png(output *out, sinew_error *out_error)
{
    (void)out;
    (void)out_error;
    return SINEW_OK;
}

const output_driver sinew__output_png = {
    .name = "png",
    .extension = "png",
    .open = open_png,
    .write = write_png,
    .close = close_png,
};
