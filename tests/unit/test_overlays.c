// What is drawn to show how a figure is made and moves: colours of numbers.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "render/color_ramp.h"
#include "render/vertex_shades.h"
#include "support/cmocka_close.h"
#include "support/scenes.h"

/// Entries 0, 64, 128, 191 and 255 of the table of 256 colours in matplotlib 3.7, "viridis".
static void the_ramp_is_viridis(void **state)
{
    (void)state;
    static const struct {
        double part;
        int red, green, blue;
    } known[] = {{0.0, 0x44, 0x01, 0x54},
                 {64.0 / 255.0, 0x3b, 0x52, 0x8b},
                 {128.0 / 255.0, 0x21, 0x91, 0x8c},
                 {191.0 / 255.0, 0x5e, 0xc9, 0x62},
                 {1.0, 0xfd, 0xe7, 0x25}};
    for (size_t i = 0; i < sizeof known / sizeof known[0]; ++i) {
        double color[3];
        render_ramp_color(known[i].part, color);
        assert_close(color[0], known[i].red / 255.0, 0.03);
        assert_close(color[1], known[i].green / 255.0, 0.03);
        assert_close(color[2], known[i].blue / 255.0, 0.03);
    }
}

static double lightness(const uint8_t texel[4])
{
    return 0.2126 * pow(texel[0] / 255.0, 2.2) + 0.7152 * pow(texel[1] / 255.0, 2.2) +
           0.0722 * pow(texel[2] / 255.0, 2.2);
}

static void more_is_always_lighter(void **state)
{
    (void)state;
    uint8_t texels[RENDER_RAMP_TEXELS][4];
    render_ramp_texels(texels);
    for (int i = 2; i + 8 < RENDER_RAMP_TEXELS; ++i) assert_true(lightness(texels[i + 8]) > lightness(texels[i]));
}

static void places_are_the_middles_of_texels(void **state)
{
    (void)state;
    assert_close(render_ramp_place(-1.0), 0.5 / 256.0, 1e-6);
    assert_close(render_ramp_place(0.0), 1.5 / 256.0, 1e-6);
    assert_close(render_ramp_place(1.0), 255.5 / 256.0, 1e-6);
    assert_close(render_ramp_place(2.0), 255.5 / 256.0, 1e-6);
}

static void the_weights_of_all_joints_sum_to_one(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4);
    assert_non_null(model);
    for (int32_t vertex = 0; vertex < model->vertex_count; ++vertex) {
        double sum = 0.0;
        int32_t count = 0;
        for (int32_t joint = 0; joint < model->joint_count; ++joint) {
            const double weight = render_joint_weight(model, vertex, joint);
            sum += weight;
            count += weight != 0.0;
        }
        assert_close(sum, 1.0, 1e-6);
        assert_int_equal(render_influence_count(model, vertex), count);
        assert_true(count <= render_most_influences(model));
    }
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_ramp_is_viridis),
        cmocka_unit_test(more_is_always_lighter),
        cmocka_unit_test(places_are_the_middles_of_texels),
        cmocka_unit_test(the_weights_of_all_joints_sum_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
