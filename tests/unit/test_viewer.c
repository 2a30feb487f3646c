// The player without its window: what keys do to time, clip and camera.
#include "support/cmocka_close.h"

#include <SDL_keycode.h>
#include <stdio.h>
#include <string.h>

#include "core/base/json.h"
#include "core/base/printable.h"
#include "core/platform/file.h"
#include "program/viewer/core/actions.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/pick_joint.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/viewer.h"
#include "program/viewer/core/viewer_text.h"
#include "runtime/view/view.h"
#include "sinew/memory.h"
#include "sinew/raw_model.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

/// A clip of one second at 30 frames per second with keyframes at 0, 0.5 and 1.
static viewer_settings settings;
static viewer_state viewer;

static int open_tube(void **state)
{
    (void)state;
    sinew_error error;
    settings = (viewer_settings){.model = scene_tube(4),
                                 .name = "walks/tube.fbx",
                                 .speed = 1.0,
                                 .paused = 1,
                                 .width = 640,
                                 .height = 480,
                                 .quit_after = -1.0};
    return settings.model && viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static int close_tube(void **state)
{
    (void)state;
    viewer_close(&viewer);
    sinew_model_destroy((sinew_model *)(uintptr_t)settings.model);
    return 0;
}

static double now(void)
{
    return sinew_playback_time(&viewer.player);
}

static void no_key_does_two_things(void **state)
{
    (void)state;
    for (const viewer_binding *a = viewer_bindings; a->keys; ++a) {
        assert_true(a->run && (a->typed || a->key != SDLK_UNKNOWN));
        for (const viewer_binding *b = a + 1; b->keys; ++b) {
            if (a->key != SDLK_UNKNOWN && a->key == b->key) assert_int_not_equal(a->modifiers, b->modifiers);
            for (const char *c = a->typed ? a->typed : ""; *c; ++c) assert_true(!b->typed || !strchr(b->typed, *c));
        }
    }
}

/// In the middle of a clip, away from the fitted view, faster than normal, with a joint selected: from here every key
/// changes something.
static void open_anywhere(viewer_state *state)
{
    sinew_error error;
    assert_int_equal(viewer_open(state, &settings, &error), SINEW_OK);
    viewer_scale_speed(state, 2.0);
    viewer_select(state, 1);
    state->note[0] = '\0';
    scene_orbit_rotate(&state->orbit, 0.3, 0.2);
    state->fitted = 0;
    sinew_playback_seek(&state->player, 0.31);
}

static void every_key_changes_something(void **state)
{
    (void)state;
    for (const viewer_binding *row = viewer_bindings; row->keys; ++row) {
        viewer_state before, after;
        memset(&before, 0, sizeof before);
        open_anywhere(&before);
        memcpy(&after, &before, sizeof after);
        if (row->typed) {
            const char character[2] = {row->typed[0], '\0'};
            assert_true(viewer_run_typed(&after, character));
        } else {
            const int held = (row->modifiers & VIEWER_SHIFT ? KMOD_LSHIFT : 0) |
                             (row->modifiers & VIEWER_CONTROL ? KMOD_LCTRL : 0) |
                             (row->modifiers & VIEWER_ALT ? KMOD_LALT : 0);
            assert_true(viewer_run_key(&after, row->key, held));
        }
        if (memcmp(&before, &after, sizeof before) == 0) fail_msg("%s changes nothing", row->keys);
        viewer_close(&after);
    }
}

static void help_lists_every_documented_row(void **state)
{
    (void)state;
    char help[4096], cut[10];
    viewer_format_help(0, help, sizeof help);
    assert_non_null(strstr(help, "Drag\torbit; from the selected hand or foot: move it\n"));
    assert_non_null(strstr(help, "PgUp PgDn\tgo to the next, previous key of joint or clip\n"));
    assert_string_equal(help + strlen(help) - strlen("q\tquit\n"), "q\tquit\n");
    viewer_format_help(0, cut, sizeof cut);
    assert_true(strlen(cut) < sizeof cut);
}

static void keys_that_the_display_cannot_serve_say_so(void **state)
{
    (void)state;
    char help[4096];
    viewer.lacks = VIEWER_LACKS_WINDOW;
    assert_true(viewer_run_typed(&viewer, "v"));
    assert_string_equal(viewer.note, "v: only in a window");
    assert_false(viewer.panels[VIEWER_PANEL_CURVES]);
    assert_true(viewer_run_typed(&viewer, "t")); // a terminal has a tree
    assert_true(viewer.panels[VIEWER_PANEL_TREE]);
    assert_true(viewer_run_typed(&viewer, "f"));
    assert_string_equal(viewer.note, "f: only in a window");
    assert_false(viewer.full_screen);
    assert_true(viewer_run_typed(&viewer, "n"));
    assert_true(viewer.names);
    viewer.lacks |= VIEWER_LACKS_LABELS;
    assert_true(viewer_run_typed(&viewer, "n"));
    assert_string_equal(viewer.note, "n: only in a window, or with pixel graphics");
    assert_true(viewer.names);
    viewer_format_help(viewer.lacks, help, sizeof help);
    assert_null(strstr(help, "full screen"));
    assert_null(strstr(help, "Wheel"));
    assert_null(strstr(help, "label the joints"));
    assert_non_null(strstr(help, "quit"));
}

/// A pose that is saved has all joints; keys have the joint that is rotated, one for each time.
static void poses_are_saved_and_marked_as_keys(void **state)
{
    sinew_error error;
    sinew__json json;
    void *bytes;
    size_t size;
    static const sinew__json_limits limits = {.max_bytes = 1 << 20, .max_values = 1 << 16};
    const double half = 0.7071067811865476;
    assert_int_equal(make_temporary_folder(state), 0);
    const char *path = write_temporary_file("keys.json", "", 0);
    const viewer_edit rotation = {.kind = VIEWER_EDIT_ROTATION, .joint = 1, .rotation = {0, 0, half, half}};
    assert_true(viewer_run_typed(&viewer, "K"));
    assert_string_equal(viewer.note, "no key: rotate or drag a joint first");
    assert_int_equal(viewer.save_pose, VIEWER_POSE_NONE);
    for (int i = 0; i < 3; ++i) { // the third replaces the second
        viewer_seek(&viewer, i > 0 ? 0.5 : 0.25);
        viewer_add_edit(&viewer, &rotation);
        if (viewer_mark_key(&viewer, &error) != SINEW_OK) fail_msg("%s", error.message);
        assert_true(sinew__pose_edits_is_empty(&viewer.edits)); // the rotation is part of the key
    }
    if (viewer_write_keys(&viewer, path, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(sinew__file_read(path, &bytes, &size, NULL), SINEW_OK);
    assert_int_equal(sinew__json_read(bytes, size, &limits, &json, NULL), SINEW_OK);
    const sinew__json_value *poses = sinew__json_member(json.root, "poses"), *first = sinew__json_first(poses);
    assert_int_equal(sinew__json_count(poses), 2);
    assert_close(sinew__json_member(first, "time_s")->number, 0.25, 1e-9);
    assert_int_equal(sinew__json_count(sinew__json_member(first, "joints")), 1);
    const char *name =
        sinew__json_text(sinew__json_member(sinew__json_first(sinew__json_member(first, "joints")), "name"));
    assert_string_equal(name, sinew_text(viewer.model, viewer.model->joints[1].name));
    sinew__json_free(&json);
    sinew_free(bytes);
    if (viewer_write_pose(&viewer, path, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(sinew__file_read(path, &bytes, &size, NULL), SINEW_OK);
    assert_int_equal(sinew__json_read(bytes, size, &limits, &json, NULL), SINEW_OK);
    assert_int_equal(sinew__json_count(sinew__json_member(json.root, "joints")), viewer.model->joint_count);
    sinew__json_free(&json);
    sinew_free(bytes);
    remove_temporary_folder(state);
}

static void unbound_keys_do_nothing(void **state)
{
    (void)state;
    assert_false(viewer_run_typed(&viewer, "Q"));
    assert_false(viewer_run_typed(&viewer, ""));
    assert_false(viewer_run_typed(&viewer, "\xc3\xa4"));
    assert_false(viewer_run_key(&viewer, SDLK_RIGHT, KMOD_CTRL));
}

static void full_stop_and_comma_step_by_whole_frames(void **state)
{
    (void)state;
    sinew_playback_seek(&viewer.player, 0.21); // between frames 6 and 7
    viewer_run_typed(&viewer, ".");
    assert_close(now() * 30.0, 7.0, 1e-9);
    viewer_run_typed(&viewer, ".");
    assert_close(now() * 30.0, 8.0, 1e-9);
    sinew_playback_seek(&viewer.player, 0.21);
    viewer_run_typed(&viewer, ",");
    assert_close(now() * 30.0, 6.0, 1e-9);
    viewer_run_typed(&viewer, ",");
    assert_close(now() * 30.0, 5.0, 1e-9);
}

static void steps_stop_at_the_ends_of_the_clip(void **state)
{
    (void)state;
    for (int i = 0; i < 40; ++i) viewer_run_typed(&viewer, ".");
    assert_close(now(), 1.0, 0.0);
    viewer_run_key(&viewer, SDLK_LEFT, KMOD_SHIFT);
    viewer_run_typed(&viewer, ",");
    assert_close(now(), 0.0, 0.0);
}

static void page_keys_step_to_keyframes(void **state)
{
    (void)state;
    char status[256];
    viewer.player.paused = 0;
    viewer_run_key(&viewer, SDLK_PAGEUP, 0);
    assert_true(viewer.player.paused);
    assert_close(now(), 0.5, 1e-9);
    viewer_format_status(&viewer, status, sizeof status);
    assert_non_null(strstr(status, "0.500 / 1.000 s  frame 15.0  key #2"));
    viewer_run_key(&viewer, SDLK_PAGEUP, 0);
    viewer_run_key(&viewer, SDLK_PAGEUP, 0); // there is no fourth
    assert_close(now(), 1.0, 1e-9);
    sinew_playback_seek(&viewer.player, 0.7);
    viewer_run_key(&viewer, SDLK_PAGEDOWN, 0); // back to the last before
    assert_close(now(), 0.5, 1e-9);
    viewer_run_key(&viewer, SDLK_PAGEDOWN, 0);
    viewer_run_key(&viewer, SDLK_PAGEDOWN, 0);
    assert_close(now(), 0.0, 1e-9);
}

/// Joint 1 has the keys of the clip, joint 0 none.
static void page_keys_follow_the_selected_joint(void **state)
{
    (void)state;
    viewer_select(&viewer, 1);
    assert_string_equal(viewer.note, "selected bone1");
    char status[256];
    viewer_run_key(&viewer, SDLK_PAGEUP, 0);
    assert_close(now(), 0.5, 1e-9);
    viewer.note[0] = '\0';
    viewer_format_status(&viewer, status, sizeof status);
    assert_non_null(strstr(status, "frame 15.0  key #2@bone1")); // a time of the command line
    viewer_select(&viewer, 0);
    viewer_run_key(&viewer, SDLK_PAGEUP, 0);
    assert_close(now(), 0.5, 1e-9);
    assert_non_null(strstr(viewer.note, "no keyframes"));
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    assert_int_equal(viewer.selected_joint, SINEW_NONE);
    viewer_run_key(&viewer, SDLK_PAGEUP, 0);
    assert_close(now(), 1.0, 1e-9);
}

static void escape_closes_help_deselects_and_leaves_full_screen(void **state)
{
    (void)state;
    viewer.full_screen = 1;
    viewer_select(&viewer, 1);
    viewer_run_typed(&viewer, "?");
    assert_true(viewer.help);
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    assert_false(viewer.help);
    assert_int_equal(viewer.selected_joint, 1);
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    assert_int_equal(viewer.selected_joint, SINEW_NONE);
    assert_true(viewer.full_screen);
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    assert_false(viewer.full_screen);
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    viewer.is_loading = 1;
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    viewer.is_loading = 0;
    assert_false(viewer.quit);
}

/// The tube's joints are a chain: what meets at joint 1 are its parent and its child.
static void enter_fits_the_selected_joint(void **state)
{
    (void)state;
    const double azimuth = viewer.orbit.azimuth, whole = viewer.orbit.distance;
    double position[3];
    sinew_pose_evaluate(viewer.model, SINEW_ENGINE_EXACT, viewer.clip, now(), viewer.pose);
    viewer_select(&viewer, 1);
    viewer_run_key(&viewer, SDLK_RETURN, 0);
    sinew__render_joint_position(viewer.pose, 1, position);
    for (int i = 0; i < 3; ++i) assert_close(viewer.orbit.target[i], position[i], 1e-9);
    assert_close(viewer.orbit.azimuth, azimuth, 1e-12);
    assert_true(viewer.orbit.distance < whole && !viewer.fitted);
    viewer_run_key(&viewer, SDLK_RETURN, KMOD_LSHIFT);
    assert_true(viewer.fitted);
    assert_close(viewer.orbit.distance, whole, 1e-9);
}

static void the_timeline_zooms_around_now_and_turns_the_page(void **state)
{
    (void)state;
    assert_close(viewer.visible.end, 1.0, 1e-12);
    sinew_playback_seek(&viewer.player, 0.5);
    viewer_run_typed(&viewer, "+");
    assert_close(viewer.visible.begin, 0.25, 1e-12);
    assert_close(viewer.visible.end, 0.75, 1e-12);
    viewer_follow_time(&viewer);
    sinew_playback_seek(&viewer.player, 0.8); // out of the range: the page turns
    viewer_follow_time(&viewer);
    assert_close(viewer.visible.end, 1.0, 1e-12);
    viewer_pan_timeline(&viewer, -0.5); // the user looks elsewhere, and the page stays
    viewer_follow_time(&viewer);
    assert_close(viewer.visible.begin, 0.0, 1e-12);
    viewer_run_typed(&viewer, "-");
    assert_close(viewer.visible.end, 1.0, 1e-12);
}

/// A step to the next joint goes through the tree in the author's order and stops at its ends.
static void up_and_down_step_through_the_tree(void **state)
{
    (void)state;
    viewer_run_key(&viewer, SDLK_DOWN, 0);
    assert_int_equal(viewer.selected_joint, viewer.model->authored_order[0]);
    viewer_run_key(&viewer, SDLK_UP, 0);
    assert_int_equal(viewer.selected_joint, viewer.model->authored_order[0]);
    for (int i = 0; i < 100; ++i) viewer_run_key(&viewer, SDLK_DOWN, 0);
    assert_int_equal(viewer.selected_joint, viewer.model->authored_order[viewer.model->joint_count - 1]);
}

static void the_selected_joint_is_drawn_until_none_is(void **state)
{
    (void)state;
    sinew_draw_options options;
    viewer_fill_options(&viewer, "", &options);
    assert_false(options.has_joint);
    viewer_select(&viewer, 0);
    viewer_fill_options(&viewer, "", &options);
    assert_true(options.has_joint && options.joint == 0);
}

static void alt_and_a_digit_go_to_a_tenth(void **state)
{
    (void)state;
    viewer_run_key(&viewer, SDLK_7, KMOD_LALT);
    assert_close(now(), 0.7, 1e-12);
    viewer_run_key(&viewer, SDLK_END, 0);
    assert_close(now(), 1.0, 0.0);
    viewer_run_key(&viewer, SDLK_HOME, 0);
    assert_close(now(), 0.0, 0.0);
}

static void speed_keeps_its_sign_and_its_limits(void **state)
{
    (void)state;
    viewer_run_typed(&viewer, "}");
    viewer_run_key(&viewer, SDLK_SPACE, KMOD_LCTRL | KMOD_LSHIFT);
    assert_close(viewer.player.speed, -2.0, 1e-12);
    assert_false(viewer.player.paused);
    for (int i = 0; i < 40; ++i) viewer_run_typed(&viewer, "{");
    assert_close(viewer.player.speed, -0.01, 1e-12);
    viewer_run_key(&viewer, SDLK_BACKSPACE, 0);
    assert_close(viewer.player.speed, -1.0, 0.0);
}

static void a_range_loops_between_two_presses(void **state)
{
    (void)state;
    sinew_playback_seek(&viewer.player, 0.8);
    viewer_run_typed(&viewer, "l");
    sinew_playback_seek(&viewer.player, 0.4); // the earlier end may come second
    viewer_run_typed(&viewer, "l");
    assert_close(viewer.player.begin, 0.4, 0.0);
    assert_close(viewer.player.end, 0.8, 0.0);
    viewer.player.paused = 0;
    sinew_playback_advance(&viewer.player, 0.5); // 0.4 … 0.8, and 0.1 more
    assert_close(now(), 0.5, 1e-9);
    viewer_run_typed(&viewer, "l");
    assert_close(viewer.player.end, 1.0, 0.0);
}

static void a_clock_that_jumps_moves_the_clip_little_or_not(void **state)
{
    (void)state;
    sinew_playback_set_loop(&viewer.player, SINEW_LOOP_ONCE);
    sinew_playback_set_speed(&viewer.player, 0.1);
    viewer.player.paused = 0;
    viewer_advance(&viewer, 2.0);
    assert_close(now(), 0.2, 1e-12);
    viewer_advance(&viewer, -3600.0);
    assert_close(now(), 0.2, 1e-12);
    viewer_advance(&viewer, 3600.0); // as if it were 5 seconds
    assert_close(now(), 0.7, 1e-12);
    viewer_advance(&viewer, (double)NAN);
    assert_close(now(), 0.7, 1e-12);
}

static void playing_after_the_end_restarts(void **state)
{
    (void)state;
    sinew_playback_set_loop(&viewer.player, SINEW_LOOP_ONCE);
    viewer.player.paused = 0;
    sinew_playback_advance(&viewer.player, 5.0);
    assert_close(now(), 1.0, 0.0);
    viewer_run_typed(&viewer, " ");
    assert_close(now(), 0.0, 0.0);
    assert_false(viewer.player.paused);
}

static void the_camera_fits_the_window_until_it_is_moved(void **state)
{
    (void)state;
    const double wide = viewer.orbit.distance;
    viewer_set_aspect(&viewer, 0.5);
    assert_true(viewer.orbit.distance > 1.2 * wide);
    viewer.fitted = 0;
    const double moved = viewer.orbit.distance;
    viewer_set_aspect(&viewer, 2.0);
    assert_close(viewer.orbit.distance, moved, 0.0);
    viewer_run_key(&viewer, SDLK_RETURN, 0);
    assert_true(viewer.fitted && viewer.orbit.distance < moved);
}

static void a_view_from_straight_above_can_be_tilted(void **state)
{
    (void)state;
    sinew_camera camera;
    viewer_run_typed(&viewer, "7");
    scene_orbit_camera(&viewer.orbit, &camera);
    assert_close(camera.up[2], -1.0, 1e-9);       // the character faces down in the image
    scene_orbit_rotate(&viewer.orbit, 0.0, 1.0); // limited at the pole
    assert_close(viewer.orbit.elevation, 1.5707963267948966, 1e-9);
    scene_orbit_rotate(&viewer.orbit, 0.0, -1.5707963267948966);
    scene_orbit_camera(&viewer.orbit, &camera);
    assert_close(camera.up[1], 1.0, 1e-9);
    assert_close(camera.eye[2] - camera.target[2], viewer.orbit.distance, 1e-9);
}

/// A point at the target moves with the mouse: panning by half the image's height moves it by half that height in world
/// space.
static void panning_moves_the_target_across_the_picture(void **state)
{
    (void)state;
    sinew_camera before, after;
    viewer_run_typed(&viewer, "1");
    viewer_run_typed(&viewer, "5");
    scene_orbit_camera(&viewer.orbit, &before);
    scene_orbit_pan(&viewer.orbit, 0.5, -0.25);
    scene_orbit_camera(&viewer.orbit, &after);
    assert_close(before.field_of_view, 0.0, 0.0);
    assert_close(after.target[0] - before.target[0], 0.5 * before.height, 1e-9);
    assert_close(after.target[1] - before.target[1], -0.25 * before.height, 1e-9);
    assert_close(after.eye[0] - before.eye[0], 0.5 * before.height, 1e-9);
}

/// From the front in parallel projection the point under the mouse is target + height * (right, up); halving the height
/// about it moves the target by half of that offset.
static void zooming_keeps_the_point_under_the_mouse(void **state)
{
    (void)state;
    sinew_camera before, after;
    viewer_run_typed(&viewer, "1");
    viewer_run_typed(&viewer, "5");
    scene_orbit_camera(&viewer.orbit, &before);
    scene_orbit_zoom_at(&viewer.orbit, 0.5, viewer.bounds.radius, 0.25, -0.375);
    scene_orbit_camera(&viewer.orbit, &after);
    assert_close(after.height, 0.5 * before.height, 1e-9);
    assert_close(after.target[0] - before.target[0], 0.125 * before.height, 1e-9);
    assert_close(after.target[1] - before.target[1], -0.1875 * before.height, 1e-9);
    assert_close(after.target[2], before.target[2], 1e-9);
    scene_orbit_zoom_at(&viewer.orbit, 2.0, viewer.bounds.radius, 0.25, -0.375); // and back
    scene_orbit_camera(&viewer.orbit, &after);
    for (int i = 0; i < 3; ++i) assert_close(after.eye[i], before.eye[i], 1e-9);
}

/// At the distance limit the image does not shift either.
static void zooming_ends_at_its_limits(void **state)
{
    (void)state;
    const double radius = viewer.bounds.radius;
    scene_orbit_zoom_at(&viewer.orbit, 1e-9, radius, 0.5, 0.5);
    assert_close(viewer.orbit.distance, 0.02 * radius, 1e-9);
    const scene_orbit nearest = viewer.orbit;
    scene_orbit_zoom_at(&viewer.orbit, 0.5, radius, 0.5, 0.5);
    assert_memory_equal(&viewer.orbit, &nearest, sizeof nearest);
    scene_orbit_zoom_at(&viewer.orbit, 1e9, radius, 0.5, 0.5);
    assert_close(viewer.orbit.distance, 200.0 * radius, 1e-9 * radius);
}

static void a_wireframe_is_edges_without_the_mesh(void **state)
{
    (void)state;
    sinew_draw_options options;
    viewer_run_typed(&viewer, "e");
    viewer_fill_options(&viewer, "", &options);
    assert_true(options.edges && !options.wireframe && options.meshes == SINEW_SHOW_ON);
    viewer_run_typed(&viewer, "m");
    viewer_fill_options(&viewer, "", &options);
    assert_true(options.wireframe && options.meshes == SINEW_SHOW_ON);
    viewer_run_typed(&viewer, "e");
    viewer_fill_options(&viewer, "", &options);
    assert_true(options.meshes == SINEW_SHOW_OFF && !options.wireframe);
}

static void a_crowd_is_counted_and_has_larger_bounds(void **state)
{
    (void)state;
    viewer_settings many = settings;
    viewer_state other;
    sinew_error error;
    char text[512];
    many.crowd = 40;
    assert_int_equal(viewer_open(&other, &many, &error), SINEW_OK);
    assert_true(other.bounds.radius > 3.0 * viewer.bounds.radius);
    viewer_format_status(&other, text, sizeof text);
    assert_non_null(strstr(text, "  40 instances  "));
    viewer_run_typed(&other, "a");
    assert_int_equal(other.skeleton, 0);
    assert_non_null(strstr(other.note, "no skeletons"));
    scene_crowd_pose(&other.crowd, 0, viewer_time(&other));
    const size_t skin_joints = (size_t)other.model->skin_joint_count; // no two at the same time
    for (size_t i = 1; i < 40; ++i)
        assert_memory_not_equal(other.crowd.palettes, other.crowd.palettes + i * skin_joints,
                                skin_joints * sizeof(sinew_palette_matrix));
    const viewer_file bones = {.model = scene_bones(3)}, tube = {.model = scene_tube(6)};
    assert_int_equal(viewer_take_file(&other, "bones.fbx", &bones, 0, &error),
                     SINEW_ERROR_NO_MESH); // and nothing has changed
    assert_ptr_equal(other.model, settings.model);
    assert_ptr_equal(other.crowd.model, settings.model);
    assert_int_equal(viewer_take_file(&other, "tube.fbx", &tube, 0, &error), SINEW_OK);
    assert_ptr_equal(other.crowd.model, tube.model);
    scene_crowd_pose(&other.crowd, 0, viewer_time(&other));
    viewer_close(&other);
    sinew_model_destroy((sinew_model *)bones.model);
    sinew_model_destroy((sinew_model *)tube.model);
}

static void names_reach_the_title_without_control_characters(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_clip clip = {.name = "run\x1b]0;owned\x07", .duration = 1.0};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1};
    sinew_model *model = NULL;
    sinew_error error;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    viewer_settings hostile = settings;
    viewer_state other;
    char text[512];
    hostile.model = model;
    hostile.name = "dir/ev\nil.fbx";
    assert_int_equal(viewer_open(&other, &hostile, &error), SINEW_OK);
    viewer_format_title(&other, text, sizeof text);
    assert_non_null(strstr(text, "ev\\x0ail.fbx - run\\x1b]0;owned\\x07"));
    viewer_format_status(&other, text, sizeof text);
    assert_null(strchr(text, '\x1b'));
    viewer_close(&other);
    sinew_model_destroy(model);
}

static void a_long_clip_name_leaves_space_for_the_rest(void **state)
{
    (void)state;
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .kind = SINEW_JOINT_BONE, .node = SINEW_NONE};
    const sinew_raw_clip clips[] = {
        {.name = "Armature|a long scene|a long layer|walk to the left and wait there", .duration = 1.0},
        {.name = "\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0"
                 "\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0\xe8\xb5\xb0",
         .duration = 1.0}, // 14 letters of 3 bytes
    };
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = clips, .clip_count = 2};
    sinew_model *model = NULL;
    sinew_error error;
    char text[512];
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    viewer_settings wordy = settings;
    viewer_state other;
    wordy.model = model;
    wordy.clip = 0;
    assert_int_equal(viewer_open(&other, &wordy, &error), SINEW_OK);
    viewer_format_status(&other, text, sizeof text);
    assert_non_null(strstr(text, " Armature|a l...o the left and wait there  1/2  loop  1x\t")); // 12 + 3 + 25 bytes
    viewer_start_clip(&other, 1);
    viewer_format_status(&other, text, sizeof text); // whole letters
    assert_non_null(strstr(text, "\xe8\xb5\xb0...\xe8\xb5\xb0\xe8\xb5\xb0"));
    assert_non_null(strstr(text, "  2/2  loop  1x\t"));
    assert_true(sinew__is_utf8(text, strlen(text)));
    assert_null(strstr(text, ".fbx")); // the only file
    other.name = "takes/a very long name of a take that was recorded 27.fbx";
    other.file_number = 4;
    other.file_count = 27;
    viewer_format_status(&other, text, sizeof text);
    assert_non_null(strstr(text, "a very l...s recorded 27.fbx 4/27  ")); // 8 + 3 + 17 bytes
    viewer_close(&other);
    sinew_model_destroy(model);
}

/// A character ten units high, of bones or of null nodes, whose clips move it 400 and 30 units away.
static sinew_model *make_traveller(uint32_t kind)
{
    static const sinew_track_key far[] = {{.time = 0.0, .value = {0.0, 0.0, 0.0}},
                                          {.time = 4.0, .value = {400.0, 0.0, 0.0}}};
    static const sinew_track_key near[] = {{.time = 0.0, .value = {0.0, 0.0, 0.0}},
                                           {.time = 4.0, .value = {30.0, 0.0, 0.0}}};
    const sinew_raw_joint joints[] = {
        {.name = "hips", .parent = SINEW_NONE, .kind = kind, .node = SINEW_NONE},
        {.name = "head", .parent = 0, .kind = kind, .node = SINEW_NONE, .rest = {{0, 10, 0}, {0, 0, 0, 1}, {1, 1, 1}}}};
    const sinew_raw_track tracks[] = {{.joint = 0,
                                       .node = SINEW_NONE,
                                       .morph = SINEW_NONE,
                                       .path = SINEW_TRACK_TRANSLATION,
                                       .keys = far,
                                       .key_count = 2,
                                       .interpolation = SINEW_LINEAR},
                                      {.joint = 0,
                                       .node = SINEW_NONE,
                                       .morph = SINEW_NONE,
                                       .path = SINEW_TRACK_TRANSLATION,
                                       .keys = near,
                                       .key_count = 2,
                                       .interpolation = SINEW_LINEAR}};
    const sinew_raw_clip clips[] = {{.name = "far", .duration = 4.0, .tracks = &tracks[0], .track_count = 1},
                                    {.name = "near", .duration = 4.0, .tracks = &tracks[1], .track_count = 1}};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 2, .clips = clips, .clip_count = 2};
    sinew_model *model = NULL;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

/// Returns the camera's distance from its target in the middle of a clip.
static double distance_in(viewer_state *state, int32_t clip)
{
    sinew_draw_options options = {0};
    sinew_error error;
    viewer_start_clip(state, clip);
    sinew_playback_seek(&state->player, 2.0);
    assert_int_equal(viewer_apply_motion(state, &options, &error), SINEW_OK);
    const double *eye = options.camera.eye, *target = options.camera.target;
    if (state->tracking) assert_close(target[0], 200.0, 10.0); // the position of the character
    return sqrt((eye[0] - target[0]) * (eye[0] - target[0]) + (eye[1] - target[1]) * (eye[1] - target[1]) +
                (eye[2] - target[2]) * (eye[2] - target[2]));
}

/// Settings of the traveller, with automatic tracking.
static viewer_settings travelling(const sinew_model *model, int32_t clip)
{
    viewer_settings travels = settings;
    travels.model = model;
    travels.clip = clip;
    travels.tracking = -1;
    return travels;
}

static void the_camera_tracks_a_character_that_goes_far_away(void **state)
{
    (void)state;
    enum { FAR, NEAR };
    sinew_model *model = make_traveller(SINEW_JOINT_BONE);
    viewer_settings travels = travelling(model, NEAR);
    viewer_state other;
    sinew_error error;
    assert_int_equal(viewer_open(&other, &travels, &error), SINEW_OK);
    assert_false(other.tracking);
    assert_true(distance_in(&other, FAR) < 80.0); // a character of size 10; the lens needs twice that distance
    assert_true(other.tracking);
    assert_true(viewer_fitted_bounds(&other)->radius < 20.0);
    assert_in_range(distance_in(&other, NEAR), 20, 150);
    assert_false(other.tracking);
    viewer_start_clip(&other, FAR);
    viewer_run_typed(&other, "F");
    assert_true(distance_in(&other, FAR) > 300.0);
    viewer_start_clip(&other, NEAR);
    assert_true(distance_in(&other, FAR) > 300.0); // the user's word stays
    viewer_close(&other);
    travels.clip = FAR;
    travels.tracking = 0;
    assert_int_equal(viewer_open(&other, &travels, &error), SINEW_OK);
    assert_false(other.tracking);
    viewer_close(&other);
    sinew_model_destroy(model);
}

static void a_moved_camera_keeps_its_position_when_tracking_toggles(void **state)
{
    (void)state;
    sinew_model *model = make_traveller(SINEW_JOINT_BONE);
    const viewer_settings travels = travelling(model, 0);
    viewer_state other;
    sinew_draw_options first = {0}, then = {0};
    sinew_error error;
    assert_int_equal(viewer_open(&other, &travels, &error), SINEW_OK);
    sinew_playback_seek(&other.player, 3.0);
    assert_int_equal(viewer_apply_motion(&other, &first, &error), SINEW_OK);
    scene_orbit_rotate(&other.orbit, 0.3, 0.0);
    other.fitted = 0;
    assert_int_equal(viewer_apply_motion(&other, &first, &error), SINEW_OK);
    assert_close(first.camera.target[0], 300.0, 10.0); // of 400 in four seconds
    for (int i = 0; i < 2; ++i) {
        viewer_run_typed(&other, "F");
        assert_int_equal(viewer_apply_motion(&other, &then, &error), SINEW_OK);
        for (int k = 0; k < 3; ++k) assert_close(then.camera.eye[k], first.camera.eye[k], 1e-9);
    }
    viewer_close(&other);
    sinew_model_destroy(model);
}

static void the_path_of_an_object_is_shown_whole(void **state)
{
    (void)state;
    sinew_model *model = make_traveller(SINEW_JOINT_NULL);
    const viewer_settings travels = travelling(model, 0);
    viewer_state other;
    sinew_error error;
    assert_int_equal(viewer_open(&other, &travels, &error), SINEW_OK);
    assert_false(other.tracking);
    assert_true(distance_in(&other, 0) > 300.0);
    viewer_close(&other);
    sinew_model_destroy(model);
}

/// An empty scene is valid, and the status says so.
static void an_empty_file_shows_a_message(void **state)
{
    (void)state;
    const sinew_raw_model raw = {.format = "none"};
    sinew_model *model = NULL;
    sinew_error error;
    char text[512];
    viewer_settings empty = settings;
    viewer_state other;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    empty.model = model;
    empty.clip = SINEW_NONE;
    assert_int_equal(viewer_open(&other, &empty, &error), SINEW_OK);
    viewer_format_status(&other, text, sizeof text);
    assert_non_null(strstr(text, "nothing to draw"));
    viewer_close(&other);
    empty.model = settings.model; // the tube at rest
    assert_int_equal(viewer_open(&other, &empty, &error), SINEW_OK);
    viewer_format_status(&other, text, sizeof text);
    assert_non_null(strstr(text, "rest pose"));
    viewer_close(&other);
    sinew_model_destroy(model);
}

// ---- picking joints -----------------------------------------------------------------------------------------------

/// The front view in parallel projection: x and y of the world are x and y of the image.
static sinew_draw_options seen_from_front(void)
{
    sinew_draw_options options;
    viewer_run_typed(&viewer, "1");
    viewer_run_typed(&viewer, "5");
    sinew_pose_evaluate(viewer.model, SINEW_ENGINE_EXACT, viewer.clip, viewer_time(&viewer), viewer.pose);
    viewer_fill_options(&viewer, NULL, &options);
    options.width = 640;
    options.height = 480;
    return options;
}

static int32_t point_at(const sinew_draw_options *options, double x, double y)
{
    const sinew_camera *camera = &options->camera;
    const double pixels = options->height / camera->height;
    return viewer_pick_joint(viewer.model, viewer.pose, options, 320.0 + (x - camera->target[0]) * pixels,
                             240.0 - (y - camera->target[1]) * pixels);
}

/// Joints are at x 0 and y 0, 2.5, 5, 7.5.
static void a_click_picks_the_nearest_joint_or_bone(void **state)
{
    (void)state;
    viewer.skeleton = 1;
    viewer.hide_meshes = 1;
    const sinew_draw_options options = seen_from_front();
    assert_int_equal(point_at(&options, 0.0, 2.5), 1);
    assert_int_equal(point_at(&options, 0.05, 5.1), 2);
    assert_int_equal(point_at(&options, 0.05, 3.75), 1); // the bone from 1 to 2
    assert_int_equal(point_at(&options, 3.0, 3.75), SINEW_NONE);
    assert_int_equal(point_at(&options, 0.0, 30.0), SINEW_NONE);
}

/// Weights fall off around the joints' heights, so the nearest joint has the largest.
static void a_click_on_the_surface_picks_its_strongest_joint(void **state)
{
    (void)state;
    const sinew_draw_options options = seen_from_front();
    assert_false(options.skeleton == SINEW_SHOW_ON);
    assert_int_equal(point_at(&options, 0.3, 0.4), 0);
    assert_int_equal(point_at(&options, -0.3, 2.9), 1);
    assert_int_equal(point_at(&options, 0.3, 9.0), 3);
    assert_int_equal(point_at(&options, 8.0, 5.0), SINEW_NONE);
    sinew_draw_options hidden = options;
    hidden.meshes = SINEW_SHOW_OFF;
    assert_int_equal(point_at(&hidden, 0.3, 0.4), SINEW_NONE);
}

/// Rotated by 90° about z at joint 1, the upper joints are along x.
static void a_click_uses_the_current_pose(void **state)
{
    (void)state;
    sinew_playback_seek(&viewer.player, 0.5);
    const sinew_draw_options options = seen_from_front();
    const double side = viewer.pose->global[3].row[0][3] > 0.0 ? 1.0 : -1.0;
    assert_int_equal(point_at(&options, side * 6.0, 2.6), 3);
    assert_int_equal(point_at(&options, 0.0, 8.0), SINEW_NONE);
}

/// Twenty frames per second are fast enough; the first frames, and frames of a paused clip, do not count.
static void a_machine_is_slow_when_frames_take_long(void **state)
{
    (void)state;
    viewer_frontend frontend = {.viewer = viewer};
    for (int i = 0; i < 50; ++i) viewer_record_draw_time(&frontend, 1.0);
    assert_false(frontend.is_slow);
    frontend.viewer.player.paused = 0;
    for (int i = 0; i < 4; ++i) viewer_record_draw_time(&frontend, 1.0);
    for (int i = 0; i < 100; ++i) viewer_record_draw_time(&frontend, 0.045);
    assert_false(frontend.is_slow);
    for (int i = 0; i < 10; ++i) viewer_record_draw_time(&frontend, 0.06);
    assert_true(frontend.is_slow);
}

/// A body that looks along +Z in a file whose front is −X, and the same joints without names of a body.
static sinew_model *make_legs(int has_names)
{
    static const char *const names[] = {"Hips",       "LeftUpLeg", "LeftLeg",  "LeftFoot",
                                        "RightUpLeg", "RightLeg",  "RightFoot"};
    static const sinew_vec3 offsets[] = {{0, 1, 0},    {0.1, 0, 0},  {0, -0.5, 0}, {0, -0.45, 0},
                                         {-0.1, 0, 0}, {0, -0.5, 0}, {0, -0.45, 0}};
    static const int32_t parents[] = {SINEW_NONE, 0, 1, 2, 0, 4, 5};
    sinew_raw_joint joints[7];
    sinew_model *model;
    for (int i = 0; i < 7; ++i)
        joints[i] = (sinew_raw_joint){.name = has_names ? names[i] : NULL,
                                      .parent = parents[i],
                                      .kind = SINEW_JOINT_BONE,
                                      .node = SINEW_NONE,
                                      .rest = {.t = offsets[i], .r = {0, 0, 0, 1}, .s = {1, 1, 1}}};
    const sinew_raw_model raw = {.up = "+Y", .front = "-X", .joints = joints, .joint_count = 7};
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    return model;
}

static void check_front_view(double x, double z)
{
    sinew_camera camera;
    viewer.view = SINEW_VIEW_FRONT;
    viewer_fit(&viewer);
    scene_orbit_camera(&viewer.orbit, &camera);
    const double away[] = {camera.eye[0] - camera.target[0], camera.eye[2] - camera.target[2]};
    const double length = hypot(away[0], away[1]);
    assert_close(away[0] / length, x, 1e-9);
    assert_close(away[1] / length, z, 1e-9);
}

static void views_see_where_the_body_faces(void **state)
{
    (void)state;
    sinew_error error;
    sinew_model *body = make_legs(1), *other = make_legs(0);
    settings =
        (viewer_settings){.model = body, .name = "legs.fbx", .speed = 1.0, .clip = SINEW_NONE, .width = 9, .height = 9};
    assert_int_equal(viewer_open(&viewer, &settings, &error), SINEW_OK);
    check_front_view(0, 1);
    const viewer_file next = {.model = other, .clip = SINEW_NONE};
    assert_int_equal(viewer_take_file(&viewer, "b.fbx", &next, 0, &error), SINEW_OK);
    check_front_view(-1, 0);
    viewer_close(&viewer);
    settings.takes_file_front = 1;
    assert_int_equal(viewer_open(&viewer, &settings, &error), SINEW_OK);
    check_front_view(-1, 0);
    viewer_close(&viewer);
    sinew_model_destroy(body);
    sinew_model_destroy(other);
}

/// The trail belongs to the selected joint, or to the joint that `H` holds it at; the copied command names that joint.
static void the_trail_stays_at_a_joint(void **state)
{
    (void)state;
    sinew__buffer command = {0};
    viewer_run_typed(&viewer, "H");
    assert_string_equal(viewer.note, "motion trail: select a joint");
    viewer_select(&viewer, 1);
    viewer_run_typed(&viewer, "H");
    assert_true(viewer.trail);
    viewer_select(&viewer, 2);
    assert_int_equal(viewer_trail_joint(&viewer), 1);
    assert_true(viewer_format_render_command(&viewer, 64, 48, &command));
    sinew__buffer_put_character(&command, '\0');
    char expected[200];
    snprintf(expected, sizeof expected, " --joint %s --trail %s",
             sinew_text(viewer.model, viewer.model->joints[2].name),
             sinew_text(viewer.model, viewer.model->joints[1].name));
    assert_non_null(strstr(command.text, expected));
    sinew__buffer_free(&command);
    viewer_run_typed(&viewer, "H"); // at the selected one from now on
    assert_int_equal(viewer_trail_joint(&viewer), 2);
    viewer_run_typed(&viewer, "H"); // no more
    viewer_select(&viewer, 1);
    assert_int_equal(viewer_trail_joint(&viewer), 1);
}

#define player_test(test) cmocka_unit_test_setup_teardown(test, open_tube, close_tube)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_see_where_the_body_faces),
        player_test(the_trail_stays_at_a_joint),
        player_test(a_machine_is_slow_when_frames_take_long),
        player_test(no_key_does_two_things),
        player_test(every_key_changes_something),
        player_test(help_lists_every_documented_row),
        player_test(keys_that_the_display_cannot_serve_say_so),
        player_test(poses_are_saved_and_marked_as_keys),
        player_test(unbound_keys_do_nothing),
        player_test(full_stop_and_comma_step_by_whole_frames),
        player_test(steps_stop_at_the_ends_of_the_clip),
        player_test(page_keys_step_to_keyframes),
        player_test(page_keys_follow_the_selected_joint),
        player_test(escape_closes_help_deselects_and_leaves_full_screen),
        player_test(enter_fits_the_selected_joint),
        player_test(the_timeline_zooms_around_now_and_turns_the_page),
        player_test(up_and_down_step_through_the_tree),
        player_test(the_selected_joint_is_drawn_until_none_is),
        player_test(alt_and_a_digit_go_to_a_tenth),
        player_test(speed_keeps_its_sign_and_its_limits),
        player_test(a_range_loops_between_two_presses),
        player_test(a_clock_that_jumps_moves_the_clip_little_or_not),
        player_test(playing_after_the_end_restarts),
        player_test(the_camera_fits_the_window_until_it_is_moved),
        player_test(the_camera_tracks_a_character_that_goes_far_away),
        player_test(a_moved_camera_keeps_its_position_when_tracking_toggles),
        player_test(the_path_of_an_object_is_shown_whole),
        player_test(a_view_from_straight_above_can_be_tilted),
        player_test(panning_moves_the_target_across_the_picture),
        player_test(zooming_keeps_the_point_under_the_mouse),
        player_test(zooming_ends_at_its_limits),
        player_test(a_wireframe_is_edges_without_the_mesh),
        player_test(a_crowd_is_counted_and_has_larger_bounds),
        player_test(a_click_picks_the_nearest_joint_or_bone),
        player_test(a_click_on_the_surface_picks_its_strongest_joint),
        player_test(a_click_uses_the_current_pose),
        player_test(names_reach_the_title_without_control_characters),
        player_test(a_long_clip_name_leaves_space_for_the_rest),
        player_test(an_empty_file_shows_a_message),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
