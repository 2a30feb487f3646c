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

/// Adds a rectangle of `side` pixels with that part of a texture.
static void set_rectangle(render_interface_vertex vertices[4], float left, float top, float side, float from, float to)
{
    for (int i = 0; i < 4; ++i) {
        const float x = (float)(i & 1), y = (float)(i >> 1);
        vertices[i] = (render_interface_vertex){
            {left + side * x, top + side * y}, {from + (to - from) * x, from + (to - from) * y}, {255, 255, 255, 255}};
    }
}

/// The second picture of the second row, in four colours, one of them transparent; below it a white rectangle of the
/// atlas.
static void a_picture_has_its_own_colours_between_glyphs(void **state)
{
    (void)state;
    enum { PICTURE_SIDE = 2, PICTURE = RENDER_PICTURE_COLUMNS + 1 };
    static const uint8_t other[4][4] = {{9, 9, 9, 255}, {9, 9, 9, 255}, {9, 9, 9, 255}, {9, 9, 9, 255}};
    static const uint8_t pixels[4][4] = {{255, 0, 0, 255}, {10, 200, 30, 255}, {1, 2, 3, 255}, {77, 88, 99, 0}};
    static const uint8_t covered = 255, white[3] = {255, 255, 255};
    static const uint16_t indices[6] = {0, 1, 2, 2, 1, 3};
    const float cell = 1.0f / RENDER_PICTURE_COLUMNS;
    test_stage stage;
    sinew_error error;
    render_interface *interface;
    render_interface_vertex vertices[8];
    stage_open(&stage, scene_cube(1.0, 1.0, 1.0, 0), 0.0);
    stage.options.width = stage.options.height = SIDE;
    stage.options.transparent = 0;
    must(sinew_renderer_draw(stage.renderer, stage.pose, &stage.options, &error), &error);
    must(sinew__render_interface_create(&interface, &error), &error);
    sinew__render_interface_set_atlas(interface, 1, 1, &covered);
    sinew__render_interface_set_picture(interface, PICTURE, PICTURE_SIDE, pixels[0]);
    sinew__render_interface_set_picture(interface, 0, PICTURE_SIDE, other[0]);
    must(sinew__render_interface_begin(interface, stage.renderer, SIDE, SIDE, 0, 0, &error), &error);
    set_rectangle(vertices, 3.0f, 4.0f, PICTURE_SIDE, cell, 2.0f * cell);
    set_rectangle(vertices + 4, 3.0f, 6.0f, PICTURE_SIDE, 0.0f, 1.0f);
    const render_interface_run runs[] = {
        {.right = SIDE, .bottom = SIDE, .index_count = 6, .has_pictures = 1},
        {.right = SIDE, .bottom = SIDE, .index_count = 6, .base_vertex = 4},
    };
    const render_interface_layer layer = {vertices, indices, runs, 8, 6, 2};
    sinew__render_interface_read(interface, shown[0][0]); // without it
    must(sinew__render_interface_draw(interface, &layer, &error), &error);
    sinew__render_interface_read(interface, contents[0][0]);
    assert_memory_equal(contents[4][3], pixels[0], 3);
    assert_memory_equal(contents[4][4], pixels[1], 3);
    assert_memory_equal(contents[5][3], pixels[2], 3);
    assert_memory_equal(contents[5][4], shown[5][4], 3); // transparent
    for (int i = 0; i < 4; ++i) assert_memory_equal(contents[6 + i / 2][3 + i % 2], white, 3);
    assert_memory_equal(contents[4][5], shown[4][5], 3);
    assert_memory_equal(contents[3][3], shown[3][3], 3);
    sinew__render_interface_destroy(interface);
    stage_close(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_window_shows_the_image_at_its_position),
        cmocka_unit_test(an_image_is_shown_as_drawn),
        cmocka_unit_test(a_picture_has_its_own_colours_between_glyphs),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
