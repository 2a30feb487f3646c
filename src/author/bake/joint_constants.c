// Computes the constants of joints' transform stacks, from which the kernels compute joint matrices.
#include "author/bake/bake_clip.h"

#include <math.h>
#include <string.h>

#include "core/base/affine.h"
#include "core/base/cpu.h"

sinew__stack_constants sinew__stack_constants_of(const sinew_model *model, int32_t joint)
{
    sinew__stack_constants out = {.sign = 1, .axes = {0, 1, 2}, .pre = {0, 0, 0, 1}, .post = {0, 0, 0, 1}};
    const int32_t index = model->joints[joint].stack;
    if (index == SINEW_NONE) return out;
    const sinew_transform_stack *stack = &model->stacks[index];
    if (stack->rotation_active) {
        out.sign = sinew__rotation_axes(stack->rotation_order, out.axes); // cyclic orders only rename the axes
        out.pre = sinew__quat_from_euler(stack->pre_rotation, SINEW_ROTATE_XYZ);
        out.post = sinew__quat_from_euler(stack->post_rotation, SINEW_ROTATE_XYZ);
    }
    for (int i = 0; i < 3; ++i) {
        out.shift[i] = stack->rotation_offset[i] + stack->rotation_pivot[i];
        out.inside[i] = stack->scaling_offset[i] + stack->scaling_pivot[i] - stack->rotation_pivot[i];
        out.scale_pivot[i] = stack->scaling_pivot[i];
    }
    return out;
}

sinew_quat sinew__joint_constants_inner(const sinew__stack_constants *joint, sinew_quat rotation)
{
    const sinew_quat q =
        sinew__quat_multiply(sinew__quat_conjugate(joint->pre), sinew__quat_multiply(rotation, joint->post));
    const double v[3] = {q.x, q.y, q.z};
    return (sinew_quat){joint->sign * v[joint->axes[0]], joint->sign * v[joint->axes[1]],
                        joint->sign * v[joint->axes[2]], q.w};
}

static sinew_quat outer_constants(const sinew__stack_constants *joint, sinew_quat inner)
{
    double v[3];
    v[joint->axes[0]] = joint->sign * inner.x;
    v[joint->axes[1]] = joint->sign * inner.y;
    v[joint->axes[2]] = joint->sign * inner.z;
    const sinew_quat q = {v[0], v[1], v[2], inner.w};
    return sinew__quat_multiply(joint->pre, sinew__quat_multiply(q, sinew__quat_conjugate(joint->post)));
}

void sinew__joint_constants_translation(const sinew__stack_constants *joint, const sinew_transform *local,
                                        double out[3])
{
    const sinew_affine rotation = sinew__affine_from_quat(local->r);
    const sinew_vec3 rotated =
        sinew__affine_direction(&rotation, (sinew_vec3){joint->inside[0] - local->s.x * joint->scale_pivot[0],
                                                        joint->inside[1] - local->s.y * joint->scale_pivot[1],
                                                        joint->inside[2] - local->s.z * joint->scale_pivot[2]});
    out[0] = local->t.x - joint->shift[0] - rotated.x;
    out[1] = local->t.y - joint->shift[1] - rotated.y;
    out[2] = local->t.z - joint->shift[2] - rotated.z;
}

// ---- one lane -----------------------------------------------------------------------------------------------------

static void put_vector(float (*to)[SINEW__COMPACT_LANES], int lane, const double v[3])
{
    for (int i = 0; i < 3; ++i) to[i][lane] = (float)v[i];
}

static sinew_affine shifted(const double by[3])
{
    sinew_affine map = sinew__affine_identity();
    for (int i = 0; i < 3; ++i) map.row[i][3] = by[i];
    return map;
}

/// Returns the scale of a bind matrix, negative if it mirrors, and its rotation.
static double similarity(const sinew_affine *bind, sinew_quat *out_rotation)
{
    sinew_transform nearest;
    sinew__transform_nearest(bind, &nearest);
    *out_rotation = nearest.r;
    return (nearest.s.x + nearest.s.y + nearest.s.z) / 3;
}

