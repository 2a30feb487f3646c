/// The measurements of `sinew bench`, in seconds.
#ifndef SINEW_CLI_BENCH_BENCH_MEASURE_H
#define SINEW_CLI_BENCH_BENCH_MEASURE_H

#include "cli/bench/bench_rounds.h"
#include "sinew/bake.h"
#include "sinew/pose.h"

/// The cost of one pose, from clip to palette.
typedef struct cli_bench_pose {
    int32_t joints;
    int of_clip; ///< 0: the rest pose, which no tutorial plays
    double clip_seconds;
    sinew_baked_info baked; ///< no frames: the curves of the clip are evaluated
    cli_value reference;    ///< a tutorial's hierarchy walk in float over channels found by name (tutorial_walk.h); of
                            ///< the rest pose the engine `reference`
    cli_value reference_engine; ///< the engine `reference`: hierarchy walk over authored curves
    cli_value sequential;       ///< playing at 60 Hz
    cli_value seek;             ///< random times
    cli_value sample;           ///< local transforms only; 0 where the clip is not baked
} cli_bench_pose;

enum { CLI_MAX_KERNELS = 4 };

/// The cost of skinning positions and normals of all skinned meshes.
typedef struct cli_bench_skin {
    int64_t vertices; ///< 0: no skinned mesh, nothing else is set
    double influences_mean;
    cli_value reference; ///< a tutorial's loop in float, four influences per vertex (tutorial_skin.h)
    cli_value plain;     ///< sinew's plain loop: all influences, normals by the inverse transpose
    struct {
        const char *name; ///< "avx2"
        cli_value linear;
    } kernels[CLI_MAX_KERNELS]; ///< kernels that this processor supports, the selected one first
    size_t kernel_count;
    cli_value dual_quaternion; ///< with the selected kernel
    cli_value copy;            ///< copying the same positions and normals
} cli_bench_skin;

/// Growth of the cost with size: cost ~ size^exponent, over three decades of generated models. The smallest sizes
/// outweigh the overhead of a call; the largest still fit in the processor's caches.
typedef struct cli_bench_exponents {
    double joints;     ///< 60 … 60 000
    double vertices;   ///< 160 … 160 000
    double characters; ///< 8 … 8000, of 8 joints
} cli_bench_exponents;

// Each returns 0 when out of memory, and takes about `seconds`.
int cli_measure_pose(const sinew_model *model, int32_t clip, double seconds, cli_bench_pose *out);
int cli_measure_skin(const sinew_model *model, int32_t clip, double seconds, cli_bench_skin *out);
int cli_measure_exponents(double seconds, cli_bench_exponents *out);

/// Measures opening the block of a generated model as the cache does: reading it from a file and validating it. NaN
/// when no temporary file can be written.
int cli_measure_open(const sinew_model *model, double seconds, cli_value *out);

#endif
