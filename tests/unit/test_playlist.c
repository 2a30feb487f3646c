// The playlist: files made in code load while another one plays, fail, or load forever.
#include "support/cmocka_close.h"

#include <SDL.h>

#include "program/viewer/core/bindings.h"
#include "program/viewer/core/playlist.h"
#include "support/made_files.h"
#include "support/scenes.h"

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

/// Updates the playlist until a file has been loaded, and shows it. Returns 0 when nothing is loading any more.
static int update(void)
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
    assert_false(update());
    assert_string_equal(viewer.note, "no other file");
    playlist.files = NULL; // a player of one model
    viewer_run_typed(&viewer, "<");
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_false(update());
    assert_string_equal(told, "");
}

static void an_unreadable_file_is_reported_and_skipped(void **state)
{
    (void)state;
    viewer_run_typed(&viewer, ">");
    assert_true(update());
    assert_string_equal(told, "bad torn, more plays, ");
    assert_string_equal(viewer.note, "bad: torn");
    assert_string_equal(viewer.name, "more");
    assert_int_equal(playlist.index, 2);
    viewer_run_typed(&viewer, ">"); // round the end
    assert_true(update());
    assert_string_equal(viewer.name, "good");
}

/// Two keys before the next frame are two steps.
static void steps_add_up(void **state)
{
    (void)state;
    viewer_run_typed(&viewer, ">");
    viewer_run_typed(&viewer, ">");
    assert_true(update());
    assert_string_equal(told, "more plays, ");
    viewer_run_typed(&viewer, ">");
    viewer_run_typed(&viewer, "<");
    assert_false(update());
    assert_string_equal(told, "more plays, ");
}

static void the_only_readable_file_keeps_playing(void **state)
{
    (void)state;
    files.count = playlist.count = 2;
    viewer_run_typed(&viewer, "<");
    assert_false(update());
    assert_string_equal(told, "bad torn, ");
    assert_ptr_equal(viewer.model, settings.model);
}

static void another_file_keeps_time_camera_and_selection(void **state)
{
    (void)state;
    viewer.fitted = 0;
    scene_orbit_zoom(&viewer.orbit, 0.5, viewer.bounds.radius);
    const double distance = viewer.orbit.distance;
    viewer_select(&viewer, 1);
    viewer_run_key(&viewer, SDLK_7, KMOD_LALT);
    viewer_run_typed(&viewer, "<");
    assert_true(update());
    assert_close(sinew_playback_time(&viewer.player), 0.7, 1e-12);
    assert_close(viewer.orbit.distance, distance, 1e-9);
    assert_true(!viewer.fitted && viewer.selected_joint == 1 && viewer.player.paused);
}

static void a_camera_that_the_user_has_not_moved_fits_another_file(void **state)
{
    (void)state;
    viewer_run_typed(&viewer, "7"); // from above
    const double distance = viewer.orbit.distance;
    scene_orbit_zoom(&viewer.orbit, 0.5, viewer.bounds.radius);
    viewer_run_typed(&viewer, "<");
    assert_true(update());
    assert_true(viewer.fitted && viewer.view == SINEW_VIEW_TOP);
    assert_close(viewer.orbit.distance, distance, 1e-9);
}

static void a_new_version_keeps_time_camera_and_selection(void **state)
{
    (void)state;
    scene_orbit_zoom(&viewer.orbit, 0.5, viewer.bounds.radius);
    const double distance = viewer.orbit.distance;
    viewer_select(&viewer, 2);
    sinew_playback_set_range(&viewer.player, 0.25, 0.75);
    sinew_playback_seek(&viewer.player, 0.7);
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_true(update());
    assert_ptr_not_equal(viewer.model, settings.model);
    assert_int_equal(viewer.selected_joint, 2);
    assert_close(sinew_playback_time(&viewer.player), 0.7, 0.0);
    assert_close(viewer.player.begin, 0.25, 0.0);
    assert_close(viewer.orbit.distance, distance, 0.0);
    assert_string_equal(viewer.note, "reloaded");
}

