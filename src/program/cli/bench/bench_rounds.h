/// Timing that is robust on a busy machine: contenders take turns in rounds, and the median over the rounds is
/// reported. The clock is the thread's processor time, so that other programs do not count. By the wall clock they
/// would raise ratios of long turns to short ones, which fit between two interruptions.
#ifndef SINEW_PROGRAM_CLI_BENCH_BENCH_ROUNDS_H
#define SINEW_PROGRAM_CLI_BENCH_BENCH_ROUNDS_H

#include <stddef.h>

/// A median and its spread: half the interquartile range, as a fraction of the median.
typedef struct cli_value {
    double seconds, spread;
} cli_value;

/// A function to time.
typedef struct cli_contender {
    void (*run)(void *work);
    void *work;
    int by_wall_clock; ///< the work waits for files or for other threads
    cli_value value;   ///< result: seconds of one run
} cli_contender;

/// Computes median and spread of `times` [count > 0], and sorts them.
cli_value cli_bench_value(double *times, size_t count);

/// Times the contenders in `rounds` rounds, and in more of them until `seconds` have passed. Returns 0 when out of
/// memory.
int cli_bench_rounds(cli_contender *contenders, size_t count, size_t rounds, double seconds);

#endif
