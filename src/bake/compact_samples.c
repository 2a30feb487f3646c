#include "bake/compact_samples.h"

#include <math.h>
#include <string.h>

static int are_same(const sinew__cells *a, const sinew__cells *b)
{
    return a->origin == b->origin && a->first == b->first && a->last == b->last && a->ticks == b->ticks &&
           a->count == b->count;
}

sinew__bake_outcome sinew__samples_begin(const sinew__bake *bake, const sinew__cells *cells, sinew__kept_samples *kept)
{
    enum { MAX_BYTES = 32 << 20, PART = 4 };
    const size_t limit = bake->memory->limit, part = limit / PART;
    if (kept->items && are_same(cells, &kept->cells)) return SINEW__BAKE_OK;
    sinew__samples_free(kept);
    kept->memory.limit = limit && part < MAX_BYTES ? part : MAX_BYTES;
    kept->cells = *cells;
    kept->items = SINEW__ARENA_ARRAY(bake->memory, sinew__samples, bake->model->joint_count + bake->model->morph_count);
    kept->scratch = SINEW__ARENA_ARRAY(bake->memory, sinew_affine, bake->model->joint_count);
    return kept->items && kept->scratch ? SINEW__BAKE_OK : SINEW__BAKE_NO_MEMORY;
}

void sinew__samples_free(sinew__kept_samples *kept)
{
    sinew__arena_free(&kept->memory);
    *kept = (sinew__kept_samples){.items = NULL};
}

// ---- values -------------------------------------------------------------------------------------------------------

sinew__bake_outcome sinew__samples_refine(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                          sinew__samples *samples)
{
    const sinew__cells *cells = &source->compact->cells;
    const size_t count = (size_t)cells->count * (size_t)per_cell + 1;
    const size_t known = samples->at ? (size_t)(per_cell / samples->per_cell) : count;
    sinew__source_values *at = SINEW__ARENA_ARRAY(memory, sinew__source_values, count);
    if (!at) return SINEW__BAKE_NO_MEMORY;
    sinew__bake_outcome outcome = sinew__bake_look_at_clock(source->compact->bake->clock);
    for (size_t i = 0; i < count && outcome == SINEW__BAKE_OK; ++i) {
        const sinew__source_values *near = i ? &at[i - 1] : NULL;
        if (samples->at && i % known == 0)
            at[i] = sinew__source_near(&samples->at[i / known], near);
        else
            outcome = sinew__source_at(source, sinew__cell_tick(cells, (double)i / per_cell), near, &at[i]);
    }
    if (outcome != SINEW__BAKE_OK) return outcome;
    samples->at = at;
    samples->per_cell = per_cell;
    return SINEW__BAKE_OK;
}

static int is_odd(const sinew__cells *cells, double cell)
{
    const double line = round(cell * SINEW__MIN_SAMPLES) / SINEW__MIN_SAMPLES;
    return fabs(cell - line) * cells->ticks > 3 && cell < cells->count;
}

sinew__bake_outcome sinew__samples_find_odd(const sinew__source *source, sinew__arena *memory, sinew__samples *samples)
{
    const sinew__compact_bake *compact = source->compact;
    const sinew__cells *cells = &compact->cells;
    size_t count = 0;
    for (size_t i = 0; i < compact->tick_count; ++i)
        count += (size_t)is_odd(cells, (double)(compact->ticks[i] - cells->origin) / cells->ticks);
    sinew__odd_time *odd = SINEW__ARENA_ARRAY(memory, sinew__odd_time, count), *next = odd;
    if (!odd) return SINEW__BAKE_NO_MEMORY;
    for (size_t i = 0; i < compact->tick_count && next < odd + count; ++i) {
        const double cell = (double)(compact->ticks[i] - cells->origin) / cells->ticks;
        if (!is_odd(cells, cell)) continue;
        next->tick = compact->ticks[i];
        next->cell = cell;
        const size_t near = (size_t)(cell * samples->per_cell);
        const sinew__bake_outcome outcome = sinew__source_at(source, next->tick, &samples->at[near], &next->values);
        if (outcome != SINEW__BAKE_OK) return outcome;
        ++next;
    }
    samples->odd = odd;
    samples->odd_count = count;
    samples->has_odd = 1;
    return SINEW__BAKE_OK;
}

// ---- poses --------------------------------------------------------------------------------------------------------

/// Allocates poses at so many times of a cell. Poses that exceed the limit are not kept.
static sinew__bake_outcome begin_poses(const sinew__bake *bake, sinew__kept_samples *kept, int32_t per_cell)
{
    const size_t times = (size_t)kept->cells.count * (size_t)per_cell;
    kept->poses_per_cell = per_cell;
    kept->pose_count = 0;
    kept->wanted = SINEW__ARENA_ARRAY(&kept->memory, sinew_affine, times * (size_t)bake->model->joint_count);
    kept->weights = SINEW__ARENA_ARRAY(&kept->memory, float, times *(size_t)bake->model->morph_count);
    if (kept->memory.failed == 1) return SINEW__BAKE_NO_MEMORY;
    if (kept->memory.failed) kept->wanted = NULL;
    kept->memory.failed = 0;
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__samples_pose(sinew__bake *bake, sinew__kept_samples *kept, int32_t per_cell, int32_t index,
                                        int64_t tick)
{
    const size_t joints = (size_t)bake->model->joint_count, morphs = (size_t)bake->model->morph_count;
    sinew__bake_outcome outcome = SINEW__BAKE_OK;
    if (kept->poses_per_cell != per_cell) outcome = begin_poses(bake, kept, per_cell);
    const int keeps = kept->wanted && index != SINEW_NONE;
    bake->wanted = keeps ? kept->wanted + (size_t)index * joints : kept->scratch;
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!keeps) return sinew__bake_pose(bake, tick);
    float *weights = kept->weights + (size_t)index * morphs;
    if (index < kept->pose_count) {
        if (morphs) memcpy(bake->pose->morph_weights, weights, morphs * sizeof *weights);
        return sinew__bake_look_at_clock(bake->clock);
    }
    outcome = sinew__bake_pose(bake, tick);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (morphs) memcpy(weights, bake->pose->morph_weights, morphs * sizeof *weights);
    kept->pose_count = index + 1;
    return SINEW__BAKE_OK;
}
