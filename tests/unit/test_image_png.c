/// PNG files that the library writes, read back with libpng.
#include "support/cmocka_close.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sinew/export.h"

static const char path[] = "test_image_png.png";

static void write_image(int32_t width, int32_t height, uint8_t *pixels)
{
    const sinew_image image = {width, height, pixels};
    sinew_error error;
    if (sinew_image_write_png(&image, path, &error) != SINEW_OK) fail_msg("%s", error.message);
}

/// Reads the file, checks its size and returns its pixels, which the caller frees.
static uint8_t *read_image(int32_t width, int32_t height)
{
    png_image png = {.version = PNG_IMAGE_VERSION};
    if (!png_image_begin_read_from_file(&png, path)) fail_msg("%s", png.message);
    assert_int_equal(png.width, width);
    assert_int_equal(png.height, height);
    assert_int_equal(png.format, PNG_FORMAT_RGBA);
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(png));
    assert_non_null(pixels);
    if (!png_image_finish_read(&png, NULL, pixels, 0, NULL)) fail_msg("%s", png.message);
    return pixels;
}

static void check_image(int32_t width, int32_t height, uint8_t *pixels)
{
    write_image(width, height, pixels);
    uint8_t *found = read_image(width, height);
    assert_memory_equal(found, pixels, (size_t)width * (size_t)height * 4);
    free(found);
}

/// Sizes from one pixel on; noise has no repetition, stripes repeat at distances up to more than the 32 KiB of deflate.
static void libpng_reads_the_pixels_back(void **state)
{
    (void)state;
    const int32_t sizes[][2] = {{1, 1}, {2, 1}, {1, 3}, {7, 5}, {64, 64}, {65, 259}, {9000, 3}, {301, 200}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        const size_t bytes = 4 * (size_t)sizes[i][0] * (size_t)sizes[i][1];
        uint8_t *pixels = malloc(bytes);
        assert_non_null(pixels);
        for (int period = 0; period < 6; ++period) {
            static const size_t periods[] = {1, 5, 131, 9000, 40000, SIZE_MAX};
            uint32_t seed = 12345 + (uint32_t)i;
            for (size_t k = 0; k < bytes; ++k) {
                seed = seed * 1664525u + 1013904223u;
                pixels[k] = k < periods[period] ? (uint8_t)(seed >> 24) : pixels[k - periods[period]];
            }
            check_image(sizes[i][0], sizes[i][1], pixels);
        }
        free(pixels);
    }
    assert_int_equal(remove(path), 0);
}

/// In an image of one colour, a row is a filter and 1600 zeros: seven matches of at most 25 bits and two bytes of at
/// most 9, so less than 25 bytes of its 1601.
static void equal_rows_take_little_space(void **state)
{
    (void)state;
    enum { BYTES = 400 * 300 * 4 };
    uint8_t *pixels = malloc(BYTES);
    struct stat status;
    assert_non_null(pixels);
    memset(pixels, 200, BYTES);
    check_image(400, 300, pixels);
    assert_int_equal(stat(path, &status), 0);
    assert_in_range(status.st_size, 60, BYTES / 1600 * 25 + 2000); // and the first row
    free(pixels);
    assert_int_equal(remove(path), 0);
}

static void what_cannot_be_written_is_refused(void **state)
{
    (void)state;
    uint8_t pixel[4] = {1, 2, 3, 4};
    const struct {
        sinew_image image;
        const char *path;
        sinew_result result;
        const char *message;
    } rows[] = {
        {{0, 1, pixel}, path, SINEW_ERROR_INVALID_ARGUMENT, "0 x 1 pixels"},
        {{1, -1, pixel}, path, SINEW_ERROR_INVALID_ARGUMENT, "1 x -1 pixels"},
        {{1, 1, NULL}, path, SINEW_ERROR_INVALID_ARGUMENT, "1 x 1 pixels"},
        {{INT32_MAX, INT32_MAX, pixel}, path, SINEW_ERROR_LIMIT, "too large"},
        {{1, 1, pixel}, "no such folder/x.png", SINEW_ERROR_WRITE, ""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        sinew_error error = {0};
        assert_int_equal(sinew_image_write_png(&rows[i].image, rows[i].path, &error), rows[i].result);
        assert_non_null(strstr(error.message, rows[i].message));
        FILE *file = fopen(path, "rb");
        assert_null(file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(libpng_reads_the_pixels_back),
        cmocka_unit_test(equal_rows_take_little_space),
        cmocka_unit_test(what_cannot_be_written_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
