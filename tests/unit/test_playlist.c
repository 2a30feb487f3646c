// Which file plays: files made in code are read beside the one that plays, fail, take forever.
#include "support/cmocka_close.h"

#include <SDL.h>

#include "support/made_files.h"
#include "support/scenes.h"
#include "viewer/core/bindings.h"
#include "viewer/core/playlist.h"

/// "slow" is never let go.
static const char *const paths[] = {"good", "bad", "more", "slow"};

static viewer_files files;
static viewer_settings settings;
static viewer_state viewer;
static viewer_playlist playlist;

static int begin(void **state)
{
    (void)state;
    sinew_error error;
    told[0] = '\0';
    live_files = 1;
    files = made_files(paths, 3);
    settings = (viewer_settings){.files = &files,
                                 .model = scene_tube(4),
                                 .name = "good",
                                 .speed = 1.0,
                                 .paused = 1,
                                 .width = 640,
                                 .height = 480,
                                 .quit_after = -1.0};
    if (viewer_playlist_begin(&playlist, &settings, &error) != SINEW_OK) return -1;
    return viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    const int first_is_open = playlist.file.model == settings.model;
    viewer_playlist_end(&playlist);
    viewer_close(&viewer);
    if (first_is_open) files.close(NULL, &(viewer_file){.model = settings.model});
    return live_files; // 0: none was lost
}

/// Follows the playlist until a file has been read, and shows that. Returns 0 when nothing is being read any more.
static int tracking(void)
{
    viewer_file file;
    sinew_error error;
    do {
        if (viewer_playlist_update(&playlist, &viewer, 0.0, &file)) {
            const int same = playlist.target == playlist.index;
            assert_int_equal(viewer_take_file(&viewer, playlist.paths[playlist.target], &file, same, &error), SINEW_OK);
            viewer_playlist_accept(&playlist, &viewer, &file);
            return 1;
        }
        SDL_Delay(1);
    } while (playlist.loader);
    return 0;
}

static void without_other_files_the_keys_do_nothing(void **state)
{
    (void)state;
    files.count = playlist.count = 1;
    viewer_run_typed(&viewer, ">");
    assert_false(tracking());
    assert_string_equal(viewer.note, "no other file");
    playlist.files = NULL; // a player of one model
    viewer_run_typed(&viewer, "<");
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_false(tracking());
    assert_string_equal(told, "");
}

static void a_file_that_cannot_be_read_is_named_and_passed_over(void **state)
{
    (void)state;
    viewer_run_typed(&viewer, ">");
    assert_true(tracking());
    assert_string_equal(told, "bad torn, more plays, ");
    assert_string_equal(viewer.note, "bad: torn");
    assert_string_equal(viewer.name, "more");
    assert_int_equal(playlist.index, 2);
    viewer_run_typed(&viewer, ">"); // round the end
    assert_true(tracking());
    assert_string_equal(viewer.name, "good");
}

/// Two keys that come before the next picture are two steps.
static void steps_add_up(void **state)
{
    (void)state;
    viewer_run_typed(&viewer, ">");
    viewer_run_typed(&viewer, ">");
    assert_true(tracking());
    assert_string_equal(told, "more plays, ");
    viewer_run_typed(&viewer, ">");
    viewer_run_typed(&viewer, "<");
    assert_false(tracking());
    assert_string_equal(told, "more plays, ");
}

static void the_only_file_that_plays_goes_on_playing(void **state)
{
    (void)state;
    files.count = playlist.count = 2;
    viewer_run_typed(&viewer, "<");
    assert_false(tracking());
    assert_string_equal(told, "bad torn, ");
    assert_ptr_equal(viewer.model, settings.model);
}

static void another_file_begins_at_its_beginning_with_the_camera_on_it(void **state)
{
    (void)state;
    const double distance = viewer.orbit.distance;
    viewer.fitted = 0;
    viewer_orbit_zoom(&viewer.orbit, 0.5, viewer.bounds.radius);
    viewer_select(&viewer, 1);
    viewer_run_key(&viewer, SDLK_7, KMOD_LALT);
    viewer_run_typed(&viewer, "<");
    assert_true(tracking());
    assert_close(sinew_player_time(&viewer.player), 0.0, 0.0);
    assert_close(viewer.orbit.distance, distance, 1e-9);
    assert_true(viewer.fitted && viewer.selected_joint == SINEW_NONE && viewer.player.paused);
}

