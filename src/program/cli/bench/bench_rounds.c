// Repeats the measurements of `sinew bench` in rounds and computes their medians.
#include "program/cli/bench/bench.h"

#include <stdlib.h>

#include "core/platform/clock.h"

enum {
    MAX_ROUNDS = 2000,
    WARMING_RUNS = 4, ///< Untimed runs before a turn. The data of a crowd of 1,000 exceeds the nearest caches and is in
                      ///< them again only after three runs: with one untimed run, such a crowd took 1.5 times as long,
                      ///< and a crowd of half the size 1.1 times.
};

/// Seconds of a turn: long compared with the resolution of the clock, short compared with a scheduler's time slice.
static const double turn_seconds = 3e-4;

static const double warming_seconds = 1e-2; ///< longest time of the untimed runs before a turn

static double read_clock(const cli_contender *contender)
{
    return contender->by_wall_clock ? sinew__now() : sinew__thread_time();
}

static double time_runs(const cli_contender *contender, long runs)
{
    const double start = read_clock(contender);
    for (long i = 0; i < runs; ++i) contender->run(contender->work);
    return read_clock(contender) - start;
}

static int compare(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

cli_value cli_bench_value(double *times, size_t count)
{
    qsort(times, count, sizeof *times, compare);
    const double median = times[count / 2];
    return (cli_value){.seconds = median, .spread = (times[count * 3 / 4] - times[count / 4]) / 2 / median};
}

int cli_bench_rounds(cli_contender *contenders, size_t count, size_t rounds, double seconds)
{
    long *runs = malloc((count + 1) * sizeof *runs);
    double *times = malloc((count * MAX_ROUNDS + 1) * sizeof *times);
    if (runs && times) {
        const double end = sinew__now() + seconds;
        for (size_t i = 0; i < count; ++i) {
            runs[i] = 1;
            while (time_runs(&contenders[i], runs[i]) < turn_seconds && runs[i] < 1L << 30) runs[i] *= 2;
        }
        size_t round = 0;
        for (; round < rounds || (round < MAX_ROUNDS && sinew__now() < end); ++round) {
            for (size_t i = 0; i < count; ++i) {
                // bring data back to the caches that other contenders displaced; one run suffices if it is long
                const double limit = sinew__now() + warming_seconds;
                for (int k = 0; k < WARMING_RUNS && (k == 0 || sinew__now() < limit); ++k)
                    contenders[i].run(contenders[i].work);
                times[i * MAX_ROUNDS + round] = time_runs(&contenders[i], runs[i]) / (double)runs[i];
            }
        }
        for (size_t i = 0; i < count; ++i) contenders[i].value = cli_bench_value(times + i * MAX_ROUNDS, round);
    }
    const int done = runs && times;
    free(runs);
    free(times);
    return done;
}
