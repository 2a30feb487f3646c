/// Output of `sinew bench` as text and JSON.
#ifndef SINEW_CLI_BENCH_BENCH_REPORT_H
#define SINEW_CLI_BENCH_BENCH_REPORT_H

#include "base/buffer.h"
#include "cli/bench/bench_crowd.h"
#include "cli/bench/bench_measure.h"
#include "cli/bench/bench_mix.h"

typedef struct cli_bench_results {
    const char *path; ///< NULL: generated models
    cli_bench_pose pose;
    const cli_bench_crowd *crowds; ///< [crowd_count]
    size_t crowd_count;
    cli_value alone; ///< a single character that plays at 60 Hz
    cli_bench_mix mix;
    cli_bench_skin skin;
    cli_value import; ///< includes the worker; NaN without a file
    cli_value open;
    cli_bench_exponents exponents; ///< NaN with a file
} cli_bench_results;

void cli_bench_put_text(const cli_bench_results *results, int color, sinew__buffer *out);

/// One `sinew.bench/2` object.
void cli_bench_put_json(const cli_bench_results *results, sinew__buffer *out);

#endif
