// Rest and bind poses, edits of single joints, and the target of a limb, on a sinew_pose.
#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/error.h"
#include "runtime/ik/rotate_joint.h"
#include "runtime/model/joint_frame.h"
#include "runtime/model/look_up.h"
#include "runtime/pose/joint_global.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/pose_edit.h"

// Rest and bind pose, which do not come from a clip.

void sinew_pose_set_rest(const sinew_model *model, sinew_pose *pose)
{
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
}

/// Sets the local transform that gives a joint its bind-time global, below a parent that is already posed.
static void set_bind_local(const sinew_model *model, int32_t joint, sinew_pose *pose)
{
    const sinew_joint *bound = &model->joints[joint];
    sinew_transform *local = &pose->local[joint];
    sinew_affine unparent;
    pose->animated[joint] = 1;
    if (bound->parent == SINEW_NONE) {
        sinew__transform_nearest(&bound->bind_global, local);
    } else if (sinew__affine_inverse(&pose->global[bound->parent], &unparent)) {
        const sinew__joint_frame parent = {pose->global[bound->parent], pose->global_rotation[bound->parent],
                                           pose->local[bound->parent].s};
        sinew__inherit_local(&parent, &unparent, sinew__inherit_type(model, joint), &bound->bind_global, local);
    }
}

void sinew_pose_set_bind(const sinew_model *model, sinew_pose *pose)
{
    if (!sinew__pose_fits(model, pose)) return;
    sinew_pose_set_rest(model, pose);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (model->joints[i].flags & SINEW_JOINT_HAS_BIND) set_bind_local(model, i, pose);
        sinew__joint_global(model, pose, i);
    }
    sinew__palette_from_globals(model, pose);
}

// Two-bone IK on a sinew_pose: the limb is solved in a blender, and its two rotations are copied back.

// ---- the limb -----------------------------------------------------------------------------------------------------

/// Returns the nearest ancestor whose position differs from the joint's, or SINEW_NONE.
static int32_t bone_above(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const double tolerance = 1e-6; // relative to the distance from the origin, because files are rounded
    const sinew_vec3 end = sinew__position_of(&pose->global[joint]);
    int32_t above = model->joints[joint].parent;
    for (; above != SINEW_NONE; above = model->joints[above].parent) {
        const sinew_vec3 begin = sinew__position_of(&pose->global[above]);
        const double length = sinew__vec3_length(sinew__vec3_subtract(end, begin));
        if (length > tolerance * (sinew__vec3_length(end) + sinew__vec3_length(begin))) break;
    }
    return above;
}

sinew_result sinew_pose_find_limb(const sinew_model *model, const sinew_pose *pose, int32_t end,
                                  sinew_ik_two_bone *out_limb, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, pose, out_limb)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__lacks_item(out_error, "joint", end, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!sinew__pose_fits(model, pose))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the pose belongs to another model");
    const int32_t middle = bone_above(model, pose, end),
                  upper = middle == SINEW_NONE ? SINEW_NONE : bone_above(model, pose, middle);
    if (upper == SINEW_NONE)
        return sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no two bones end at joint '%s'",
                           sinew_text(model, model->joints[end].name));
    *out_limb = (sinew_ik_two_bone){
        .upper = upper, .middle = middle, .end = end, .target = sinew__position_of(&pose->global[end]), .weight = 1};
    return SINEW_OK;
}

// ---- reaching -----------------------------------------------------------------------------------------------------

static void copy_rotation(const sinew_local_pose *from, int32_t joint, sinew_pose *to)
{
    const sinew_local_group *group = &from->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    to->local[joint].r = sinew__quat_normalize((sinew_quat){(double)group->qx[lane], (double)group->qy[lane],
                                                            (double)group->qz[lane], (double)group->qw[lane]});
    to->animated[joint] = 1;
}

static double solve(const sinew_model *model, const sinew_ik_two_bone *limb, sinew_blender *blender,
                    sinew_local_pose *scratch, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose);
    sinew_locals_from_pose(model, pose, scratch->groups);
    for (int32_t i = 0; i < model->joint_count; ++i) scratch->animated[i] = pose->animated[i];
    sinew_blend_globals(blender, scratch);
    const double distance = sinew_ik_solve_two_bone(blender, scratch, limb);
    copy_rotation(scratch, limb->upper, pose);
    copy_rotation(scratch, limb->middle, pose);
    sinew_pose_local_to_global(model, pose);
    return distance;
}

sinew_result sinew_pose_reach(const sinew_model *model, const sinew_ik_two_bone *limb, sinew_pose *pose,
                              double *out_distance, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, limb, pose, out_distance)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (!sinew__pose_fits(model, pose))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the pose belongs to another model");
    sinew_result result = sinew_ik_two_bone_check(model, limb, out_error);
    sinew_blender *blender = NULL;
    sinew_local_pose *scratch = NULL;
    if (result == SINEW_OK) result = sinew_blender_create(model, &blender, out_error);
    if (result == SINEW_OK) result = sinew_local_pose_create(model, &scratch, out_error);
    if (result == SINEW_OK) *out_distance = solve(model, limb, blender, scratch, pose);
    sinew_local_pose_destroy(scratch);
    sinew_blender_destroy(blender);
    return result;
}

