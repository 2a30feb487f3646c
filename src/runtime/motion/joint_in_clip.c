#include "runtime/motion/joint_in_clip.h"

#include "core/base/lower_bound.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/sample_clip.h"

enum { MAX_CHAIN = 64 };

/// The first channel of a clip whose joint is not before `joint`. Channels are sorted by joint.
static int32_t first_channel(const sinew_model *model, const sinew_clip *clip, int32_t joint)
{
    size_t i = (size_t)clip->first_channel;
    SINEW__LOWER_BOUND(i, clip->first_channel + clip->channel_count, model->channels[i].joint < joint);
    return (int32_t)i;
}

/// Finds what moves a joint. Returns 0 if its tracks are apart from each other.
static int find_motion(const sinew_model *model, const sinew_clip *clip, int32_t joint, sinew__joint_motion *out)
{
    const int32_t first = first_channel(model, clip, joint);
    *out =
        (sinew__joint_motion){.first_channel = first, .channel_count = first_channel(model, clip, joint + 1) - first};
    for (int32_t i = clip->first_track; i < clip->first_track + clip->track_count; ++i) {
        if (model->tracks[i].joint != joint) continue;
        if (out->track_count == 0) out->first_track = i;
        if (i != out->first_track + out->track_count) return 0;
        ++out->track_count;
    }
    return 1;
}

/// Lists a joint and its ancestors, the joint first; returns 0 if they are too many, or rest sheared.
static int32_t list_chain(const sinew_model *model, int32_t joint, int32_t *chain)
{
    int32_t count = 0;
    for (int32_t i = joint; i != SINEW_NONE; i = model->joints[i].parent) {
        if (count == MAX_CHAIN || (model->joints[i].flags & SINEW_JOINT_REST_SHEARED)) return 0;
        chain[count++] = i;
    }
    return count;
}

void sinew__joint_in_clip(const sinew_model *model, int32_t clip, int32_t joint, double time, sinew_pose *scratch)
{
    int32_t chain[MAX_CHAIN];
    int32_t count = model->info->is_stripped ? 0 : list_chain(model, joint, chain);
    int is_done = count > 0;
    const int64_t ticks = sinew__ticks(model, model->clips[clip].start + time);
    scratch->baked_clip = SINEW_NONE;
    while (count-- > 0 && is_done) {
        const int32_t i = chain[count];
        sinew__joint_motion motion;
        sinew_transform_stack stack;
        is_done = find_motion(model, &model->clips[clip], i, &motion);
        if (!is_done) break;
        sinew__joint_sample(model, clip, i, &motion, ticks, NULL, &stack, &scratch->local[i]);
        sinew__joint_global(model, scratch, i);
    }
    if (!is_done) sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, scratch);
}
