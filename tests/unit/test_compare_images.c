// The similarity of images.
#include "support/cmocka_close.h"

#include <string.h>

#include "draw/output/compare_images.h"

enum { WIDTH = 48, HEIGHT = 40, BYTES = WIDTH * HEIGHT * 4 };

static uint8_t left[BYTES], right[BYTES];

static void fill(uint8_t *pixels, int value)
{
    memset(pixels, value, BYTES);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) pixels[4 * i + 3] = 255;
}

/// Grey noise from a small generator, the same in every run.
static void fill_noise(uint8_t *pixels, uint32_t seed)
{
    for (int i = 0; i < WIDTH * HEIGHT; ++i) {
        seed = seed * 1664525u + 1013904223u;
        memset(pixels + 4 * i, (int)(seed >> 24), 3);
        pixels[4 * i + 3] = 255;
    }
}

static double compare(void)
{
    double value = -1.0;
    assert_int_equal(sinew__output_compare_images(left, right, WIDTH, HEIGHT, &value, NULL), SINEW_OK);
    return value;
}

static void an_image_equals_itself(void **state)
{
    (void)state;
    fill_noise(left, 1);
    memcpy(right, left, BYTES);
    assert_close(compare(), 0.0, 1e-6);
}

/// Uniform images have no structure, only brightness: SSIM = (2ab + C1) / (a² + b² + C1), C1 = (0.01 · 255)².
static void uniform_images_differ_by_the_formula(void **state)
{
    (void)state;
    fill(left, 100);
    fill(right, 150);
    const double c1 = 6.5025;
    assert_close(compare(), 1.0 - (2.0 * 100 * 150 + c1) / (100.0 * 100 + 150.0 * 150 + c1), 1e-4);
}

static void unrelated_noise_is_not_similar(void **state)
{
    (void)state;
    fill_noise(left, 1);
    fill_noise(right, 2);
    assert_true(compare() > 0.8);
}

static void transparent_pixels_do_not_count(void **state)
{
    (void)state;
    fill_noise(left, 1);
    fill_noise(right, 2);
    for (int i = 0; i < WIDTH * HEIGHT; ++i) left[4 * i + 3] = right[4 * i + 3] = 0;
    assert_close(compare(), 0.0, 1e-6);
}

static void an_image_smaller_than_the_window_can_be_compared(void **state)
{
    (void)state;
    const uint8_t a[4] = {10, 10, 10, 255}, b[4] = {10, 10, 10, 255};
    double value = -1.0;
    assert_int_equal(sinew__output_compare_images(a, b, 1, 1, &value, NULL), SINEW_OK);
    assert_close(value, 0.0, 1e-6);
}

static void the_difference_image_shows_where_and_how_much(void **state)
{
    (void)state;
    fill(left, 100);
    fill(right, 100);
    right[4 * 7] = 90;
    right[4 * 9 + 2] = 255;
    sinew__output_difference_image(left, right, WIDTH, HEIGHT, right);
    const uint8_t expected[4][4] = {{40, 0, 0, 255}, {0, 0, 0, 255}, {0, 0, 255, 255}, {0, 0, 0, 255}};
    assert_memory_equal(right + 4 * 7, expected, sizeof expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_image_equals_itself),
        cmocka_unit_test(uniform_images_differ_by_the_formula),
        cmocka_unit_test(unrelated_noise_is_not_similar),
        cmocka_unit_test(transparent_pixels_do_not_count),
        cmocka_unit_test(an_image_smaller_than_the_window_can_be_compared),
        cmocka_unit_test(the_difference_image_shows_where_and_how_much),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
