// The prompt of the player: editing a line, seeking, finding joints and clips, rotating joints.
#include "support/cmocka_close.h"

#include <SDL_keycode.h>
#include <string.h>

#include "program/viewer/core/actions.h"
#include "program/viewer/core/bindings.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/prompt.h"
#include "program/viewer/core/viewer.h"
#include "program/viewer/core/viewer_text.h"
#include "support/scenes.h"

/// A clip of one second at 30 frames per second on joints bone0 … bone3.
static viewer_settings settings;
static viewer_state viewer;

static int open_tube(void **state)
{
    (void)state;
    sinew_error error;
    settings = (viewer_settings){
        .model = scene_tube(4), .name = "tube.fbx", .speed = 1.0, .width = 640, .height = 480, .quit_after = -1.0};
    return settings.model && viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static int close_tube(void **state)
{
    (void)state;
    viewer_close(&viewer);
    sinew_model_destroy((sinew_model *)(uintptr_t)settings.model);
    return 0;
}

/// Types characters one by one, as a keyboard does.
static void type(const char *text)
{
    for (; *text; ++text) viewer_run_typed(&viewer, (const char[2]){*text, '\0'});
}

static void press(int32_t key)
{
    viewer_run_key(&viewer, key, 0);
}

// ---- editing ------------------------------------------------------------------------------------------------------

static void a_line_is_edited_by_whole_characters(void **state)
{
    (void)state;
    viewer_prompt prompt;
    viewer_prompt_open(&prompt, VIEWER_PROMPT_NAME);
    viewer_prompt_type(&prompt, "a\xc3\xa4"
                                "b"); // an umlaut of two bytes
    viewer_prompt_handle_key(&prompt, SDLK_LEFT, 0);
    viewer_prompt_handle_key(&prompt, SDLK_BACKSPACE, 0);
    assert_string_equal(prompt.text, "ab");
    assert_int_equal(prompt.cursor, 1);
    viewer_prompt_type(&prompt, "\xe2\x82\xac");
    viewer_prompt_handle_key(&prompt, SDLK_LEFT, 0);
    viewer_prompt_handle_key(&prompt, SDLK_DELETE, 0);
    assert_string_equal(prompt.text, "ab");
    viewer_prompt_handle_key(&prompt, SDLK_HOME, 0);
    viewer_prompt_handle_key(&prompt, SDLK_BACKSPACE, 0);
    viewer_prompt_handle_key(&prompt, SDLK_LEFT, 0);
    assert_int_equal(prompt.cursor, 0);
    viewer_prompt_handle_key(&prompt, SDLK_END, 0);
    viewer_prompt_handle_key(&prompt, SDLK_DELETE, 0);
    viewer_prompt_handle_key(&prompt, SDLK_RIGHT, 0);
    assert_int_equal(prompt.cursor, 2);
    viewer_prompt_handle_key(&prompt, SDLK_u, KMOD_LCTRL);
    assert_string_equal(prompt.text, "");
}

static void only_printable_text_is_typed(void **state)
{
    (void)state;
    viewer_prompt prompt;
    viewer_prompt_open(&prompt, VIEWER_PROMPT_NAME);
    viewer_prompt_type(&prompt, "a\x1b[2J\n\xe2\x80\xae\xff"
                                "b");
    assert_string_equal(prompt.text, "a[2Jb");
}

static void a_full_line_takes_no_more(void **state)
{
    (void)state;
    viewer_prompt prompt;
    viewer_prompt_open(&prompt, VIEWER_PROMPT_NAME);
    for (int i = 0; i < 400; ++i) viewer_prompt_type(&prompt, "\xc3\xa4");
    assert_int_equal(strlen(prompt.text), 254);
    viewer_prompt_type(&prompt, "x");
    viewer_prompt_type(&prompt, "x");
    assert_int_equal(strlen(prompt.text), 255);
}

// ---- times --------------------------------------------------------------------------------------------------------

static void a_time_is_sought(void **state)
{
    (void)state;
    type(":15f");
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_TIME);
    press(SDLK_RETURN);
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE && viewer.player.paused);
    assert_close(sinew_playback_time(&viewer.player), 0.5, 1e-9);
    type(":+3f");
    press(SDLK_RETURN);
    assert_close(sinew_playback_time(&viewer.player), 0.6, 1e-9);
}

