// Clip + time → locals, morph weights and visibility of a layer.
#include <assert.h>
#include <math.h>

#include "blend/blender.h"
#include "sampler/curve.h"

static sinew__sampled_source source_of_pose(const sinew_local_pose *pose)
{
    return (sinew__sampled_source){pose->groups, pose->morph_weights, pose->visible, pose->animated, pose->timeline};
}

/// From the curves, for clips that are not compact and for times at which their curves continue.
static sinew__sampled_source sample_curves(const sinew_blender *blender, int32_t clip, double time,
                                           sinew_local_pose *memory)
{
    const sinew_model *model = blender->model;
    sinew_pose *pose = blender->exact;
    sinew_pose_sample(model, clip, time, pose);
    sinew_locals_from_pose(model, pose, memory->groups);
    for (int32_t i = 0; i < model->morph_count; ++i) memory->morph_weights[i] = pose->morph_weights[i];
    for (int32_t i = 0; i < model->joint_count; ++i) memory->visible[i] = pose->visible[i];
    for (int32_t i = 0; i < model->joint_count; ++i) memory->animated[i] = pose->animated[i];
    memory->timeline = pose->timeline;
    return source_of_pose(memory);
}

/// The time in the clip: its start for NaN.
static double time_of(const sinew_blend_source *source)
{
    return isnan(source->time) ? 0 : source->time;
}

double sinew__blend_timeline(const sinew_model *model, const sinew_blend_source *source)
{
    return model->clips[source->clip].start + time_of(source);
}

sinew__sampled_source sinew__blend_sample(const sinew_blender *blender, const sinew_blend_source *source, int memory)
{
    const sinew_model *model = blender->model;
    assert(source->kind == SINEW_BLEND_CLIP || source->kind == SINEW_BLEND_POSE);
    if (source->kind == SINEW_BLEND_POSE) return source_of_pose(source->pose);
    assert(source->clip >= SINEW_NONE && source->clip < model->clip_count);
    if (source->clip == SINEW_NONE) return source_of_pose(blender->rest);
    const double time = time_of(source), timeline = sinew__blend_timeline(model, source);
    sinew_local_pose *own = blender->memory[memory];
    if (!sinew_clip_sample_locals(model, source->clip, time, own->groups, own->morph_weights))
        return sample_curves(blender, source->clip, time, own);
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, source->clip);
    sinew__sampled_source sampled = source_of_pose(own);
    sampled.visible = sinew__compact_visible(model, sinew__compact_of(model, baked), sinew__ticks(model, timeline));
    sampled.animated = model->baked + baked->animated;
    sampled.timeline = timeline;
    return sampled;
}
