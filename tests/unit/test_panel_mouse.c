// The window's panels in a context without a window: mouse input at several display scales, and pictures of files.
#include "support/cmocka_close.h"

#include <SDL.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/render/interface.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/panels/panel_pictures.h"
#include "program/viewer/panels/panels.h"
#include "support/own_context.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

/// A paused tube of four joints, its clip a second long, in a window of 800 × 600 points.
static struct {
    viewer_settings settings;
    viewer_state viewer;
    viewer_panels *panels;
    panel_input input;
    viewer_size size;
} stage;

static void must(sinew_result result, const sinew_error *error)
{
    if (result != SINEW_OK) fail_msg("%s", error->message);
}

static void open_stage(int width, int height, double scale)
{
    sinew_error error;
    memset(&stage, 0, sizeof stage);
    stage.size = (viewer_size){(int)(width * scale), (int)(height * scale), scale};
    stage.settings = (viewer_settings){
        .model = scene_tube(4), .name = "tube.fbx", .speed = 1.0, .paused = 1, .width = width, .height = height};
    assert_non_null(stage.settings.model);
    must(viewer_open(&stage.viewer, &stage.settings, &error), &error);
    must(viewer_panels_create(&stage.panels, &error), &error);
    stage.viewer.panels[VIEWER_PANEL_TREE] = 1;
}

static void close_stage(void)
{
    viewer_panels_destroy(stage.panels);
    viewer_close(&stage.viewer);
    sinew_model_destroy((sinew_model *)(uintptr_t)stage.settings.model);
}

static void build(void)
{
    viewer_panels_build(stage.panels, &stage.viewer, &stage.input, &stage.size);
}

/// Moves the mouse to a position in points, with or without its left button.
static void mouse(double x, double y, int is_down)
{
    stage.input.is_over = 1;
    stage.input.x = (float)(x * stage.size.scale);
    stage.input.y = (float)(y * stage.size.scale);
    stage.input.held = is_down;
    build();
}

static void click(double x, double y)
{
    mouse(x, y, 0);
    mouse(x, y, 1);
    mouse(x, y, 0);
}

static const double scales[] = {1.0, 1.5, 2.0};

/// The timeline is 82 points high, its band extends from 14 points to 14 before the right border; positions are whole
/// pixels.
static void dragging_the_timeline_sets_the_time(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        open_stage(800, 600, scales[i]);
        build();
        mouse(400, 572, 0);
        mouse(400, 572, 1);
        assert_close(sinew_playback_time(&stage.viewer.player), 0.5, 1e-6);
        mouse(14 + 0.75 * 772, 100, 1);
        assert_close(sinew_playback_time(&stage.viewer.player), 0.75, 1.0 / 772);
        mouse(14, 518 + 46 - 15, 0); // the topmost point of the band
        mouse(14, 518 + 46 - 15, 1);
        assert_close(sinew_playback_time(&stage.viewer.player), 0.0, 1e-6);
        close_stage();
    }
}

/// The buttons begin 34 points from the left and 25 apart, in the line 17 points below the top of the timeline: the
/// eighth toggles the tree, the last but two.
static const double button_x = 34 + 7 * 25 + 11, button_y = 518 + 17;

static void buttons_appear_when_the_mouse_moves_over_the_timeline(void **state)
{
    (void)state;
    const int *has_tree = &stage.viewer.panels[VIEWER_PANEL_TREE];
    for (int i = 0; i < 3; ++i) {
        open_stage(800, 600, scales[i]);
        build();
        mouse(button_x, 300, 0);
        mouse(button_x, button_y, 1); // nothing is there yet
        mouse(button_x, button_y, 0);
        assert_true(*has_tree);
        click(button_x + 2, button_y); // the mouse moves
        assert_false(*has_tree);
        click(button_x + 2, button_y);
        assert_true(*has_tree);
        assert_false(viewer_panels_need_frame(stage.panels));
        mouse(400, 572, 1); // the time is dragged, and the mouse crosses the position of the buttons
        mouse(button_x, button_y, 1);
        mouse(button_x, button_y, 0);
        assert_true(*has_tree);
        close_stage();
    }
}

