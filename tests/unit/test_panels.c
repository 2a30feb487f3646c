// The content and layout of the window's panels, without a window.
#include "support/cmocka_close.h"

#include <string.h>

#include "draw/scene/label_fonts.h"
#include "program/viewer/panels/panel_layout.h"
#include "program/viewer/panels/panel_timeline.h"
#include "support/scenes.h"

// ---- panel layout -------------------------------------------------------------------------------------------------

static const panel_visibility everything = {1, 1, 1, 1, 1};
static const panel_sizes usual = {0};

static void panels_and_viewport_fill_the_window_without_overlap(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1},     {60, 40},   {96, 64},    {320, 200},
                                   {320, 240}, {640, 480}, {1280, 720}, {3840, 2160}};
    static const double scales[] = {1.0, 1.5, 2.0, 4.0};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0] * 4; ++i) {
        const int width = sizes[i / 4][0], height = sizes[i / 4][1];
        panel_layout layout;
        panel_layout_divide(width, height, scales[i % 4], &everything, &usual, &layout);
        const panel_box *viewport = &layout.viewport;
        assert_true(2 * viewport->width >= width && 2 * viewport->height >= height);
        assert_int_equal(layout.left.width + viewport->width + layout.right.width, width);
        assert_int_equal(layout.left.width, viewport->left);
        assert_int_equal(viewport->top + viewport->height + layout.curves.height + layout.timeline.height, height);
        assert_int_equal(layout.left.height, viewport->height);
    }
}

static void hidden_panels_take_no_space(void **state)
{
    (void)state;
    const panel_visibility nothing = {0};
    panel_layout layout;
    panel_layout_divide(800, 600, 1.0, &nothing, &usual, &layout);
    assert_int_equal(layout.viewport.width, 800);
    assert_int_equal(layout.viewport.height, 600);
    assert_int_equal(layout.timeline.width + layout.left.width + layout.right.width + layout.curves.width, 0);
    assert_false(layout.is_single_line);
}

static void a_low_window_has_one_line_of_timeline_or_none(void **state)
{
    (void)state;
    const panel_visibility timeline = {.timeline = 1};
    panel_layout layout;
    panel_layout_divide(800, 600, 1.0, &timeline, &usual, &layout);
    assert_false(layout.is_single_line);
    panel_layout_divide(800, 120, 1.0, &timeline, &usual, &layout);
    assert_true(layout.is_single_line && layout.timeline.height > 0);
    panel_layout_divide(800, 40, 1.0, &timeline, &usual, &layout);
    assert_int_equal(layout.viewport.height, 40);
}

static void the_strip_of_distances_gives_way_in_a_low_window(void **state)
{
    (void)state;
    const panel_visibility both = {.timeline = 1, .strip = 1};
    panel_layout layout;
    panel_layout_divide(800, 600, 1.0, &both, &usual, &layout);
    const int height = layout.timeline.height;
    assert_true(layout.has_strip);
    panel_layout_divide(800, 200, 1.0, &both, &usual, &layout);
    assert_false(layout.has_strip || layout.is_single_line);
    assert_true(layout.timeline.height < height);
    panel_layout_divide(800, 40, 1.0, &both, &usual, &layout);
    assert_false(layout.has_strip);
}

static void a_selected_item_is_scrolled_to_once(void **state)
{
    (void)state;
    panel_revealed revealed = {0};
    assert_true(panel_should_reveal(&revealed, 0, 500)); // the first time
    assert_false(panel_should_reveal(&revealed, 0, 500));
    assert_true(panel_should_reveal(&revealed, 7, 500));
    assert_true(panel_should_reveal(&revealed, 7, 290)); // the curves have come up
    assert_false(panel_should_reveal(&revealed, 7, 290));
    assert_false(panel_should_reveal(&revealed, -1, 290));
    assert_true(panel_should_reveal(&revealed, 7, 290));
}

