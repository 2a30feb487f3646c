#include "runtime/model/transform_stack.h"

#include "core/base/affine.h"

sinew_quat sinew__stack_rotation(const sinew_transform_stack *stack)
{
    if (!stack->rotation_active) return sinew__quat_from_euler(stack->rotation, SINEW_ROTATE_XYZ);
    const sinew_quat pre = sinew__quat_from_euler(stack->pre_rotation, SINEW_ROTATE_XYZ);
    const sinew_quat post = sinew__quat_from_euler(stack->post_rotation, SINEW_ROTATE_XYZ);
    const sinew_quat own = sinew__quat_from_euler(stack->rotation, stack->rotation_order);
    return sinew__quat_multiply(pre, sinew__quat_multiply(own, sinew__quat_conjugate(post)));
}

sinew_vec3 sinew__stack_inside(const sinew_transform_stack *stack)
{
    const double *pivot = stack->rotation_pivot, *scale_pivot = stack->scaling_pivot;
    double inside[3];
    for (int i = 0; i < 3; ++i)
        inside[i] = stack->scaling_offset[i] + scale_pivot[i] - pivot[i] - stack->scaling[i] * scale_pivot[i];
    return (sinew_vec3){inside[0], inside[1], inside[2]};
}

sinew_transform sinew__stack_local(const sinew_transform_stack *stack)
{
    const sinew_quat rotation = sinew__stack_rotation(stack);
    const sinew_vec3 inside = sinew__stack_inside(stack);
    sinew_vec3 rotated = {0, 0, 0};
    if (inside.x != 0 || inside.y != 0 || inside.z != 0) { // most stacks have no pivots
        const sinew_affine turn = sinew__affine_from_quat(rotation);
        rotated = sinew__affine_direction(&turn, inside);
    }
    const double *t = stack->translation, *offset = stack->rotation_offset, *pivot = stack->rotation_pivot;
    return (sinew_transform){
        .t = {t[0] + offset[0] + pivot[0] + rotated.x, t[1] + offset[1] + pivot[1] + rotated.y,
              t[2] + offset[2] + pivot[2] + rotated.z},
        .r = rotation,
        .s = {stack->scaling[0], stack->scaling[1], stack->scaling[2]},
    };
}

sinew_transform_stack sinew__joint_stack(const sinew_model *model, int32_t joint)
{
    const sinew_joint *item = &model->joints[joint];
    if (item->stack != SINEW_NONE) return model->stacks[item->stack];
    sinew_transform_stack stack = {.translation = {item->rest.t.x, item->rest.t.y, item->rest.t.z},
                                   .scaling = {item->rest.s.x, item->rest.s.y, item->rest.s.z}};
    sinew__quat_to_euler(item->rest.r, SINEW_ROTATE_XYZ, stack.rotation);
    return stack;
}
