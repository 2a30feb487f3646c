/// The window for an hour, with a clock that does not wait; shorter unless SINEW_SOAK_SECONDS is set.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "draw/scene/headless_context.h"
#include "program/viewer/core/play_loop.h"
#include "program/viewer/core/viewer_settings.h"
#include "sinew/import.h"
#include "support/held_memory.h"
#include "support/virtual_clock.h"

static const double MIB = 1 << 20;

static sinew_model *load(void)
{
    sinew_model *model = NULL;
    sinew_error error;
    if (sinew_model_import("samples/character.fbx", NULL, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

// ---- an hour ------------------------------------------------------------------------------------------------------

static struct {
    double seconds, begin;
    double early, late;           ///< bytes allocated after a minute, when every key was pressed, and at the end
    double used_early, used_late; ///< bytes in use, most of them in the second half of that minute, and in the last one
    int next_key;
} soak;

static void move_the_mouse(int step)
{
    SDL_Event event = {.motion = {.type = SDL_MOUSEMOTION, .xrel = step % 5 - 2, .yrel = step % 3 - 1}};
    event.motion.state = step % 2 ? SDL_BUTTON_LMASK : SDL_BUTTON_RMASK;
    (void)SDL_PushEvent(&event);
    SDL_Event wheel = {.wheel = {.type = SDL_MOUSEWHEEL, .preciseY = step % 2 ? 1.0f : -1.0f}};
    (void)SDL_PushEvent(&wheel);
}

/// A user who keeps pressing keys: four keys per second, including all keys that change the image.
static void press_a_key(void)
{
    static const SDL_Keycode keys[] = {SDLK_RETURN, SDLK_ESCAPE, SDLK_END,    SDLK_HOME,
                                       SDLK_LEFT,   SDLK_RIGHT,  SDLK_PAGEUP, SDLK_PAGEDOWN};
    static const char typed[] = "kemgh?n123457{}l.,iotvz ";
    enum { KEYS = sizeof keys / sizeof *keys, ALL = KEYS + sizeof typed - 1 };
    const int key = soak.next_key++ % ALL;
    SDL_Event event = {.type = SDL_KEYDOWN};
    if (key < KEYS) {
        event.key.keysym.sym = keys[key];
    } else {
        event.type = SDL_TEXTINPUT;
        event.text.text[0] = typed[key - KEYS];
    }
    (void)SDL_PushEvent(&event);
}

static void watch_memory(void)
{
    const double now = virtual_clock_now() - soak.begin;
    if (now >= 0.25 * soak.next_key) {
        move_the_mouse(soak.next_key);
        press_a_key();
    }
    // All keys take 15 s, until everything they toggle is restored.
    if (now > 30 && now < 60) soak.used_early = fmax(soak.used_early, memory_in_use());
    if (now > soak.seconds - 30) soak.used_late = fmax(soak.used_late, memory_in_use());
    if (!(soak.early > 0) && now >= 60) soak.early = settled_memory();
    if (!(soak.late > 0) && now >= soak.seconds - 0.5) soak.late = settled_memory();
}

static void the_window_leaks_no_memory(void **state)
{
    (void)state;
    const char *wanted = getenv("SINEW_SOAK_SECONDS");
    sinew_model *model = load();
    soak.seconds = wanted ? atof(wanted) : 90;
    soak.begin = virtual_clock_now();
    const viewer_settings settings = {
        .model = model, .name = "character.fbx", .speed = 1, .width = 96, .height = 64, .quit_after = soak.seconds};
    setenv("SDL_VIDEODRIVER", "offscreen", 1);
    sinew_error error;
    virtual_clock_watch(watch_memory);
    if (viewer_play(&settings, &error) != SINEW_OK) fail_msg("%s", error.message);
    virtual_clock_watch(NULL);
    printf(
        "%.0f s of the window, %d keys: %.2f MiB held, %+.2f MiB since the first minute; %.2f MiB in use, %+.4f MiB\n",
        soak.seconds, soak.next_key, soak.late / MIB, (soak.late - soak.early) / MIB, soak.used_late / MIB,
        (soak.used_late - soak.used_early) / MIB);
    assert_close(virtual_clock_now() - soak.begin, soak.seconds, 0.5);
    assert_true(soak.late - soak.early < MIB);
    assert_true(soak.used_late - soak.used_early <
                MIB / 16); // allocations may be fragmented; used memory must not grow
    sinew_model_destroy(model);
}

// ---- clocks that jump ---------------------------------------------------------------------------------------------

enum { PICTURES = 31 };

static struct {
    int waits, shown, jumps;
} jumping;

/// An hour forward after the tenth frame, and back after the twentieth.

static void wait_and_jump(viewer_frontend *frontend, double seconds)
{
    virtual_clock_pass(fmin(fmax(seconds, 1e-4), 0.2)); // the longest that the window waits
    if (jumping.shown == 10 * (jumping.jumps + 1) && jumping.jumps < 2)
        virtual_clock_pass(jumping.jumps++ == 0 ? 3600 : -3600);
    if (jumping.shown >= PICTURES || ++jumping.waits > 20 * PICTURES) frontend->viewer.quit = 1;
}

static sinew_result count(viewer_frontend *frontend, sinew_error *out_error)
{
    (void)out_error;
    frontend->needs_redraw = 0;
    ++jumping.shown;
    return SINEW_OK;
}

/// Thirty steps of a sixtieth of a second between frames: the frames continue, and the clip advances by the steps and
/// by five seconds, the maximum that a jump counts.
static void a_clock_that_jumps_stops_no_frames(void **state)
{
    (void)state;
    sinew_model *model = load();
    scene_headless *headless;
    sinew_error error;
    const viewer_settings settings = {.model = model,
                                      .name = "character.fbx",
                                      .speed = 0.01,
                                      .loop = SINEW_LOOP_ONCE,
                                      .width = 96,
                                      .height = 64,
                                      .quit_after = -1};
    viewer_frontend frontend = {.wait = wait_and_jump, .show = count, .size = {96, 64, 1}, .frame_time = 1.0 / 60};
    if (scene_headless_create(&headless, &error) != SINEW_OK) fail_msg("%s", error.message);
    if (viewer_open_frontend(&frontend, &settings, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(viewer_run_loop(&frontend, &error), SINEW_OK);
    assert_int_equal(jumping.jumps, 2);
    assert_in_range(jumping.shown, PICTURES, PICTURES + 1); // one more if it is due when the user quits
    assert_close(sinew_playback_time(&frontend.viewer.player), 0.01 * (30.0 / 60 + 5), 0.01 * 3.0 / 60);
    viewer_close_frontend(&frontend);
    scene_headless_destroy(headless);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_that_jumps_stops_no_frames),
        cmocka_unit_test(the_window_leaks_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
