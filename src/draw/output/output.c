#define _POSIX_C_SOURCE 200809L // strcasecmp
#include "draw/output/output.h"

#include <png.h>
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <jpeglib.h> // after stdio.h, which it needs

#include "core/base/buffer.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/platform/standard_output.h"

sinew_result sinew__output_write_image(const output_driver *driver, const char *path, const output_image *image,
                                       sinew_error *out_error)
{
    output out = {.driver = driver, .path = path};
    out.state = sinew__allocate_zeroed(1, driver->state_size + 1);
    if (!out.state) return sinew__fail_memory(out_error);
    sinew_result result = driver->open(&out, out_error);
    if (result == SINEW_OK) {
        result = driver->write(&out, image, 0.0, out_error);
        const sinew_result closed = driver->close(&out, result == SINEW_OK ? out_error : NULL);
        if (result == SINEW_OK) result = closed;
    }
    sinew_free(out.state);
    return result;
}

uint8_t *sinew__output_drop_alpha(const uint8_t *pixels, size_t count)
{
    uint8_t *colors = sinew__allocate(3 * count);
    for (size_t i = 0; colors && i < count; ++i) {
        for (size_t k = 0; k < 3; ++k) colors[3 * i + k] = pixels[4 * i + k];
    }
    return colors;
}

// A driver of single images has nothing to open or close; it writes the file at once.

static sinew_result open_image(output *out, sinew_error *out_error)
{
    (void)out;
    (void)out_error;
    return SINEW_OK;
}

static sinew_result close_image(output *out, sinew_error *out_error)
{
    (void)out;
    (void)out_error;
    return SINEW_OK;
}

// Writes PNG files: RGB, with alpha if a pixel is not opaque.

static sinew_result write_encoded(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)time;
    void *bytes;
    size_t size = 0;
    sinew_result result = out->driver->encode(image, &bytes, &size, out_error);
    if (result == SINEW_OK) result = sinew__write_output(out->path, bytes, size, out_error);
    sinew_free(bytes);
    return result;
}

/// Encodes an image to allocated memory.
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

static sinew_result encode_png(const output_image *image, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    *out_bytes = NULL;
    const size_t count = (size_t)image->width * (size_t)image->height;
    size_t first = 0; // first pixel that is not opaque
    while (first < count && image->pixels[4 * first + 3] == 255) ++first;
    const int opaque = first == count;
    uint8_t *colors = opaque ? sinew__output_drop_alpha(image->pixels, count) : NULL;
    if (opaque && !colors) return sinew__fail_memory(out_error);
    png_image png = {
        .version = PNG_IMAGE_VERSION,
        .width = (png_uint_32)image->width,
        .height = (png_uint_32)image->height,
        .format = opaque ? PNG_FORMAT_RGB : PNG_FORMAT_RGBA,
        .flags = PNG_IMAGE_FLAG_FAST,
    };
    const sinew_result result = encode(&png, opaque ? colors : image->pixels, out_bytes, out_size, out_error);
    if (result != SINEW_OK) *out_bytes = (sinew_free(*out_bytes), NULL);
    sinew_free(colors);
    return result;
}

const output_driver sinew__output_png = {
    .name = "png",
    .extension = "png",
    .open = open_image,
    .write = write_encoded,
    .encode = encode_png,
    .close = close_image,
};

// Writes JPEG files, with colours at half the resolution, as usual.

/// Handles errors of libjpeg: by default they end the program, here they return to the caller.
typedef struct jpeg_failure {
    struct jpeg_error_mgr base;
    jmp_buf back;
    char message[JMSG_LENGTH_MAX];
} jpeg_failure;

static void fail_jpeg(j_common_ptr jpeg)
{
    jpeg_failure *failure = (jpeg_failure *)(void *)jpeg->err;
    jpeg->err->format_message(jpeg, failure->message);
    longjmp(failure->back, 1);
}

static void ignore_message(j_common_ptr jpeg)
{
    (void)jpeg;
}

/// Collects the bytes that libjpeg writes.
typedef struct jpeg_bytes {
    struct jpeg_destination_mgr base;
    sinew__buffer all;
    JOCTET part[1 << 14];
} jpeg_bytes;

static void begin_part(j_compress_ptr jpeg)
{
    jpeg_bytes *bytes = (jpeg_bytes *)(void *)jpeg->dest;
    bytes->base.next_output_byte = bytes->part;
    bytes->base.free_in_buffer = sizeof bytes->part;
}

static boolean end_part(j_compress_ptr jpeg)
{
    jpeg_bytes *bytes = (jpeg_bytes *)(void *)jpeg->dest;
    sinew__buffer_put(&bytes->all, (const char *)bytes->part, sizeof bytes->part);
    begin_part(jpeg);
    return TRUE;
}

static void end_bytes(j_compress_ptr jpeg)
{
    jpeg_bytes *bytes = (jpeg_bytes *)(void *)jpeg->dest;
    sinew__buffer_put(&bytes->all, (const char *)bytes->part, sizeof bytes->part - bytes->base.free_in_buffer);
}

