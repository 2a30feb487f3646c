/// The facts of a clip in outputs: its whole frames, its ends included.
#include "support/cmocka_close.h"

#include "program/cli/facts/clip_facts.h"

static void assert_frames(double start, double duration, double fps, double first, size_t count)
{
    const sinew_clip clip = {.start = start, .duration = duration};
    cli_frames frames;
    assert_int_equal(cli_clip_frames(&clip, fps, &frames, NULL), SINEW_OK);
    assert_int_equal(frames.count, count);
    if (count) assert_close(frames.first, first, 0);
}

static void both_ends_of_a_clip_are_frames(void **state)
{
    (void)state;
    assert_frames(0, 1, 30, 0, 31);
    assert_frames(0.5, 1, 24, 12, 25);
    assert_frames(-0.5, 0.25, 24, -12, 7);
    assert_frames(0, 0, 30, 0, 1);
    assert_frames(0.51, 1, 30, 16, 30);       // 15.3 … 45.3
    assert_frames(0.51, 0.01, 30, 0, 0);      // 15.3 … 15.6
    assert_frames(1.0 / 3, 1.0 / 3, 3, 1, 2); // 0.333… · 3 need not be 1
}

static void a_million_frames_are_not_too_many(void **state)
{
    (void)state;
    const sinew_clip clip = {.duration = 1000000};
    cli_frames frames;
    sinew_error error = {0};
    assert_frames(0, 999999, 1, 0, 1000000);
    assert_int_equal(cli_clip_frames(&clip, 1, &frames, &error), SINEW_ERROR_LIMIT);
    assert_string_equal(error.message, "1000001 frames, the limit is 1000000");
    assert_int_equal(frames.count, 0);
    assert_int_equal(cli_clip_frames(&clip, 1e300, &frames, NULL), SINEW_ERROR_LIMIT);
    assert_int_equal(cli_clip_frames(&clip, 1e305, &frames, NULL), SINEW_ERROR_LIMIT); // the last one is infinite
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(both_ends_of_a_clip_are_frames),
        cmocka_unit_test(a_million_frames_are_not_too_many),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
