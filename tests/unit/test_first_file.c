// A player that opens before its first file is loaded. Files are made in code; one of them takes as long as the test
// wants.
#include "support/cmocka_close.h"

#include <SDL.h>
#include <string.h>
#include <unistd.h>

#include "program/viewer/core/bindings.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/viewer_text.h"
#include "support/made_files.h"
#include "support/own_context.h"
#include "support/virtual_clock.h"

// ---- a player -----------------------------------------------------------------------------------------------------

/// Actions of the user at each wait; ' ' is nothing, '!' releases the slow file, '+' drops a file on the window.
static const char *does;
static int rhythm = 100;
static int waits, begins, is_refused, ends_early;
static int shown_waiting, shown_playing;
static char seen[200], title[100];

/// Loading uses the real clock: a fast file is loaded before any time has passed.
static void wait(viewer_frontend *frontend, double seconds)
{
    const char *path = frontend->viewer.name;
    while (frontend->viewer.is_loading && path[0] != 's' && !viewer_loader_is_done(frontend->playlist.loader))
        SDL_Delay(1);
    virtual_clock_pass(seconds > 1e-4 ? seconds : 1e-4);
    if (++waits % rhythm || !*does) return;
    const char key[] = {*does++, '\0'};
    if (*key == '!')
        is_let_go = 1;
    else if (*key == '+')
        viewer_playlist_drop(&frontend->playlist, &frontend->viewer, "dropped", 1);
    else if (*key == '\033')
        viewer_run_key(&frontend->viewer, SDLK_ESCAPE, 0);
    else
        frontend->needs_redraw |= viewer_run_typed(&frontend->viewer, key);
}

static sinew_result show(viewer_frontend *frontend, sinew_error *out_error)
{
    (void)out_error;
    frontend->needs_redraw = 0;
    assert_false(frontend->viewer.quit);
    if (frontend->viewer.is_loading) {
        ++shown_waiting;
        viewer_format_status(&frontend->viewer, seen, sizeof seen);
        viewer_format_title(&frontend->viewer, title, sizeof title);
    } else if (++shown_playing > 3)
        frontend->viewer.quit = 1;
    return SINEW_OK;
}

static int begin(void *user, viewer_settings *settings)
{
    (void)user;
    assert_non_null(settings->model);
    ++begins;
    settings->time = 0.25;
    return is_refused;
}

/// The process would end here, without waiting for anything.
static void end_early(void *user, sinew_result result, sinew_error *error)
{
    (void)user;
    (void)error;
    assert_int_equal(result, SINEW_OK);
    ++ends_early;
    is_let_go = 1;
}

/// Plays a NULL-terminated list of files with a scripted user.
static sinew_result play(const char *const *paths, const char *user_does, const char *screenshot)
{
    viewer_files files = made_files(paths, 0);
    while (paths[files.count]) ++files.count;
    const viewer_settings settings = {.files = &files,
                                      .speed = 1.0,
                                      .crowd = 3,
                                      .width = 48,
                                      .height = 32,
                                      .quit_after = -1.0,
                                      .screenshot = screenshot,
                                      .begin = begin,
                                      .end_early = end_early};
    viewer_frontend frontend = {.wait = wait, .show = show, .size = {48, 32, 1.0}, .frame_time = 1.0 / 60};
    sinew_error error;
    does = user_does;
    waits = begins = ends_early = shown_waiting = shown_playing = 0;
    is_let_go = 0;
    told[0] = seen[0] = '\0';
    sinew_result result = viewer_open_frontend(&frontend, &settings, &error);
    if (result == SINEW_OK) result = viewer_run_loop(&frontend, &error);
    if (begins == 1 && !is_refused) {
        assert_int_equal(frontend.viewer.crowd.count, 3);
        assert_true(sinew_playback_time(&frontend.viewer.player) >= 0.25);
    }
    if (result == SINEW_OK) viewer_end_early(&frontend, result, &error);
    viewer_close_frontend(&frontend);
    assert_int_equal(live_files, 0);
    return result;
}

static void a_fast_file_is_shown_first(void **state)
{
    (void)state;
    assert_int_equal(play((const char *[]){"quick", NULL}, "", NULL), SINEW_OK);
    assert_string_equal(told, "quick plays, ");
    assert_int_equal(begins, 1);
    assert_int_equal(shown_waiting, 0);
    assert_int_equal(shown_playing, 4);
}