static void buttons_disappear_under_a_mouse_that_rests(void **state)
{
    (void)state;
    const int *has_tree = &stage.viewer.panels[VIEWER_PANEL_TREE];
    open_stage(800, 600, 1.0);
    build();
    mouse(button_x, button_y, 0);
    assert_false(viewer_panels_need_frame(stage.panels));
    SDL_Delay(1100);
    assert_true(viewer_panels_need_frame(stage.panels));
    build();
    assert_false(viewer_panels_need_frame(stage.panels));
    mouse(button_x, button_y, 1); // nothing is there any more
    mouse(button_x, button_y, 0);
    assert_true(*has_tree);
    mouse(button_x, 300, 0); // what leaves the timeline leaves no buttons
    mouse(button_x, button_y, 1);
    mouse(button_x, button_y, 0);
    assert_true(*has_tree);
    click(button_x + 1, button_y);
    assert_false(*has_tree);
    close_stage();
}

/// In a clip zoomed to its half, from 0.25 to 0.75 s.
static void the_way_to_a_press_is_no_part_of_the_drag(void **state)
{
    (void)state;
    enum { RIGHT = 4 };
    open_stage(800, 600, 1.0);
    build();
    viewer_zoom_timeline(&stage.viewer, 0.5, 0.5);
    mouse(786, 572, 0);
    mouse(400, 572, RIGHT);
    assert_close(stage.viewer.visible.begin, 0.25, 1e-9);
    mouse(477, 572, RIGHT); // of 772 pixels for half a second
    mouse(477, 572, 0);
    assert_close(stage.viewer.visible.begin, 0.25 - 0.5 * 77 / 772, 1e-9);
    close_stage();
}

/// Heading, one clip, heading and field take 106 points; a row takes 21.
static void a_click_in_the_tree_selects_its_joint(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        open_stage(800, 600, scales[i]);
        build();
        for (int row = 0; row < 3; ++row) {
            click(120, 106 + 21 * row + 10);
            assert_int_equal(stage.viewer.selected_joint, stage.viewer.model->authored_order[row]);
        }
        close_stage();
    }
}

static void a_prompt_is_visible_in_every_window(void **state)
{
    (void)state;
    static const struct {
        int width, height;
        double rest; // height of the viewport in points; the timeline takes 82
    } windows[] = {{800, 600, 600.0}, {200, 320, 320.0 - 82.0}};
    for (size_t i = 0; i < sizeof windows / sizeof windows[0]; ++i) {
        open_stage(windows[i].width, windows[i].height, 1.0);
        stage.viewer.hide_status = 1;
        build();
        assert_int_equal(stage.input.viewport.height, windows[i].height);
        viewer_run_typed(&stage.viewer, "/");
        build();
        assert_close(stage.input.viewport.height, windows[i].rest, 0.0);
        close_stage();
    }
}

/// An overlay that fills the window in one direction does not fit the whole help.
static void the_help_fits_windows_from_640_by_480_points(void **state)
{
    (void)state;
    for (int i = 0; i < 3; ++i) {
        open_stage(640, 480, scales[i]);
        build();
        assert_int_equal(stage.input.cover.width, 0);
        stage.viewer.help = 1;
        build();
        assert_in_range(stage.input.cover.width, 1, stage.size.width - 1);
        assert_in_range(stage.input.cover.height, 1, stage.size.height - 1);
        close_stage();
    }
}

static void the_help_stays_inside_smaller_windows(void **state)
{
    (void)state;
    static const int sizes[][2] = {{1, 1}, {96, 64}, {320, 240}, {500, 400}, {2000, 100}, {100, 2000}};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        open_stage(sizes[i][0], sizes[i][1], 1.0);
        stage.viewer.help = 1;
        build();
        const panel_box *cover = &stage.input.cover;
        assert_true(cover->left >= 0 && cover->top >= 0);
        assert_true(cover->left + cover->width <= sizes[i][0] && cover->top + cover->height <= sizes[i][1]);
        close_stage();
    }
}

