#include "runtime/blend/blender.h"

#include <string.h>

#include "core/base/affine.h"
#include "core/base/arguments.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "runtime/model/joint_frame.h"

/// Notes the joints whose scale reaches a child by an inherit type: all ancestors of such a child, because RrSs takes
/// the accumulated scale.
static void note_scale_lanes(sinew_blender *blender)
{
    const sinew_model *model = blender->model;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_inherit_type type = sinew__inherit_type(model, i);
        if (type == SINEW_INHERIT_RSrs) continue;
        for (int32_t above = model->joints[i].parent; above != SINEW_NONE; above = model->joints[above].parent) {
            const uint32_t bit = UINT32_C(1) << above % SINEW_LOCAL_LANES;
            if (blender->scale_lanes[above / SINEW_LOCAL_LANES] & bit) break; // and so do those above it
            blender->scale_lanes[above / SINEW_LOCAL_LANES] |= bit;
            blender->any_scale_lane = 1;
        }
    }
}

static void fill_joint_tables(const sinew_model *model, int32_t *parents, int32_t *first_child)
{
    int32_t child = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        parents[i] = model->joints[i].parent + 1;
        while (child < model->joint_count && model->joints[child].parent < i) ++child;
        first_child[i] = child;
    }
    first_child[model->joint_count] = model->joint_count;
}

/// Skin joints by joint: counts them, which gives the end of each joint's, and fills from there back to the first.
static void fill_entries(const sinew_model *model, int32_t *first_entry, sinew__palette_entry *entries)
{
    for (int32_t i = 0; i < model->skin_joint_count; ++i) ++first_entry[model->skin_joints[i].joint];
    for (int32_t i = 0; i < model->joint_count; ++i) first_entry[i + 1] += first_entry[i];
    for (int32_t i = model->skin_joint_count - 1; i >= 0; --i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        sinew__palette_entry *entry = &entries[--first_entry[skin_joint->joint]];
        *entry = (sinew__palette_entry){.skin_joint = i, .joint = skin_joint->joint};
        for (int k = 0; k < 12; ++k) entry->offset[k] = (float)skin_joint->offset.row[k / 4][k % 4];
    }
}

static void create_tables(sinew_blender *blender)
{
    const sinew_model *model = blender->model;
    sinew__arena *arena = &blender->arena;
    int32_t *parents = SINEW__ARENA_ARRAY(arena, int32_t, model->joint_count),
            *first_child = SINEW__ARENA_ARRAY(arena, int32_t, (size_t)model->joint_count + 1),
            *first_entry = SINEW__ARENA_ARRAY(arena, int32_t, (size_t)model->joint_count + 1);
    sinew__palette_entry *entries =
        sinew__arena_aligned(arena, (size_t)model->skin_joint_count * sizeof *entries, SINEW__LINE);
    if (arena->failed) return;
    fill_joint_tables(model, parents, first_child);
    fill_entries(model, first_entry, entries);
    blender->tables = (sinew__skeleton_tables){
        .parents = parents,
        .first_child = first_child,
        .entries = entries,
        .first_entry = first_entry,
        .root = blender->slots,
        .joint_count = model->joint_count,
        .entry_count = model->skin_joint_count,
    };
    note_scale_lanes(blender);
    blender->has_root = !sinew__affine_is_identity(&model->info->root);
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].flags & SINEW_JOINT_REST_SHEARED) blender->has_sheared_rest = 1;
    for (int k = 0; k < 12; ++k) blender->slots[k] = (float)model->info->global_inverse.row[k / 4][k % 4];
}

static sinew_result create_poses(sinew_blender *blender, sinew_error *error)
{
    sinew_result result = sinew_local_pose_create(blender->model, &blender->rest, error);
    for (int i = 0; i < SINEW__BLEND_MEMORIES && result == SINEW_OK; ++i)
        result = sinew_local_pose_create(blender->model, &blender->memory[i], error);
    if (result == SINEW_OK) result = sinew_pose_create(blender->model, &blender->exact, error);
    return result;
}

sinew_result sinew_blender_create(const sinew_model *model, sinew_blender **out_blender, sinew_error *out_error)
{
    if (out_blender) *out_blender = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_blender)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_blender *blender = sinew__allocate_zeroed(1, sizeof *blender);
    if (!blender) return sinew__fail_memory(out_error);
    sinew__arena *arena = &blender->arena;
    blender->model = model;
    blender->kernel = sinew__blend_kernel_best();
    blender->pose_kernel = sinew__pose_kernel_best();
    blender->group_count = sinew_local_group_count(model);
    const size_t groups = (size_t)blender->group_count;
    blender->scale_lanes = SINEW__ARENA_ARRAY(arena, uint32_t, groups);
    blender->sums = sinew__arena_aligned(arena, groups * sizeof *blender->sums, SINEW__LINE);
    blender->slots = sinew__arena_aligned(arena, ((size_t)model->joint_count + 1) * SINEW__LINE, SINEW__LINE);
    blender->morph_sums = SINEW__ARENA_ARRAY(arena, float, model->morph_count);
    blender->common_visible = SINEW__ARENA_ARRAY(arena, uint8_t, model->joint_count);
    blender->visible_sums = SINEW__ARENA_ARRAY(arena, float, model->joint_count);
    blender->sums_animated = SINEW__ARENA_ARRAY(arena, uint8_t, model->joint_count);
    if (!arena->failed) create_tables(blender);
    const sinew_result result = arena->failed ? sinew__fail_memory(out_error) : create_poses(blender, out_error);
    if (result != SINEW_OK) {
        sinew_blender_destroy(blender);
        return result;
    }
    sinew_blend_globals(blender, blender->rest);
    *out_blender = blender;
    return SINEW_OK;
}

void sinew_blender_destroy(sinew_blender *blender)
{
    if (!blender) return;
    sinew_local_pose_destroy(blender->rest);
    for (int i = 0; i < SINEW__BLEND_MEMORIES; ++i) sinew_local_pose_destroy(blender->memory[i]);
    sinew_pose_destroy(blender->exact);
    sinew__arena_free(&blender->arena);
    sinew_free(blender);
}
