/// The cost of crowds by size and number of threads.
#ifndef SINEW_CLI_BENCH_BENCH_CROWD_H
#define SINEW_CLI_BENCH_BENCH_CROWD_H

#include "base/buffer.h"
#include "cli/bench/bench_rounds.h"
#include "sinew/model.h"

/// One measurement: a crowd size and a number of threads.
typedef struct cli_bench_crowd {
    int32_t characters, threads;
    cli_value tick; ///< one evaluation of all characters at random times of the clip
} cli_bench_crowd;

/// Measures every entry of `crowds` [count], whose characters and threads are set, and a single character that plays at
/// 60 Hz, in common rounds for about `seconds`. Returns 0 when out of memory.
int cli_measure_crowds(const sinew_model *model, int32_t clip, double seconds, cli_bench_crowd *crowds, size_t count,
                       cli_value *out_alone);

/// Measures the seconds of one tick on one thread. Returns 0 when out of memory.
int cli_measure_crowd(const sinew_model *model, int32_t clip, double seconds, int32_t characters, double *out);

/// Slope of the least-squares line through (log x, log y); NaN for fewer than two points.
double cli_bench_exponent(const double *x, const double *y, int count);

/// Puts an SVG chart of cost against size on logarithmic axes, with one line per number of threads.
void cli_put_crowd_chart(const cli_bench_crowd *crowds, size_t count, sinew__buffer *out);

#endif