/// Compresses an image. Returns 0 if libjpeg reports an error.
static int compress_jpeg(const output_image *image, const uint8_t *colors, jpeg_failure *failure, jpeg_bytes *out)
{
    struct jpeg_compress_struct jpeg;
    jpeg.err = jpeg_std_error(&failure->base);
    failure->base.error_exit = fail_jpeg;
    failure->base.output_message = ignore_message;
    jpeg_create_compress(&jpeg);
    if (setjmp(failure->back)) {
        jpeg_destroy_compress(&jpeg);
        return 0;
    }
    out->base = (struct jpeg_destination_mgr){
        .init_destination = begin_part, .empty_output_buffer = end_part, .term_destination = end_bytes};
    jpeg.dest = &out->base;
    jpeg.image_width = (JDIMENSION)image->width;
    jpeg.image_height = (JDIMENSION)image->height;
    jpeg.input_components = 3;
    jpeg.in_color_space = JCS_RGB;
    jpeg_set_defaults(&jpeg);
    jpeg_set_quality(&jpeg, image->quality ? image->quality : OUTPUT_QUALITY, TRUE);
    jpeg_start_compress(&jpeg, TRUE);
    while (jpeg.next_scanline < jpeg.image_height) {
        JSAMPROW row = (JSAMPROW)(uintptr_t)(colors + 3 * (size_t)jpeg.next_scanline * (size_t)image->width);
        jpeg_write_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_compress(&jpeg);
    jpeg_destroy_compress(&jpeg);
    return 1;
}

static sinew_result encode_jpg(const output_image *image, void **out_bytes, size_t *out_size, sinew_error *out_error)
{
    *out_bytes = NULL;
    uint8_t *colors = sinew__output_drop_alpha(image->pixels, (size_t)image->width * (size_t)image->height);
    if (!colors) return sinew__fail_memory(out_error);
    jpeg_failure failure;
    jpeg_bytes bytes = {.all = {0}};
    sinew_result result = SINEW_OK;
    if (!compress_jpeg(image, colors, &failure, &bytes))
        result = sinew__fail(out_error, SINEW_ERROR_WRITE, "cannot encode JPEG: %s", failure.message);
    else if (bytes.all.failed)
        result = sinew__fail_memory(out_error);
    sinew_free(colors);
    if (result == SINEW_OK) {
        *out_bytes = bytes.all.text;
        *out_size = bytes.all.size;
    } else {
        sinew__buffer_free(&bytes.all);
    }
    return result;
}

const output_driver sinew__output_jpg = {
    .name = "jpg",
    .extension = "jpg",
    .drops_alpha = 1,
    .open = open_image,
    .write = write_encoded,
    .encode = encode_jpg,
    .close = close_image,
};

// Discards images, to measure everything else. Copy this driver for a new one.

static sinew_result write_null(output *out, const output_image *image, double time, sinew_error *out_error)
{
    (void)out;
    (void)image;
    (void)time;
    (void)out_error;
    return SINEW_OK;
}

const output_driver sinew__output_null = {
    .name = "null",
    .open = open_image,
    .write = write_null,
    .close = close_image,
};

const output_driver *const sinew__output_drivers[] = {
    &sinew__output_png,
    &sinew__output_jpg,
    &sinew__output_null,
    NULL,
};

const output_driver *const sinew__output_film_drivers[] = {
    &sinew__output_gif,
    &sinew__output_mp4,
    &sinew__output_webm,
    &sinew__output_webp,
    &sinew__output_apng,
    &sinew__output_mov,
    NULL,
};

const output_driver *const sinew__output_stream_drivers[] = {
    &sinew__output_png,
    &sinew__output_y4m,
    &sinew__output_rgb,
    NULL,
};

const char *sinew__output_stream_at(int32_t row)
{
    return sinew__output_stream_drivers[row] ? sinew__output_stream_drivers[row]->name : NULL;
}

/// Returns the extension with index *number among the drivers of a table that have an extension. If the table has
/// fewer, subtracts their count from *number, for the next table, and returns NULL.
static const char *extension_at(const output_driver *const *drivers, int32_t *number)
{
    for (; *drivers; ++drivers)
        if ((*drivers)->extension && (*number)-- == 0) return (*drivers)->extension;
    return NULL;
}

const char *sinew__output_image_extension_at(int32_t number)
{
    return extension_at(sinew__output_drivers, &number);
}

const char *sinew__output_extension_at(int32_t number)
{
    const char *image = extension_at(sinew__output_drivers, &number);
    return image ? image : extension_at(sinew__output_film_drivers, &number);
}

static const output_driver *find_by_extension(const output_driver *const *row, const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot || strchr(dot, '/')) return NULL;
    for (; *row; ++row) {
        if ((*row)->extension && strcasecmp(dot + 1, (*row)->extension) == 0) return *row;
    }
    return NULL;
}

const output_driver *sinew__output_driver_for(const char *path)
{
    return find_by_extension(sinew__output_drivers, path);
}

const output_driver *sinew__output_film_driver_for(const char *path)
{
    return find_by_extension(sinew__output_film_drivers, path);
}
