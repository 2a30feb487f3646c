// What is typed into the player: editing a line, going to a time, finding a joint.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <SDL_keycode.h>
#include <cmocka.h>
#include <string.h>

#include "support/cmocka_close.h"
#include "support/scenes.h"
#include "viewer/bindings.h"
#include "viewer/prompt_answer.h"

/// A clip of one second at 30 frames a second on joints bone0 … bone3.
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

// ---- the line -----------------------------------------------------------------------------------------------------

static void a_line_is_edited_by_whole_characters(void **state)
{
    (void)state;
    viewer_prompt prompt;
    prompt_open(&prompt, VIEWER_PROMPT_JOINT);
    prompt_type(&prompt, "a\xc3\xa4"
                         "b"); // an umlaut of two bytes
    prompt_press(&prompt, SDLK_LEFT, 0);
    prompt_press(&prompt, SDLK_BACKSPACE, 0);
    assert_string_equal(prompt.text, "ab");
    assert_int_equal(prompt.cursor, 1);
    prompt_type(&prompt, "\xe2\x82\xac");
    prompt_press(&prompt, SDLK_LEFT, 0);
    prompt_press(&prompt, SDLK_DELETE, 0);
    assert_string_equal(prompt.text, "ab");
    prompt_press(&prompt, SDLK_HOME, 0);
    prompt_press(&prompt, SDLK_BACKSPACE, 0);
    prompt_press(&prompt, SDLK_LEFT, 0);
    assert_int_equal(prompt.cursor, 0);
    prompt_press(&prompt, SDLK_END, 0);
    prompt_press(&prompt, SDLK_DELETE, 0);
    prompt_press(&prompt, SDLK_RIGHT, 0);
    assert_int_equal(prompt.cursor, 2);
    prompt_press(&prompt, SDLK_u, KMOD_LCTRL);
    assert_string_equal(prompt.text, "");
}

static void only_what_can_be_shown_is_typed(void **state)
{
    (void)state;
    viewer_prompt prompt;
    prompt_open(&prompt, VIEWER_PROMPT_JOINT);
    prompt_type(&prompt, "a\x1b[2J\n\xe2\x80\xae\xff"
                         "b");
    assert_string_equal(prompt.text, "a[2Jb");
}

static void a_full_line_takes_no_more(void **state)
{
    (void)state;
    viewer_prompt prompt;
    prompt_open(&prompt, VIEWER_PROMPT_JOINT);
    for (int i = 0; i < 400; ++i) prompt_type(&prompt, "\xc3\xa4");
    assert_int_equal(strlen(prompt.text), 254);
    prompt_type(&prompt, "x");
    prompt_type(&prompt, "x");
    assert_int_equal(strlen(prompt.text), 255);
}

// ---- times --------------------------------------------------------------------------------------------------------

static void a_time_is_gone_to(void **state)
{
    (void)state;
    type(":15f");
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_TIME);
    press(SDLK_RETURN);
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE && viewer.player.paused);
    assert_close(sinew_player_time(&viewer.player), 0.5, 1e-9);
    type(":+3f");
    press(SDLK_RETURN);
    assert_close(sinew_player_time(&viewer.player), 0.6, 1e-9);
}

static void what_is_no_time_says_so_and_stays(void **state)
{
    (void)state;
    type(":12x");
    press(SDLK_RETURN);
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_TIME);
    assert_non_null(strstr(viewer.prompt.message, "'12x' is not a time"));
    press(SDLK_BACKSPACE);
    assert_string_equal(viewer.prompt.message, "");
    type("f");
    press(SDLK_RETURN);
    assert_close(sinew_player_time(&viewer.player), 0.4, 1e-9);
    type(":7.5");
    press(SDLK_RETURN);
    assert_non_null(strstr(viewer.prompt.message, "past the end"));
    assert_close(sinew_player_time(&viewer.player), 0.4, 1e-9);
}

static void an_open_prompt_has_all_keys(void **state)
{
    (void)state;
    char status[512];
    type(":q Ll");
    press(SDLK_PAGEUP);
    assert_false(viewer.quit || viewer.player.paused);
    assert_string_equal(viewer.prompt.text, "q Ll");
    viewer_put_status(&viewer, status, sizeof status);
    assert_non_null(strstr(status, "go to: q Ll_"));
    press(SDLK_ESCAPE);
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE);
    type(":");
    press(SDLK_RETURN); // nothing typed: nothing done
    assert_true(viewer.prompt.kind == VIEWER_PROMPT_NONE && !viewer.player.paused);
}

// ---- joints -------------------------------------------------------------------------------------------------------

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
    assert_string_equal(viewer.prompt.message, "no joint 'bonr1'; did you mean 'bone1'?");
}

static void words_are_found_whatever_their_case(void **state)
{
    (void)state;
    assert_true(viewer_text_has("LeftFoot", "tf"));
    assert_true(viewer_text_has("aab", "ab"));
    assert_true(viewer_text_has("", ""));
    assert_false(viewer_text_has("foo", "food"));
    assert_false(viewer_text_has("", "a"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_edited_by_whole_characters),
        cmocka_unit_test(only_what_can_be_shown_is_typed),
        cmocka_unit_test(a_full_line_takes_no_more),
        cmocka_unit_test_setup_teardown(a_time_is_gone_to, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(what_is_no_time_says_so_and_stays, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(an_open_prompt_has_all_keys, open_tube, close_tube),
        cmocka_unit_test_setup_teardown(a_joint_is_found_by_its_name_or_a_part_of_it, open_tube, close_tube),
        cmocka_unit_test(words_are_found_whatever_their_case),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
