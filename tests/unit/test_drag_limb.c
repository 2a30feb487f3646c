// Dragging the end of a limb in the player. Expected values are paper arithmetic.
#include "support/cmocka_close.h"

#include <SDL_keycode.h>
#include <string.h>

#include "program/viewer/core/bindings.h"
#include "program/viewer/core/pick_joint.h"
#include "program/viewer/core/viewer_text.h"
#include "support/make_model.h"

enum { SHOULDER, ELBOW, HAND };

static viewer_settings settings;
static viewer_state viewer;

/// A shoulder at the origin, the elbow at (3, 0, 0) and the hand at (3, 4, 0), without a clip.
static int open_arm(void **state)
{
    (void)state;
    static const sinew_vec3 translations[] = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}};
    sinew_raw_joint joints[] = {{.name = "shoulder", .parent = SINEW_NONE, .node = SINEW_NONE},
                                {.name = "elbow", .parent = SHOULDER, .node = SINEW_NONE},
                                {.name = "hand", .parent = ELBOW, .node = SINEW_NONE}};
    for (int i = 0; i < 3; ++i)
        joints[i].rest = (sinew_transform){.t = translations[i], .r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    sinew_error error;
    settings = (viewer_settings){.model = make_model(&(sinew_raw_model){.joints = joints, .joint_count = 3}),
                                 .clip = SINEW_NONE,
                                 .name = "arm.fbx",
                                 .speed = 1.0,
                                 .width = 640,
                                 .height = 480};
    return viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static int close_arm(void **state)
{
    (void)state;
    viewer_close(&viewer);
    sinew_model_destroy((sinew_model *)(uintptr_t)settings.model);
    return 0;
}

/// Poses the model as the player draws it.
static void pose_at(double time)
{
    const shown_posing posing = viewer_posing(&viewer);
    (void)!sinew__shown_pose(&posing, time, viewer.pose, NULL);
}

static sinew_vec3 find_reached(void)
{
    const shown_posing posing = viewer_posing(&viewer);
    return sinew__shown_pose_find_reached(&posing, 0.0, 0, viewer.pose);
}

static void assert_joint_at(int32_t joint, double x, double y, double z)
{
    const double single_precision = 2e-6;
    assert_close(viewer.pose->global[joint].row[0][3], x, single_precision);
    assert_close(viewer.pose->global[joint].row[1][3], y, single_precision);
    assert_close(viewer.pose->global[joint].row[2][3], z, single_precision);
}

/// Seen along -z in parallel projection: 400 pixels show 20 units, so that a unit is 20 pixels. The image's centre is
/// the origin.
static const sinew_draw_options front_view = {
    .width = 600,
    .height = 400,
    .camera = {.eye = {0, 0, 50}, .target = {0, 0, 0}, .up = {0, 1, 0}, .height = 20},
    .bounds = &viewer.bounds,
};

/// Presses at a point of the plane z = 0.
static void press_at(double x, double y)
{
    pose_at(0.0);
    viewer_begin_drag(&viewer, &front_view, 300 + 20 * x, 200 - 20 * y);
}

// ---- the plane of the view ----------------------------------------------------------------------------------------

static void a_drag_stays_in_the_plane_of_the_view(void **state)
{
    (void)state;
    // 90°: 10 units in front of the camera, 400 pixels show 20 units; 5 units in front of it, 10
    sinew_camera camera = {.eye = {0, 0, 10}, .target = {0, 0, 0}, .up = {0, 1, 0}, .field_of_view = 90};
    sinew_vec3 moved = viewer_drag_position(&camera, 400, (sinew_vec3){1, 2, 0}, 20, -40);
    assert_close(moved.x, 2, 1e-12);
    assert_close(moved.y, 4, 1e-12);
    assert_close(moved.z, 0, 1e-12);
    moved = viewer_drag_position(&camera, 400, (sinew_vec3){1, 2, 5}, 20, -40);
    assert_close(moved.x, 1.5, 1e-12);
    assert_close(moved.y, 3, 1e-12);
    assert_close(moved.z, 5, 1e-12);
    // in parallel projection the depth does not matter
    camera.field_of_view = 0;
    camera.height = 8;
    moved = viewer_drag_position(&camera, 400, (sinew_vec3){1, 2, 5}, 20, -40);
    assert_close(moved.x, 1.4, 1e-12);
    assert_close(moved.y, 2.8, 1e-12);
    assert_close(moved.z, 5, 1e-12);
    // seen along -x, the right of the image is -z
    const sinew_camera side = {.eye = {10, 0, 0}, .target = {0, 0, 0}, .up = {0, 1, 0}, .height = 8};
    moved = viewer_drag_position(&side, 400, (sinew_vec3){1, 2, 3}, 50, 50);
    assert_close(moved.x, 1, 1e-12);
    assert_close(moved.y, 1, 1e-12);
    assert_close(moved.z, 2, 1e-12);
}

// ---- the limb -----------------------------------------------------------------------------------------------------

static void the_hand_follows_the_mouse_and_the_elbow_bends(void **state)
{
    (void)state;
    viewer_select(&viewer, HAND);
    press_at(3, 4);
    assert_true(viewer.drag.is_active);
    viewer_move_drag(&viewer, 40, 80); // to (5, 0, 0), 5 away from the shoulder as before
    pose_at(0.0);
    assert_joint_at(HAND, 5, 0, 0);
    assert_joint_at(ELBOW, 1.8, -2.4, 0); // the triangle 3-4-5, rotated by the angle from (3, 4) to (5, 0)
    viewer_move_drag(&viewer, -60 - 100, 80);
    pose_at(0.0);
    assert_joint_at(HAND, -5, 0, 0); // from the start of the drag, not from the last position
    viewer_end_drag(&viewer);
    pose_at(0.0);
    assert_joint_at(HAND, -5, 0, 0);
}

static void a_second_drag_begins_where_the_joint_is(void **state)
{
    (void)state;
    viewer_select(&viewer, HAND);
    press_at(3, 4);
    viewer_move_drag(&viewer, 0, -800); // to (3, 44): the limb points there, 7 long
    viewer_end_drag(&viewer);
    pose_at(0.0);
    const double length = 44.102154142399; // √(3² + 44²)
    const double x = 7 * 3 / length, y = 7 * 44 / length;
    assert_joint_at(HAND, x, y, 0);
    press_at(x, y);
    assert_true(viewer.drag.is_active);
    viewer_move_drag(&viewer, 0, 40);
    pose_at(0.0);
    assert_joint_at(HAND, x, y - 2, 0);
    assert_int_equal(viewer.edits.target_count, 1);
}

static void only_the_selected_end_of_two_bones_is_dragged(void **state)
{
    (void)state;
    press_at(3, 4);
    assert_false(viewer.drag.is_active); // none is selected
    viewer_select(&viewer, HAND);
    press_at(3, 3);
    assert_false(viewer.drag.is_active); // 20 pixels away
    viewer_select(&viewer, ELBOW);
    press_at(3, 0);
    assert_false(viewer.drag.is_active); // one bone
    viewer_select(&viewer, HAND);
    press_at(3.2, 3.8);
    assert_true(viewer.drag.is_active);
    viewer_select(&viewer, ELBOW);
    assert_false(viewer.drag.is_active);
}

static void escape_undoes_a_drag(void **state)
{
    (void)state;
    viewer_select(&viewer, HAND);
    press_at(3, 4);
    viewer_move_drag(&viewer, 40, 80);
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    pose_at(0.0);
    assert_joint_at(HAND, 3, 4, 0);
    assert_int_equal(viewer.selected_joint, HAND);
    press_at(3, 4);
    viewer_move_drag(&viewer, 40, 80);
    viewer_end_drag(&viewer);
    press_at(5, 0);
    viewer_move_drag(&viewer, -40, 0);
    viewer_run_key(&viewer, SDLK_ESCAPE, 0);
    pose_at(0.0);
    assert_joint_at(HAND, 5, 0, 0); // the target of the first drag
}

static void a_reset_removes_rotations_and_targets(void **state)
{
    (void)state;
    viewer_select(&viewer, HAND);
    press_at(3, 4);
    viewer_move_drag(&viewer, 40, 80);
    viewer_end_drag(&viewer);
    sinew__pose_edits_rotate(&viewer.edits, viewer.model, SHOULDER, (sinew_quat){0, 0, 1, 0});
    const int32_t changes = viewer.edits.changes;
    viewer_run_typed(&viewer, "R");
    assert_string_equal(viewer.note, "rotated and dragged joints: reset");
    assert_true(viewer.edits.changes > changes); // a motion trail is computed again
    pose_at(0.0);
    assert_joint_at(HAND, 3, 4, 0);
    viewer_run_typed(&viewer, "R");
    assert_string_equal(viewer.note, "no rotated or dragged joints to reset");
}

// ---- in place -----------------------------------------------------------------------------------------------------

/// The same arm below hips that move by 8 along x and turn by 90° about y in a second; a leg makes them hips.
static int open_walker(void **state)
{
    (void)state;
    static const sinew_vec3 translations[] = {{0, 0, 0}, {0, 0, 0}, {3, 0, 0}, {0, 4, 0}, {0, -2, 0}};
    const double root_half = 0.70710678118654752;
    const sinew_track_key moves[] = {{0, {0, 0, 0, 0}}, {1, {8, 0, 0, 0}}};
    const sinew_track_key turns[] = {{0, {0, 0, 0, 1}}, {1, {0, root_half, 0, root_half}}};
    sinew_raw_joint joints[] = {
        {.name = "hips", .parent = SINEW_NONE}, {.name = "shoulder"}, {.name = "elbow", .parent = 1},
        {.name = "hand", .parent = 2},          {.name = "leg"},
    };
    for (int i = 0; i < 5; ++i) {
        joints[i].kind = SINEW_JOINT_BONE;
        joints[i].node = SINEW_NONE;
        joints[i].rest = (sinew_transform){.t = translations[i], .r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    }
    sinew_raw_track tracks[] = {{.path = SINEW_TRACK_TRANSLATION, .keys = moves},
                                {.path = SINEW_TRACK_ROTATION, .keys = turns}};
    for (int i = 0; i < 2; ++i) {
        tracks[i].node = SINEW_NONE;
        tracks[i].key_count = 2;
        tracks[i].interpolation = SINEW_LINEAR;
    }
    const sinew_raw_clip clip = {.name = "walk", .duration = 1, .tracks = tracks, .track_count = 2};
    sinew_error error;
    settings = (viewer_settings){.model = make_model(&(sinew_raw_model){
                                     .joints = joints, .joint_count = 5, .clips = &clip, .clip_count = 1, .up = "+Y"}),
                                 .name = "walker.fbx",
                                 .speed = 1.0,
                                 .time = 1.0,
                                 .in_place = 1,
                                 .width = 640,
                                 .height = 480};
    return viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static int32_t joint_named(const char *name)
{
    int32_t joint;
    sinew_error error;
    if (sinew_model_find_joint(viewer.model, name, &joint, &error) != SINEW_OK) fail_msg("%s", error.message);
    return joint;
}

static void a_character_that_plays_in_place_is_dragged_as_it_is_shown(void **state)
{
    (void)state;
    const int32_t hand = joint_named("hand");
    pose_at(1.0); // the end of the clip: in place, the walker has not moved or turned
    assert_joint_at(hand, 3, 4, 0);
    viewer_select(&viewer, hand);
    viewer_begin_drag(&viewer, &front_view, 300 + 20 * 3, 200 - 20 * 4);
    assert_true(viewer.drag.is_active);
    viewer_move_drag(&viewer, 40, 80); // to (5, 0, 0)
    pose_at(1.0);
    assert_joint_at(hand, 5, 0, 0);
}

/// Two bones end at no leg here. The pose that is passed holds another time of the clip.
static void a_target_without_a_limb_leaves_the_pose_of_its_time(void **state)
{
    (void)state;
    const int32_t leg = joint_named("leg");
    sinew__pose_edits_set_target(&viewer.edits, leg, (sinew_vec3){3, 4, 0});
    sinew_pose_evaluate(viewer.model, SINEW_ENGINE_EXACT, viewer.clip, 1.0, viewer.pose);
    const sinew_vec3 reached = find_reached();
    assert_close(reached.x, 0, 2e-6);
    assert_close(reached.y, -2, 2e-6);
    assert_joint_at(joint_named("hips"), 0, 0, 0);
}

// ---- the command --------------------------------------------------------------------------------------------------

static void assert_copied(const char *words)
{
    sinew__buffer command = {0};
    assert_true(viewer_format_render_command(&viewer, 640, 480, &command));
    sinew__buffer_put_character(&command, '\0');
    if (!strstr(command.text, words)) fail_msg("%s is not in %s", words, command.text);
    sinew__buffer_free(&command);
}

/// Straight up along y the limb is 7 long. A rotation by the user comes before, as --set comes before --ik.
static void the_command_has_the_position_that_is_reached(void **state)
{
    (void)state;
    viewer_select(&viewer, HAND);
    press_at(3, 4);
    viewer_move_drag(&viewer, -60, -80); // to (0, 8)
    sinew__pose_edits_rotate(&viewer.edits, viewer.model, SHOULDER, (sinew_quat){0, 0, 1, 0});
    pose_at(0.0);
    assert_joint_at(HAND, 0, 7, 0);
    const sinew_vec3 reached = find_reached();
    assert_close(reached.y, 7, 2e-6);
    assert_copied(" rz=180' --ik 'hand=");
    sinew__pose_edits_reset(&viewer.edits);
    sinew__pose_edits_set_target(&viewer.edits, HAND, (sinew_vec3){3, 4, 0});
    assert_copied(" --ik 'hand=3,4,0' ");
}

#define drag_test(test) cmocka_unit_test_setup_teardown(test, open_arm, close_arm)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_drag_stays_in_the_plane_of_the_view),
        drag_test(the_hand_follows_the_mouse_and_the_elbow_bends),
        drag_test(a_second_drag_begins_where_the_joint_is),
        drag_test(only_the_selected_end_of_two_bones_is_dragged),
        drag_test(escape_undoes_a_drag),
        drag_test(a_reset_removes_rotations_and_targets),
        cmocka_unit_test_setup_teardown(a_character_that_plays_in_place_is_dragged_as_it_is_shown, open_walker,
                                        close_arm),
        cmocka_unit_test_setup_teardown(a_target_without_a_limb_leaves_the_pose_of_its_time, open_walker, close_arm),
        drag_test(the_command_has_the_position_that_is_reached),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
