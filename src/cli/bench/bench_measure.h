/// What `sinew bench` measures. Times are seconds.
#ifndef SINEW_CLI_BENCH_BENCH_MEASURE_H
#define SINEW_CLI_BENCH_BENCH_MEASURE_H

#include "cli/bench/bench_rounds.h"
#include "sinew/pose.h"

/// One whole pose, clip to palette.
typedef struct cli_bench_pose {
    int32_t joints;
    int of_clip; ///< 0: the rest pose, which no tutorial plays
    double clip_seconds;
    int32_t rows;        ///< that are played; 0: the clip's curves are
    cli_value reference; ///< a tutorial's recursive walk in float over keys found by name (tutorial_walk.h); of the
                         ///< rest pose the engine `reference`
    cli_value reference_engine; ///< the engine `reference`: the recursive walk over authored curves
    cli_value sequential;       ///< playing at 60 Hz
    cli_value seek;             ///< random times
} cli_bench_pose;

enum { CLI_MOST_KERNELS = 4 };

/// Positions and normals of all skinned meshes, once.
typedef struct cli_bench_skin {
    int64_t vertices; ///< 0: no skinned mesh, nothing else is set
    double influences_mean;
    cli_value reference; ///< a tutorial's loop in float, four influences a vertex (tutorial_skin.h)
    cli_value plain;     ///< sinew's own plain loop: all influences, normals by the inverse transpose
    struct {
        const char *name; ///< "avx2"
        cli_value linear;
    } kernels[CLI_MOST_KERNELS]; ///< those that this processor runs, the one in use first
    size_t kernel_count;
    cli_value dual_quaternion; ///< by the one in use
    cli_value copy;            ///< copying the same positions and normals
} cli_bench_skin;

/// The rooms' costs against the size of their work: cost ~ size to this power, over three decades of generated models:
/// from sizes that take longer than what every call costs to those that still lie in the caches.
typedef struct cli_bench_exponents {
    double joints;     ///< 60 … 60 000
    double vertices;   ///< 160 … 160 000
    double characters; ///< 8 … 8000, of 8 joints
} cli_bench_exponents;

// Each returns 0 when out of memory, and takes about `seconds`.
int cli_measure_pose(const sinew_model *model, int32_t clip, double seconds, cli_bench_pose *out);
int cli_measure_skin(const sinew_model *model, int32_t clip, double seconds, cli_bench_skin *out);
int cli_measure_exponents(double seconds, cli_bench_exponents *out);

/// Opening the block of a model that is no file as a cache would: reading it from a file, validating it. NaN where
/// there is no room for the file.
int cli_measure_open(const sinew_model *model, double seconds, cli_value *out);

#endif