static void clips_get_the_rows_that_joints_leave(void **state)
{
    (void)state;
    assert_int_equal(panel_clip_rows(30, 3, 60), 3);
    assert_int_equal(panel_clip_rows(30, 200, 60), 9); // 30 %
    assert_int_equal(panel_clip_rows(30, 200, 5), 21); // 30 - 5 - 4
    assert_int_equal(panel_clip_rows(30, 12, 5), 12);
    assert_int_equal(panel_clip_rows(30, 200, 2000000000), 9);
    assert_int_equal(panel_clip_rows(4, 200, 0), 1);
}

// ---- mouse input --------------------------------------------------------------------------------------------------

/// A viewport of 100 × 100 pixels with a panel below it.
static panel_input input;

static int begin_input(void **state)
{
    (void)state;
    input = (panel_input){.viewport = {0, 0, 100, 100}};
    return 0;
}

static int button(Uint32 type, int x, int y)
{
    const SDL_Event event = {.button = {.type = type,
                                        .button = SDL_BUTTON_LEFT,
                                        .state = type == SDL_MOUSEBUTTONDOWN ? SDL_PRESSED : SDL_RELEASED,
                                        .x = x,
                                        .y = y}};
    return panel_input_handle(&input, &event, 1.0);
}

static int motion(int x, int y, Uint32 buttons)
{
    const SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .state = buttons, .x = x, .y = y}};
    return panel_input_handle(&input, &event, 1.0);
}

static void a_drag_belongs_to_where_it_began(void **state)
{
    (void)state;
    assert_false(button(SDL_MOUSEBUTTONDOWN, 50, 50));
    assert_false(motion(50, 120, SDL_BUTTON_LMASK)); // the camera's, although it is over the panel
    assert_false(button(SDL_MOUSEBUTTONUP, 50, 120));
    assert_false(input.has_button_event);
    assert_true(button(SDL_MOUSEBUTTONDOWN, 50, 120));
    assert_true(input.has_button_event && input.held == 1);
    assert_true(motion(50, 50, SDL_BUTTON_LMASK)); // and the other way round
    assert_true(panel_input_is_near(&input));
    assert_true(button(SDL_MOUSEBUTTONUP, 50, 50));
    panel_input_read(&input);
    assert_false(panel_input_is_near(&input));
}

static void a_release_is_reported_at_its_position(void **state)
{
    (void)state;
    button(SDL_MOUSEBUTTONDOWN, 50, 120);
    panel_mouse mouse = panel_input_read(&input);
    assert_true(mouse.is_near && mouse.down == 1);
    assert_false(input.has_button_event);
    motion(70, 120, SDL_BUTTON_LMASK);
    button(SDL_MOUSEBUTTONUP, 70, 120);
    mouse = panel_input_read(&input);
    assert_int_equal(mouse.down, 1);
    assert_close(mouse.x, 70.5, 0.0);
    assert_true(input.has_button_event);
    assert_int_equal(panel_input_read(&input).down, 0);
    assert_false(input.has_button_event);
}

static void the_wheel_scrolls_what_is_under_the_mouse(void **state)
{
    (void)state;
    const SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .preciseY = 1.5f}};
    motion(50, 50, 0);
    assert_false(panel_input_handle(&input, &wheel, 1.0));
    motion(50, 120, 0);
    assert_true(panel_input_handle(&input, &wheel, 1.0));
    assert_close(input.wheel, 1.5, 0.0);
}

static void an_overlay_gets_the_mouse_over_the_viewport(void **state)
{
    (void)state;
    const SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .preciseY = 1.5f}};
    input.cover = (panel_box){40, 40, 20, 20};
    motion(50, 50, 0);
    assert_true(panel_input_handle(&input, &wheel, 1.0));
    assert_true(button(SDL_MOUSEBUTTONDOWN, 50, 50));
    button(SDL_MOUSEBUTTONUP, 50, 50);
    panel_input_read(&input);
    motion(30, 50, 0);
    assert_false(panel_input_handle(&input, &wheel, 1.0));
}

