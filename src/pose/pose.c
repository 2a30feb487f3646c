#include "sinew/pose.h"

#include "base/arena.h"
#include "base/arguments.h"
#include "base/error.h"
#include "base/memory.h"

/// A pose and the memory of its arrays.
typedef struct owned_pose {
    sinew_pose pose; // first: the public pointer is this one's
    sinew__arena memory;
} owned_pose;

sinew_result sinew_pose_create(const sinew_model *model, sinew_pose **out_pose, sinew_error *out_error)
{
    if (out_pose) *out_pose = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_pose)) return SINEW_ERROR_INVALID_ARGUMENT;
    owned_pose *owned = sinew__allocate_zeroed(1, sizeof *owned);
    if (!owned) return sinew__fail_memory(out_error);
    sinew__arena *memory = &owned->memory;
    sinew_pose *pose = &owned->pose;
    pose->local = SINEW__ARENA_ARRAY(memory, sinew_transform, model->joint_count);
    pose->global = SINEW__ARENA_ARRAY(memory, sinew_affine, model->joint_count);
    pose->palette = sinew__arena_aligned(memory, (size_t)model->skin_joint_count * sizeof *pose->palette, SINEW__LINE);
    pose->morph_weights = SINEW__ARENA_ARRAY(memory, float, model->morph_count);
    pose->visible = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    pose->animated = SINEW__ARENA_ARRAY(memory, uint8_t, model->joint_count);
    pose->global_rotation = SINEW__ARENA_ARRAY(memory, sinew_quat, model->joint_count);
    pose->node_global = SINEW__ARENA_ARRAY(memory, sinew_affine, model->node_count);
    pose->slots = sinew__arena_aligned(memory, ((size_t)model->joint_count + 1) * SINEW__LINE, SINEW__LINE);
    if (memory->failed) {
        sinew_pose_destroy(pose);
        return sinew__fail_memory(out_error);
    }
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    *out_pose = pose;
    return SINEW_OK;
}

void sinew_pose_destroy(sinew_pose *pose)
{
    if (!pose) return;
    owned_pose *owned = (owned_pose *)pose;
    sinew__arena_free(&owned->memory);
    sinew_free(owned);
}