static void an_invalid_time_shows_a_message(void **state)
{
    (void)state;
    char status[512];
    type(":12x");
    press(SDLK_RETURN);
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_TIME);
    assert_non_null(strstr(viewer.prompt.message, "'12x' is not a time"));
    viewer_format_status(&viewer, status, sizeof status);
    assert_non_null(strstr(status, "go to: 12x_  '12x' is not a time"));
    assert_null(strchr(status, '\t')); // the message replaces the time
    press(SDLK_BACKSPACE);
    assert_string_equal(viewer.prompt.message, "");
    type("f");
    press(SDLK_RETURN);
    assert_close(sinew_playback_time(&viewer.player), 0.4, 1e-9);
    type(":7.5");
    press(SDLK_RETURN);
    assert_non_null(strstr(viewer.prompt.message, "past the end"));
    assert_null(strstr(viewer.prompt.message, "outside")); // the player does not show times outside the clip
    assert_close(sinew_playback_time(&viewer.player), 0.4, 1e-9);
}

static void an_open_prompt_gets_all_keys(void **state)
{
    (void)state;
    char status[512];
    type(":q Ll");
    press(SDLK_PAGEUP);
    assert_false(viewer.quit || viewer.player.paused);
    assert_string_equal(viewer.prompt.text, "q Ll");
    viewer_format_status(&viewer, status, sizeof status);
    assert_non_null(strstr(status, "go to: q Ll_"));
    press(SDLK_ESCAPE);
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE);
    type(":");
    press(SDLK_RETURN); // nothing typed: nothing happens
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE && !viewer.player.paused);
}

// ---- names --------------------------------------------------------------------------------------------------------

static void a_joint_is_found_by_its_name_or_a_part_of_it(void **state)
{
    (void)state;
    type("/bone2");
    press(SDLK_RETURN);
    assert_string_equal(sinew_text(viewer.model, viewer.model->joints[viewer.selected_joint].name), "bone2");
    type("/NE3");
    press(SDLK_RETURN);
    assert_string_equal(sinew_text(viewer.model, viewer.model->joints[viewer.selected_joint].name), "bone3");
    const int32_t before = viewer.selected_joint;
    type("/bonr1");
    press(SDLK_RETURN);
    assert_int_equal(viewer.selected_joint, before);
    assert_string_equal(viewer.prompt.message, "no joint or clip 'bonr1'; did you mean 'bone1'?");
}

static int open_names(void **state)
{
    (void)state;
    const sinew_raw_joint joints[] = {
        {.name = "run", .parent = SINEW_NONE}, {.name = "walker", .parent = 0}, {.name = "hip2", .parent = 1}};
    const sinew_raw_clip clips[] = {{.name = "Rig|Walk", .duration = 1.0},
                                    {.name = "Walk_fast", .duration = 1.0},
                                    {.name = "hip_turn", .duration = 1.0},
                                    {.name = "Run", .duration = 1.0}};
    const sinew_raw_model raw = {.joints = joints, .joint_count = 3, .clips = clips, .clip_count = 4};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) return -1;
    settings = (viewer_settings){
        .model = model, .clip = SINEW_NONE, .name = "names.fbx", .speed = 1.0, .width = 640, .height = 480};
    return viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static void a_name_means_a_joint_or_a_clip(void **state)
{
    (void)state;
    static const struct {
        const char *typed, *joint; // "": none is selected
        int32_t clip;
    } cases[] = {
        {"run", "run", SINEW_NONE}, // the clip's name, apart from case
        {"walk", "", 0},            // the clip's name; the joint's only starts with it
        {"Rig|Walk", "", 0},
        {"wal", "walker", SINEW_NONE}, // both names contain it
        {"hip", "hip2", SINEW_NONE},
        {"FAST", "", 1},
        {"2", "hip2", SINEW_NONE}, // takes precedence over the second clip
        {"3", "", 2},
        {"#2", "", 1},
        {"*_t*", "", 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        viewer_select(&viewer, SINEW_NONE);
        viewer_start_clip(&viewer, SINEW_NONE);
        type("/");
        type(cases[i].typed);
        press(SDLK_RETURN);
        assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE);
        assert_int_equal(viewer.clip, cases[i].clip);
        const int32_t joint = viewer.selected_joint;
        assert_string_equal(joint == SINEW_NONE ? "" : sinew_text(viewer.model, viewer.model->joints[joint].name),
                            cases[i].joint);
    }
}

static void an_unknown_name_shows_a_message(void **state)
{
    (void)state;
    viewer_start_clip(&viewer, 2);
    type("/Walk_fest");
    press(SDLK_RETURN);
    assert_string_equal(viewer.prompt.message, "no joint or clip 'Walk_fest'; "
                                               "clips: 1 'Rig|Walk', 2 'Walk_fast', 3 'hip_turn', 4 'Run'");
    press(SDLK_ESCAPE);
    type("/*W*");
    press(SDLK_RETURN);
    assert_string_equal(viewer.prompt.message, "'*W*' fits 2 clips; clips: 1 'Rig|Walk', 2 'Walk_fast'");
    assert_int_equal(viewer.clip, 2);
    assert_int_equal(viewer.selected_joint, SINEW_NONE);
}