sinew_result sinew_joint_edit_check(const sinew_model *model, const sinew_joint_edit *edit, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, edit)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__lacks_item(out_error, "joint", edit->joint, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    const uint32_t given = edit->adds | edit->replaces;
    if (given >> SINEW_EDIT_COUNT || edit->adds & edit->replaces)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT,
                           "joint '%s': channels to add 0x%x and to replace 0x%x are not valid",
                           sinew_text(model, model->joints[edit->joint].name), edit->adds, edit->replaces);
    for (int i = 0; i < SINEW_EDIT_COUNT; ++i)
        if (given >> i & 1 && !(fabs(edit->value[i]) <= SINEW_JOINT_EDIT_MAX))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s': the value %g is out of range",
                               sinew_text(model, model->joints[edit->joint].name), edit->value[i]);
    return SINEW_OK;
}

/// Applies an edit to the channels `first` to `first` + 2, whose values are `values`.
static void edit_vector(const sinew_joint_edit *edit, int first, double *values[3])
{
    for (int i = 0; i < 3; ++i) {
        const int channel = first + i;
        if (edit->replaces >> channel & 1) *values[i] = edit->value[channel];
        if (edit->adds >> channel & 1) *values[i] += edit->value[channel];
    }
}

static int edits_rotation(uint32_t channels)
{
    return (channels >> SINEW_EDIT_RX & 7) != 0;
}

/// The constant rotations around a joint's rotation channels: Rpre and Rpost⁻¹, and the rotation order.
typedef struct channel_frame {
    sinew_quat before, after;
    int order; ///< sinew_rotation_order
} channel_frame;

static channel_frame frame_of(const sinew_transform_stack *stack)
{
    channel_frame frame = {sinew__quat_identity(), sinew__quat_identity(), SINEW_ROTATE_XYZ};
    if (!stack->rotation_active) return frame;
    frame.before = sinew__quat_from_euler(stack->pre_rotation, SINEW_ROTATE_XYZ);
    frame.after = sinew__quat_conjugate(sinew__quat_from_euler(stack->post_rotation, SINEW_ROTATE_XYZ));
    frame.order = stack->rotation_order;
    return frame;
}

static sinew_quat multiply3(sinew_quat a, sinew_quat b, sinew_quat c)
{
    return sinew__quat_multiply(sinew__quat_multiply(a, b), c);
}

static void take_apart(const channel_frame *frame, sinew_quat local, double out_degrees[3])
{
    const sinew_quat inner =
        multiply3(sinew__quat_conjugate(frame->before), local, sinew__quat_conjugate(frame->after));
    sinew__quat_to_least_euler(inner, frame->order, out_degrees);
}

void sinew__joint_authored_rotation(const sinew_model *model, int32_t joint, sinew_quat local, double out_degrees[3])
{
    const sinew_transform_stack stack = sinew__joint_stack(model, joint);
    const channel_frame frame = frame_of(&stack);
    take_apart(&frame, local, out_degrees);
}

/// Returns the part of a joint's translation that its rotation pivot and scale pivot cause.
static sinew_vec3 pivot_translation(sinew_transform_stack stack, const sinew_transform *local)
{
    stack.scaling[0] = local->s.x;
    stack.scaling[1] = local->s.y;
    stack.scaling[2] = local->s.z;
    const sinew_affine rotation = sinew__affine_from_quat(local->r);
    return sinew__affine_direction(&rotation, sinew__stack_inside(&stack));
}

void sinew_pose_edit_joint(const sinew_model *model, const sinew_joint_edit *edit, sinew_pose *pose)
{
    if (!sinew__pose_fits(model, pose) || sinew_joint_edit_check(model, edit, NULL) != SINEW_OK) return;
    sinew_pose_compute_locals(model, pose);
    const sinew_transform_stack stack = sinew__joint_stack(model, edit->joint);
    const channel_frame frame = frame_of(&stack);
    sinew_transform *local = &pose->local[edit->joint];
    const sinew_vec3 before = pivot_translation(stack, local);
    edit_vector(edit, SINEW_EDIT_SX, (double *[3]){&local->s.x, &local->s.y, &local->s.z});
    double degrees[3], added[3] = {0, 0, 0};
    if (edits_rotation(edit->replaces)) {
        take_apart(&frame, local->r, degrees);
        for (int i = 0; i < 3; ++i)
            if (edit->replaces >> (SINEW_EDIT_RX + i) & 1) degrees[i] = edit->value[SINEW_EDIT_RX + i];
        local->r = multiply3(frame.before, sinew__quat_from_euler(degrees, frame.order), frame.after);
    }
    for (int i = 0; i < 3; ++i)
        if (edit->adds >> (SINEW_EDIT_RX + i) & 1) added[i] = edit->value[SINEW_EDIT_RX + i];
    if (edits_rotation(edit->adds))
        local->r = sinew__quat_multiply(local->r, sinew__quat_from_euler(added, frame.order));
    const sinew_vec3 after = pivot_translation(stack, local);
    local->t =
        (sinew_vec3){local->t.x + after.x - before.x, local->t.y + after.y - before.y, local->t.z + after.z - before.z};
    edit_vector(edit, SINEW_EDIT_TX, (double *[3]){&local->t.x, &local->t.y, &local->t.z});
    pose->animated[edit->joint] = 1;
}
