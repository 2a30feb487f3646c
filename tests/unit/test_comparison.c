// A second clip beside the one that plays: which time of it is shown, the peaks of the distance, and the ends of the
// comparison.
#include "support/cmocka_close.h"

#include <SDL_keycode.h>
#include <string.h>

#include "program/viewer/core/bindings.h"
#include "program/viewer/core/viewer.h"
#include "runtime/view/view.h"
#include "support/scenes.h"

/// The clip that plays lasts one second and has 30 frames per second.
static viewer_settings settings;
static viewer_state viewer;

/// The other one lasts two seconds and has 60 frames per second.
static sinew_model *other;

static int begin(void **state)
{
    (void)state;
    sinew_error error;
    other = scene_bones(4);
    settings = (viewer_settings){
        .model = scene_tube(4), .name = "tube.fbx", .speed = 1.0, .paused = 1, .width = 640, .height = 480};
    if (!settings.model || !other) return -1;
    ((sinew_clip *)(uintptr_t)other->clips)[0].duration = 2.0;
    ((sinew_model_info *)(uintptr_t)other->info)->fps = 60.0;
    return viewer_open(&viewer, &settings, &error) == SINEW_OK ? 0 : -1;
}

static int end(void **state)
{
    (void)state;
    viewer_close(&viewer);
    sinew_model_destroy((sinew_model *)(uintptr_t)settings.model);
    sinew_model_destroy(other);
    return 0;
}

static void compare(void)
{
    sinew_error error;
    assert_int_equal(viewer_set_other(&viewer, other, "bones.fbx", 0, &error), SINEW_OK);
}

static void without_a_second_clip_keys_say_so(void **state)
{
    (void)state;
    static const char *const keys[] = {"B", "d", "G", "(", ")", "0", "M", "N", "Y"};
    for (size_t i = 0; i < sizeof keys / sizeof *keys; ++i) {
        viewer.note[0] = '\0';
        assert_true(viewer_run_typed(&viewer, keys[i]));
        assert_string_equal(viewer.note, "nothing to compare with: b chooses a clip or a file");
    }
    assert_false(viewer_is_comparing(&viewer));
    assert_false(viewer.other.copies);
}

static void times_are_linked(void **state)
{
    (void)state;
    compare();
    assert_close(viewer_other_time(&viewer, 0.5), 0.5, 1e-12);
    viewer_run_typed(&viewer, "G"); // frames: the 15th of 60 per second
    assert_close(viewer_other_time(&viewer, 0.5), 0.25, 1e-12);
    viewer_run_typed(&viewer, "G"); // phase: half of both
    assert_close(viewer_other_time(&viewer, 0.5), 1.0, 1e-12);
    viewer_run_typed(&viewer, "G");
    viewer_run_typed(&viewer, ")"); // a frame of the other one
    viewer_run_typed(&viewer, ")");
    assert_close(viewer_other_time(&viewer, 0.5), 0.5 + 2.0 / 60.0, 1e-12);
    for (int i = 0; i < 5; ++i) viewer_run_typed(&viewer, "(");
    assert_close(viewer_other_time(&viewer, 0.0), 0.0, 0.0); // it does not start before its start
    assert_close(viewer_other_time(&viewer, 0.5), 0.5 - 3.0 / 60.0, 1e-12);
    viewer_run_typed(&viewer, "0");
    viewer.other.offset = 1.75;
    assert_close(viewer_other_time(&viewer, 0.5), 2.0, 0.0); // it stays at its end
}

