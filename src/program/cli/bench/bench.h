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

// Timing that is robust on a busy machine: contenders are timed in turns, round by round, and the median over the
// rounds is reported. The clock is the thread's processor time, so that other programs do not count. A wall clock would
// favour short turns, which fit between two interruptions by the system.

/// A median, and its spread: half the interquartile range, as a fraction of the median.
typedef struct cli_value {
    double seconds, spread;
} cli_value;

/// A function to time.
typedef struct cli_contender {
    void (*run)(void *work);
    void *work;
    int by_wall_clock; ///< the work waits for files or other threads: time it by the wall clock
    cli_value value;   ///< result: seconds of one run
} cli_contender;

/// Computes median and spread of `times` [count > 0], and sorts them.
cli_value cli_bench_value(double *times, size_t count);

/// Times the contenders in at least `rounds` rounds, and at least for `seconds`. Returns 0 when out of memory.
int cli_bench_rounds(cli_contender *contenders, size_t count, size_t rounds, double seconds);

// The timed functions, each for a character or a crowd. One call is one run of a contender. Each contender has its own
// work.

/// A character that plays a clip at 60 Hz, and the objects that its timed functions use.
typedef struct cli_bench_work {
    const sinew_model *model;
    int32_t clip;          ///< SINEW_NONE: the rest pose
    double duration, time; ///< duration of the clip; current time from the clip's start; in seconds
    uint32_t seed;
    sinew_pose *pose;
    sinew_local_group *locals;
    sinew_blender *blender;
    sinew_local_pose *blended;
    float *scratch, *positions, *normals; ///< set by cli_bench_open_skin
    sinew_crowd *crowd;                   ///< set by cli_bench_open_crowd
    sinew__thread_pool *pool;
    sinew_crowd_agent *characters; ///< [count]
    sinew_palette_matrix *palettes;
    int32_t count;
} cli_bench_work;

// The cli_bench_open functions return 0 when out of memory. The caller closes the work with cli_bench_close, also after
// a failure.
int cli_bench_open(const sinew_model *model, int32_t clip, cli_bench_work *work);
int cli_bench_open_skin(cli_bench_work *work); ///< called after cli_bench_open; poses the middle of the clip
int cli_bench_open_crowd(cli_bench_work *work, int32_t count, int32_t threads); ///< agents start at random times
void cli_bench_close(cli_bench_work *work);

/// cli_bench_next advances the time by a tick of 60 Hz and returns it; after the clip's end the time starts again at 0.
/// cli_bench_later returns the time plus `offset` times the clip's duration, for a second clip.
double cli_bench_next(cli_bench_work *work);
double cli_bench_later(const cli_bench_work *work, double offset);

void cli_bench_play(void *work);           ///< evaluates the next time to a palette
void cli_bench_seek(void *work);           ///< evaluates a random time to a palette
void cli_bench_sample(void *work);         ///< samples the local transforms of the next time; only for baked clips
void cli_bench_blend(void *work);          ///< blends two clips with changing weights to a palette
void cli_bench_skin(void *work);           ///< skins positions and normals of all skinned meshes, each mesh by its own
                                           ///< method
void cli_bench_pass(cli_bench_work *work); ///< advances the time of all characters by one tick
void cli_bench_tick(void *work);           ///< evaluates the next time of all characters to palettes

/// Returns the number of vertices of skinned meshes, and the mean number of their influences.
int64_t cli_bench_skinned_vertices(const sinew_model *model, double *out_influences);

/// Returns a pseudo-random number in [low, high) and advances *seed. The sequence is the same on every machine.
static inline double cli_bench_random(uint32_t *seed, double low, double high)
{
    *seed = *seed * 1664525u + 1013904223u;
    return low + (high - low) * (double)(*seed >> 8) / (double)(1u << 24);
}

// ---- report --------------------------------------------------------------------------------------------------------
// Output of `sinew bench` as text and JSON.

typedef enum cli_bench_row {
    CLI_BENCH_IMPORT, ///< importing in the worker, and baking
    CLI_BENCH_OPEN,   ///< loading from the cache
    CLI_BENCH_BAKE,   ///< baking all clips
    CLI_BENCH_PLAY,
    CLI_BENCH_SEEK,
    CLI_BENCH_SAMPLE, ///< sampling local transforms only
    CLI_BENCH_BLEND,
    CLI_BENCH_SKIN,  ///< skinning positions and normals of all skinned meshes
    CLI_BENCH_CROWD, ///< one tick of all characters on one thread
    CLI_BENCH_CROWD_THREADS,
    CLI_BENCH_ROWS
} cli_bench_row;

typedef struct cli_bench_results {
    const char *path;
    const sinew_model *model;
    int32_t clip; ///< SINEW_NONE: the rest pose
    sinew_baked_info baked;
    int64_t vertices; ///< number of vertices of skinned meshes
    double influences;
    int32_t characters, threads;
    cli_value values[CLI_BENCH_ROWS]; ///< seconds are 0 if a row was not measured
} cli_bench_results;

void cli_bench_put_text(const cli_bench_results *results, int color, sinew__buffer *out);

/// Puts the results as one `sinew.bench/3` object.
void cli_bench_put_json(const cli_bench_results *results, sinew__buffer *out);

/// Puts the machine, the kernels in use and the build: as one line, "AMD EPYC, 2 cores, avx512, gcc 12.2, Release"; or
/// as the JSON member "machine".
void cli_bench_put_machine(sinew__buffer *out);
void cli_bench_put_machine_json(sinew__json_writer *json);

#endif
