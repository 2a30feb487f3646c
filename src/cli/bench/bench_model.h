/// Generated characters and random numbers, the same on every machine, so that measurements are comparable.
#ifndef SINEW_CLI_BENCH_BENCH_MODEL_H
#define SINEW_CLI_BENCH_BENCH_MODEL_H

#include <stdint.h>

#include "sinew/model.h"

typedef struct cli_bench_size {
    int32_t joints;   ///< at least 1
    int32_t vertices; ///< 0: no mesh
    int32_t frames;   ///< of the clip, at 30 per second; each rotates every joint
} cli_bench_size;

/// Creates a model with a tree of joints, a rotation key per joint and frame, and vertices with one to four influences
/// (3.1 on average).
SINEW_NODISCARD sinew_result cli_bench_model(cli_bench_size size, sinew_model **out_model, sinew_error *out_error);

/// Returns a number in [low, high) and advances *seed.
static inline double cli_bench_random(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / (double)(1u << 24);
}

#endif
