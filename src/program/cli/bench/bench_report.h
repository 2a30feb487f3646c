/// Output of `sinew bench` as text and JSON.
#ifndef SINEW_PROGRAM_CLI_BENCH_BENCH_REPORT_H
#define SINEW_PROGRAM_CLI_BENCH_BENCH_REPORT_H

#include "core/base/buffer.h"
#include "core/base/json.h"
#include "program/cli/bench/bench_rounds.h"
#include "sinew/bake.h"

typedef enum cli_bench_row {
    CLI_BENCH_IMPORT, ///< includes the worker and baking
    CLI_BENCH_OPEN,   ///< a load from the cache
    CLI_BENCH_BAKE,   ///< all clips
    CLI_BENCH_PLAY,
    CLI_BENCH_SEEK,
    CLI_BENCH_SAMPLE, ///< local transforms
    CLI_BENCH_BLEND,
    CLI_BENCH_SKIN,  ///< positions and normals of all skinned meshes
    CLI_BENCH_CROWD, ///< one tick of all characters
    CLI_BENCH_CROWD_THREADS,
    CLI_BENCH_ROWS
} cli_bench_row;

typedef struct cli_bench_results {
    const char *path;
    const sinew_model *model;
    int32_t clip; ///< SINEW_NONE: the rest pose
    sinew_baked_info baked;
    int64_t vertices; ///< of skinned meshes
    double influences;
    int32_t characters, threads;
    cli_value values[CLI_BENCH_ROWS]; ///< of what was not measured the seconds are 0
} cli_bench_results;

void cli_bench_put_text(const cli_bench_results *results, int color, sinew__buffer *out);

/// One `sinew.bench/3` object.
void cli_bench_put_json(const cli_bench_results *results, sinew__buffer *out);

/// The machine, the kernels in use and the build as one line: "AMD EPYC, 2 cores, avx512, gcc 12.2, Release"; and as
/// the member "machine" of JSON.
void cli_bench_put_machine(sinew__buffer *out);
void cli_bench_put_machine_json(sinew__json_writer *json);

#endif
