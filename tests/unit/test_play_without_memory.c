// The player's loop for a few frames, with the n-th allocation failing.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/platform/file.h"
#include "draw/scene/headless_context.h"
#include "program/viewer/core/play_loop.h"
#include "support/failing_memory.h"
#include "support/scenes.h"
#include "support/strike_memory.h"
#include "support/virtual_clock.h"

static scene_headless *headless;
static char folder[] = "/tmp/sinew-play-XXXXXX";
static char image[64];

/// A user who does nothing: time passes.
static void wait(viewer_frontend *frontend, double seconds)
{
    (void)frontend;
    virtual_clock_pass(seconds > 1e-4 ? seconds : 1e-4);
}

static sinew_result show(viewer_frontend *frontend, sinew_error *out_error)
{
    frontend->needs_redraw = 0;
    return viewer_draw(frontend, VIEWER_SAVE_ALL, &frontend->size, out_error);
}

/// Five frames of 1/60 s, then the last one saved to a file, whose bytes are the result.
static sinew_result play(const void *model, uint64_t *out_result, sinew_error *out_error)
{
    const viewer_settings settings = {.model = model,
                                      .name = "tube.fbx",
                                      .speed = 1,
                                      .width = 48,
                                      .height = 32,
                                      .quit_after = 5.5 / 60,
                                      .screenshot = image};
    viewer_frontend frontend = {.wait = wait, .show = show, .size = {48, 32, 1}, .frame_time = 1.0 / 60};
    unlink(image);
    virtual_clock_restart(); // sums of other times are rounded to another one
    sinew_result result = viewer_open_frontend(&frontend, &settings, out_error);
    if (result == SINEW_OK) result = viewer_run_loop(&frontend, out_error);
    viewer_close_frontend(&frontend);
    if (result != SINEW_OK) {
        assert_int_equal(access(image, F_OK), -1);
        return result;
    }
    void *bytes;
    size_t size;
    result = sinew__file_read(image, &bytes, &size, out_error);
    if (result != SINEW_OK) return result;
    *out_result = hash_of(bytes, size);
    free(bytes);
    return SINEW_OK;
}

static void survives_playing(sinew_model *model)
{
    assert_non_null(model);
    survives(play, model);
    assert_in_range(failing_memory_requests(), 5, 100000);
    sinew_model_destroy(model);
}

static void playing_survives_failed_allocations(void **state)
{
    (void)state;
    survives_playing(scene_tube(4));
}

static void playing_a_geometry_cache_survives_failed_allocations(void **state)
{
    (void)state;
    survives_playing(scene_hinge());
}

static int open_context(void **state)
{
    (void)state;
    sinew_error error;
    if (!mkdtemp(folder)) return -1;
    snprintf(image, sizeof image, "%s/a.png", folder);
    if (scene_headless_create(&headless, &error) == SINEW_OK) return 0;
    fprintf(stderr, "%s\n", error.message);
    return -1;
}

static int close_context(void **state)
{
    (void)state;
    scene_headless_destroy(headless);
    unlink(image);
    rmdir(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(playing_survives_failed_allocations),
        cmocka_unit_test(playing_a_geometry_cache_survives_failed_allocations),
    };
    return cmocka_run_group_tests(tests, open_context, close_context);
}
