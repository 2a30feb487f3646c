/// The colours of two characters in one image.
#include "support/cmocka_close.h"

#include <stdint.h>
#include <string.h>

#include "draw/output/compare_images.h"

typedef struct pixel_case {
    uint8_t own[4], other[4], expected[4];
} pixel_case;

/// Luma of red is 54 of 255, rounded (0.2126). Tints have 90 + 165 · luma / 255 of their brightness.
static const pixel_case cases[] = {
    {{9, 9, 9, 0}, {7, 7, 7, 0}, {10, 20, 30, 255}},            // neither: the background
    {{255, 0, 0, 255}, {255, 0, 0, 255}, {54, 54, 54, 255}},    // equal: grey
    {{255, 255, 255, 255}, {0, 0, 0, 0}, {255, 150, 50, 255}},  // only the first: orange
    {{0, 0, 0, 0}, {255, 255, 255, 255}, {40, 145, 255, 255}},  // only the second: blue
    {{0, 0, 0, 255}, {0, 0, 0, 0}, {93, 52, 17, 255}},          // black: 90 / 255 of orange
    {{255, 255, 255, 255}, {0, 0, 0, 255}, {255, 127, 0, 255}}, // the first is brighter
    {{0, 0, 0, 255}, {255, 255, 255, 255}, {0, 127, 255, 255}}, // the second is brighter
    {{255, 255, 255, 51}, {0, 0, 0, 0}, {61, 46, 34, 255}},     // orange with alpha 1/5 over the background
};
enum { COUNT = sizeof cases / sizeof cases[0] };

static void equal_parts_are_grey_and_others_tinted(void **state)
{
    (void)state;
    uint8_t own[4 * COUNT], other[4 * COUNT], pixels[4 * COUNT];
    for (int i = 0; i < COUNT; ++i) {
        memcpy(own + 4 * i, cases[i].own, 4);
        memcpy(other + 4 * i, cases[i].other, 4);
        memcpy(pixels + 4 * i, (const uint8_t[]){10, 20, 30, 255}, 4);
    }
    sinew__output_mark_difference(own, other, COUNT, pixels);
    for (int i = 0; i < COUNT; ++i)
        for (int k = 0; k < 4; ++k) assert_int_equal(pixels[4 * i + k], cases[i].expected[k]);
}

/// On transparent ground the image covers what either character covers.
static void coverage_is_that_of_both(void **state)
{
    (void)state;
    const uint8_t own[4] = {255, 255, 255, 255}, other[4] = {255, 255, 255, 100}, none[4] = {0};
    uint8_t pixel[4] = {0};
    sinew__output_mark_difference(none, other, 1, pixel);
    assert_int_equal(pixel[3], 100);
    sinew__output_mark_difference(own, other, 1, pixel);
    assert_int_equal(pixel[3], 255);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_parts_are_grey_and_others_tinted),
        cmocka_unit_test(coverage_is_that_of_both),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