static void an_unreadable_version_is_reported_until_a_readable_one_is_loaded(void **state)
{
    (void)state;
    static const char *const only[] = {"bad"};
    playlist.paths[0] = only[0];
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_false(update());
    assert_string_equal(viewer.reload_error, "bad: torn");
    assert_ptr_equal(viewer.model, settings.model);
    playlist.paths[0] = paths[0];
    viewer_run_key(&viewer, SDLK_F5, 0);
    assert_true(update());
    assert_string_equal(viewer.reload_error, "");
}

static void loading_forever_can_be_cancelled(void **state)
{
    (void)state;
    viewer_file file;
    playlist.paths[1] = paths[3];
    viewer_run_typed(&viewer, ">");
    assert_false(viewer_playlist_update(&playlist, &viewer, 0.0, &file));
    assert_non_null(playlist.loader);
    viewer_run_typed(&viewer, ">"); // on to the third
    assert_true(update());
    assert_string_equal(told, "more plays, ");
    viewer_run_typed(&viewer, "<"); // cancelled at the end of the test
    assert_false(viewer_playlist_update(&playlist, &viewer, 0.0, &file));
    assert_non_null(playlist.loader);
}

static void a_dropped_file_is_inserted_after_the_current_one(void **state)
{
    (void)state;
    char path[] = "more";
    viewer_playlist_drop(&playlist, &viewer, path, 1);
    path[0] = '\0'; // it was copied
    assert_int_equal(playlist.target, 1);
    assert_true(update());
    assert_int_equal(playlist.count, 4);
    assert_string_equal(playlist.paths[1], "more");
    assert_string_equal(playlist.paths[2], "bad");
    assert_int_equal(playlist.index, 1);
}

static void files_dropped_together_keep_their_order(void **state)
{
    (void)state;
    viewer_playlist_drop(&playlist, &viewer, "bad", 1);
    viewer_playlist_drop(&playlist, &viewer, "first", 0);
    viewer_playlist_drop(&playlist, &viewer, "second", 0);
    assert_true(update());
    assert_string_equal(told, "bad torn, first plays, ");
    assert_int_equal(playlist.index, 2);
    viewer_run_typed(&viewer, ">");
    assert_true(update());
    assert_string_equal(viewer.name, "second");
    viewer_playlist_drop(&playlist, &viewer, "late", 0); // a reload of the same file, though another one plays now
    assert_string_equal(playlist.paths[4], "late");
    assert_string_equal(playlist.paths[playlist.index], "second");
}

/// The file after the dropped ones is not tried.
static void the_current_file_keeps_playing_if_no_dropped_file_is_a_model(void **state)
{
    (void)state;
    viewer_playlist_drop(&playlist, &viewer, "bad", 1);
    viewer_playlist_drop(&playlist, &viewer, "bad", 0);
    assert_false(update());
    assert_string_equal(told, "bad torn, bad torn, ");
    assert_ptr_equal(viewer.model, settings.model);
    assert_string_equal(viewer.note, "bad: torn");
}

static void a_missing_texture_is_named_in_the_window(void **state)
{
    (void)state;
    viewer_playlist_drop(&playlist, &viewer, "bare", 1);
    viewer_notify(&viewer, "loading bare, 0.4 s");
    playlist.note_is_ours = 1;
    assert_true(update());
    assert_string_equal(viewer.note, "texture 'a.png' is missing");
    assert_int_equal(viewer.texture_note_count, 1);
    viewer_playlist_drop(&playlist, &viewer, "good", 1);
    assert_true(update());
    assert_int_equal(viewer.texture_note_count, 0);
}

#define playlist_test(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        playlist_test(without_other_files_the_keys_do_nothing),
        playlist_test(an_unreadable_file_is_reported_and_skipped),
        playlist_test(steps_add_up),
        playlist_test(the_only_readable_file_keeps_playing),
        playlist_test(another_file_keeps_time_camera_and_selection),
        playlist_test(a_camera_that_the_user_has_not_moved_fits_another_file),
        playlist_test(a_new_version_keeps_time_camera_and_selection),
        playlist_test(an_unreadable_version_is_reported_until_a_readable_one_is_loaded),
        playlist_test(loading_forever_can_be_cancelled),
        playlist_test(a_dropped_file_is_inserted_after_the_current_one),
        playlist_test(files_dropped_together_keep_their_order),
        playlist_test(the_current_file_keeps_playing_if_no_dropped_file_is_a_model),
        playlist_test(a_missing_texture_is_named_in_the_window),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
