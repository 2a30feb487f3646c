/// What crowds cost, by their size and by threads.
#ifndef SINEW_CLI_BENCH_BENCH_CROWD_H
#define SINEW_CLI_BENCH_BENCH_CROWD_H

#include "base/buffer.h"
#include "cli/bench/bench_rounds.h"
#include "sinew/model.h"

/// One size of crowd on one number of threads.
typedef struct cli_bench_crowd {
    int32_t characters, threads;
    cli_value tick; ///< all characters once, at random times of the clip
} cli_bench_crowd;

/// Times every row of `rows` [count], whose characters and threads are given, and one character alone that plays at 60
/// Hz, in common rounds for about `seconds`. Returns 0 when out of memory.
int cli_measure_crowds(const sinew_model *model, int32_t clip, double seconds, cli_bench_crowd *rows, size_t count,
                       cli_value *out_alone);

/// Seconds of a tick of so many characters on one thread.
int cli_measure_crowd(const sinew_model *model, int32_t clip, double seconds, int32_t characters, double *out);

/// Slope of the straight line through (log x, log y) that errs least; NaN below two points.
double cli_bench_exponent(const double *x, const double *y, int count);

/// An SVG picture of cost against size, both on logarithmic axes, one line for each number of threads.
void cli_put_crowd_chart(const cli_bench_crowd *rows, size_t count, sinew__buffer *out);

#endif
