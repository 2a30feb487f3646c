#include "cli/bench/bench_crowd.h"

#include <math.h>
#include <stdlib.h>

#include "cli/bench/bench_model.h"
#include "platform/thread_pool.h"
#include "sinew/crowd.h"

/// A crowd to evaluate repeatedly.
typedef struct crowd_work {
    sinew_crowd *crowd;
    sinew__thread_pool *pool;
    sinew_character *characters;
    sinew_palette_matrix *palettes;
    int32_t count;
    double start, duration;
} crowd_work;

static void tick(void *data)
{
    crowd_work *work = data;
    sinew_character *characters = work->characters;
    const double start = work->start, end = work->start + work->duration;
    for (int32_t i = 0; i < work->count; ++i) {
        const double time = characters[i].time + 1.0 / 60;
        characters[i].time = time > end ? start : time;
    }
    sinew_crowd_evaluate(work->crowd, work->characters, work->count, work->palettes, NULL);
}

static int open_crowd(const sinew_model *model, int32_t clip, const cli_bench_crowd *row, crowd_work *work)
{
    *work = (crowd_work){.count = row->characters};
    if (clip != SINEW_NONE) {
        work->start = model->clips[clip].start;
        work->duration = model->clips[clip].duration;
    }
    work->characters = malloc((size_t)row->characters * sizeof *work->characters);
    work->palettes = malloc(((size_t)row->characters * (size_t)model->skin_joint_count + 1) * sizeof *work->palettes);
    work->pool = sinew__thread_pool_create(row->threads);
    if (!work->characters || !work->palettes || !work->pool) return 0;
    uint32_t seed = 1;
    for (int32_t i = 0; i < row->characters; ++i) {
        const double time = cli_bench_random(&seed, work->start, work->start + work->duration);
        work->characters[i] = (sinew_character){clip, time};
    }
    sinew_crowd_options options = {.worker_count = row->threads};
    if (row->threads > 1) {
        options.parallel_for = sinew__thread_pool_for;
        options.user = work->pool;
    }
    return sinew_crowd_create(model, row->characters, &options, &work->crowd, NULL) == SINEW_OK;
}

static void close_crowd(crowd_work *work)
{
    sinew_crowd_destroy(work->crowd);
    sinew__thread_pool_destroy(work->pool);
    free(work->characters);
    free(work->palettes);
}

/// A single character.
typedef struct alone_work {
    const sinew_model *model;
    sinew_pose *pose;
    int32_t clip;
    double start, duration, time;
} alone_work;

static void play_alone(void *data)
{
    alone_work *work = data;
    work->time += 1.0 / 60;
    if (work->time > work->start + work->duration) work->time = work->start;
    sinew_pose_evaluate_palette(work->model, work->clip, work->time, work->pose);
}

static int open_alone(const sinew_model *model, int32_t clip, alone_work *work)
{
    *work = (alone_work){.model = model, .clip = clip};
    if (clip != SINEW_NONE) {
        work->time = work->start = model->clips[clip].start;
        work->duration = model->clips[clip].duration;
    }
    return sinew_pose_create(model, &work->pose, NULL) == SINEW_OK;
}

int cli_measure_crowds(const sinew_model *model, int32_t clip, double seconds, cli_bench_crowd *crowds, size_t count,
                       cli_value *out_alone)
{
    crowd_work *works = calloc(count + 1, sizeof *works);
    cli_contender *contenders = calloc(count + 1, sizeof *contenders);
    alone_work alone;
    int done = open_alone(model, clip, &alone) && works && contenders;
    for (size_t i = 0; i < count && done; ++i) {
        done = open_crowd(model, clip, &crowds[i], &works[i]);
        contenders[i] = (cli_contender){.run = tick, .work = &works[i], .by_wall_clock = 1};
    }
    if (done) {
        contenders[count] = (cli_contender){.run = play_alone, .work = &alone, .by_wall_clock = 1};
        done = cli_bench_rounds(contenders, count + 1, seconds);
    }
    for (size_t i = 0; i < count && done; ++i) crowds[i].tick = contenders[i].value;
    if (done) *out_alone = contenders[count].value;
    for (size_t i = 0; i < count && works; ++i) close_crowd(&works[i]);
    sinew_pose_destroy(alone.pose);
    free(works);
    free(contenders);
    return done;
}

int cli_measure_crowd(const sinew_model *model, int32_t clip, double seconds, int32_t characters, double *out)
{
    const cli_bench_crowd row = {.characters = characters, .threads = 1};
    crowd_work work;
    cli_contender contender = {.run = tick, .work = &work};
    const int done = open_crowd(model, clip, &row, &work) && cli_bench_rounds(&contender, 1, seconds);
    *out = contender.value.seconds;
    close_crowd(&work);
    return done;
}

double cli_bench_exponent(const double *x, const double *y, int count)
{
    double mean_x = 0, mean_y = 0, xx = 0, xy = 0;
    for (int i = 0; i < count; ++i) {
        mean_x += log(x[i]) / count;
        mean_y += log(y[i]) / count;
    }
    for (int i = 0; i < count; ++i) {
        xx += (log(x[i]) - mean_x) * (log(x[i]) - mean_x);
        xy += (log(x[i]) - mean_x) * (log(y[i]) - mean_y);
    }
    return count < 2 ? (double)NAN : xy / xx;
}
