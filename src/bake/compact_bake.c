#include "bake/compact_bake.h"

#include <math.h>
#include <string.h>

#include "bake/compact_joints.h"
#include "bake/compact_measure.h"
#include "bake/compact_samples.h"
#include "bake/compact_write.h"
#include "model/joint_frame.h"
#include "model/packed_block.h"

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
    work->compact.max_key_bytes = (double)INFINITY;
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

// ---- small clips --------------------------------------------------------------------------------------------------

/// The smallest encoding so far.
typedef struct smallest {
    sinew__baked_clip baked;
    size_t packed_bytes;
    char *bytes; ///< [byte_count] of the section; NULL: none yet
} smallest;

/// Whether records weigh as much as keys: a looser bound, which lets curves differ in their grids, may then cost bytes.
static int is_small(const sinew__bake *bake, size_t key_times)
{
    enum { MAX_KEYS = 1024 }; // about half a second of 65 joints
    return key_times <= MAX_KEYS && key_times * (size_t)bake->model->joint_count <= MAX_KEYS;
}

static sinew__bake_outcome keep_encoding(const clip_attempts *work, const sinew__baked_clip *baked, smallest *best)
{
    const sinew_model view = sinew__bake_view(work->bake->model, work->section);
    char *bytes = SINEW__ARENA_ARRAY(work->bake->memory, char, baked->byte_count);
    if (!bytes) return SINEW__BAKE_NO_MEMORY;
    memcpy(bytes, work->section->text + baked->compact, (size_t)baked->byte_count);
    *best = (smallest){.baked = *baked, .packed_bytes = sinew__packed_clip_bytes(&view, baked), .bytes = bytes};
    return SINEW__BAKE_OK;
}

/// Puts the smallest encoding back into the section.
static sinew__bake_outcome put_smallest(const clip_attempts *work, const smallest *best, sinew__baked_clip *out_baked)
{
    work->section->size = work->before;
    *out_baked = best->baked;
    const uint64_t offset = sinew__bake_reserve(work->section, best->baked.byte_count, 1);
    if (work->section->failed) return SINEW__BAKE_NO_MEMORY;
    memcpy(work->section->text + offset, best->bytes, (size_t)best->baked.byte_count);
    return SINEW__BAKE_OK;
}

static uint64_t padded(uint64_t bytes)
{
    return (bytes + SINEW__BAKED_ALIGN - 1) / SINEW__BAKED_ALIGN * SINEW__BAKED_ALIGN;
}

/// Bytes of an encoding that are due to its curves: another one whose keys alone take as many is no smaller.
static double bytes_of_curves(const smallest *best)
{
    const sinew__compact_clip *clip = (const sinew__compact_clip *)(const void *)best->bytes;
    const uint64_t records = padded((uint64_t)clip->span_count * sizeof(sinew__curve_span)) +
                             padded((uint64_t)clip->component_count * sizeof(sinew__component_curves)) +
                             2 * padded((uint64_t)(clip->curve_count + SINEW__COMPACT_LANES) * sizeof(float)) +
                             padded((uint64_t)clip->piece_count * sizeof(sinew__curve_piece));
    return (double)(records + clip->data_count * sizeof(int16_t));
}

/// Whether an encoding that has not been measured takes fewer bytes.
static int is_smaller(const clip_attempts *work, const sinew__baked_clip *baked, const smallest *best)
{
    if (baked->byte_count != best->baked.byte_count) return baked->byte_count < best->baked.byte_count;
    const sinew_model view = sinew__bake_view(work->bake->model, work->section);
    return sinew__packed_clip_bytes(&view, baked) < best->packed_bytes;
}

/// How much work, of that at the bound, tighter bounds are worth: another choice of grids may take fewer records where
/// curves have more of them than they need, and closer curves may, seldom, take fewer pieces.
static uint64_t work_for_tighter(const clip_attempts *work, const smallest *best, uint64_t work_at_bound)
{
    const sinew__compact_clip *clip = (const sinew__compact_clip *)(const void *)best->bytes;
    const sinew_model *model = work->bake->model;
    const int32_t chunks =
        sinew__chunks_of(sinew__compact_groups_of(model->joint_count) + sinew__compact_groups_of(model->morph_count));
    if (clip->grid_count > 1 || clip->span_count > chunks) return work_at_bound / 2;
    return clip->piece_count > 0 ? work_at_bound / 4 : 0;
}

/// Bakes at a tighter bound, if that takes fewer bytes.
static sinew__bake_outcome try_tighter(clip_attempts *work, smallest *best)
{
    enum { ATTEMPTS = 4 }; // in the same cells
    sinew__bake_outcome outcome = SINEW__BAKE_OUT_OF_REACH;
    work->fitted = NULL;
    work->compact.max_key_bytes = bytes_of_curves(best);
    for (int i = 0; i < ATTEMPTS && outcome == SINEW__BAKE_OUT_OF_REACH; ++i) {
        sinew__baked_clip baked;
        outcome = write_attempt(work, &attempts[i], &baked);
        if (outcome == SINEW__BAKE_OK && !is_smaller(work, &baked, best)) return SINEW__BAKE_OK;
        if (outcome == SINEW__BAKE_OK) outcome = measure_attempt(work, &attempts[i], &baked);
        if (outcome == SINEW__BAKE_OK) outcome = keep_encoding(work, &baked, best);
    }
    return outcome == SINEW__BAKE_NO_MEMORY || outcome == SINEW__BAKE_CANCELLED ? outcome : SINEW__BAKE_OK;
}

/// Bakes at the powers of ten below the bound as well and keeps the smallest encoding. The work is limited by that at
/// the bound.
static sinew__bake_outcome bake_tighter(clip_attempts *work, uint64_t max_work, smallest *best)
{
    static const double powers[] = {1e-2, 1e-3, 1e-4, 1e-5};
    sinew__bake *bake = work->bake;
    const double bound = bake->bound;
    const uint64_t spare = *bake->work_left > max_work ? *bake->work_left - max_work : 0;
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    *bake->work_left -= spare;
    for (size_t i = 0; i < sizeof powers / sizeof *powers && outcome == SINEW__BAKE_OK; ++i) {
        bake->bound = powers[i] * bake->model->info->size;
        if (bake->bound < bound * (1 - 1e-9)) outcome = try_tighter(work, best);
    }
    *bake->work_left += spare;
    bake->bound = bound;
    return outcome;
}

static sinew__bake_outcome bake_small(clip_attempts *work, sinew__baked_clip *out_baked)
{
    smallest best = {.bytes = NULL};
    const uint64_t before = *work->bake->work_left;
    sinew__bake_outcome outcome = bake_at_bound(work, out_baked);
    if (outcome == SINEW__BAKE_OK) outcome = keep_encoding(work, out_baked, &best);
    if (outcome != SINEW__BAKE_OK) return outcome;
    const uint64_t max_work = work_for_tighter(work, &best, before - *work->bake->work_left);
    if (max_work) outcome = bake_tighter(work, max_work, &best);
    return outcome == SINEW__BAKE_OK ? put_smallest(work, &best, out_baked) : outcome;
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
    const sinew__bake_outcome outcome =
        is_small(bake, work.compact.tick_count) ? bake_small(&work, out_baked) : bake_at_bound(&work, out_baked);
    sinew__samples_free(&work.kept);
    return outcome;
}
