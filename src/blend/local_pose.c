#include <string.h>

#include "base/arena.h"
#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"
#include "sampler/local_lane.h"
#include "sinew/blend.h"

/// A local pose and the memory of its arrays.
typedef struct owned_local_pose {
    sinew_local_pose pose; // first: the public pointer is this one's
    sinew__arena memory;
} owned_local_pose;

sinew_result sinew_local_pose_create(const sinew_model *model, sinew_local_pose **out_pose, sinew_error *out_error)
{
    if (out_pose) *out_pose = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_pose)) return SINEW_ERROR_INVALID_ARGUMENT;
    owned_local_pose *owned = sinew__allocate_zeroed(1, sizeof *owned);
    if (!owned) return sinew__fail_memory(out_error);
    sinew__arena *memory = &owned->memory;
    sinew_local_pose *pose = &owned->pose;
    pose->groups =
        sinew__arena_aligned(memory, (size_t)sinew_local_group_count(model) * sizeof *pose->groups, SINEW__LINE);
    pose->morph_weights = SINEW__ARENA_ARRAY(memory, float, model->morph_count);
    pose->visible = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    pose->animated = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    if (memory->failed) {
        sinew_local_pose_destroy(pose);
        return sinew__fail_memory(out_error);
    }
    sinew_local_pose_set_rest(model, pose);
    *out_pose = pose;
    return SINEW_OK;
}

void sinew_local_pose_destroy(sinew_local_pose *pose)
{
    if (!pose) return;
    owned_local_pose *owned = (owned_local_pose *)pose;
    sinew__arena_free(&owned->memory);
    sinew_free(owned);
}

static void set_rest_visibility(const sinew_model *model, uint8_t *visible)
{
    for (int32_t i = 0; i < model->joint_count; ++i) { // parents come first
        const sinew_joint *joint = &model->joints[i];
        visible[i] = !(joint->flags & SINEW_JOINT_HIDDEN);
        if (joint->parent != SINEW_NONE && !(joint->flags & SINEW_JOINT_SHOWN_ALONE))
            visible[i] &= visible[joint->parent];
    }
}

void sinew_local_pose_set_rest(const sinew_model *model, sinew_local_pose *pose)
{
    static const sinew_transform identity = {.r = {0, 0, 0, 1}, .s = {1, 1, 1}};
    const int32_t lanes = sinew_local_group_count(model) * SINEW_LOCAL_LANES;
    for (int32_t i = 0; i < lanes; ++i)
        sinew__set_local_lane(&pose->groups[i / SINEW_LOCAL_LANES], i % SINEW_LOCAL_LANES,
                              i < model->joint_count ? &model->joints[i].rest : &identity);
    for (int32_t i = 0; i < model->morph_count; ++i) pose->morph_weights[i] = model->morphs[i].weight;
    set_rest_visibility(model, pose->visible);
    if (model->joint_count) memset(pose->animated, 0, (size_t)model->joint_count);
    pose->time = 0;
}

void sinew_local_pose_copy(const sinew_model *model, const sinew_local_pose *from, sinew_local_pose *to)
{
    const size_t joints = (size_t)model->joint_count;
    if (joints) memmove(to->groups, from->groups, (size_t)sinew_local_group_count(model) * sizeof *to->groups);
    if (model->morph_count)
        memmove(to->morph_weights, from->morph_weights, (size_t)model->morph_count * sizeof *to->morph_weights);
    if (joints) memmove(to->visible, from->visible, joints);
    if (joints) memmove(to->animated, from->animated, joints);
    to->time = from->time;
}

void sinew_local_pose_evaluate(const sinew_model *model, const sinew_local_pose *pose, sinew_pose *out_pose)
{
    sinew_locals_to_pose(model, pose->groups, out_pose);
    if (model->morph_count)
        memcpy(out_pose->morph_weights, pose->morph_weights, (size_t)model->morph_count * sizeof(float));
    if (model->joint_count) memcpy(out_pose->visible, pose->visible, (size_t)model->joint_count);
    if (model->joint_count) memcpy(out_pose->animated, pose->animated, (size_t)model->joint_count);
    out_pose->time = pose->time;
    sinew_pose_local_to_global(model, out_pose);
}
