// An OpenGL context without a display, created here or on a background thread.
#include "support/cmocka_close.h"

#include <SDL.h>

#include "draw/scene/headless_context.h"

static void a_context_is_current_once_it_is_finished(void **state)
{
    (void)state;
    sinew_error error;
    scene_headless *headless = scene_headless_begin();
    assert_non_null(headless);
    assert_int_equal(scene_headless_finish(&headless, &error), SINEW_OK);
    assert_non_null(SDL_GL_GetCurrentContext());
    assert_non_null(SDL_GL_GetProcAddress("glDrawArrays"));
    scene_headless_destroy(headless);
    assert_null(SDL_GL_GetCurrentContext());
}

static void a_context_that_was_not_started_is_created(void **state)
{
    (void)state;
    sinew_error error;
    scene_headless *headless = NULL;
    assert_int_equal(scene_headless_finish(&headless, &error), SINEW_OK);
    assert_non_null(SDL_GL_GetCurrentContext());
    scene_headless_destroy(headless);
}

static void a_started_context_can_be_destroyed(void **state)
{
    (void)state;
    sinew_error error;
    for (int i = 0; i < 3; ++i) scene_headless_destroy(scene_headless_begin());
    assert_false(SDL_WasInit(SDL_INIT_VIDEO));
    scene_headless *headless;
    assert_int_equal(scene_headless_create(&headless, &error), SINEW_OK);
    scene_headless_destroy(headless);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_context_is_current_once_it_is_finished),
        cmocka_unit_test(a_context_that_was_not_started_is_created),
        cmocka_unit_test(a_started_context_can_be_destroyed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