/// Returns the number of pixels of the window in the colour of edits, from `top` points on.
static int count_edited(double top)
{
    sinew_error error;
    sinew_renderer *renderer;
    const render_interface *contents;
    sinew_draw_options options;
    const size_t width = (size_t)stage.size.width, height = (size_t)stage.size.height;
    uint8_t *pixels = malloc(4 * width * height);
    int count = 0;
    assert_non_null(pixels);
    build();
    viewer_fill_options(&stage.viewer, NULL, &options);
    options.width = stage.input.viewport.width;
    options.height = stage.input.viewport.height;
    must(sinew_renderer_create(&renderer, &error), &error);
    must(sinew_renderer_set_model(renderer, stage.viewer.model, NULL, &error), &error);
    must(sinew_renderer_draw(renderer, stage.viewer.pose, &options, &error), &error);
    must(viewer_panels_draw(stage.panels, &stage.viewer, renderer, &contents, &error), &error);
    sinew__render_interface_read(contents, pixels);
    for (size_t i = width * (size_t)top; i < width * height; ++i)
        count += pixels[4 * i] == 214 && pixels[4 * i + 1] == 132 && pixels[4 * i + 2] == 230;
    sinew_renderer_destroy(renderer);
    free(pixels);
    return count;
}

static void the_edited_curve_is_drawn_beside_the_authors(void **state)
{
    (void)state;
    open_stage(800, 600, 1.0);
    viewer_select(&stage.viewer, 1);
    viewer_run_typed(&stage.viewer, "v");
    sinew_pose_evaluate(stage.viewer.model, SINEW_ENGINE_EXACT, 0, 0.0, stage.viewer.pose);
    const double curves = 600.0 - 82.0 - 210.0; // above the timeline
    assert_int_equal(count_edited(curves), 0);
    viewer_run_typed(&stage.viewer, "r");
    viewer_run_typed(&stage.viewer, "rz=40");
    viewer_run_key(&stage.viewer, SDLK_RETURN, 0);
    assert_true(count_edited(curves) > 500); // a line of 772 points, and not only numbers
    viewer_run_typed(&stage.viewer, "u");
    assert_int_equal(count_edited(curves), 0);
    close_stage();
}

// ---- pictures of files ----------------------------------------------------------------------------------------------

static void the_file_that_was_not_shown_for_longest_loses_its_cell(void **state)
{
    (void)state;
    static const char paths[RENDER_PICTURES + 3]; // one byte of each: its address counts
    static picture_grid grid;
    for (int i = 0; i < RENDER_PICTURES; ++i) {
        ++grid.frame;
        assert_int_equal(panel_picture_place(&grid, &paths[i], SINEW_NONE), i);
    }
    ++grid.frame;
    assert_int_equal(panel_picture_find(&grid, &paths[0], SINEW_NONE), 0);
    assert_int_equal(panel_picture_find(&grid, &paths[0], 0), -1); // a clip has a picture of its own
    assert_int_equal(panel_picture_find(&grid, &paths[RENDER_PICTURES], SINEW_NONE), -1);
    assert_int_equal(panel_picture_place(&grid, &paths[RENDER_PICTURES], SINEW_NONE), 1);
    assert_int_equal(panel_picture_find(&grid, &paths[1], SINEW_NONE), -1);
    assert_int_equal(panel_picture_find(&grid, &paths[RENDER_PICTURES], SINEW_NONE), 1);
    assert_int_equal(panel_picture_place(&grid, &paths[RENDER_PICTURES + 1], SINEW_NONE), 2);
    for (int i = 3; i < RENDER_PICTURES; ++i) assert_int_equal(panel_picture_find(&grid, &paths[i], SINEW_NONE), i);
    assert_int_equal(panel_picture_place(&grid, &paths[RENDER_PICTURES + 2], SINEW_NONE), -1); // all are shown
}

