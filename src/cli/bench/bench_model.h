/// Characters made of numbers, for timing where there is no file.
#ifndef SINEW_CLI_BENCH_BENCH_MODEL_H
#define SINEW_CLI_BENCH_BENCH_MODEL_H

#include "sinew/model.h"

typedef struct cli_bench_size {
    int32_t joints;   ///< at least 1
    int32_t vertices; ///< 0: no mesh
    int32_t frames;   ///< of the clip, at 30 a second; each turns every joint
} cli_bench_size;

/// A tree of joints with a key a frame on each of their rotations, and vertices moved by one to four joints (3.1 on
/// average). The same numbers on every machine.
SINEW_NODISCARD sinew_result cli_bench_model(cli_bench_size size, sinew_model **out_model, sinew_error *out_error);

#endif