static void mouse_positions_are_in_pixels(void **state)
{
    (void)state;
    const SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .x = 30, .y = 60}};
    assert_true(panel_input_handle(&input, &event, 2.0)); // two pixels per unit: (61, 121) is below the viewport
    assert_close(input.x, 61.0, 0.0);
    assert_close(input.y, 121.0, 0.0);
}

static void a_mouse_outside_the_window_is_over_nothing(void **state)
{
    (void)state;
    const SDL_Event leave = {.window = {.type = SDL_WINDOWEVENT, .event = SDL_WINDOWEVENT_LEAVE}};
    motion(50, 120, 0);
    assert_true(panel_input_is_near(&input));
    assert_false(panel_input_handle(&input, &leave, 1.0));
    assert_false(panel_input_is_near(&input));
}

// ---- help -----------------------------------------------------------------------------------------------------------

/// A font of 10 pixels: rows of 14, 12 from keys to description, 17 between columns.
static void help_uses_as_many_columns_as_needed(void **state)
{
    (void)state;
    help_line lines[HELP_LINES_MAX];
    help_layout layout;
    assert_int_equal(panel_help_lines_split("a\tfirst\nb\tsecond\nc\tthird\n", lines), 3);
    assert_true(lines[1].keys[0] == 'b' && strncmp(lines[1].action, "second", 6) == 0 &&
                lines[1].action_end - lines[1].action == 6);
    for (int i = 0; i < 3; ++i) lines[i].keys_width = 20.0f, lines[i].does_width = 100.0f;
    lines[2].keys_width = 5.0f;
    assert_true(panel_help_layout_fit(lines, 3, 10.0f, 132.0f, 42.0f, &layout));
    assert_int_equal(layout.rows, 3);
    assert_close(layout.width, 132.0, 0.0);
    assert_true(panel_help_layout_fit(lines, 3, 10.0f, 266.0f, 41.0f, &layout));
    assert_int_equal(layout.rows, 2);
    assert_close(layout.columns[1].keys, 149.0, 0.0);   // 20 + 12 + 100 + 17
    assert_close(layout.columns[1].action, 166.0, 0.0); // 149 + 5 + 12
    assert_close(layout.width, 266.0, 0.0);
    assert_false(panel_help_layout_fit(lines, 3, 10.0f, 265.0f, 41.0f, &layout)); // one column, which scrolls
    assert_int_equal(layout.rows, 3);
    assert_close(layout.height, 42.0, 0.0);
    assert_close(layout.down, 0.0, 0.0);
    assert_false(panel_help_layout_fit(lines, 3, 10.0f, 131.0f, 1000.0f,
                                       &layout)); // each key above its description, which is indented by 10
    assert_close(layout.width, 110.0, 0.0);
    assert_close(layout.down, 14.0, 0.0);
    assert_close(layout.height, 84.0, 0.0);
}

// ---- glyphs --------------------------------------------------------------------------------------------------------

static void glyphs_of_names_are_requested_once(void **state)
{
    (void)state;
    static extra_glyphs extra;
    scene_extra_glyphs_add(&extra, "Кость_Größe_Ωμ ‘x’ →"); // all usual
    assert_int_equal(extra.count, 0);
    scene_extra_glyphs_add(&extra, "腕の骨");
    scene_extra_glyphs_add(
        &extra, "骨\xff\x80 骨 \xf0\x9f\xa6\xb4\xe2\x80\xae"); // invalid UTF-8; beyond 16 bits; a direction override
    assert_int_equal(extra.count, 3);
    assert_int_equal(extra.codes[0], 0x306e); // の
    assert_int_equal(extra.codes[1], 0x8155); // 腕
    assert_int_equal(extra.codes[2], 0x9aa8); // 骨
}

