/// The clock: after uneven steps, long hours, reversals and jumps.
#include "support/cmocka_close.h"

#include "sinew/playback.h"

static sinew_playback make_player(double duration)
{
    sinew_playback player;
    sinew_playback_init(&player, duration);
    return player;
}

static void a_clip_without_length_stays_at_its_start(void **state)
{
    (void)state;
    for (int loop = SINEW_LOOP_REPEAT; loop <= SINEW_LOOP_PINGPONG; ++loop) {
        sinew_playback player = make_player(0);
        sinew_playback_set_loop(&player, (sinew_loop_mode)loop);
        for (int i = 0; i < 10; ++i) sinew_playback_advance(&player, 0.7);
        assert_close(sinew_playback_time(&player), 0, 0);
        sinew_playback_set_speed(&player, -3);
        sinew_playback_advance(&player, 0.7);
        assert_close(sinew_playback_time(&player), 0, 0);
        sinew_playback_seek(&player, 5);
        assert_close(sinew_playback_time(&player), 0, 0);
        assert_int_equal(sinew_playback_finished(&player), loop == SINEW_LOOP_ONCE);
    }
}

static void repeating_starts_over(void **state)
{
    (void)state;
    sinew_playback player = make_player(2);
    sinew_playback_advance(&player, 1.5);
    assert_close(sinew_playback_time(&player), 1.5, 0);
    sinew_playback_advance(&player, 0.5);
    assert_close(sinew_playback_time(&player), 2, 0); // the end itself is shown
    sinew_playback_advance(&player, 0.25);
    assert_close(sinew_playback_time(&player), 0.25, 1e-15);
    sinew_playback_advance(&player, 200);
    assert_close(sinew_playback_time(&player), 0.25, 1e-12);
    assert_false(sinew_playback_finished(&player));
}

static void repeating_backwards_wraps_to_the_end(void **state)
{
    (void)state;
    sinew_playback player = make_player(2);
    sinew_playback_set_speed(&player, -1);
    assert_close(sinew_playback_time(&player), 0, 0);
    sinew_playback_advance(&player, 0.5);
    assert_close(sinew_playback_time(&player), 1.5, 1e-15);
    sinew_playback_advance(&player, 2);
    assert_close(sinew_playback_time(&player), 1.5, 1e-15);
}

static void once_stops_at_the_end_it_plays_towards(void **state)
{
    (void)state;
    sinew_playback player = make_player(2);
    sinew_playback_set_loop(&player, SINEW_LOOP_ONCE);
    sinew_playback_advance(&player, 1.9);
    assert_false(sinew_playback_finished(&player));
    sinew_playback_advance(&player, 50);
    assert_true(sinew_playback_finished(&player));
    assert_close(sinew_playback_time(&player), 2, 0);
    // It reverses immediately: the time beyond the end was not kept.
    sinew_playback_set_speed(&player, -1);
    assert_false(sinew_playback_finished(&player));
    sinew_playback_advance(&player, 0.5);
    assert_close(sinew_playback_time(&player), 1.5, 1e-12);
    sinew_playback_advance(&player, 50);
    assert_true(sinew_playback_finished(&player));
    assert_close(sinew_playback_time(&player), 0, 0);
}

static void pingpong_reverses_at_the_ends(void **state)
{
    (void)state;
    sinew_playback player = make_player(2);
    sinew_playback_set_loop(&player, SINEW_LOOP_PINGPONG);
    static const double expected[] = {0.75, 1.5, 1.75, 1, 0.25, 0.5, 1.25, 2, 1.25}; // every 0.75 s
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        sinew_playback_advance(&player, 0.75);
        assert_close(sinew_playback_time(&player), expected[i], 1e-12);
    }
    assert_false(sinew_playback_finished(&player));
}

static void an_hour_at_odd_steps_loses_no_frame(void **state)
{
    (void)state;
    // 1.3 s at 24 frames per second, in steps of a 59.94 Hz display with occasional long frames. The expected time is
    // computed in whole microseconds, which are exact.
    for (int loop = SINEW_LOOP_REPEAT; loop <= SINEW_LOOP_PINGPONG; loop += SINEW_LOOP_PINGPONG) {
        sinew_playback player = make_player(1.3);
        sinew_playback_set_loop(&player, (sinew_loop_mode)loop);
        const long long length = 1300000;
        long long passed = 0;
        double worst = 0;
        for (long step = 0; passed < 3600LL * 1000000; ++step) {
            const long long microseconds = step % 977 == 0 ? 123457 : 16683;
            sinew_playback_advance(&player, (double)microseconds * 1e-6);
            passed += microseconds;
            long long expected = passed % (loop == SINEW_LOOP_REPEAT ? length : 2 * length);
            if (expected > length) expected = 2 * length - expected;
            const double difference = fabs(sinew_playback_time(&player) - (double)expected * 1e-6);
            worst = fmax(worst, fmin(difference, 1.3 - difference)); // the end and the start are the same time
        }
        assert_close(worst, 0, 1e-9);
    }
}

