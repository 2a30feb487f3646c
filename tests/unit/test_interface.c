// The contents of a window, from the image to its framebuffer: every byte as drawn.
#include "support/cmocka_close.h"

#include <epoxy/gl.h>
#include <string.h>

#include "draw/render/interface.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/test_stage.h"

enum { SIDE = 16 }; // of the framebuffer that own_context creates

static uint8_t drawn[12][10][4], contents[SIDE][SIDE][4], shown[SIDE][SIDE][4];

static void a_window_shows_the_image_at_its_position(void **state)
{
    (void)state;
    test_stage stage;
    sinew_error error;
    render_interface *interface;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.width = 10;
    stage.options.height = 12;
    stage.options.transparent = 0;
    must(sinew_renderer_draw(stage.renderer, stage.pose, &stage.options, &error), &error);
    sinew_renderer_read(stage.renderer, drawn[0][0]);
    must(sinew__render_interface_create(&interface, &error), &error);
    must(sinew__render_interface_begin(interface, stage.renderer, SIDE, SIDE, 4, 3, &error), &error);
    sinew__render_interface_read(interface, contents[0][0]);
    for (int y = 0; y < 12; ++y) assert_memory_equal(contents[y + 3][4], drawn[y], sizeof drawn[y]);
    assert_memory_not_equal(contents[4][5], contents[9][9], 3); // something is visible

    sinew__render_interface_blit(interface);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, shown);
    for (int y = 3; y < 15; ++y) {
        for (int x = 4; x < 14; ++x) assert_memory_equal(shown[SIDE - 1 - y][x], contents[y][x], 3);
    }
    sinew__render_interface_destroy(interface);
    stage_close(&stage);
}

/// With a ground the image is opaque, like the framebuffer.
static void an_image_is_shown_as_drawn(void **state)
{
    (void)state;
    test_stage stage;
    sinew_error error;
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.width = stage.options.height = SIDE;
    stage.options.transparent = 0;
    must(sinew_renderer_draw(stage.renderer, stage.pose, &stage.options, &error), &error);
    sinew_renderer_read(stage.renderer, contents[0][0]);
    must(sinew_renderer_blit(stage.renderer, 0, 0, 0, &error), &error);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    glReadPixels(0, 0, SIDE, SIDE, GL_RGBA, GL_UNSIGNED_BYTE, shown);
    assert_memory_not_equal(contents[2][2], contents[9][9], 3); // something is visible
    for (int y = 0; y < SIDE; ++y) {
        for (int x = 0; x < SIDE; ++x) assert_memory_equal(shown[SIDE - 1 - y][x], contents[y][x], 3);
    }
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_shows_the_image_at_its_position),
        cmocka_unit_test(an_image_is_shown_as_drawn),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