static void glyphs_beyond_the_limit_are_omitted(void **state)
{
    (void)state;
    static extra_glyphs extra;
    for (int code = 0x9fff; code >= 0x4e00; --code) {
        const char letter[4] = {(char)(0xe0 | code >> 12), (char)(0x80 | (code >> 6 & 0x3f)),
                                (char)(0x80 | (code & 0x3f)), '\0'};
        scene_extra_glyphs_add(&extra, letter);
    }
    assert_int_equal(extra.count, EXTRA_GLYPHS_MAX);
    for (int i = 1; i < extra.count; ++i) assert_true(extra.codes[i - 1] < extra.codes[i]);
}

// ---- timeline -----------------------------------------------------------------------------------------------------

static void times_and_positions_are_inverse(void **state)
{
    (void)state;
    const timeline_scale scale = {.begin = 0.5, .end = 2.5, .left = 10.0, .width = 400.0};
    assert_close(scene_timeline_x(&scale, 1.0), 110.0, 1e-12);
    assert_close(scene_timeline_time(&scale, 110.0), 1.0, 1e-12);
    assert_close(scene_timeline_time(&scale, -50.0), 0.5, 0.0);
    assert_close(scene_timeline_time(&scale, 1e6), 2.5, 0.0);
    const timeline_scale instant = {.begin = 0.0, .end = 0.0, .left = 10.0, .width = 400.0};
    assert_close(scene_timeline_x(&instant, 0.0), 10.0, 0.0);
    assert_close(scene_timeline_time(&instant, 200.0), 0.0, 0.0);
}

static void steps_are_round_numbers_with_enough_space(void **state)
{
    (void)state;
    assert_close(scene_timeline_step(100.0, 50.0), 0.5, 1e-12);
    assert_close(scene_timeline_step(100.0, 51.0), 1.0, 1e-12);
    assert_close(scene_timeline_step(1.0, 60.0), 100.0, 1e-9);
    assert_close(scene_timeline_step(20000.0, 60.0), 0.005, 1e-12);
    assert_int_equal(scene_timeline_decimals(0.5), 1);
    assert_int_equal(scene_timeline_decimals(0.005), 3);
    assert_int_equal(scene_timeline_decimals(1.0), 0);
    assert_int_equal(scene_timeline_decimals(100.0), 0);
}

static void keyframes_that_share_a_pixel_are_one_mark(void **state)
{
    (void)state;
    double times[] = {-0.5, 0.0, 0.001, 0.5, 1.0, 1.5};
    const timeline_keys keys = {.times = times, .count = 6};
    const timeline_scale scale = {.begin = 0.0, .end = 1.0, .left = 10.0, .width = 100.0};
    int32_t pixels[8];
    assert_int_equal(panel_timeline_mark_keys(&scale, &keys, 1, pixels, 8), 3); // two are outside it
    assert_int_equal(pixels[0], 10);
    assert_int_equal(pixels[1], 60);
    assert_int_equal(pixels[2], 110);
    assert_int_equal(panel_timeline_mark_keys(&scale, &keys, 1, pixels, 2), 2);
}

static void close_keyframes_are_thinned_out(void **state)
{
    (void)state;
    double times[] = {0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0};
    const timeline_keys keys = {.times = times, .count = 11};
    const timeline_scale whole = {0.0, 1.0, 0.0, 20.0}, part = {0.4, 0.6, 0.0, 20.0};
    int32_t pixels[20];
    assert_int_equal(panel_timeline_mark_keys(&whole, &keys, 4, pixels, 20), 6); // 0 4 8 12 16 20
    assert_int_equal(pixels[1], 4);
    assert_int_equal(panel_timeline_mark_keys(&part, &keys, 4, pixels, 20), 3); // each has 10 pixels
}