/// The parts of a joint's local matrix in bind space that are the same in all clips.
typedef struct skin_parts {
    sinew__stack_constants joint;
    sinew_quat above, below; ///< rotations of the parent's and the joint's bind matrix
    double scale;            ///< scale of the local matrix
    double mirror;           ///< −1 if the local matrix without S mirrors, else 1
    double uniform_scale;    ///< scale used in place of S: the uniform rest scale, or the scale with which the local
                             ///< matrix has the scale 1
    sinew_affine back;       ///< T(−Sp) · bind⁻¹
    sinew_affine unpost;     ///< Rpost⁻¹
} skin_parts;

static int is_uniform(const sinew_vec3 *scale)
{
    static const double near = 1e-6;
    return scale->x > 0 && fabs(scale->y - scale->x) <= near * scale->x && fabs(scale->z - scale->x) <= near * scale->x;
}

static skin_parts skin_parts_of(const sinew_model *model, const sinew__binds *binds, int32_t index)
{
    const sinew_joint *item = &model->joints[index];
    const sinew_affine identity = sinew__affine_identity();
    skin_parts out = {.joint = sinew__stack_constants_of(model, index)};
    const double above = similarity(item->parent == SINEW_NONE ? &identity : &binds->globals[item->parent], &out.above),
                 below = similarity(&binds->globals[index], &out.below);
    const double *pivot = out.joint.scale_pivot;
    const sinew_affine unpivot = shifted((const double[3]){-pivot[0], -pivot[1], -pivot[2]});
    const double ratio = above / below, growth = isfinite(ratio) && ratio != 0 ? fabs(ratio) : 1;
    out.mirror = ratio < 0 ? -1 : 1;
    out.uniform_scale = is_uniform(&item->rest.s) ? item->rest.s.x : 1 / growth;
    out.scale = growth * out.uniform_scale;
    out.back = sinew__affine_multiply(&unpivot, &binds->back[index]);
    out.unpost = sinew__affine_from_quat(sinew__quat_conjugate(out.joint.post));
    return out;
}

/// Returns P⁻¹ of compact_clip.h: the inverse of unpost · T(inside) · S · back, negated if the local matrix mirrors.
static sinew_affine inverse_after(const skin_parts *parts)
{
    const sinew_affine inside = shifted(parts->joint.inside);
    sinew_affine scaled = parts->back, inverse;
    for (int i = 0; i < 12; ++i) scaled.row[i / 4][i % 4] *= parts->uniform_scale;
    scaled = sinew__affine_multiply(&inside, &scaled);
    scaled = sinew__affine_multiply(&parts->unpost, &scaled);
    for (int i = 0; i < 12; ++i) scaled.row[i / 4][i % 4] *= parts->mirror;
    if (!sinew__affine_inverse(&scaled, &inverse)) return sinew__affine_identity();
    return inverse;
}

static void put_skin(sinew__joint_constants *group, int lane, const skin_parts *parts, const sinew_affine *inverse,
                     const double position[3])
{
    const sinew_quat back = sinew__quat_conjugate(parts->below);
    const double factor = sqrt(2 * parts->scale);
    for (int k = 0; k < 4; ++k) {
        const sinew_quat unit = {k == 0, k == 1, k == 2, k == 3};
        const sinew_quat outer = outer_constants(&parts->joint, unit);
        const sinew_quat q = sinew__quat_multiply(sinew__quat_multiply(parts->above, outer), back);
        const double column[4] = {q.x, q.y, q.z, q.w};
        for (int i = 0; i < 4; ++i)
            group->skin[4 * i + k][lane] = sinew__flush(factor * column[i], factor * SINEW__LEAST_ROTATION);
    }
    group->diagonal[lane] = (float)(parts->scale - 1);
    for (int i = 0; i < 3; ++i) {
        group->center[i][lane] = sinew__flush(-inverse->row[i][3], SINEW__LEAST_ELEMENT);
        group->skin_position[i][lane] = sinew__flush(position[i] - inverse->row[i][3], SINEW__LEAST_ELEMENT);
    }
}

