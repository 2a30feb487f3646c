// Computes a joint's local transform from its FBX transform stack, and its global from its parent's by the inherit
// types.
#include "runtime/model/joint_frame.h"

#include <math.h>

#include "core/base/affine.h"

// The FBX transform stack.

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

int sinew__stack_lacks_pivots(const sinew_transform_stack *stack)
{
    const double *const shifts[] = {stack->rotation_offset, stack->rotation_pivot, stack->scaling_offset,
                                    stack->scaling_pivot};
    for (int i = 0; i < 12; ++i)
        if (shifts[i / 3][i % 3] != 0) return 0;
    return 1;
}

void sinew__stack_scale(sinew_transform_stack *stack, double factor)
{
#define VECTOR(property, field, unit)                                                                                  \
    for (int i = 0; i < 3 && SINEW__STACK_##unit == SINEW__STACK_LENGTH; ++i) stack->field[i] *= factor;
    SINEW__STACK_TRS(VECTOR)
    SINEW__STACK_PIVOTS(VECTOR)
#undef VECTOR
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

sinew_inherit_type sinew__inherit_type(const sinew_model *model, int32_t joint)
{
    const int32_t stack = model->joints[joint].stack;
    return stack == SINEW_NONE ? SINEW_INHERIT_RSrs : (sinew_inherit_type)model->stacks[stack].inherit_type;
}

static void set_translation(sinew_affine *map, sinew_vec3 to)
{
    map->row[0][3] = to.x;
    map->row[1][3] = to.y;
    map->row[2][3] = to.z;
}

static double column_length(const sinew_affine *map, int column)
{
    return sqrt(map->row[0][column] * map->row[0][column] + map->row[1][column] * map->row[1][column] +
                map->row[2][column] * map->row[2][column]);
}

sinew_affine sinew__inherit(const sinew__joint_frame *parent, sinew_inherit_type type, const sinew_transform *local)
{
    if (type == SINEW_INHERIT_RrSs) {
        // The global is G · T, with its linear part replaced by R · r · S · s. Capitals are the parent's rotation,
        // scale and global; T is the joint's translation. Source: the FBX SDK's documentation, "Computing
        // transformation matrices" (eInheritRrSs).
        const sinew_affine unrotate = sinew__affine_from_quat(sinew__quat_conjugate(parent->rotation));
        sinew_affine scale = sinew__affine_multiply(&unrotate, &parent->global); // S, including shear
        set_translation(&scale, (sinew_vec3){0, 0, 0});
        const sinew_affine own = sinew__affine_scale((double[3]){local->s.x, local->s.y, local->s.z});
        const sinew_affine scaled = sinew__affine_multiply(&scale, &own);
        const sinew_affine rotation = sinew__affine_from_quat(sinew__quat_multiply(parent->rotation, local->r));
        sinew_affine global = sinew__affine_multiply(&rotation, &scaled);
        set_translation(&global, sinew__affine_point(&parent->global, local->t));
        return global;
    }
    sinew_affine own = sinew__affine_from_transform(local);
    if (type == SINEW_INHERIT_Rrs) {
        // G · T · S_p⁻¹ · r · s, where S_p is the parent's own scale. Source: Maya's documentation of a joint's matrix,
        // S · RO · R · JO · IS · T for row vectors, where IS is the inverse of the parent's own scale. (The FBX SDK's
        // sample removes the scale of all ancestors, which is the same if only the parent is scaled.) A scale of 0 has
        // no inverse, and 0 is used.
        const double s[3] = {parent->scale.x, parent->scale.y, parent->scale.z};
        const sinew_affine unscale = sinew__affine_scale(
            (double[3]){s[0] != 0 ? 1 / s[0] : 0, s[1] != 0 ? 1 / s[1] : 0, s[2] != 0 ? 1 / s[2] : 0});
        own = sinew__affine_multiply(&unscale, &own);
        set_translation(&own, local->t);
    }
    return sinew__affine_multiply(&parent->global, &own);
}

/// Solves R · r · S · s = L for r and s. A rotation keeps the lengths of columns, so that s is |L| / |S| per column.
static void local_apart(const sinew__joint_frame *parent, const sinew_affine *global, sinew_transform *local)
{
    const sinew_affine unrotate = sinew__affine_from_quat(sinew__quat_conjugate(parent->rotation));
    const sinew_affine scale = sinew__affine_multiply(&unrotate, &parent->global), // S of the parent, shear included
        own = sinew__affine_multiply(&unrotate, global);                           // r · S · s
    double s[3];
    for (int i = 0; i < 3; ++i) s[i] = column_length(&own, i) / column_length(&scale, i);
    const sinew_affine scales = sinew__affine_scale(s);
    sinew_affine scaled = sinew__affine_multiply(&scale, &scales), unscale;
    set_translation(&scaled, (sinew_vec3){0, 0, 0});
    sinew_transform nearest = *local;
    if (!sinew__affine_inverse(&scaled, &unscale)) return;
    const sinew_affine rotation = sinew__affine_multiply(&own, &unscale);
    sinew__transform_nearest(&rotation, &nearest);
    local->r = nearest.r;
    local->s = (sinew_vec3){s[0], s[1], s[2]};
}

void sinew__inherit_local(const sinew__joint_frame *parent, const sinew_affine *unparent, sinew_inherit_type type,
                          const sinew_affine *global, sinew_transform *local)
{
    const double s[3] = {parent->scale.x, parent->scale.y, parent->scale.z};
    sinew_affine map = sinew__affine_multiply(unparent, global);
    const sinew_vec3 t = {map.row[0][3], map.row[1][3], map.row[2][3]};
    switch (type) {
    case SINEW_INHERIT_RrSs: local_apart(parent, global, local); break;
    case SINEW_INHERIT_Rrs:
        for (int i = 0; i < 9; ++i) map.row[i / 3][i % 3] *= s[i / 3];
        sinew__transform_nearest(&map, local);
        break;
    case SINEW_INHERIT_RSrs: sinew__transform_nearest(&map, local); break;
    }
    local->t = t;
}

sinew__joint_frame sinew__joint_frame_below(const sinew__joint_frame *parent, sinew_inherit_type type,
                                            const sinew_transform *local, const sinew_affine *matrix)
{
    sinew__joint_frame frame = {*matrix, local->r, local->s};
    if (!parent) return frame;
    frame.rotation = sinew__quat_multiply(parent->rotation, local->r);
    frame.global = type == SINEW_INHERIT_RSrs ? sinew__affine_multiply(&parent->global, matrix)
                                              : sinew__inherit(parent, type, local);
    return frame;
}
