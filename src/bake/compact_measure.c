#include "bake/compact_measure.h"

#include "bake/compact_samples.h"
#include "base/affine.h"
#include "pose/fast_pose.h"

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

sinew__bake_outcome sinew__compact_measure(sinew__compact_bake *compact, const sinew__buffer *section,
                                           const sinew__baked_clip *baked, double *out_error)
{
    static const double after_even = 0.4142; // of a step: between the times that fitting has looked at
    sinew__bake *bake = compact->bake;
    const sinew_model view = sinew__bake_view(bake->model, section);
    const sinew__walk walk = sinew__walk_of(&view, baked);
    *out_error = 0;
    const int32_t cells = compact->cells.count, per_cell = times_per_cell(compact);
    for (int32_t i = 0; i < per_cell * cells; ++i) {
        const int64_t tick = sinew__cell_tick(&compact->cells, (i + after_even) / per_cell);
        const int64_t inside = tick < compact->cells.last ? tick : compact->cells.last;
        const sinew__bake_outcome outcome = sinew__samples_pose(bake, compact->kept, per_cell, i, inside);
        sinew__compact_position position;
        sinew__compact_sample sample;
        if (outcome != SINEW__BAKE_OK) return outcome;
        if (!sinew__compact_sample_at(&view, baked, (double)inside / (double)view.info->ticks_per_second, &position,
                                      &sample))
            return SINEW__BAKE_OUT_OF_REACH;
        if (compact->inherits) {
            sinew__inherit_pose(&view, baked, &sample, bake->played);
            put_slots(bake);
        } else
            sinew__pose_kernels[0]->play->walk_compact(&walk, &sample, bake->played->slots, bake->played->palette);
        sinew__compact_weights(&view, sinew__compact_kernels[0], &sample, bake->played->morph_weights);
        *out_error = sinew__bake_larger(*out_error, sinew__bake_pose_error(bake));
    }
    return SINEW__BAKE_OK;
}
