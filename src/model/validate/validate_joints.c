/// Joints, their transform stacks, and the importer's nodes.
#include <math.h>

#include "base/affine.h"
#include "model/validate/validate.h"

static int transform_is_valid(const sinew_transform *t)
{
    const double length = t->r.x * t->r.x + t->r.y * t->r.y + t->r.z * t->r.z + t->r.w * t->r.w;
    return isfinite(t->t.x + t->t.y + t->t.z + t->s.x + t->s.y + t->s.z) && fabs(length - 1) < 1e-6;
}

static sinew_result validate_joints(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        const int valid = joint->parent >= SINEW_NONE && joint->parent < i &&
                          (i == 0 || joint->parent >= model->joints[i - 1].parent) &&
                          sinew__text_fits(model, joint->name) && joint->authored >= 0 &&
                          joint->authored < model->joint_count && model->authored_order[joint->authored] == i &&
                          sinew__index_or_none(joint->node, model->node_count) &&
                          sinew__index_or_none(joint->stack, model->stack_count) && joint->kind <= SINEW_JOINT_LIGHT &&
                          joint->depth == (joint->parent == SINEW_NONE ? 0 : model->joints[joint->parent].depth + 1) &&
                          transform_is_valid(&joint->rest) && sinew__affine_is_finite(&joint->rest_matrix) &&
                          sinew__affine_is_finite(&joint->bind_global);
        if (!valid) return sinew__damaged(error, "joint", i);
    }
    return SINEW_OK;
}

static sinew_result validate_stacks(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->stack_count; ++i) {
        const sinew_transform_stack *stack = &model->stacks[i];
        const size_t numbers = offsetof(sinew_transform_stack, rotation_order) / sizeof(double);
        if (!sinew__all_finite_double(stack->translation, numbers) || stack->rotation_order < 0 ||
            stack->rotation_order > SINEW_ROTATE_SPHERIC || stack->inherit_type < 0 ||
            stack->inherit_type > SINEW_INHERIT_Rrs)
            return sinew__damaged(error, "transform stack", i);
    }
    return SINEW_OK;
}

static sinew_result validate_nodes(const sinew_model *model, sinew_error *error)
{
    for (int32_t i = 0; i < model->node_count; ++i) {
        const sinew_node *node = &model->nodes[i];
        int32_t before = i - 1; // depth-first: the parent is the node before or one of its ancestors
        while (before != SINEW_NONE && before != node->parent) before = model->nodes[before].parent;
        if (before != node->parent || (node->parent == SINEW_NONE) != (i == 0) ||
            !sinew__index_or_none(node->joint, model->joint_count) || !sinew__text_fits(model, node->name) ||
            !sinew__affine_is_finite(&node->local))
            return sinew__damaged(error, "node", i);
    }
    return SINEW_OK;
}

sinew_result sinew__validate_joints(const sinew_model *model, sinew_error *error)
{
    sinew_result result = validate_joints(model, error);
    if (result == SINEW_OK) result = validate_stacks(model, error);
    if (result == SINEW_OK) result = validate_nodes(model, error);
    return result;
}