static void a_range_zooms_around_a_time_and_stays_in_the_clip(void **state)
{
    (void)state;
    const timeline_range whole = {0.0, 20.0};
    const timeline_range half = scene_timeline_zoom(whole, 20.0, 0.5, 5.0); // a quarter of the range stays before 5
    assert_close(half.begin, 2.5, 1e-12);
    assert_close(half.end, 12.5, 1e-12);
    const timeline_range again = scene_timeline_zoom(half, 20.0, 2.0, 5.0);
    assert_close(again.begin, 0.0, 1e-12);
    assert_close(again.end, 20.0, 1e-12);
    assert_true(scene_timeline_is_whole(again, 20.0) && !scene_timeline_is_whole(half, 20.0));
    const timeline_range end = scene_timeline_zoom(whole, 20.0, 0.1, 20.0);
    assert_close(end.begin, 18.0, 1e-12);
    assert_close(end.end, 20.0, 1e-12);
    timeline_range least = whole;
    for (int i = 0; i < 200; ++i) least = scene_timeline_zoom(least, 20.0, 0.5, 7.0);
    assert_close(least.end - least.begin, 0.01, 1e-9);
    assert_true(least.begin <= 7.0 && least.end >= 7.0);
    const timeline_range none = scene_timeline_zoom((timeline_range){0.0, 0.0}, 0.0, 0.5, 0.0); // a clip of one moment
    assert_close(none.begin, 0.0, 0.0);
    assert_close(none.end, 0.0, 0.0);
}

static void a_range_pans_and_turns_pages_within_the_clip(void **state)
{
    (void)state;
    const timeline_range range = {4.0, 6.0};
    assert_close(scene_timeline_pan(range, 20.0, 3.0).begin, 7.0, 1e-12);
    assert_close(scene_timeline_pan(range, 20.0, -9.0).begin, 0.0, 1e-12);
    assert_close(scene_timeline_pan(range, 20.0, 99.0).end, 20.0, 1e-12);
    assert_close(scene_timeline_page(range, 20.0, 5.0).begin, 4.0, 1e-12); // in it
    assert_close(scene_timeline_page(range, 20.0, 6.5).begin, 6.5, 1e-12); // after the range: the page begins there
    assert_close(scene_timeline_page(range, 20.0, 3.0).end, 3.0, 1e-12);   // before it: the page ends there
    assert_close(scene_timeline_page(range, 20.0, 0.0).begin, 0.0, 1e-12);
    assert_close(scene_timeline_page(range, 20.0, 19.5).end, 20.0, 1e-12);
}

static void borders_are_found_and_dragged(void **state)
{
    (void)state;
    panel_layout layout;
    panel_layout_divide(1280, 720, 1.0, &everything, &usual, &layout);
    assert_int_equal(layout.left.width, 264);
    assert_int_equal(panel_border_at(&layout, 1.0, 262.0, 100.0), PANEL_BORDER_LEFT);
    assert_int_equal(panel_border_at(&layout, 1.0, 266.0, 100.0), PANEL_BORDER_NONE); // the viewport's
    assert_int_equal(panel_border_at(&layout, 1.0, 1280.0 - 262.0, 100.0), PANEL_BORDER_RIGHT);
    assert_int_equal(panel_border_at(&layout, 1.0, 600.0, layout.curves.top + 2.0), PANEL_BORDER_CURVES);
    assert_int_equal(panel_border_at(&layout, 1.0, 262.0, 700.0), PANEL_BORDER_NONE); // in the timeline

    panel_sizes sizes = panel_drag_border(usual, PANEL_BORDER_LEFT, &layout, 1.0, 200.0, 0.0);
    sizes = panel_drag_border(sizes, PANEL_BORDER_RIGHT, &layout, 1.0, 1280.0 - 180.0, 0.0);
    sizes = panel_drag_border(sizes, PANEL_BORDER_CURVES, &layout, 1.0, 0.0, layout.curves.top + 60.0);
    panel_layout_divide(1280, 720, 1.0, &everything, &sizes, &layout);
    assert_int_equal(layout.left.width, 200);
    assert_int_equal(layout.right.width, 180);
    assert_int_equal(layout.curves.height, 150);
    sizes = panel_drag_border(sizes, PANEL_BORDER_LEFT, &layout, 1.0, -50.0, 0.0); // it does not vanish
    panel_layout_divide(1280, 720, 1.0, &everything, &sizes, &layout);
    assert_int_equal(layout.left.width, 150);
    sizes = panel_drag_border(sizes, PANEL_BORDER_LEFT, &layout, 1.0, 1200.0, 0.0); // and leaves half of the window
    panel_layout_divide(1280, 720, 1.0, &everything, &sizes, &layout);
    assert_true(2 * layout.viewport.width >= 1280);
}

