#include <math.h>

#include "base/affine.h"
#include "base/arguments.h"
#include "base/error.h"
#include "model/transform_stack.h"
#include "sinew/pose_edit.h"

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

/// Edits three of the channels, from `first` on.
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

/// The rotations around the channels: Rpre and Rpost⁻¹.
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

static sinew_quat replace_rotation(const sinew_joint_edit *edit, const channel_frame *frame, sinew_quat local)
{
    const sinew_quat inner =
        multiply3(sinew__quat_conjugate(frame->before), local, sinew__quat_conjugate(frame->after));
    double degrees[3];
    sinew__quat_to_least_euler(inner, frame->order, degrees);
    for (int i = 0; i < 3; ++i)
        if (edit->replaces >> (SINEW_EDIT_RX + i) & 1) degrees[i] = edit->value[SINEW_EDIT_RX + i];
    return multiply3(frame->before, sinew__quat_from_euler(degrees, frame->order), frame->after);
}

static sinew_quat add_rotation(const sinew_joint_edit *edit, int order, sinew_quat local)
{
    double degrees[3] = {0, 0, 0};
    for (int i = 0; i < 3; ++i)
        if (edit->adds >> (SINEW_EDIT_RX + i) & 1) degrees[i] = edit->value[SINEW_EDIT_RX + i];
    return sinew__quat_multiply(local, sinew__quat_from_euler(degrees, order));
}

/// The part of a joint's translation that its rotation pivot and scale pivot cause.
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
    sinew_pose_compute_locals(model, pose);
    const sinew_transform_stack stack = sinew__joint_stack(model, edit->joint);
    const channel_frame frame = frame_of(&stack);
    sinew_transform *local = &pose->local[edit->joint];
    const sinew_vec3 before = pivot_translation(stack, local);
    edit_vector(edit, SINEW_EDIT_SX, (double *[3]){&local->s.x, &local->s.y, &local->s.z});
    if (edits_rotation(edit->replaces)) local->r = replace_rotation(edit, &frame, local->r);
    if (edits_rotation(edit->adds)) local->r = add_rotation(edit, frame.order, local->r);
    const sinew_vec3 after = pivot_translation(stack, local);
    local->t =
        (sinew_vec3){local->t.x + after.x - before.x, local->t.y + after.y - before.y, local->t.z + after.z - before.z};
    edit_vector(edit, SINEW_EDIT_TX, (double *[3]){&local->t.x, &local->t.y, &local->t.z});
    pose->animated[edit->joint] = 1;
}
