/// sinew bench: rounds of measurements, the work that is measured, and the report.
#ifndef SINEW_PROGRAM_CLI_BENCH_BENCH_H
#define SINEW_PROGRAM_CLI_BENCH_BENCH_H

#include <stddef.h>

#include "core/base/buffer.h"
#include "core/base/json.h"
#include "core/platform/thread.h"
#include "sinew/bake.h"
#include "sinew/blend.h"
#include "sinew/crowd.h"
#include "sinew/locals.h"

// ---- rounds --------------------------------------------------------------------------------------------------------
// Timing that is robust on a busy machine: contenders take turns in rounds, and the median over the rounds is
// reported. The clock is the thread's processor time, so that other programs do not count. By the wall clock they
// would raise ratios of long turns to short ones, which fit between two interruptions.

/// A median and its spread: half the interquartile range, as a fraction of the median.
typedef struct cli_value {
    double seconds, spread;
} cli_value;

/// A function to time.
typedef struct cli_contender {
    void (*run)(void *work);
    void *work;
    int by_wall_clock; ///< the work waits for files or for other threads
    cli_value value;   ///< result: seconds of one run
} cli_contender;

/// Computes median and spread of `times` [count > 0], and sorts them.
cli_value cli_bench_value(double *times, size_t count);

/// Times the contenders in `rounds` rounds, and in more of them until `seconds` have passed. Returns 0 when out of
/// memory.
int cli_bench_rounds(cli_contender *contenders, size_t count, size_t rounds, double seconds);

// ---- work ----------------------------------------------------------------------------------------------------------
// The timed functions of a character. Each call is one run of a contender, which has a work of its own.

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
    sinew_crowd_agent *characters; ///< [count]
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

void cli_bench_play(void *work);           ///< the next time, to a palette
void cli_bench_seek(void *work);           ///< a random time, to a palette
void cli_bench_sample(void *work);         ///< the next time, local transforms only; of a baked clip
void cli_bench_blend(void *work);          ///< two clips by weights that change, to a palette
void cli_bench_skin(void *work);           ///< all skinned meshes, by their own methods: positions and normals
void cli_bench_pass(cli_bench_work *work); ///< the next time of all characters
void cli_bench_tick(void *work);           ///< the next time of all characters, to palettes

/// Vertices of skinned meshes, and their mean number of influences.
int64_t cli_bench_skinned_vertices(const sinew_model *model, double *out_influences);

/// Returns a number in [low, high) and advances *seed; the same on every machine.
static inline double cli_bench_random(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / (double)(1u << 24);
}

// ---- report --------------------------------------------------------------------------------------------------------
// Output of `sinew bench` as text and JSON.

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
    cli_value values[CLI_BENCH_ROWS]; ///< seconds are 0 if a row was not measured
} cli_bench_results;

void cli_bench_put_text(const cli_bench_results *results, int color, sinew__buffer *out);

/// One `sinew.bench/3` object.
void cli_bench_put_json(const cli_bench_results *results, sinew__buffer *out);

/// The machine, the kernels in use and the build as one line: "AMD EPYC, 2 cores, avx512, gcc 12.2, Release"; and as
/// the member "machine" of JSON.
void cli_bench_put_machine(sinew__buffer *out);
void cli_bench_put_machine_json(sinew__json_writer *json);

#endif