static void changing_the_speed_keeps_the_time(void **state)
{
    (void)state;
    sinew_playback player = make_player(10);
    sinew_playback_advance(&player, 3);
    sinew_playback_set_speed(&player, 0.5);
    assert_close(sinew_playback_time(&player), 3, 0);
    sinew_playback_advance(&player, 3);
    assert_close(sinew_playback_time(&player), 4.5, 1e-12);
    sinew_playback_set_speed(&player, -2);
    sinew_playback_advance(&player, 1);
    assert_close(sinew_playback_time(&player), 2.5, 1e-12);
    sinew_playback_set_speed(&player, 0);
    sinew_playback_advance(&player, 1000);
    assert_close(sinew_playback_time(&player), 2.5, 1e-12);
}

static void a_paused_player_keeps_its_time(void **state)
{
    (void)state;
    sinew_playback player = make_player(10);
    sinew_playback_advance(&player, 3);
    player.paused = 1;
    sinew_playback_advance(&player, 3);
    assert_close(sinew_playback_time(&player), 3, 0);
    player.paused = 0;
    sinew_playback_advance(&player, 1);
    assert_close(sinew_playback_time(&player), 4, 0);
}

static void a_range_repeats(void **state)
{
    (void)state;
    sinew_playback player = make_player(10);
    sinew_playback_set_range(&player, 4, 6);
    assert_close(sinew_playback_time(&player), 4, 0); // clamped into it
    sinew_playback_advance(&player, 2.5);
    assert_close(sinew_playback_time(&player), 4.5, 1e-12);
    sinew_playback_seek(&player, 9);
    assert_close(sinew_playback_time(&player), 6, 0);
    sinew_playback_seek(&player, -9);
    assert_close(sinew_playback_time(&player), 4, 0);
    sinew_playback_seek(&player, 5);
    sinew_playback_set_range(&player, 0, 10);
    assert_close(sinew_playback_time(&player), 5, 0);
}

static void changing_the_loop_mode_keeps_the_time(void **state)
{
    (void)state;
    sinew_playback player = make_player(2);
    sinew_playback_set_loop(&player, SINEW_LOOP_PINGPONG);
    sinew_playback_advance(&player, 2.5); // on the way back
    sinew_playback_set_loop(&player, SINEW_LOOP_REPEAT);
    assert_close(sinew_playback_time(&player), 1.5, 1e-12);
}

static void the_time_is_never_outside_the_range(void **state)
{
    (void)state;
    static const double speeds[] = {1, -1, 0.1, 7.3, -1e6, 1e300};
    for (int loop = SINEW_LOOP_REPEAT; loop <= SINEW_LOOP_PINGPONG; ++loop) {
        for (size_t i = 0; i < sizeof speeds / sizeof *speeds; ++i) {
            sinew_playback player = make_player(0.7);
            sinew_playback_set_range(&player, 0.1, 0.3);
            sinew_playback_set_loop(&player, (sinew_loop_mode)loop);
            sinew_playback_set_speed(&player, speeds[i]);
            for (int step = 0; step < 1000; ++step) {
                sinew_playback_advance(&player, 0.01 * step);
                const double time = sinew_playback_time(&player);
                assert_true(time >= 0.1 && time <= 0.3); // false for NaN
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clip_without_length_stays_at_its_start),
        cmocka_unit_test(repeating_starts_over),
        cmocka_unit_test(repeating_backwards_wraps_to_the_end),
        cmocka_unit_test(once_stops_at_the_end_it_plays_towards),
        cmocka_unit_test(pingpong_reverses_at_the_ends),
        cmocka_unit_test(an_hour_at_odd_steps_loses_no_frame),
        cmocka_unit_test(changing_the_speed_keeps_the_time),
        cmocka_unit_test(a_paused_player_keeps_its_time),
        cmocka_unit_test(a_range_repeats),
        cmocka_unit_test(changing_the_loop_mode_keeps_the_time),
        cmocka_unit_test(the_time_is_never_outside_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