static void keyframes_are_those_of_clip_and_joint(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4); // keyframes at 0, 0.5 and 1
    timeline_keys keys = {0};
    assert_non_null(model);
    panel_timeline_keys_update(&keys, model, 0, SINEW_NONE);
    assert_int_equal(keys.count, 3);
    assert_close(keys.times[1], 0.5, 1e-9);
    int32_t total = 0;
    for (int32_t joint = 0; joint < model->joint_count; ++joint) {
        panel_timeline_keys_update(&keys, model, 0, joint);
        assert_int_equal(keys.count, sinew_clip_key_times(model, 0, joint, NULL, 0));
        total += keys.count;
    }
    assert_true(total > 0);
    panel_timeline_keys_update(&keys, model, SINEW_NONE, SINEW_NONE);
    assert_int_equal(keys.count, 0);
    panel_timeline_keys_free(&keys);
    sinew_model_destroy(model);
}

static void a_typed_line_shifts_to_show_its_caret(void **state)
{
    (void)state;
    assert_close(panel_line_shift(0.0f, 100.0f), 0.0, 0.0);
    assert_close(panel_line_shift(100.0f, 100.0f), 0.0, 0.0);
    assert_close(panel_line_shift(130.0f, 100.0f), 30.0, 0.0);
    assert_close(panel_line_shift(130.0f, -5.0f), 130.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_typed_line_shifts_to_show_its_caret),
        cmocka_unit_test(panels_and_viewport_fill_the_window_without_overlap),
        cmocka_unit_test(hidden_panels_take_no_space),
        cmocka_unit_test(a_low_window_has_one_line_of_timeline_or_none),
        cmocka_unit_test(clips_get_the_rows_that_joints_leave),
        cmocka_unit_test(the_strip_of_distances_gives_way_in_a_low_window),
        cmocka_unit_test(a_selected_item_is_scrolled_to_once),
        cmocka_unit_test_setup(a_drag_belongs_to_where_it_began, begin_input),
        cmocka_unit_test_setup(a_release_is_reported_at_its_position, begin_input),
        cmocka_unit_test_setup(the_wheel_scrolls_what_is_under_the_mouse, begin_input),
        cmocka_unit_test_setup(an_overlay_gets_the_mouse_over_the_viewport, begin_input),
        cmocka_unit_test_setup(mouse_positions_are_in_pixels, begin_input),
        cmocka_unit_test_setup(a_mouse_outside_the_window_is_over_nothing, begin_input),
        cmocka_unit_test(help_uses_as_many_columns_as_needed),
        cmocka_unit_test(glyphs_of_names_are_requested_once),
        cmocka_unit_test(glyphs_beyond_the_limit_are_omitted),
        cmocka_unit_test(times_and_positions_are_inverse),
        cmocka_unit_test(steps_are_round_numbers_with_enough_space),
        cmocka_unit_test(keyframes_that_share_a_pixel_are_one_mark),
        cmocka_unit_test(close_keyframes_are_thinned_out),
        cmocka_unit_test(a_range_zooms_around_a_time_and_stays_in_the_clip),
        cmocka_unit_test(a_range_pans_and_turns_pages_within_the_clip),
        cmocka_unit_test(borders_are_found_and_dragged),
        cmocka_unit_test(keyframes_are_those_of_clip_and_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
