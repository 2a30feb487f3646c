#include "bake/compact_measure.h"

#include <math.h>

#include "bake/compact_samples.h"
#include "base/affine.h"
#include "pose/fast_pose.h"

/// Of a step: between the times that fitting has looked at.
static const double after_even = 0.4142;

/// Skinning matrices of played globals.
static void put_slots(const sinew__bake *bake)
{
    for (int32_t i = 0; i < bake->model->joint_count; ++i) {
        const sinew_affine global =
            sinew__affine_multiply(&bake->model->info->global_inverse, &bake->played->global[i]);
        const sinew_affine skinning = sinew__affine_multiply(&global, &bake->binds->back[i]);
        float *slot = bake->played->slots + SINEW__SLOT_FLOATS * (size_t)(i + 1);
        for (int k = 0; k < 12; ++k) slot[k] = (float)skinning.row[k / 4][k % 4];
    }
}

/// The larger of `farthest` and what a joint is off.
static double farther_joint(const sinew__bake *bake, int32_t joint, double farthest)
{
    sinew_affine played;
    const float *slot = bake->played->slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1);
    for (int i = 0; i < 12; ++i) played.row[i / 4][i % 4] = (double)slot[i];
    played = sinew__affine_multiply(&bake->model->info->root, &played);
    return sinew__influence_bounds_widen(&bake->reach->joints[joint], &played, &bake->wanted[joint], farthest);
}

/// The largest displacement between what was played into `bake->played` and `bake->pose`.
static double pose_error(const sinew__bake *bake)
{
    double worst = 0;
    for (int32_t i = 0; i < bake->model->joint_count; ++i) worst = farther_joint(bake, i, worst);
    for (int32_t i = 0; i < bake->model->morph_count; ++i) {
        const float *played = bake->played->morph_weights, *wanted = bake->pose->morph_weights;
        worst = sinew__bake_larger(worst, fabs((double)played[i] - (double)wanted[i]) * bake->reach->morphs[i]);
    }
    return worst;
}

/// Times of a cell that are measured: those of kept poses, else two or more, so that short clips have enough.
static int32_t times_per_cell(const sinew__compact_bake *compact)
{
    enum { FEWEST_TIMES = 300, WORK_SHARE = 4 };
    const sinew__bake *bake = compact->bake;
    if (compact->kept->pose_count > 0) return compact->kept->poses_per_cell;
    const uint64_t affordable = *bake->work_left / WORK_SHARE / ((uint64_t)bake->model->joint_count + 1);
    const int32_t fewest = affordable < FEWEST_TIMES ? (int32_t)affordable : FEWEST_TIMES;
    return compact->cells.count < fewest / 2 ? fewest / compact->cells.count + 1 : 2;
}

/// What is played while it is measured.
typedef struct measuring {
    sinew__compact_bake *compact;
    const sinew__baked_clip *baked;
    sinew_model view;
    sinew__walk walk;
    int32_t per_cell;
    double error;
} measuring;

/// Plays a tick; `index` is that of sinew__samples_pose.
static sinew__bake_outcome measure_at(measuring *work, int32_t index, int64_t tick)
{
    sinew__bake *bake = work->compact->bake;
    const sinew_model *view = &work->view;
    const int64_t last = work->compact->cells.last, inside = tick < last ? tick : last;
    const sinew__bake_outcome outcome = sinew__samples_pose(bake, work->compact->kept, work->per_cell, index, inside);
    sinew__compact_position position;
    sinew__compact_sample sample;
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!sinew__compact_sample_at(view, work->baked, (double)inside / (double)view->info->ticks_per_second, &position,
                                  &sample))
        return SINEW__BAKE_OUT_OF_REACH;
    if (work->compact->inherits) {
        sinew__inherit_pose(view, work->baked, &sample, bake->played);
        put_slots(bake);
    } else
        sinew__pose_kernels[0]->play->walk_compact(&work->walk, &sample, 1, bake->played->slots, bake->played->palette);
    sinew__compact_weights(view, sinew__compact_kernels[0], &sample, bake->played->morph_weights);
    work->error = sinew__bake_larger(work->error, pose_error(bake));
    return SINEW__BAKE_OK;
}

/// A part of a step that differs from step to step: weights of keys are rounded, and times with even distances would be
/// rounded by the same amount.
static double uneven(int32_t step)
{
    const double golden = 0.6180339887498949;
    return fmod(after_even + golden * step, 1);
}

/// Where cells are much longer than the time between some keys, plays a time between every two of them as well.
static sinew__bake_outcome measure_between_keys(measuring *work)
{
    const sinew__compact_bake *compact = work->compact;
    const int64_t second = compact->bake->model->info->ticks_per_second, shortest = second / 1000; // less is a step
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    if (compact->cells.ticks < (double)second) return outcome;
    for (size_t i = 1; i < compact->tick_count && outcome == SINEW__BAKE_OK; ++i) {
        const int64_t before = compact->ticks[i - 1], length = compact->ticks[i] - before;
        if (length < shortest) continue;
        outcome = measure_at(work, SINEW_NONE, before + (int64_t)(after_even * (double)length));
    }
    return outcome;
}

sinew__bake_outcome sinew__compact_measure(sinew__compact_bake *compact, const sinew__buffer *section,
                                           const sinew__baked_clip *baked, double *out_error)
{
    measuring work = {.compact = compact,
                      .baked = baked,
                      .view = sinew__bake_view(compact->bake->model, section),
                      .per_cell = times_per_cell(compact)};
    work.walk = sinew__walk_of(&work.view, baked);
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    for (int32_t i = 0; i < work.per_cell * compact->cells.count && outcome == SINEW__BAKE_OK; ++i)
        outcome = measure_at(&work, i, sinew__cell_tick(&compact->cells, (i + uneven(i)) / work.per_cell));
    if (outcome == SINEW__BAKE_OK) outcome = measure_between_keys(&work);
    *out_error = work.error;
    return outcome;
}