enum { LISTED = 100 };

static struct {
    char paths[LISTED][512];
    const char *list[LISTED];
    int opened[LISTED]; ///< how often; each on a thread of the panels, one after the other
    int closed;
} listed;

static sinew_result open_tube(void *user, const char *path, int (*progress)(void *, double), void *progress_user,
                              viewer_file *out_file, sinew_error *out_error)
{
    (void)user, (void)progress, (void)progress_user;
    const int file = (int)((path - listed.paths[0]) / (ptrdiff_t)sizeof listed.paths[0]);
    ++listed.opened[file];
    if (file == 1) {
        out_error->result = SINEW_ERROR_NOT_FOUND;
        return SINEW_ERROR_NOT_FOUND;
    }
    *out_file = (viewer_file){.model = scene_tube(4), .clip = 0};
    return SINEW_OK;
}

static void close_tube(void *user, viewer_file *file)
{
    (void)user;
    sinew_model_destroy((sinew_model *)(uintptr_t)file->model);
    ++listed.closed;
}

/// The window has space for three rows and a part of the fourth at most.
static void only_files_whose_rows_are_shown_are_loaded_for_pictures_and_once(void **state)
{
    (void)state;
    const viewer_files files = {.open = open_tube, .close = close_tube};
    open_stage(800, 600, 1.0);
    const char *path = write_temporary_file("tube.fbx", "tube", 4);
    for (int i = 0; i < LISTED; ++i) {
        snprintf(listed.paths[i], sizeof listed.paths[i], "%s", path);
        listed.list[i] = listed.paths[i];
    }
    snprintf(listed.paths[2], sizeof listed.paths[2], "%s.missing", path);
    stage.settings.picture_files = &files;
    stage.viewer.file_paths = listed.list;
    stage.viewer.file_count = LISTED;
    stage.viewer.file_number = 1;
    stage.viewer.panels[VIEWER_PANEL_TREE] = 0;
    build();
    assert_false(viewer_panels_are_busy(stage.panels)); // the list is closed
    stage.viewer.panels[VIEWER_PANEL_TREE] = 1;
    for (int frames = 0; frames < 20; ++frames) {
        build();
        while (viewer_panels_are_busy(stage.panels) && !viewer_panels_need_frame(stage.panels)) SDL_Delay(1);
    }
    assert_false(viewer_panels_are_busy(stage.panels));
    assert_int_equal(listed.opened[0], 1);
    assert_int_equal(listed.opened[1], 1); // it fails
    assert_int_equal(listed.opened[2], 0); // it does not exist
    for (int i = 4; i < LISTED; ++i) assert_int_equal(listed.opened[i], 0);
    assert_int_equal(listed.closed, listed.opened[0] + listed.opened[3]);
    close_stage();
}

static int open_all(void **state)
{
    return make_temporary_folder(state) || open_context(state);
}

static int close_all(void **state)
{
    return close_context(state) || remove_temporary_folder(state);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_file_that_was_not_shown_for_longest_loses_its_cell),
        cmocka_unit_test(only_files_whose_rows_are_shown_are_loaded_for_pictures_and_once),
        cmocka_unit_test(the_edited_curve_is_drawn_beside_the_authors),
        cmocka_unit_test(dragging_the_timeline_sets_the_time),
        cmocka_unit_test(the_way_to_a_press_is_no_part_of_the_drag),
        cmocka_unit_test(buttons_appear_when_the_mouse_moves_over_the_timeline),
        cmocka_unit_test(buttons_disappear_under_a_mouse_that_rests),
        cmocka_unit_test(a_click_in_the_tree_selects_its_joint),
        cmocka_unit_test(a_prompt_is_visible_in_every_window),
        cmocka_unit_test(the_help_fits_windows_from_640_by_480_points),
        cmocka_unit_test(the_help_stays_inside_smaller_windows),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
