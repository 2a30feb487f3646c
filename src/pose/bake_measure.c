#include <math.h>

#include "base/affine.h"
#include "pose/bake_clip.h"
#include "pose/walk_kernel.h"

/// A model whose rows are those that are being written.
static sinew_model with_rows(const sinew_model *model, const sinew__buffer *section)
{
    sinew_model view = *model;
    view.rows = (const uint8_t *)section->text;
    view.row_byte_count = section->size;
    return view;
}

static double joint_error(const sinew__bake *bake, int32_t joint)
{
    sinew_affine played;
    const float *slot = bake->played->slots + SINEW__SLOT_FLOATS * (size_t)(joint + 1);
    for (int i = 0; i < 12; ++i) played.row[i / 4][i % 4] = (double)slot[i];
    played = sinew__affine_multiply(&bake->model->info->root, &played);
    return sinew__reach_displacement(&bake->reach->joints[joint], &played, &bake->wanted[joint]);
}

static double pose_error(const sinew__bake *bake)
{
    double worst = 0;
    for (int32_t i = 0; i < bake->model->joint_count; ++i) {
        const double error = joint_error(bake, i);
        if (!(error <= worst)) worst = error;
    }
    for (int32_t i = 0; i < bake->model->morph_count; ++i) {
        const float *played = bake->played->morph_weights, *wanted = bake->pose->morph_weights;
        const double error = fabs((double)played[i] - (double)wanted[i]) * bake->reach->morphs[i];
        if (!(error <= worst)) worst = error;
    }
    return worst;
}

sinew__bake_outcome sinew__bake_measure(sinew__bake *bake, const sinew__buffer *section,
                                        const sinew__baked_clip *baked, double *out_error)
{
    const sinew_model view = with_rows(bake->model, section);
    const sinew__walk walk = sinew__walk_of(&view, baked);
    const double ticks_per_second = (double)view.info->ticks_per_second;
    *out_error = 0;
    for (size_t i = 0; i < bake->row_count; ++i) { // at every row and in the middle between it and the next
        const int64_t here = bake->rows[i].tick, next = i + 1 < bake->row_count ? bake->rows[i + 1].tick : here;
        for (int half = 0; half < (next - here > 1 ? 2 : 1); ++half) {
            const int64_t tick = here + (half ? (next - here) / 2 : 0);
            const sinew__bake_outcome outcome = sinew__bake_pose(bake, tick);
            sinew__row_pair pair;
            if (outcome != SINEW__BAKE_OK) return outcome;
            if (!sinew__rows_find(&view, baked, (double)tick / ticks_per_second, &pair)) return SINEW__BAKE_OUT_OF_REACH;
            sinew__walk_kernels[0]->walk(&walk, &pair, bake->played->slots, bake->played->palette);
            sinew__rows_weights(&view, baked, &pair, bake->played->morph_weights);
            const double error = pose_error(bake);
            if (!(error <= *out_error)) *out_error = error;
            if (!(error <= bake->bound)) return SINEW__BAKE_OUT_OF_REACH;
        }
    }
    return SINEW__BAKE_OK;
}
