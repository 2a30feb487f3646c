/// Numbers from a seed, the same on every machine: measurements are of the same work everywhere.
#ifndef SINEW_CLI_BENCH_BENCH_RANDOM_H
#define SINEW_CLI_BENCH_BENCH_RANDOM_H

#include <stdint.h>

/// The next number, in [low, high); changes *seed.
static inline double cli_bench_random(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / (double)(1u << 24);
}

#endif
