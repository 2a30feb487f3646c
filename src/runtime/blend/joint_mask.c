#include <assert.h>

#include "core/base/arguments.h"
#include "core/base/error.h"
#include "core/base/glob.h"
#include "core/base/memory.h"
#include "runtime/blend/blender.h"
#include "runtime/model/hierarchy.h"
#include "runtime/model/joint_name.h"

static sinew_result check_weight(double weight, sinew_error *error)
{
    if (weight >= 0 && weight <= 1) return SINEW_OK;
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "mask weight %g is out of range [0, 1]", weight);
}

sinew_result sinew_joint_mask_create(const sinew_model *model, double weight, sinew_joint_mask **out_mask,
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
    *mask = (sinew_joint_mask){.model = model, .weights = weights, .morph_weight = (float)weight};
    for (int32_t i = 0; i < model->joint_count; ++i) weights[i] = (float)weight;
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
        if (check_weight((double)weights[i], out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < count; ++i) mask->weights[i] = weights[i];
    return SINEW_OK;
}

/// Checks what all functions that set weights are given.
static sinew_result check_joint(const sinew_joint_mask *mask, int32_t joint, double weight, sinew_error *error)
{
    if (SINEW__LACKS_ARGUMENT(error, mask)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__lacks_item(error, "joint", joint, mask->model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    return check_weight(weight, error);
}

static void set_subtree(sinew_joint_mask *mask, int32_t joint, double weight)
{
    for (int32_t i = joint; i < mask->model->joint_count; ++i)
        if (sinew__is_below(mask->model, i, joint)) mask->weights[i] = (float)weight;
}

sinew_result sinew_joint_mask_set_subtree(sinew_joint_mask *mask, int32_t joint, double weight, sinew_error *out_error)
{
    const sinew_result result = check_joint(mask, joint, weight, out_error);
    if (result == SINEW_OK) set_subtree(mask, joint, weight);
    return result;
}

sinew_result sinew_joint_mask_set_matching(sinew_joint_mask *mask, const char *pattern, double weight,
                                           sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mask, pattern)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (check_weight(weight, out_error) != SINEW_OK) return SINEW_ERROR_INVALID_ARGUMENT;
    int32_t count = 0;
    for (int32_t i = 0; i < mask->model->joint_count; ++i) {
        const char *name = sinew_text(mask->model, mask->model->joints[i].name);
        if (!sinew__glob_matches(pattern, name) && !sinew__glob_matches(pattern, sinew__short_joint_name(name)))
            continue;
        mask->weights[i] = (float)weight;
        ++count;
    }
    return count ? SINEW_OK : sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no joint matches '%s'", pattern);
}

sinew_result sinew_joint_mask_set_fade(sinew_joint_mask *mask, int32_t first, int32_t last, double weight,
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
        mask->weights[joint] = (float)(begin + (weight - begin) * step / steps);
    }
    return SINEW_OK;
}

sinew_result sinew_joint_mask_set_morphs(sinew_joint_mask *mask, double weight, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, mask)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = check_weight(weight, out_error);
    if (result == SINEW_OK) mask->morph_weight = (float)weight;
    return result;
}

float sinew_joint_mask_weight(const sinew_joint_mask *mask, int32_t joint)
{
    assert(joint >= 0 && joint < mask->model->joint_count);
    return mask->weights[joint];
}