static void a_new_version_keeps_time_camera_and_selection(void **state)
{
    (void)state;
    viewer_orbit_zoom(&viewer.orbit, 0.5, viewer.bounds.radius);
    const double distance = viewer.orbit.distance;
    viewer_select(&viewer, 2);
    sinew_player_set_range(&viewer.player, 0.25, 0.75);
    sinew_player_seek(&viewer.player, 0.7);
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_true(tracking());
    assert_ptr_not_equal(viewer.model, settings.model);
    assert_int_equal(viewer.selected_joint, 2);
    assert_close(sinew_player_time(&viewer.player), 0.7, 0.0);
    assert_close(viewer.player.begin, 0.25, 0.0);
    assert_close(viewer.orbit.distance, distance, 0.0);
    assert_string_equal(viewer.note, "reloaded");
}

static void a_bad_version_is_told_until_a_good_one_comes(void **state)
{
    (void)state;
    static const char *const only[] = {"bad"};
    playlist.paths[0] = only[0];
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_false(tracking());
    assert_string_equal(viewer.reload_error, "bad: torn");
    assert_ptr_equal(viewer.model, settings.model);
    playlist.paths[0] = paths[0];
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_true(tracking());
    assert_string_equal(viewer.reload_error, "");
}

static void a_reading_that_takes_forever_can_be_left(void **state)
{
    (void)state;
    viewer_file file;
    playlist.paths[1] = paths[3];
    viewer_run_typed(&viewer, ">");
    assert_false(viewer_playlist_update(&playlist, &viewer, 0.0, &file));
    assert_non_null(playlist.loader);
    viewer_run_typed(&viewer, ">"); // on to the third
    assert_true(tracking());
    assert_string_equal(told, "more plays, ");
    viewer_run_typed(&viewer, "<"); // the end of the test gives it up
    assert_false(viewer_playlist_update(&playlist, &viewer, 0.0, &file));
    assert_non_null(playlist.loader);
}

static void a_dropped_file_comes_after_the_one_that_plays(void **state)
{
    (void)state;
    char path[] = "more";
    viewer_playlist_drop(&playlist, &viewer, path, 1);
    path[0] = '\0'; // it was copied
    assert_int_equal(playlist.target, 1);
    assert_true(tracking());
    assert_int_equal(playlist.count, 4);
    assert_string_equal(playlist.paths[1], "more");
    assert_string_equal(playlist.paths[2], "bad");
    assert_int_equal(playlist.index, 1);
}

static void files_dropped_together_come_in_their_order(void **state)
{
    (void)state;
    viewer_playlist_drop(&playlist, &viewer, "bad", 1);
    viewer_playlist_drop(&playlist, &viewer, "first", 0);
    viewer_playlist_drop(&playlist, &viewer, "second", 0);
    assert_true(tracking());
    assert_string_equal(told, "bad torn, first plays, ");
    assert_int_equal(playlist.index, 2);
    viewer_run_typed(&viewer, ">");
    assert_true(tracking());
    assert_string_equal(viewer.name, "second");
    viewer_playlist_drop(&playlist, &viewer, "late", 0); // of the same, though another plays by now
    assert_string_equal(playlist.paths[4], "late");
    assert_string_equal(playlist.paths[playlist.index], "second");
}

/// The file after those that were dropped is not what was meant.
static void when_none_that_was_dropped_is_a_model_the_old_one_plays_on(void **state)
{
    (void)state;
    viewer_playlist_drop(&playlist, &viewer, "bad", 1);
    viewer_playlist_drop(&playlist, &viewer, "bad", 0);
    assert_false(tracking());
    assert_string_equal(told, "bad torn, bad torn, ");
    assert_ptr_equal(viewer.model, settings.model);
    assert_string_equal(viewer.note, "bad: torn");
}

#define playlist_test(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        playlist_test(without_other_files_the_keys_do_nothing),
        playlist_test(a_file_that_cannot_be_read_is_named_and_passed_over),
        playlist_test(steps_add_up),
        playlist_test(the_only_file_that_plays_goes_on_playing),
        playlist_test(another_file_begins_at_its_beginning_with_the_camera_on_it),
        playlist_test(a_new_version_keeps_time_camera_and_selection),
        playlist_test(a_bad_version_is_told_until_a_good_one_comes),
        playlist_test(a_reading_that_takes_forever_can_be_left),
        playlist_test(a_dropped_file_comes_after_the_one_that_plays),
        playlist_test(files_dropped_together_come_in_their_order),
        playlist_test(when_none_that_was_dropped_is_a_model_the_old_one_plays_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