static void keys_go_to_peaks_of_the_distance(void **state)
{
    (void)state;
    // The rise to 1.0 at 0.5 s is less than a twentieth of the largest distance, 3; the last frames are equal.
    static const float cm[] = {0, 1, 3, 1, 0.9f, 1, 0.9f, 2, 0.001f, 0.002f};
    compare();
    viewer.other.distances = (viewer_distances){
        .cm = cm, .count = 20, .measured = 10, .step = 0.1, .tolerance = 0.01f, .largest = 3, .largest_frame = 2};
    viewer_run_typed(&viewer, "M");
    assert_close(viewer_time(&viewer), 0.2, 1e-12);
    assert_string_equal(viewer.note, "maximum: 3 cm, the largest");
    viewer_run_typed(&viewer, "M");
    assert_close(viewer_time(&viewer), 0.7, 1e-12);
    viewer_run_typed(&viewer, "M");
    assert_close(viewer_time(&viewer), 0.7, 1e-12);
    assert_string_equal(viewer.note, "no later maximum of the distance yet: it is being measured");
    viewer_seek(&viewer, 0.65);
    viewer_run_typed(&viewer, "N");
    assert_close(viewer_time(&viewer), 0.2, 1e-12);
    viewer_run_typed(&viewer, "N");
    assert_string_equal(viewer.note, "no earlier maximum of the distance");
    assert_close(viewer_distance_now(&viewer), 3.0, 0.0);
    viewer_seek(&viewer, 1.0);
    assert_close(viewer_distance_now(&viewer), -1.0, 0.0); // not measured yet
}

static void both_are_in_the_view(void **state)
{
    (void)state;
    compare();
    assert_true(viewer_fitted_bounds(&viewer) == &viewer.other.both);
    assert_true(viewer.other.both.radius >= viewer.bounds.radius * (1.0 - 1e-9));
    for (int i = 0; i < 3; ++i) viewer_run_typed(&viewer, "B"); // beside, in turn, off
    assert_false(viewer_is_comparing(&viewer));
    assert_true(viewer_fitted_bounds(&viewer) == &viewer.bounds);
}

static void a_clip_or_a_file_is_chosen_by_name(void **state)
{
    (void)state;
    static const char *const paths[] = {"walks/tube.fbx", "walks/bones.fbx"};
    viewer.file_paths = paths;
    viewer.file_count = 2;
    viewer.file_number = 1;
    viewer_run_typed(&viewer, "b");
    viewer_run_typed(&viewer, "bon");
    viewer_run_key(&viewer, SDLK_RETURN, 0);
    assert_string_equal(viewer.other.wanted_path, "walks/bones.fbx");
    viewer_run_typed(&viewer, "b");
    viewer_run_typed(&viewer, "#1");
    viewer_run_key(&viewer, SDLK_RETURN, 0);
    assert_null(viewer.other.wanted_path);
    assert_true(viewer.other.wants_clip && viewer.other.wanted_clip == 0);
    viewer.other.wants_clip = 0;
    viewer_run_typed(&viewer, "b");
    viewer_run_typed(&viewer, "neither");
    viewer_run_key(&viewer, SDLK_RETURN, 0);
    assert_int_equal(viewer.prompt.kind, VIEWER_PROMPT_COMPARE);
    assert_true(viewer.prompt.message[0]);
    assert_false(viewer.other.wants_clip);
}

static void a_file_replaces_the_clip_that_is_compared(void **state)
{
    (void)state;
    sinew_error error;
    assert_int_equal(viewer_set_other(&viewer, settings.model, "tube.fbx", 0, &error), SINEW_OK);
    const viewer_file file = {.model = other, .clip = 0};
    assert_int_equal(viewer_take_file(&viewer, "bones.fbx", &file, 0, &error), SINEW_OK);
    assert_null(viewer.other.model); // it belonged to the file before
    assert_false(viewer.other.wants_clip);
    assert_int_equal(viewer_set_other(&viewer, other, "bones.fbx", 0, &error), SINEW_OK);
    const viewer_file again = {.model = settings.model, .clip = 0};
    assert_int_equal(viewer_take_file(&viewer, "bones.fbx", &again, 1, &error), SINEW_OK);
    assert_null(viewer.other.model);
    assert_true(viewer.other.wants_clip); // of the new version
}

#define comparison_test(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        comparison_test(without_a_second_clip_keys_say_so),  comparison_test(times_are_linked),
        comparison_test(keys_go_to_peaks_of_the_distance),   comparison_test(both_are_in_the_view),
        comparison_test(a_clip_or_a_file_is_chosen_by_name), comparison_test(a_file_replaces_the_clip_that_is_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
