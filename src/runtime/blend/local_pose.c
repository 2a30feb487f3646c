// Local poses: memory, and sampling a clip into one.
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/blend/blender.h"
#include "runtime/blend/clip_motions.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/compact_sample.h"
#include "runtime/sampler/curve.h"
#include "runtime/sampler/local_lane.h"
#include "runtime/sampler/pose_fits.h"

// Samples a clip: time → locals, morph weights and visibility of a layer.

static sinew__sampled_source source_of_pose(const sinew_local_pose *pose)
{
    return (sinew__sampled_source){pose->groups, pose->morph_weights, pose->visible, pose->animated, pose->timeline};
}

/// Samples the curves of a clip, for clips that are not compact and for times outside of clips whose curves continue
/// there.
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

/// Returns the source's time in seconds since the start of the clip; 0 for NaN.
static double time_of(const sinew_blend_source *source)
{
    return isnan(source->time) ? 0 : source->time;
}

double sinew__blend_timeline(const sinew_model *model, const sinew_blend_source *source)
{
    return sinew__model_clip(model, source->clip)->start + time_of(source);
}

sinew__sampled_source sinew__blend_sample(const sinew_blender *blender, const sinew_blend_source *source, int memory)
{
    const sinew_model *model = blender->model;
    if (source->kind == SINEW_BLEND_POSE) return source_of_pose(source->pose);
    if (source->clip == SINEW_NONE) return source_of_pose(blender->rest);
    const double time = time_of(source), timeline = sinew__blend_timeline(model, source);
    sinew_local_pose *own = blender->memory[memory];
    if (!sinew_clip_sample_locals(model, source->clip, time, own->groups, own->morph_weights)) {
        const sinew__sampled_source sampled = sample_curves(blender, source->clip, time, own);
        if (source->in_place) sinew__clip_motion_remove(source->in_place, source->clip, time, own->groups);
        return sampled;
    }
    if (source->in_place) sinew__clip_motion_remove(source->in_place, source->clip, time, own->groups);
    const sinew__baked_clip *baked = sinew__baked_clip_of(model, source->clip);
    sinew__sampled_source sampled = source_of_pose(own);
    sampled.visible = sinew__compact_visible(model, baked, sinew__ticks(model, timeline));
    sampled.animated = sinew__baked_animated(model, baked);
    sampled.timeline = timeline;
    return sampled;
}

/// A local pose, followed by the memory of its arrays. It is one allocation of only as many bytes as needed: a crowd
/// has thousands of poses, and allocations that are a power of two apart would share a few sets of the cache.
typedef struct owned_local_pose {
    sinew_local_pose pose; // must be first: callers have a pointer to it
    uint8_t memory[];
} owned_local_pose;

static size_t groups_size(const sinew_model *model)
{
    return (size_t)sinew_local_group_count(model) * sizeof(sinew_local_group);
}

/// Returns the bytes of the arrays of a local pose, rounded up to whole cache lines.
static size_t size_of_pose(const sinew_model *model)
{
    const size_t size =
        groups_size(model) + (size_t)model->morph_count * sizeof(float) + 2 * (size_t)model->joint_count;
    return (size + SINEW__LINE - 1) / SINEW__LINE * SINEW__LINE;
}

/// Points the arrays of a pose into `memory`, which has size_of_pose bytes and is aligned to a cache line, and sets the
/// rest pose.
static void place_arrays(const sinew_model *model, void *memory, sinew_local_pose *out_pose)
{
    uint8_t *bytes = memory;
    out_pose->groups = memory;
    out_pose->morph_weights = (float *)(void *)(bytes + groups_size(model));
    out_pose->visible = (uint8_t *)(out_pose->morph_weights + model->morph_count);
    out_pose->animated = out_pose->visible + model->joint_count;
    out_pose->joint_count = model->joint_count;
    out_pose->morph_count = model->morph_count;
    sinew_local_pose_set_rest(model, out_pose);
}

sinew_result sinew_local_pose_create(const sinew_model *model, sinew_local_pose **out_pose, sinew_error *out_error)
{
    if (out_pose) *out_pose = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_pose)) return SINEW_ERROR_INVALID_ARGUMENT;
    owned_local_pose *owned = sinew__allocate_zeroed(1, sizeof *owned + SINEW__LINE - 1 + size_of_pose(model));
    if (!owned) return sinew__fail_memory(out_error);
    const size_t beyond = (uintptr_t)owned->memory % SINEW__LINE;
    place_arrays(model, owned->memory + (beyond ? SINEW__LINE - beyond : 0), &owned->pose);
    *out_pose = &owned->pose;
    return SINEW_OK;
}

void sinew_local_pose_destroy(sinew_local_pose *pose)
{
    sinew_free(pose);
}

void sinew_local_pose_set_rest(const sinew_model *model, sinew_local_pose *pose)
{
    static const sinew_transform identity = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const int32_t lanes = sinew_local_group_count(model) * SINEW_LOCAL_LANES;
    if (!sinew__local_pose_fits(model, pose)) return;
    for (int32_t i = 0; i < lanes; ++i)
        sinew__set_local_lane(&pose->groups[i / SINEW_LOCAL_LANES], i % SINEW_LOCAL_LANES,
                              i < model->joint_count ? &model->joints[i].rest : &identity);
    for (int32_t i = 0; i < model->morph_count; ++i) pose->morph_weights[i] = model->morphs[i].weight;
    for (int32_t i = 0; i < model->joint_count; ++i) pose->visible[i] = !(model->joints[i].flags & SINEW_JOINT_HIDDEN);
    sinew__inherit_visibility(model, pose->visible);
    if (model->joint_count) memset(pose->animated, 0, (size_t)model->joint_count);
    pose->timeline = 0;
}

void sinew_local_pose_copy(const sinew_model *model, const sinew_local_pose *from, sinew_local_pose *to)
{
    const size_t joints = (size_t)model->joint_count;
    if (!sinew__local_pose_fits(model, from) || !sinew__local_pose_fits(model, to)) return;
    if (joints) memmove(to->groups, from->groups, (size_t)sinew_local_group_count(model) * sizeof *to->groups);
    if (model->morph_count)
        memmove(to->morph_weights, from->morph_weights, (size_t)model->morph_count * sizeof *to->morph_weights);
    if (joints) memmove(to->visible, from->visible, joints);
    if (joints) memmove(to->animated, from->animated, joints);
    to->timeline = from->timeline;
}

void sinew_local_pose_evaluate(const sinew_model *model, const sinew_local_pose *pose, sinew_pose *out_pose)
{
    if (!sinew__local_pose_fits(model, pose) || !sinew__pose_fits(model, out_pose)) return;
    sinew_locals_to_pose(model, pose->groups, out_pose);
    if (model->morph_count)
        memcpy(out_pose->morph_weights, pose->morph_weights, (size_t)model->morph_count * sizeof(float));
    if (model->joint_count) memcpy(out_pose->visible, pose->visible, (size_t)model->joint_count);
    if (model->joint_count) memcpy(out_pose->animated, pose->animated, (size_t)model->joint_count);
    out_pose->timeline = pose->timeline;
    sinew_pose_local_to_global(model, out_pose);
}
