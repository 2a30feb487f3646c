#include "bake/compact_bake.h"

#include <math.h>
#include <string.h>

#include "bake/compact_joints.h"
#include "bake/compact_measure.h"
#include "bake/compact_samples.h"
#include "bake/compact_write.h"
#include "model/joint_frame.h"

/// Of the bound: an error that no closer fit brings below it. Where inherit types are ignored and matter, it is larger.
static const double hopeless = 100;

/// One attempt: shares of the bound for one curve's fit, for rounding it at most and at least, and where cells come
/// from.
typedef struct attempt {
    double share, coarse_share, needed_share;
    int rate; ///< of sinew__compact_cells
} attempt;

static const attempt attempts[] = {{0.25, 0.2, 0.1, 0},   {0.25, 0.2, 0.02, 0},  {0.12, 0.06, 0.01, 0},
                                   {0.06, 0.04, 0.01, 0}, {0.05, 0.04, 0.01, 0}, {0.035, 0.03, 0.01, 0},
                                   {0.25, 0.2, 0.02, 1},  {0.12, 0.06, 0.01, 1}, {0.06, 0.04, 0.01, 1},
                                   {0.02, 0.01, 0, 1},    {0.25, 0.2, 0.02, 4},  {0.08, 0.04, 0.01, 16}};

/// A clip on its way through attempts.
typedef struct clip_attempts {
    sinew__bake *bake;
    sinew__buffer *section;
    size_t before;               ///< bytes of the section when the clip began
    sinew__compact_bake compact; ///< of the last attempt
    sinew__kept_samples kept;
    const attempt *fitted; ///< the attempt whose curves `compact` has; NULL: none
    double error;          ///< of that attempt
} clip_attempts;

static int are_same_cells(const sinew__cells *a, const sinew__cells *b)
{
    return a->origin == b->origin && a->ticks == b->ticks && a->count == b->count;
}

/// Whether closer curves in the same cells are still too far off: the error falls with what curves may differ by.
static int cannot_suffice(const clip_attempts *work, const attempt *how)
{
    static const double doubt = 2;
    const double part = fmax(how->share / work->fitted->share, how->coarse_share / work->fitted->coarse_share);
    return part * work->error > doubt * SINEW__BAKE_MEASURED_SHARE * work->bake->bound;
}

/// Fits curves, unless those of the last attempt are as close and in the same cells.
static sinew__bake_outcome fit_curves(clip_attempts *work, const attempt *how)
{
    sinew__compact_bake *compact = &work->compact;
    sinew__cells cells;
    sinew__bake_outcome outcome = sinew__compact_cells(work->bake->model, compact->ticks, compact->tick_count,
                                                       how->rate, work->bake->memory, &cells);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (work->fitted && are_same_cells(&cells, &compact->cells)) {
        if (how->share >= work->fitted->share)
            return how->needed_share < work->fitted->needed_share ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
        if (cannot_suffice(work, how)) return SINEW__BAKE_OUT_OF_REACH;
    }
    work->fitted = NULL;
    compact->cells = cells;
    compact->share = how->share;
    outcome = sinew__samples_begin(work->bake, &cells, &work->kept);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_fit_clip(compact);
    return outcome;
}

/// Makes an attempt's bytes.
static sinew__bake_outcome write_attempt(clip_attempts *work, const attempt *how, sinew__baked_clip *out_baked)
{
    work->section->size = work->before;
    const sinew__bake_outcome outcome = fit_curves(work, how);
    if (outcome != SINEW__BAKE_OK) return outcome;
    work->compact.coarse_share = how->coarse_share;
    work->compact.needed_share = how->needed_share;
    return sinew__compact_write(&work->compact, work->section, out_baked);
}

static sinew__bake_outcome measure_attempt(clip_attempts *work, const attempt *how, sinew__baked_clip *baked)
{
    const sinew__bake *bake = work->bake;
    const sinew__bake_outcome outcome = sinew__compact_measure(&work->compact, work->section, baked, &work->error);
    if (outcome != SINEW__BAKE_OK) return outcome;
    work->fitted = how;
    baked->error = work->error / bake->model->info->size;
    if (!(work->error <= hopeless * bake->bound)) return SINEW__BAKE_HOPELESS;
    return work->error <= SINEW__BAKE_MEASURED_SHARE * bake->bound ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
}

/// Fits the clip closer and closer until the bound holds.
static sinew__bake_outcome try_attempts(clip_attempts *work, int inherits, sinew__baked_clip *out_baked)
{
    sinew__bake_outcome outcome = SINEW__BAKE_OUT_OF_REACH;
    work->compact.inherits = inherits;
    work->fitted = NULL;
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts && outcome == SINEW__BAKE_OUT_OF_REACH; ++i) {
        outcome = write_attempt(work, &attempts[i], out_baked);
        if (outcome == SINEW__BAKE_OK) outcome = measure_attempt(work, &attempts[i], out_baked);
    }
    if (outcome != SINEW__BAKE_OK) work->section->size = work->before;
    return outcome;
}

/// Whether a joint's matrix may be another than the product of its parent's and its own.
static int may_inherit(const sinew_model *model)
{
    for (int32_t i = 0; i < model->joint_count; ++i)
        if ((model->joints[i].flags & SINEW_JOINT_REST_SHEARED) ||
            (model->joints[i].parent != SINEW_NONE && sinew__inherit_type(model, i) != SINEW_INHERIT_RSrs))
            return 1;
    return 0;
}

static sinew__bake_outcome bake_at_bound(clip_attempts *work, sinew__baked_clip *out_baked)
{
    sinew__bake_outcome outcome = try_attempts(work, 0, out_baked);
    if ((outcome == SINEW__BAKE_OUT_OF_REACH || outcome == SINEW__BAKE_HOPELESS) && may_inherit(work->bake->model))
        outcome = try_attempts(work, 1,
                               out_baked); // second, because most scales are 1 and inherit types change nothing
    return outcome == SINEW__BAKE_HOPELESS ? SINEW__BAKE_OUT_OF_REACH : outcome;
}

sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *levers, sinew__buffer *section,
                                             sinew__baked_clip *out_baked)
{
    clip_attempts work = {.bake = bake, .section = section, .before = section->size};
    work.compact = (sinew__compact_bake){.bake = bake,
                                         .levers = levers,
                                         .kept = &work.kept,
                                         .group_count = sinew__compact_groups_of(bake->model->joint_count)};
    work.compact.ticks = sinew__bake_times(bake, &work.compact.tick_count);
    if (!work.compact.ticks) return SINEW__BAKE_NO_MEMORY;
    const sinew__bake_outcome outcome = bake_at_bound(&work, out_baked);
    sinew__samples_free(&work.kept);
    return outcome;
}
