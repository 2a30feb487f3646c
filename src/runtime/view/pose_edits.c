#include "runtime/view/pose_edits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"

void sinew__pose_edits_free(pose_edits *edits)
{
    sinew_free(edits->stored_locals);
    sinew_free(edits->is_stored);
    sinew_free(edits->stored_weights);
    sinew_free(edits->has_weight);
    sinew_free(edits->edits);
    sinew_free(edits->rotations);
    sinew_free(edits->targets);
    *edits = (pose_edits){0};
}

int sinew__pose_edits_is_empty(const pose_edits *edits)
{
    return edits->base == POSE_BASE_CLIP && !edits->stored_locals && !edits->rotations && edits->edit_count == 0 &&
           edits->target_count == 0;
}

int sinew__pose_edits_may_move(const pose_edits *edits, const sinew_model *model, int32_t joint)
{
    if (edits->base != POSE_BASE_CLIP || edits->stored_locals || edits->edit_count || edits->target_count) return 1;
    if (!edits->rotations) return 0;
    for (int32_t i = model->joints[joint].parent; i != SINEW_NONE; i = model->joints[i].parent)
        if (edits->rotations[i].w != 1.0) return 1;
    return 0;
}

// ---- applying -----------------------------------------------------------------------------------------------------

int sinew__rotation_order(const sinew_model *model, int32_t joint)
{
    const int32_t stack = model->joints[joint].stack;
    return stack != SINEW_NONE && model->stacks[stack].rotation_active ? model->stacks[stack].rotation_order
                                                                       : SINEW_ROTATE_XYZ;
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

/// Rotates the two bones above a target's joint so that it reaches the target, and computes globals and palette.
static sinew_result reach(const pose_target *target, const sinew_model *model, sinew_pose *pose, sinew_error *out_error)
{
    // Fraction of the limb's length. Poses are in single precision, and a character may be 100 limb lengths from the
    // origin.
    const double tolerance = 1e-4;
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

sinew_result sinew__pose_edits_apply(const pose_edits *edits, const sinew_model *model, sinew_pose *pose,
                                     sinew_error *out_error)
{
    sinew_result result = SINEW_OK;
    if (sinew__pose_edits_is_empty(edits)) return result;
    sinew_pose_compute_locals(model, pose);
    const double timeline = pose->timeline; // time of geometry caches
    if (edits->base == POSE_BASE_REST) sinew_pose_set_rest(model, pose);
    if (edits->base == POSE_BASE_BIND) sinew_pose_set_bind(model, pose);
    pose->timeline = timeline;
    for (int32_t i = 0; edits->stored_locals && i < model->joint_count; ++i) {
        if (!edits->is_stored[i]) continue;
        pose->local[i] = edits->stored_locals[i];
        pose->animated[i] = 1;
    }
    for (int32_t i = 0; edits->stored_weights && i < model->morph_count; ++i)
        if (edits->has_weight[i]) pose->morph_weights[i] = edits->stored_weights[i];
    for (int32_t i = 0; i < edits->edit_count; ++i) sinew_pose_edit_joint(model, &edits->edits[i], pose);
    for (int32_t i = 0; edits->rotations && i < model->joint_count; ++i) { // rotates about the joints' pivots
        if (edits->rotations[i].w == 1.0) continue;
        sinew_joint_edit edit = {.joint = i, .adds = 1u << SINEW_EDIT_RX | 1u << SINEW_EDIT_RY | 1u << SINEW_EDIT_RZ};
        double degrees[3];
        sinew__quat_to_least_euler(edits->rotations[i], sinew__rotation_order(model, i), degrees);
        for (int k = 0; k < 3; ++k) edit.value[SINEW_EDIT_RX + k] = degrees[k];
        sinew_pose_edit_joint(model, &edit, pose);
    }
    sinew_pose_local_to_global(model, pose);
    for (int32_t i = 0; i < edits->target_count; ++i) {
        sinew_error *error = result == SINEW_OK ? out_error : NULL;
        const sinew_result reached = reach(&edits->targets[i], model, pose, error);
        if (result == SINEW_OK) result = reached;
    }
    return result;
}

// ---- by the user ---------------------------------------------------------------------------------------------------

int sinew__pose_edits_reset(pose_edits *edits)
{
    const int had_any = edits->rotations || edits->target_count > edits->first_target;
    sinew_free(edits->rotations);
    edits->rotations = NULL;
    edits->target_count = edits->first_target;
    ++edits->changes;
    return had_any;
}

sinew_quat sinew__pose_edits_rotation(const pose_edits *edits, int32_t joint)
{
    return edits->rotations ? edits->rotations[joint] : sinew__quat_identity();
}

void sinew__pose_edits_rotate(pose_edits *edits, const sinew_model *model, int32_t joint, sinew_quat rotation)
{
    if (!edits->rotations) {
        edits->rotations = sinew__allocate(((size_t)model->joint_count + 1) * sizeof *edits->rotations);
        if (!edits->rotations) return;
        for (int32_t i = 0; i < model->joint_count; ++i) edits->rotations[i] = sinew__quat_identity();
    }
    edits->rotations[joint] = rotation;
    ++edits->changes;
}

static pose_target *find_target(const pose_edits *edits, int32_t end)
{
    for (int32_t i = edits->first_target; i < edits->target_count; ++i)
        if (edits->targets[i].end == end) return &edits->targets[i];
    return NULL;
}

const sinew_vec3 *sinew__pose_edits_find_target(const pose_edits *edits, int32_t end)
{
    const pose_target *found = find_target(edits, end);
    return found ? &found->target : NULL;
}

void sinew__pose_edits_set_target(pose_edits *edits, int32_t end, sinew_vec3 target)
{
    pose_target *found = find_target(edits, end);
    if (!found) {
        pose_target *targets = sinew__resize(edits->targets, ((size_t)edits->target_count + 1) * sizeof *targets);
        if (!targets) return;
        edits->targets = targets;
        found = &targets[edits->target_count++];
    }
    *found = (pose_target){end, target};
    ++edits->changes;
}

static sinew_quat about(const double axis[3], double radians)
{
    const double sine = sin(0.5 * radians);
    return (sinew_quat){axis[0] * sine, axis[1] * sine, axis[2] * sine, cos(0.5 * radians)};
}

int sinew__pose_edits_parse_rotation(const char *text, sinew_quat *out_rotation)
{
    const double degree = SINEW__PI / 180.0;
    *out_rotation = sinew__quat_identity();
    do {
        text += strspn(text, " ");
        const char *axes = "xyz", *axis = text[0] == 'r' && text[1] ? strchr(axes, text[1]) : NULL;
        if (!axis || text[2] != '=' || !strchr("+-.0123456789", text[3])) return 0;
        char *end;
        const double degrees = strtod(text + 3, &end);
        if (end == text + 3 || !isfinite(degrees) || !strchr(" ", *end)) return 0;
        double direction[3] = {0.0, 0.0, 0.0};
        direction[axis - axes] = 1.0;
        *out_rotation = sinew__quat_multiply(*out_rotation, about(direction, fmod(degrees, 720.0) * degree));
        text = end + strspn(end, " ");
    } while (*text);
    return 1;
}

/// Converts a direction from model space to the joint's normalised axes.
static void into_joint(const sinew_affine *global, const double direction[3], double out[3])
{
    for (int k = 0; k < 3; ++k) {
        double along = 0.0, length = 0.0;
        for (int r = 0; r < 3; ++r) {
            along += global->row[r][k] * direction[r];
            length += global->row[r][k] * global->row[r][k];
        }
        out[k] = length > 0.0 ? along / sqrt(length) : 0.0;
    }
    sinew__double3_normalize(out, (const double[3]){0.0, 0.0, 0.0});
}

static int is_mirrored(const sinew_affine *global)
{
    double a[3], b[3], c[3], across[3];
    for (int r = 0; r < 3; ++r) {
        a[r] = global->row[r][0];
        b[r] = global->row[r][1];
        c[r] = global->row[r][2];
    }
    sinew__double3_cross(b, c, across);
    return sinew__double3_dot(a, across) < 0.0;
}

sinew_quat sinew__pose_edits_drag(sinew_quat rotation, const sinew_affine *global, const double up[3], double about_up,
                                  const double right[3], double about_right)
{
    double own_up[3], own_right[3];
    into_joint(global, up, own_up);
    into_joint(global, right, own_right);
    const double mirrors = is_mirrored(global) ? -1.0 : 1.0;
    rotation = sinew__quat_multiply(rotation, about(own_up, mirrors * about_up));
    return sinew__quat_multiply(rotation, about(own_right, mirrors * about_right));
}