// ---- rotating -----------------------------------------------------------------------------------------------------

static void rotations_are_degrees_about_own_axes_in_order(void **state)
{
    (void)state;
    static const char *const no_turns[] = {"",       "rx",       "rx=",       "x=3",    "rw=1",
                                           "rx=nan", "rx=1e999", "rx=1,ry=2", "rx=30 q"};
    const double half = 0.5, root_half = 0.70710678118654752;
    sinew_quat turn;
    assert_true(sinew__pose_edits_parse_rotation("rx=90", &turn));
    assert_close(turn.x, root_half, 1e-15);
    assert_close(turn.w, root_half, 1e-15);
    assert_true(
        sinew__pose_edits_parse_rotation(" rx=90  ry=90 ", &turn)); // (√½ + √½ i)(√½ + √½ j) = ½ + ½ i + ½ j + ½ k
    assert_close(turn.x, half, 1e-15);
    assert_close(turn.y, half, 1e-15);
    assert_close(turn.z, half, 1e-15);
    assert_close(turn.w, half, 1e-15);
    for (size_t i = 0; i < sizeof no_turns / sizeof no_turns[0]; ++i)
        assert_false(sinew__pose_edits_parse_rotation(no_turns[i], &turn));
}

static int32_t select_bone(const char *name)
{
    type("/");
    type(name);
    press(SDLK_RETURN);
    return viewer.selected_joint;
}

/// Returns a joint's position at the fixed time, with the user's rotations.
static void find_position(int32_t joint, double out[3])
{
    const shown_posing posing = viewer_posing(&viewer);
    assert_int_equal(sinew__shown_pose(&posing, 0.0, viewer.pose, NULL), SINEW_OK);
    for (int r = 0; r < 3; ++r) out[r] = viewer.pose->global[joint].row[r][3];
}

static void a_rotated_joint_moves_its_descendants(void **state)
{
    (void)state;
    double at[3], end[3], overrides[3], axis[3], arm[3];
    const int32_t tip = select_bone("bone3"), joint = select_bone("bone1");
    find_position(joint, at);
    find_position(tip, end);
    for (int r = 0; r < 3; ++r) axis[r] = viewer.pose->global[joint].row[r][0];
    for (int r = 0; r < 3; ++r) arm[r] = end[r] - at[r];
    type("rrx=90");
    press(SDLK_RETURN);
    find_position(tip, overrides);
    // A quarter turn about a unit axis a maps v to a × v + a (a · v).
    const double along = axis[0] * arm[0] + axis[1] * arm[1] + axis[2] * arm[2];
    for (int r = 0; r < 3; ++r) {
        const int p = (r + 1) % 3, q = (r + 2) % 3;
        assert_close(overrides[r], at[r] + axis[p] * arm[q] - axis[q] * arm[p] + axis[r] * along, 1e-9);
    }
    double moved = 0.0;
    for (int r = 0; r < 3; ++r) moved += fabs(overrides[r] - end[r]);
    assert_true(moved > 0.1);
}

/// The trail contains, and the ghosts have, every rotated joint as in the image.
static void trail_and_ghosts_include_rotations(void **state)
{
    (void)state;
    double position[3], before[3];
    sinew_draw_options options;
    sinew_error error;
    const int32_t upper = select_bone("bone1"), tip = select_bone("bone3");
    type("TO");
    for (int overrides = 0; overrides < 2; ++overrides) {
        options = (sinew_draw_options){0};
        assert_int_equal(viewer_apply_motion(&viewer, &options, &error), SINEW_OK);
        find_position(tip, position);
        assert_non_null(options.trail);
        for (int r = 0; r < 3; ++r) assert_close(options.trail->points[0][r], position[r], 1e-6);
        int shown = 0;
        for (int32_t i = 0; i < options.onion->count; ++i) {
            const sinew_ghost *ghost = &options.onion->ghosts[i];
            if (!ghost->is_shown) continue;
            ++shown;
            sinew_trail_position(options.trail, ghost->pose->timeline, before);
            for (int r = 0; r < 3; ++r) assert_close(ghost->pose->global[tip].row[r][3], before[r], 1e-6);
        }
        assert_true(shown > 0);
        if (overrides) break;
        sinew__pose_edits_rotate(&viewer.edits, viewer.model, upper,
                                (sinew_quat){0.70710678118654752, 0.0, 0.0, 0.70710678118654752});
        find_position(tip, before);
        assert_true(fabs(before[0] - position[0]) + fabs(before[1] - position[1]) + fabs(before[2] - position[2]) >
                    0.1);
    }
}

