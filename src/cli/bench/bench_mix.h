/// The cost of blending, inverse kinematics and crowds that fade.
#ifndef SINEW_CLI_BENCH_BENCH_MIX_H
#define SINEW_CLI_BENCH_BENCH_MIX_H

#include "cli/bench/bench_rounds.h"
#include "sinew/model.h"

/// All in common rounds with `playing` and `crowd`, to which they are compared. Layers end in a palette; inverse
/// kinematics ends in the globals of what it moves.
typedef struct cli_bench_mix {
    int is_measured;               ///< 0: the rest pose, nothing else is set
    cli_value playing;             ///< one clip to a palette
    cli_value two_clips;           ///< two clips, weights that change
    cli_value three_layers;        ///< two clips and one over them within a mask
    int has_limb;                  ///< 0: the hierarchy is too shallow, the next two are not set
    cli_value two_bone, aim;       ///< a limb of three joints above another; two joints that share a rotation
    cli_value crowd, crowd_fading; ///< characters of a crowd on one thread: each plays a clip; each fades between two
    int32_t characters;
} cli_bench_mix;

/// Returns 0 when out of memory, and takes about `seconds`.
int cli_measure_mix(const sinew_model *model, int32_t clip, double seconds, cli_bench_mix *out);

#endif
