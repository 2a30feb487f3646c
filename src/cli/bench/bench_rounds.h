/// Timing that a busy machine spoils least: contenders take turns, round after round, and the median of the rounds
/// counts.
#ifndef SINEW_CLI_BENCH_BENCH_ROUNDS_H
#define SINEW_CLI_BENCH_BENCH_ROUNDS_H

#include <stddef.h>

/// A median and its spread: half of what lies between the quartiles, as a part of the median.
typedef struct cli_value {
    double seconds, spread;
} cli_value;

/// Something to time.
typedef struct cli_contender {
    void (*run)(void *work);
    void *work;
    cli_value figure; ///< the result: one run
} cli_contender;

/// Sorts `times` (at least one).
cli_value cli_bench_value(double *times, size_t count);

/// Times the contenders in rounds for about `seconds` altogether; at least five rounds. Returns 0 when out of memory.
int cli_bench_rounds(cli_contender *contenders, size_t count, double seconds);

/// A clock for such things, in seconds.
double cli_bench_now(void);

#endif
