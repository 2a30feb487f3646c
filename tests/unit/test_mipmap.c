// Mip levels of images, averaged in linear light.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "core/base/pixels.h"

/// Half of the light of white is sRGB 188, not 128: 1.055 · 0.5^(1/2.4) − 0.055 = 0.7354 (IEC 61966-2-1).
static void black_and_white_average_to_half_the_light(void **state)
{
    (void)state;
    const uint8_t pixels[4][4] = {{0, 0, 0, 255}, {255, 255, 255, 255}, {255, 255, 255, 255}, {0, 0, 0, 255}};
    uint8_t out[4];
    memset(out, 0xde, sizeof out);
    sinew__mipmap_halve(pixels[0], 2, 2, out);
    const uint8_t expected[4] = {188, 188, 188, 255};
    assert_memory_equal(out, expected, 4);
}

static void transparent_texels_contribute_no_colour(void **state)
{
    (void)state;
    const uint8_t pixels[2][4] = {{200, 10, 30, 255}, {0, 255, 0, 0}};
    uint8_t out[4];
    sinew__mipmap_halve(pixels[0], 2, 1, out);
    const uint8_t expected[4] = {200, 10, 30, 128};
    assert_memory_equal(out, expected, 4);
}

static void a_uniform_image_is_unchanged_at_any_size(void **state)
{
    (void)state;
    uint8_t pixels[7 * 5 * 4], out[7 * 5 * 4];
    for (int value = 0; value < 256; ++value) {
        memset(pixels, value, sizeof pixels);
        for (int i = 0; i < 7 * 5; ++i) pixels[4 * i + 3] = 255;
        for (int32_t width = 1; width <= 7; ++width) {
            for (int32_t height = 1; height <= 5; ++height) {
                const size_t size = (size_t)(sinew__mipmap_half(width) * sinew__mipmap_half(height)) * 4;
                memset(out, 0xde, sizeof out);
                sinew__mipmap_halve(pixels, width, height, out);
                assert_memory_equal(out, pixels, size);
            }
        }
    }
}

/// Of five columns the last block takes three, so the odd one counts: (0 + 0 + 255 in linear light) / 3 → sRGB 156.
static void no_texel_of_an_odd_size_is_left_out(void **state)
{
    (void)state;
    const uint8_t pixels[5][4] = {{9, 9, 9, 255}, {9, 9, 9, 255}, {0, 0, 0, 255}, {0, 0, 0, 255}, {255, 255, 255, 255}};
    uint8_t out[2][4];
    sinew__mipmap_halve(pixels[0], 5, 1, out[0]);
    assert_int_equal(out[0][0], 9);
    assert_int_equal(out[1][0], 156);
}

/// (0 + 1 + 255) / 3 = 85, whatever the alpha.
static void numbers_are_averaged_as_they_are(void **state)
{
    (void)state;
    const uint8_t pixels[3][4] = {{0, 0, 255, 0}, {1, 0, 255, 255}, {255, 0, 255, 255}};
    uint8_t out[4];
    sinew__mipmap_halve_data(pixels[0], 3, 1, out);
    assert_memory_equal(out, ((const uint8_t[4]){85, 0, 255, 170}), 4);
}

static void the_curve_reads_back_every_byte(void **state)
{
    (void)state;
    for (int value = 0; value < 256; ++value) {
        assert_int_equal(sinew__linear_to_srgb_byte(sinew__srgb_byte_to_linear((uint8_t)value)), value);
    }
    assert_int_equal(sinew__linear_to_srgb_byte(-1.0f), 0);
    assert_int_equal(sinew__linear_to_srgb_byte(2.0f), 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(black_and_white_average_to_half_the_light),
        cmocka_unit_test(transparent_texels_contribute_no_colour),
        cmocka_unit_test(a_uniform_image_is_unchanged_at_any_size),
        cmocka_unit_test(no_texel_of_an_odd_size_is_left_out),
        cmocka_unit_test(numbers_are_averaged_as_they_are),
        cmocka_unit_test(the_curve_reads_back_every_byte),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
