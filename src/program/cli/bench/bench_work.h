/// What is timed on a character. Each function is one run of a contender, which has a work of its own.
#ifndef SINEW_PROGRAM_CLI_BENCH_BENCH_WORK_H
#define SINEW_PROGRAM_CLI_BENCH_BENCH_WORK_H

#include "core/platform/thread_pool.h"
#include "sinew/blend.h"
#include "sinew/crowd.h"
#include "sinew/locals.h"

/// A character that plays a clip at 60 Hz.
typedef struct cli_bench_work {
    const sinew_model *model;
    int32_t clip;          ///< SINEW_NONE: the rest pose
    double duration, time; ///< `time` since the start of the clip
    uint32_t seed;
    sinew_pose *pose;
    sinew_local_group *locals;
    sinew_blender *blender;
    sinew_local_pose *blended;
    float *scratch, *positions, *normals; ///< of cli_bench_open_skin
    sinew_crowd *crowd;                   ///< of cli_bench_open_crowd
    sinew__thread_pool *pool;
    sinew_character *characters; ///< [count]
    sinew_palette_matrix *palettes;
    int32_t count;
} cli_bench_work;

// Each returns 0 when out of memory; the caller closes the work in either case.
int cli_bench_open(const sinew_model *model, int32_t clip, cli_bench_work *work);
int cli_bench_open_skin(cli_bench_work *work); ///< of an open work: also poses the middle of the clip
int cli_bench_open_crowd(cli_bench_work *work, int32_t count, int32_t threads); ///< from random times on
void cli_bench_close(cli_bench_work *work);

/// The next time at 60 Hz, and one `offset` clips later, which stands for another clip.
double cli_bench_next(cli_bench_work *work);
double cli_bench_later(const cli_bench_work *work, double offset);

void cli_bench_play(void *work);   ///< the next time, to a palette
void cli_bench_seek(void *work);   ///< a random time, to a palette
void cli_bench_sample(void *work); ///< the next time, local transforms only; of a baked clip
void cli_bench_blend(void *work);  ///< two clips by weights that change, to a palette
void cli_bench_skin(void *work);   ///< all skinned meshes, by their own methods: positions and normals
void cli_bench_tick(void *work);   ///< the next time of all characters, to palettes

/// Vertices of skinned meshes, and their mean number of influences.
int64_t cli_bench_skinned_vertices(const sinew_model *model, double *out_influences);

/// Returns a number in [low, high) and advances *seed; the same on every machine.
static inline double cli_bench_random(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / (double)(1u << 24);
}

#endif
