#include "scene/pose_edits.h"

#include <math.h>

#include "base/error.h"
#include "base/memory.h"

void pose_edits_free(pose_edits *edits)
{
    sinew_free(edits->stored_locals);
    sinew_free(edits->is_stored);
    sinew_free(edits->stored_weights);
    sinew_free(edits->has_weight);
    sinew_free(edits->edits);
    sinew_free(edits->targets);
    *edits = (pose_edits){0};
}

int pose_edits_is_empty(const pose_edits *edits)
{
    return edits->base == POSE_BASE_CLIP && !edits->stored_locals && edits->edit_count == 0 && edits->target_count == 0;
}

static void set_base(const pose_edits *edits, const sinew_model *model, sinew_pose *pose)
{
    const double time = pose->time; // of geometry caches
    if (edits->base == POSE_BASE_REST) sinew_pose_set_rest(model, pose);
    if (edits->base == POSE_BASE_BIND) sinew_pose_set_bind(model, pose);
    pose->time = time;
}

static void set_stored(const pose_edits *edits, const sinew_model *model, sinew_pose *pose)
{
    for (int32_t i = 0; edits->stored_locals && i < model->joint_count; ++i) {
        if (!edits->is_stored[i]) continue;
        pose->local[i] = edits->stored_locals[i];
        pose->animated[i] = 1;
    }
    for (int32_t i = 0; edits->stored_weights && i < model->morph_count; ++i)
        if (edits->has_weight[i]) pose->morph_weights[i] = edits->stored_weights[i];
}

static double distance_between(const sinew_pose *pose, int32_t a, int32_t b)
{
    double square = 0;
    for (int k = 0; k < 3; ++k) {
        const double along = pose->global[a].row[k][3] - pose->global[b].row[k][3];
        square += along * along;
    }
    return sqrt(square);
}

sinew_result pose_target_reach(const pose_target *target, const sinew_model *model, sinew_pose *pose,
                               sinew_error *out_error)
{
    const double tolerance = 1e-5; // of the length of the limb: single precision
    const char *name = sinew_text(model, model->joints[target->end].name);
    sinew_ik_two_bone limb;
    double missed = 0;
    sinew_result result = sinew_pose_find_limb(model, pose, target->end, &limb, out_error);
    if (result != SINEW_OK) return result;
    const double length =
        distance_between(pose, limb.upper, limb.middle) + distance_between(pose, limb.middle, limb.end);
    limb.target = target->target;
    result = sinew_pose_reach(model, &limb, pose, &missed, out_error);
    if (result != SINEW_OK || missed <= tolerance * length) return result;
    return sinew__fail(out_error, SINEW_ERROR_OUT_OF_REACH, "joint '%s' cannot reach %g,%g,%g: %g are missing", name,
                       target->target.x, target->target.y, target->target.z, missed);
}

sinew_result pose_edits_apply(const pose_edits *edits, const sinew_model *model, sinew_pose *pose,
                              sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    if (pose_edits_is_empty(edits)) return result;
    sinew_pose_compute_locals(model, pose);
    set_base(edits, model, pose);
    set_stored(edits, model, pose);
    for (int32_t i = 0; i < edits->edit_count; ++i) sinew_pose_edit_joint(model, &edits->edits[i], pose);
    sinew_pose_local_to_global(model, pose);
    for (int32_t i = 0; i < edits->target_count; ++i) {
        sinew_error *error = result == SINEW_OK ? out_error : NULL;
        const sinew_result reached = pose_target_reach(&edits->targets[i], model, pose, error);
        if (result == SINEW_OK) result = reached;
    }
    return result;
}
