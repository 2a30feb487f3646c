#include "bake/compact_bake.h"

/// Of the bound: an error that no closer fit brings below it. What a compact clip cannot say is off like that.
static const double hopeless = 100;

/// One attempt: shares of the bound for one curve's fit, for rounding it at most and at least, and where cells come
/// from.
typedef struct attempt {
    double share, coarse_share, needed_share;
    int finer;
} attempt;

static sinew__bake_outcome try_attempt(sinew__bake *bake, const double *levers, const attempt *how,
                                       sinew__buffer *section, sinew__baked_clip *out_baked)
{
    sinew__compact_bake compact = {.bake = bake,
                                   .levers = levers,
                                   .share = how->share,
                                   .coarse_share = how->coarse_share,
                                   .needed_share = how->needed_share,
                                   .group_count = sinew__compact_groups_of(bake->model->joint_count)};
    const int64_t *ticks = sinew__bake_times(bake, &compact.tick_count);
    double error = 0;
    bake->wanted = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, bake->model->joint_count);
    if (!ticks || !bake->wanted) return SINEW__BAKE_NO_MEMORY;
    compact.ticks = ticks;
    sinew__bake_outcome outcome =
        sinew__compact_cells(bake->model, ticks, compact.tick_count, how->finer, bake->memory, &compact.cells);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_fit_clip(&compact);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_write(&compact, section, out_baked);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__compact_measure(&compact, section, out_baked, &error);
    if (outcome != SINEW__BAKE_OK) return outcome;
    out_baked->error = error / bake->model->info->size;
    if (!(error <= hopeless * bake->bound)) return SINEW__BAKE_TOO_LARGE;
    return error <= SINEW__BAKE_MEASURED_SHARE * bake->bound ? SINEW__BAKE_OK : SINEW__BAKE_OUT_OF_REACH;
}

sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *levers, sinew__buffer *section,
                                             sinew__baked_clip *out_baked)
{
    static const attempt attempts[] = {
        {0.25, 0.2, 0.1, 0}, {0.25, 0.2, 0.02, 0}, {0.25, 0.2, 0.02, 1}, {0.08, 0.04, 0.01, 1}, {0.02, 0.01, 0, 1}};
    const size_t before = section->size;
    const sinew__bake begin = *bake;
    sinew__bake_outcome outcome = SINEW__BAKE_OUT_OF_REACH;
    for (size_t i = 0; i < sizeof attempts / sizeof *attempts && outcome == SINEW__BAKE_OUT_OF_REACH; ++i) {
        *bake = begin;
        section->size = before;
        outcome = try_attempt(bake, levers, &attempts[i], section, out_baked);
    }
    if (outcome != SINEW__BAKE_OK) section->size = before;
    return outcome;
}
