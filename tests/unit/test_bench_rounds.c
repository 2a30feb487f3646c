/// The benchmark's clocks: a run that sleeps for two milliseconds takes those by the wall clock and next to none of the
/// thread's processor time.
#define _POSIX_C_SOURCE 200809L
#include "support/cmocka_close.h"

#include <time.h>

#include "program/cli/bench/bench.h"

static const double pause_seconds = 2e-3;

static void pause_run(void *work)
{
    (void)work;
    const struct timespec pause = {.tv_nsec = (long)(1e9 * pause_seconds)};
    nanosleep(&pause, NULL);
}

static void waiting_counts_only_by_the_wall_clock(void **state)
{
    (void)state;
    cli_contender contender = {.run = pause_run, .by_wall_clock = 1};
    assert_true(cli_bench_rounds(&contender, 1, 5, 0.01));
    assert_true(contender.value.seconds >= 0.99 * pause_seconds);
}

/// A busy loop first, so that a turn of a few runs takes long enough by either clock.
static void spin_and_pause(void *work)
{
    volatile long *left = work;
    for (*left = 200000; *left > 0; --*left) {
    }
    pause_run(NULL);
}

static void waiting_is_no_processor_time(void **state)
{
    (void)state;
    long left[2];
    cli_contender contenders[2] = {{.run = spin_and_pause, .work = &left[0]},
                                   {.run = spin_and_pause, .work = &left[1], .by_wall_clock = 1}};
    assert_true(cli_bench_rounds(contenders, 2, 5, 0.01));
    assert_true(contenders[0].value.seconds > 0);
    assert_true(contenders[1].value.seconds - contenders[0].value.seconds >= 0.5 * pause_seconds);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waiting_counts_only_by_the_wall_clock),
        cmocka_unit_test(waiting_is_no_processor_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
