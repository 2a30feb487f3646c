// Creates blenders, which are the memory for blending poses of one model, and masks, which are weights per joint for
// layers.
#include "runtime/blend/blender.h"

#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/glob.h"
#include "core/base/memory.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"

static sinew_result check_weight(float weight, sinew_error *error)
{
    if (weight >= 0 && weight <= 1) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "mask weight %g is out of range [0, 1]", (double)weight);
}

sinew_result sinew_joint_mask_create(const sinew_model *model, float weight, sinew_joint_mask **out_mask,
                                     sinew_error *out_error)
{
    if (out_mask) *out_mask = NULL;
    if (SINEW__LACKS_ARGUMENT(out_error, model, out_mask)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (check_weight(weight, out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    const size_t lanes = (size_t)sinew_local_group_count(model) * SINEW_LOCAL_LANES;
    sinew_joint_mask *mask = sinew__allocate_zeroed(1, sizeof *mask);
    float *weights = sinew__allocate_zeroed(lanes + 1, sizeof *weights);
    if (!mask || !weights) {
        sinew_free(mask);
        sinew_free(weights);
        return sinew__fail_memory(out_error);
    }
    *mask = (sinew_joint_mask){.model = model, .weights = weights, .morph_weight = weight};
    for (int32_t i = 0; i < model->joint_count; ++i) weights[i] = weight;
    *out_mask = mask;
    return SINEW_OK;
}

void sinew_joint_mask_destroy(sinew_joint_mask *mask)
{
    if (!mask) return;
    sinew_free(mask->weights);
    sinew_free(mask);
}

sinew_result sinew_joint_mask_set_all(sinew_joint_mask *mask, const float *weights, int32_t count,
                                      sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mask)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (count != mask->model->joint_count)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d mask weights for %d joints", (int)count,
                           (int)mask->model->joint_count);
    if (count > 0 && SINEW__LACKS_ARGUMENT(out_error, weights)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < count; ++i)
        if (check_weight(weights[i], out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < count; ++i) mask->weights[i] = weights[i];
    return SINEW_OK;
}

/// Checks the arguments that all functions that set weights of a mask share.
static sinew_result check_joint(const sinew_joint_mask *mask, int32_t joint, float weight, sinew_error *error)
{
    if (SINEW__LACKS_ARGUMENT(error, mask)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__lacks_item(error, "joint", joint, mask->model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    return check_weight(weight, error);
}

static void set_subtree(sinew_joint_mask *mask, int32_t joint, float weight)
{
    for (int32_t i = joint; i < mask->model->joint_count; ++i)
        if (sinew__is_below(mask->model, i, joint)) mask->weights[i] = weight;
}

sinew_result sinew_joint_mask_set_subtree(sinew_joint_mask *mask, int32_t joint, float weight, sinew_error *out_error)
{
    const sinew_result result = check_joint(mask, joint, weight, out_error);
    if (result == SINEW_OK) set_subtree(mask, joint, weight);
    return result;
}

sinew_result sinew_joint_mask_set_matching(sinew_joint_mask *mask, const char *pattern, float weight,
                                           sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mask, pattern)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (check_weight(weight, out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    int32_t count = 0;
    for (int32_t i = 0; i < mask->model->joint_count; ++i) {
        const char *name = sinew_text(mask->model, mask->model->joints[i].name);
        if (!sinew__glob_matches(pattern, name) && !sinew__glob_matches(pattern, sinew__short_joint_name(name)))
            continue;
        mask->weights[i] = weight;
        ++count;
    }
    return count ? SINEW_OK : sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no joint matches '%s'", pattern);
}

sinew_result sinew_joint_mask_set_gradient(sinew_joint_mask *mask, int32_t first, int32_t last, float weight,
                                           sinew_error *out_error)
{
    sinew_result result = check_joint(mask, first, weight, out_error);
    if (result == SINEW_OK) result = check_joint(mask, last, weight, out_error);
    if (result != SINEW_OK) return result;
    const sinew_joint *joints = mask->model->joints;
    if (!sinew__is_below(mask->model, last, first))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s' is not below joint '%s'",
                           sinew_text(mask->model, joints[last].name), sinew_text(mask->model, joints[first].name));
    const int32_t above = joints[first].parent, steps = joints[last].depth - joints[first].depth + 1;
    const double begin = above == SINEW_NONE ? 0 : (double)mask->weights[above];
    set_subtree(mask, last, weight);
    for (int32_t joint = last; joint != above; joint = joints[joint].parent) {
        const int32_t step = joints[joint].depth - joints[first].depth + 1;
        mask->weights[joint] = (float)(begin + ((double)weight - begin) * step / steps);
    }
    return SINEW_OK;
}

sinew_result sinew_joint_mask_set_morphs(sinew_joint_mask *mask, float weight, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mask)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = check_weight(weight, out_error);
    if (result == SINEW_OK) mask->morph_weight = weight;
    return result;
}

float sinew_joint_mask_weight(const sinew_joint_mask *mask, int32_t joint)
{
    return sinew__is_item(joint, mask->model->joint_count) ? mask->weights[joint] : 0;
}

/// Sets the bits of joints whose scale reaches a descendant by an inherit type: all ancestors of a joint with another
/// type than RSrs. Not only its parent, because RrSs takes over the accumulated scale.
static void note_scale_lanes(sinew_blender *blender)
{
    const sinew_model *model = blender->model;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_inherit_type type = sinew__inherit_type(model, i);
        if (type == SINEW_INHERIT_RSrs) continue;
        for (int32_t above = model->joints[i].parent; above != SINEW_NONE; above = model->joints[above].parent) {
            const uint32_t bit = UINT32_C(1) << above % SINEW_LOCAL_LANES;
            if (blender->scale_lanes[above / SINEW_LOCAL_LANES] & bit) break; // its ancestors are marked already
            blender->scale_lanes[above / SINEW_LOCAL_LANES] |= bit;
            blender->any_scale_lane = 1;
        }
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
    int32_t child = 0;
    for (int32_t j = 0; j < model->joint_count; ++j) {
        parents[j] = model->joints[j].parent + 1;
        while (child < model->joint_count && model->joints[child].parent < j) ++child;
        first_child[j] = child;
    }
    first_child[model->joint_count] = model->joint_count;
    // Groups the skin joints by joint: counts per joint, adds the counts up to ends, and fills each range from its end
    // backwards.
    for (int32_t i = 0; i < model->skin_joint_count; ++i) ++first_entry[model->skin_joints[i].joint];
    for (int32_t i = 0; i < model->joint_count; ++i) first_entry[i + 1] += first_entry[i];
    for (int32_t i = model->skin_joint_count - 1; i >= 0; --i) {
        const sinew_skin_joint *skin_joint = &model->skin_joints[i];
        sinew__palette_entry *entry = &entries[--first_entry[skin_joint->joint]];
        *entry = (sinew__palette_entry){.skin_joint = i, .joint = skin_joint->joint};
        for (int k = 0; k < 12; ++k) entry->offset[k] = (float)skin_joint->inverse_bind.row[k / 4][k % 4];
    }
    blender->tables = (sinew__skeleton_tables){
        .parents = parents,
        .first_child = first_child,
        .entries = entries,
        .first_entry = first_entry,
        .root = blender->joint_matrices,
        .joint_count = model->joint_count,
        .entry_count = model->skin_joint_count,
    };
    note_scale_lanes(blender);
    blender->has_root = !sinew__affine_is_identity(&model->info->root);
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (model->joints[i].flags & SINEW_JOINT_REST_SHEARED) blender->has_sheared_rest = 1;
    for (int k = 0; k < 12; ++k) blender->joint_matrices[k] = (float)model->info->global_inverse.row[k / 4][k % 4];
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
    blender->joint_matrices = sinew__arena_aligned(arena, ((size_t)model->joint_count + 1) * SINEW__LINE, SINEW__LINE);
    blender->morph_sums = SINEW__ARENA_ARRAY(arena, float, model->morph_count);
    blender->common_visible = SINEW__ARENA_ARRAY(arena, uint8_t, model->joint_count);
    blender->visible_sums = SINEW__ARENA_ARRAY(arena, float, model->joint_count);
    blender->sums_animated = SINEW__ARENA_ARRAY(arena, uint8_t, model->joint_count);
    blender->clips = SINEW__ARENA_ARRAY(arena, sinew__mixed_clips, 1);
    blender->differences = sinew__arena_aligned(arena, groups * sizeof *blender->differences, SINEW__LINE);
    blender->differences_left = sinew__arena_aligned(arena, groups * SINEW_LOCAL_LANES * sizeof(float), SINEW__LINE);
    if (!arena->failed) create_tables(blender);
    sinew_result result = arena->failed ? sinew__fail_memory(out_error) : SINEW_OK;
    if (result != SINEW_OK) goto fail;
    result = sinew_local_pose_create(model, &blender->rest, out_error);
    for (int i = 0; i < SINEW__BLEND_MEMORIES && result == SINEW_OK; ++i)
        result = sinew_local_pose_create(model, &blender->memory[i], out_error);
    for (int i = 0; i < SINEW__BLEND_SHOWN && result == SINEW_OK; ++i)
        result = sinew_local_pose_create(model, &blender->shown[i], out_error);
    if (result != SINEW_OK) goto fail;
    result = sinew_pose_create(model, &blender->exact, out_error);
    if (result != SINEW_OK) goto fail;
    sinew_blend_globals(blender, blender->rest);
    blender->can_mix = sinew__blend_can_mix(blender);
    *out_blender = blender;
    return SINEW_OK;
fail:
    sinew_blender_destroy(blender);
    return result;
}

void sinew_blender_destroy(sinew_blender *blender)
{
    if (!blender) return;
    sinew_local_pose_destroy(blender->rest);
    for (int i = 0; i < SINEW__BLEND_MEMORIES; ++i) sinew_local_pose_destroy(blender->memory[i]);
    for (int i = 0; i < SINEW__BLEND_SHOWN; ++i) sinew_local_pose_destroy(blender->shown[i]);
    sinew_pose_destroy(blender->exact);
    sinew__arena_free(&blender->arena);
    sinew_free(blender);
}
