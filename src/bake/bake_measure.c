#include <math.h>

#include "bake/bake_clip.h"
#include "base/affine.h"
#include "pose/kernels/pose_kernel.h"

/// Where an interval is looked at; refining has looked at another place.
static const double measured_at = 0.65;

sinew_model sinew__bake_view(const sinew_model *model, const sinew__buffer *section)
{
    sinew_model view = *model;
    view.baked = (const uint8_t *)section->text;
    view.baked_byte_count = section->size;
    return view;
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

double sinew__bake_pose_error(const sinew__bake *bake)
{
    double worst = 0;
    for (int32_t i = 0; i < bake->model->joint_count; ++i) worst = farther_joint(bake, i, worst);
    for (int32_t i = 0; i < bake->model->morph_count; ++i) {
        const float *played = bake->played->morph_weights, *wanted = bake->pose->morph_weights;
        worst = sinew__bake_larger(worst, fabs((double)played[i] - (double)wanted[i]) * bake->reach->morphs[i]);
    }
    return worst;
}

/// Plays a tick and finds how far that is off.
static sinew__bake_outcome measure_at(sinew__bake *bake, const sinew_model *view, const sinew__baked_clip *baked,
                                      int64_t tick, double *out_error)
{
    const sinew__walk walk = sinew__walk_of(view, baked);
    const sinew__bake_outcome outcome = sinew__bake_pose(bake, tick);
    sinew__frame_pair pair;
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!sinew__frames_find(view, baked, (double)tick / (double)view->info->ticks_per_second, &pair))
        return SINEW__BAKE_OUT_OF_REACH;
    sinew__pose_kernels[0]->play->copy(&walk, &pair, bake->played->slots, bake->played->palette);
    sinew__frame_weights(view, baked, &pair, bake->played->morph_weights);
    *out_error = sinew__bake_pose_error(bake);
    return SINEW__BAKE_OK;
}

/// Whether an interval was measured between the same bytes before.
static int is_known(const sinew__bake_frame *frame)
{
    return frame[0].kept && frame[1].kept && frame->measured_to == frame[1].tick;
}

sinew__bake_outcome sinew__bake_measure(sinew__bake *bake, const sinew__buffer *section, const sinew__baked_clip *baked,
                                        double *out_error)
{
    const sinew_model view = sinew__bake_view(bake->model, section);
    *out_error = 0;
    for (size_t i = 0; i + 1 < bake->frame_count; ++i) {
        sinew__bake_frame *frame = &bake->frames[i];
        const int64_t tick = frame->tick + (int64_t)((double)(frame[1].tick - frame->tick) * measured_at);
        const sinew__bake_outcome outcome =
            is_known(frame) ? SINEW__BAKE_OK : measure_at(bake, &view, baked, tick, &frame->played);
        if (outcome != SINEW__BAKE_OK) return outcome;
        frame->measured_to = frame[1].tick;
        *out_error = sinew__bake_larger(*out_error, frame->played);
        frame->parts =
            frame->played <= SINEW__BAKE_MEASURED_SHARE * bake->bound ? 1 : sinew__bake_parts(bake, frame->played);
    }
    return SINEW__BAKE_OK;
}