static void escape_undoes_a_dragged_rotation(void **state)
{
    (void)state;
    const double up[3] = {0.0, 1.0, 0.0}, right[3] = {1.0, 0.0, 0.0};
    const sinew_affine straight = {{{2.0, 0.0, 0.0, 5.0}, {0.0, 3.0, 0.0, 0.0}, {0.0, 0.0, 1.0, 0.0}}};
    const sinew_quat none = {0.0, 0.0, 0.0, 1.0};
    const sinew_quat dragged = sinew__pose_edits_drag(none, &straight, up, 1.57079632679489662, right, 0.0);
    assert_close(dragged.y, 0.70710678118654752, 1e-12); // a quarter turn about y, whatever the scale
    assert_close(dragged.w, 0.70710678118654752, 1e-12);
    const int32_t joint = select_bone("bone1");
    type("r");
    sinew__pose_edits_rotate(&viewer.edits, viewer.model, joint, dragged);
    press(SDLK_ESCAPE);
    assert_close(sinew__pose_edits_rotation(&viewer.edits, joint).w, 1.0, 0.0);
    type("r");
    sinew__pose_edits_rotate(&viewer.edits, viewer.model, joint, dragged);
    press(SDLK_RETURN);
    assert_close(sinew__pose_edits_rotation(&viewer.edits, joint).y, dragged.y, 0.0);
}

static double degrees_about_z(int32_t joint)
{
    const sinew_quat rotation = viewer.pose->local[joint].r;
    return 2 * atan2(rotation.z, rotation.w) * 180 / acos(-1);
}

/// Poses the model as the player draws it.
static void pose_for_drawing(void)
{
    static viewer_frontend frontend;
    const viewer_size size = {640, 480, 1.0};
    sinew_draw_options options;
    sinew_error error;
    frontend.viewer = viewer;
    assert_int_equal(viewer_prepare_draw(&frontend, NULL, &size, &options, &error), SINEW_OK);
    viewer = frontend.viewer;
}

/// In the middle of the clip bone1 is rotated by 90°, at rest by 0°. A rotation by 30° about its own z axis comes after
/// the fade, whose first half is over: 45° + 30°.
static void a_rotated_joint_does_not_end_a_fade(void **state)
{
    (void)state;
    settings.fade = 0.4;
    viewer_seek(&viewer, 0.5);
    sinew_playback_set_speed(&viewer.player, 1e-9);
    const int32_t joint = select_bone("bone1");
    viewer_start_clip(&viewer, SINEW_NONE);
    viewer_advance(&viewer, 0.2);
    pose_for_drawing();
    assert_close(degrees_about_z(joint), 45, 1e-3);
    type("rrz=30");
    press(SDLK_RETURN);
    pose_for_drawing();
    assert_close(degrees_about_z(joint), 75, 1e-3);
    viewer_advance(&viewer, 0.2);
    pose_for_drawing();
    assert_close(degrees_about_z(joint), 30, 1e-3);
}

static void nothing_is_rotated_without_a_joint(void **state)
{
    (void)state;
    type("r");
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE);
    assert_string_equal(viewer.note, "select a joint to rotate");
}

static void words_are_found_regardless_of_case(void **state)
{
    (void)state;
    assert_true(viewer_text_contains("LeftFoot", "tf"));
    assert_true(viewer_text_contains("aab", "ab"));
    assert_true(viewer_text_contains("", ""));
    assert_false(viewer_text_contains("foo", "food"));
    assert_false(viewer_text_contains("", "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_edited_by_whole_characters),
        cmocka_unit_test(only_printable_text_is_typed),
        cmocka_unit_test(a_full_line_takes_no_more),
        cmocka_unit_test_setup_teardown(a_time_is_sought, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(an_invalid_time_shows_a_message, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(an_open_prompt_gets_all_keys, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(rotations_are_degrees_about_own_axes_in_order, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(a_rotated_joint_moves_its_descendants, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(trail_and_ghosts_include_rotations, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(a_rotated_joint_does_not_end_a_fade, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(escape_undoes_a_dragged_rotation, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(nothing_is_rotated_without_a_joint, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(a_joint_is_found_by_its_name_or_a_part_of_it, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(a_name_means_a_joint_or_a_clip, open_names, close_tube),
        cmocka_unit_test_setup_teardown(an_unknown_name_shows_a_message, open_names, close_tube),
        cmocka_unit_test(words_are_found_regardless_of_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