/// A hundred waits of 4 or 20 ms are enough for the window and the note about the file.
static void a_slow_file_shows_loading_progress(void **state)
{
    (void)state;
    assert_int_equal(play((const char *[]){"slow", NULL}, " !", NULL), SINEW_OK);
    assert_true(shown_waiting > 5);
    assert_non_null(strstr(seen, " loading slow, "));
    assert_null(strchr(seen, '\t')); // there is no time to show
    assert_string_equal(title, "slow - sinew");
    assert_string_equal(told, "slow plays, ");
    assert_int_equal(begins, 1);
    assert_int_equal(shown_playing, 4);
}

static void loading_can_be_cancelled(void **state)
{
    (void)state;
    static const char *const leaves[] = {"q", "\033q", "?wL/q\033q", "aOTFcksyq"};
    for (size_t i = 0; i < sizeof leaves / sizeof *leaves; ++i) {
        assert_int_equal(play((const char *[]){"slow", NULL}, leaves[i], NULL), SINEW_OK);
        assert_string_equal(told, "");
        assert_int_equal(begins + shown_playing, 0);
    }
    assert_int_equal(play((const char *[]){"slow", NULL}, "q", "never.png"), SINEW_ERROR_CANCELLED);
    assert_int_equal(access("never.png", F_OK), -1);
}

/// Neither for a file that is still loading nor, once the user quits, for one that has just been loaded.
static void quitting_does_not_wait_for_the_loader(void **state)
{
    (void)state;
    assert_int_equal(play((const char *[]){"stuck", NULL}, "q", NULL), SINEW_OK);
    assert_int_equal(ends_early, 1);
    assert_int_equal(play((const char *[]){"slow", NULL}, "!", NULL), SINEW_OK);
    assert_int_equal(ends_early, 0);
    rhythm = 1;
    assert_int_equal(play((const char *[]){"quick", NULL}, "q", NULL), SINEW_OK);
    assert_string_equal(told, "");
    assert_int_equal(shown_playing + begins, 0);
    assert_int_equal(play((const char *[]){"quick", NULL}, " aaq", NULL), SINEW_OK);
    assert_int_equal(shown_playing, 3); // at first, and after two of the keys
    rhythm = 100;
}

static void unreadable_files_are_reported_and_skipped(void **state)
{
    (void)state;
    assert_int_equal(play((const char *[]){"bad", "worse", "quick", "more", NULL}, "", NULL), SINEW_OK);
    assert_string_equal(told, "bad torn, worse torn, quick plays, ");
    assert_int_equal(shown_waiting, 0);
    assert_int_equal(play((const char *[]){"bad", "worse", NULL}, "", NULL), SINEW_OK);
    assert_string_equal(told, "bad torn, worse torn, ");
    assert_int_equal(shown_waiting + shown_playing + begins, 0);
    assert_int_equal(play((const char *[]){"bad", NULL}, "", "never.png"), SINEW_ERROR_CANCELLED);
}

static void a_file_without_the_requested_clip_ends_the_player(void **state)
{
    (void)state;
    is_refused = 1;
    assert_int_equal(play((const char *[]){"quick", "more", NULL}, "", NULL), SINEW_OK);
    is_refused = 0;
    assert_string_equal(told, "quick plays, ");
    assert_int_equal(shown_waiting + shown_playing, 0);
}

/// Steps to the next file and through all of them: every file is tried once more.
static void another_file_can_be_chosen_while_loading(void **state)
{
    (void)state;
    assert_int_equal(play((const char *[]){"slow", "quick", NULL}, ">", NULL), SINEW_OK);
    assert_string_equal(told, "quick plays, ");
    assert_int_equal(play((const char *[]){"bad", "slow", "worse", NULL}, ">!", NULL), SINEW_OK);
    assert_string_equal(told, "bad torn, worse torn, bad torn, slow plays, ");
    assert_int_equal(play((const char *[]){"slow", NULL}, "><q", NULL), SINEW_OK); // there is no other
    assert_string_equal(told, "");
    assert_int_equal(play((const char *[]){"slow", "bad", NULL}, "+", NULL), SINEW_OK);
    assert_string_equal(told, "dropped plays, ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fast_file_is_shown_first),
        cmocka_unit_test(a_slow_file_shows_loading_progress),
        cmocka_unit_test(loading_can_be_cancelled),
        cmocka_unit_test(quitting_does_not_wait_for_the_loader),
        cmocka_unit_test(unreadable_files_are_reported_and_skipped),
        cmocka_unit_test(a_file_without_the_requested_clip_ends_the_player),
        cmocka_unit_test(another_file_can_be_chosen_while_loading),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
