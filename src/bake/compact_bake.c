#include "bake/compact_bake.h"

#include <math.h>
#include <string.h>

#include "bake/compact_joints.h"
#include "bake/compact_measure.h"
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

static const attempt attempts[] = {{0.25, 0.2, 0.1, 0},   {0.25, 0.2, 0.02, 0},  {0.25, 0.2, 0.02, 1},
                                   {0.12, 0.06, 0.01, 1}, {0.08, 0.04, 0.01, 1}, {0.02, 0.01, 0, 1},
                                   {0.25, 0.2, 0.02, 4},  {0.08, 0.04, 0.01, 16}};

static sinew__bake_outcome try_attempt(sinew__bake *bake, const double *levers, const attempt *how, int inherits,
                                       sinew__buffer *section, sinew__baked_clip *out_baked)
{
    sinew__compact_bake compact = {.bake = bake,
                                   .levers = levers,
                                   .share = how->share,
                                   .coarse_share = how->coarse_share,
                                   .needed_share = how->needed_share,
                                   .inherits = inherits,
                                   .group_count = sinew__compact_groups_of(bake->model->joint_count)};
    const int64_t *ticks = sinew__bake_times(bake, &compact.tick_count);
    double error = 0;
    bake->wanted = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, bake->model->joint_count);
    if (!ticks || !bake->wanted) return SINEW__BAKE_NO_MEMORY;
    compact.ticks = ticks;
    sinew__bake_outcome outcome =
        sinew__compact_cells(bake->model, ticks, compact.tick_count, how->rate, bake->memory, &compact.cells);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_fit_clip(&compact);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_write(&compact, section, out_baked);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_measure(&compact, section, out_baked, &error);
    if (outcome != SINEW__BAKE_OK) return outcome;
    out_baked->error = error / bake->model->info->size;
    if (!(error <= hopeless * bake->bound)) return SINEW__BAKE_HOPELESS;
    return error <= SINEW__BAKE_MEASURED_SHARE * bake->bound ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
}

/// Fits the clip closer and closer until the bound holds.
static sinew__bake_outcome try_attempts(sinew__bake *bake, const double *levers, int inherits, sinew__buffer *section,
                                        sinew__baked_clip *out_baked)
{
    const size_t before = section->size;
    const sinew__bake begin = *bake;
    sinew__bake_outcome outcome = SINEW__BAKE_OUT_OF_REACH;
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts && outcome == SINEW__BAKE_OUT_OF_REACH; ++i) {
        *bake = begin;
        section->size = before;
        outcome = try_attempt(bake, levers, &attempts[i], inherits, section, out_baked);
    }
    if (outcome != SINEW__BAKE_OK) section->size = before;
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

static sinew__bake_outcome bake_at_bound(sinew__bake *bake, const double *levers, sinew__buffer *section,
                                         sinew__baked_clip *out_baked)
{
    const sinew__bake begin = *bake;
    sinew__bake_outcome outcome = try_attempts(bake, levers, 0, section, out_baked);
    if ((outcome == SINEW__BAKE_OUT_OF_REACH || outcome == SINEW__BAKE_HOPELESS) && may_inherit(bake->model)) {
        *bake = begin; // second, because most scales are 1, and then inherit types change nothing
        outcome = try_attempts(bake, levers, 1, section, out_baked);
    }
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

static sinew__bake_outcome keep_smaller(const sinew__bake *bake, const sinew__buffer *section,
                                        const sinew__baked_clip *baked, smallest *best)
{
    const sinew_model view = sinew__bake_view(bake->model, section);
    const size_t packed = sinew__packed_clip_bytes(&view, baked);
    if (best->bytes && (baked->byte_count > best->baked.byte_count || packed > best->packed_bytes))
        return SINEW__BAKE_OK;
    char *bytes = SINEW__ARENA_ARRAY(bake->memory, char, baked->byte_count);
    if (!bytes) return SINEW__BAKE_NO_MEMORY;
    memcpy(bytes, section->text + baked->compact, (size_t)baked->byte_count);
    *best = (smallest){.baked = *baked, .packed_bytes = packed, .bytes = bytes};
    return SINEW__BAKE_OK;
}

/// Bakes at a bound that is tighter than what was asked for, with a part of the work that is left.
static sinew__bake_outcome try_tighter(sinew__bake *bake, double bound, const double *levers, sinew__buffer *section,
                                       sinew__baked_clip *out_baked)
{
    enum { PART = 3 };
    const uint64_t before = *bake->work_left, part = before / PART;
    bake->bound = bound;
    *bake->work_left = part;
    const sinew__bake_outcome outcome = bake_at_bound(bake, levers, section, out_baked);
    *bake->work_left = before - (part - *bake->work_left);
    return outcome;
}

/// Bakes at rising powers of ten below the bound, and at the bound, and keeps the smallest. Those of a tighter bound
/// are among those of a looser one, which therefore takes no more bytes.
static sinew__bake_outcome bake_small(sinew__bake *bake, const double *levers, sinew__buffer *section,
                                      sinew__baked_clip *out_baked)
{
    static const double powers[] = {1e-5, 1e-4, 1e-3, 1e-2, (double)INFINITY};
    const sinew__bake begin = *bake;
    const size_t before = section->size;
    smallest best = {.bytes = NULL};
    sinew__bake_outcome outcome;
    for (int i = 0, is_last = 0; !is_last; ++i) {
        const double power = powers[i] * bake->model->info->size;
        is_last = power >= begin.bound * (1 - 1e-9);
        *bake = begin;
        section->size = before;
        outcome = is_last ? bake_at_bound(bake, levers, section, out_baked)
                          : try_tighter(bake, power, levers, section, out_baked);
        if (outcome == SINEW__BAKE_OK) outcome = keep_smaller(bake, section, out_baked, &best);
        if (outcome == SINEW__BAKE_NO_MEMORY || outcome == SINEW__BAKE_CANCELLED) return outcome;
    }
    if (!best.bytes) return outcome;
    section->size = before;
    *out_baked = best.baked;
    const uint64_t offset = sinew__bake_reserve(section, best.baked.byte_count, 1);
    if (section->failed) return SINEW__BAKE_NO_MEMORY;
    memcpy(section->text + offset, best.bytes, (size_t)best.baked.byte_count);
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *levers, sinew__buffer *section,
                                             sinew__baked_clip *out_baked)
{
    size_t key_times;
    const sinew__bake begin = *bake;
    if (!sinew__bake_times(bake, &key_times)) return SINEW__BAKE_NO_MEMORY;
    *bake = begin;
    return is_small(bake, key_times) ? bake_small(bake, levers, section, out_baked)
                                     : bake_at_bound(bake, levers, section, out_baked);
}