/// Stores a matrix as floats. If a number exceeds the range of float, stores zeros; baking then measures the error.
static void put_joint_matrix(const sinew_affine *map, float out[12])
{
    int is_finite = 1;
    for (int i = 0; i < 12; ++i) {
        out[i] = sinew__flush(map->row[i / 4][i % 4], SINEW__LEAST_ELEMENT);
        is_finite &= isfinite(out[i]) != 0;
    }
    if (!is_finite) memset(out, 0, 12 * sizeof *out);
}

static void fill_lane(const sinew_model *model, const sinew__binds *binds, int32_t index, sinew__joint_constants *group)
{
    const int lane = index % SINEW__COMPACT_LANES;
    const sinew_joint *item = &model->joints[index];
    const skin_parts parts = skin_parts_of(model, binds, index);
    const sinew_affine inverse = inverse_after(&parts);
    const sinew__stack_constants *joint = &parts.joint;
    const sinew_affine bind_above =
        item->parent == SINEW_NONE ? sinew__affine_identity() : binds->globals[item->parent];
    const sinew_affine shift = shifted(joint->shift), above = sinew__affine_multiply(&bind_above, &shift);
    const double scale[3] = {item->rest.s.x, item->rest.s.y, item->rest.s.z};
    double t[3];
    sinew__joint_constants_translation(joint, &item->rest, t);
    const sinew_vec3 point = sinew__affine_point(&above, (sinew_vec3){t[0], t[1], t[2]});
    for (int i = 0; i < 12; ++i) group->above[i][lane] = sinew__flush(above.row[i / 4][i % 4], SINEW__LEAST_ELEMENT);
    put_vector(group->inside, lane, joint->inside);
    put_vector(group->rest_t, lane, t);
    put_vector(group->rest_s, lane, scale);
    put_vector(group->shift, lane, joint->shift);
    put_vector(group->scale_pivot, lane, joint->scale_pivot);
    for (int k = 0; k < 4; ++k) {
        const sinew_quat unit = {k == 0, k == 1, k == 2, k == 3};
        const sinew_quat q = outer_constants(joint, unit);
        const double column[4] = {q.x, q.y, q.z, q.w};
        for (int j = 0; j < 4; ++j) group->rotation[4 * j + k][lane] = (float)column[j];
    }
    put_skin(group, lane, &parts, &inverse, (const double[3]){point.x, point.y, point.z});
    const sinew_affine inside = shifted(parts.joint.inside);
    const sinew_affine after_rotation = sinew__affine_multiply(&parts.unpost, &inside),
                       columns = sinew__affine_multiply(&inverse, &after_rotation);
    put_joint_matrix(&columns, group->columns[lane]);
    put_joint_matrix(&parts.back, group->back[lane]);
    for (int i = 0; i < 3; ++i)
        if (joint->shift[i] != 0 || joint->inside[i] != 0 || joint->scale_pivot[i] != 0) group->has_pivots = 1;
}

int sinew__joint_constants_is_scaled(const sinew_model *model, const sinew__binds *binds, int32_t joint)
{
    if (!is_uniform(&model->joints[joint].rest.s)) return 1;
    const skin_parts parts = skin_parts_of(model, binds, joint);
    return parts.mirror < 0;
}

void sinew__joint_constants_fill(const sinew_model *model, const sinew__binds *binds, sinew__joint_constants *groups)
{
    for (int32_t i = 0; i < model->joint_count; ++i) fill_lane(model, binds, i, &groups[i / SINEW__COMPACT_LANES]);
    // Rest values for lanes after the last joint.
    for (int32_t i = model->joint_count; i % SINEW__COMPACT_LANES != 0; ++i) {
        sinew__joint_constants *group = &groups[i / SINEW__COMPACT_LANES];
        for (int k = 0; k < 3; ++k) group->rest_s[k][i % SINEW__COMPACT_LANES] = 1;
        for (int k = 0; k < 4; ++k) group->rotation[5 * k][i % SINEW__COMPACT_LANES] = 1;
    }
    for (int32_t i = 0; i < sinew__compact_groups_of(model->joint_count); ++i) {
        groups[i].keeps_rotation = (float)sinew__keeps_rotation(&groups[i]);
        groups[i].keeps_axes = (float)sinew__keeps_axes(&groups[i]);
    }
}
