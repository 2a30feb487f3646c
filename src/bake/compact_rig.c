#include "bake/compact_rig.h"

#include <math.h>

#include "base/affine.h"

static const int order_axes[7][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}, {0, 1, 2}};

sinew__rig_joint sinew__rig_joint_of(const sinew_model *model, int32_t joint)
{
    sinew__rig_joint out = {.sign = 1, .axes = {0, 1, 2}, .pre = {0, 0, 0, 1}, .post = {0, 0, 0, 1}};
    const int32_t index = model->joints[joint].stack;
    if (index == SINEW_NONE) return out;
    const sinew_transform_stack *stack = &model->stacks[index];
    if (stack->rotation_active) {
        const int order = stack->rotation_order;
        for (int i = 0; i < 3; ++i) out.axes[i] = order_axes[order >= 0 && order < 7 ? order : 0][i];
        out.sign = (out.axes[1] - out.axes[0] + 3) % 3 == 1 ? 1 : -1; // cyclic orders only turn the axes
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

sinew_quat sinew__rig_inner(const sinew__rig_joint *joint, sinew_quat rotation)
{
    const sinew_quat q =
        sinew__quat_multiply(sinew__quat_conjugate(joint->pre), sinew__quat_multiply(rotation, joint->post));
    const double v[3] = {q.x, q.y, q.z};
    return (sinew_quat){joint->sign * v[joint->axes[0]], joint->sign * v[joint->axes[1]],
                        joint->sign * v[joint->axes[2]], q.w};
}

sinew_quat sinew__rig_outer(const sinew__rig_joint *joint, sinew_quat inner)
{
    double v[3];
    v[joint->axes[0]] = joint->sign * inner.x;
    v[joint->axes[1]] = joint->sign * inner.y;
    v[joint->axes[2]] = joint->sign * inner.z;
    const sinew_quat q = {v[0], v[1], v[2], inner.w};
    return sinew__quat_multiply(joint->pre, sinew__quat_multiply(q, sinew__quat_conjugate(joint->post)));
}

void sinew__rig_translation(const sinew__rig_joint *joint, const sinew_transform *local, double out[3])
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

static void put(float (*to)[SINEW__COMPACT_LANES], int lane, const sinew_affine *map, int columns)
{
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < columns; ++k) to[columns * i + k][lane] = (float)map->row[i][k];
}

static void put_vector(float (*to)[SINEW__COMPACT_LANES], int lane, const double v[3])
{
    for (int i = 0; i < 3; ++i) to[i][lane] = (float)v[i];
}

/// The exchange of axes: rows of the result are rows axes[0 … 2] of a map.
static sinew_affine exchanged(const sinew__rig_joint *joint)
{
    sinew_affine map = {{{0}}};
    for (int i = 0; i < 3; ++i) map.row[i][joint->axes[i]] = 1;
    return map;
}

static sinew_affine shifted(const double by[3])
{
    sinew_affine map = sinew__affine_identity();
    for (int i = 0; i < 3; ++i) map.row[i][3] = by[i];
    return map;
}

static sinew_affine transposed(const sinew_affine *a)
{
    sinew_affine out = {{{0}}};
    for (int i = 0; i < 3; ++i)
        for (int k = 0; k < 3; ++k) out.row[i][k] = a->row[k][i];
    return out;
}

static void put_rotation(sinew__rig_group *group, int lane, const sinew__rig_joint *joint)
{
    for (int k = 0; k < 4; ++k) {
        const sinew_quat unit = {k == 0, k == 1, k == 2, k == 3};
        const sinew_quat q = sinew__rig_outer(joint, unit);
        const double column[4] = {q.x, q.y, q.z, q.w};
        for (int i = 0; i < 4; ++i) group->rotation[4 * i + k][lane] = (float)column[i];
    }
}

/// The scale and rotation of a map that has nothing else in its linear part. Returns 0 for another.
static int is_similarity(const sinew_affine *map, double *out_scale, sinew_quat *out_rotation)
{
    static const double near = 1e-5; // of the scale: what exporters round bind matrices to
    sinew_transform nearest;
    sinew__transform_nearest(map, &nearest);
    const double scale = (nearest.s.x + nearest.s.y + nearest.s.z) / 3;
    const sinew_affine rotation = sinew__affine_from_quat(nearest.r);
    if (!(scale > 0)) return 0;
    for (int i = 0; i < 9; ++i)
        if (!(fabs(map->row[i / 3][i % 3] - scale * rotation.row[i / 3][i % 3]) <= near * scale)) return 0;
    *out_scale = scale;
    *out_rotation = nearest.r;
    return 1;
}

/// Fills what plays a joint by quaternions alone. Returns 0 for one that shears.
static int put_skin(sinew__rig_group *group, int lane, const sinew__rig_joint *joint, const sinew_affine *bind_above,
                    const sinew_affine *bind, const sinew_vec3 *scale, const sinew_affine *after,
                    const double position[3])
{
    static const double even = 1e-6;
    double scale_above, scale_below;
    sinew_quat above, below; // of bind matrices alone, so that a joint takes back what its parent has
    sinew_affine inverse;
    if (!is_similarity(bind_above, &scale_above, &above) || !is_similarity(bind, &scale_below, &below) ||
        !(scale->x > 0) || !(fabs(scale->y - scale->x) <= even * scale->x) ||
        !(fabs(scale->z - scale->x) <= even * scale->x) || !sinew__affine_inverse(after, &inverse))
        return 0;
    const sinew_quat back = sinew__quat_conjugate(below);
    const double scale_of_map = scale_above * scale->x / scale_below, length = sqrt(2 * scale_of_map);
    for (int k = 0; k < 4; ++k) {
        const sinew_quat unit = {k == 0, k == 1, k == 2, k == 3};
        const sinew_quat q = sinew__quat_multiply(sinew__quat_multiply(above, sinew__rig_outer(joint, unit)), back);
        const double column[4] = {q.x, q.y, q.z, q.w};
        for (int i = 0; i < 4; ++i) group->skin[4 * i + k][lane] = (float)(length * column[i]);
    }
    group->diagonal[lane] = (float)(scale_of_map - 1);
    for (int i = 0; i < 3; ++i) {
        group->center[i][lane] = (float)-inverse.row[i][3];
        group->skin_position[i][lane] = (float)(position[i] - inverse.row[i][3]);
    }
    return 1;
}

/// What leads from S on inwards: unpost · T(inside) · S · back.
static sinew_affine after_scale(const sinew_affine *unpost, const sinew__rig_joint *joint, const double scale[3],
                                const sinew_affine *back)
{
    const sinew_affine scales = sinew__affine_scale(scale), inside = shifted(joint->inside);
    const sinew_affine scaled = sinew__affine_multiply(&scales, back);
    const sinew_affine moved = sinew__affine_multiply(&inside, &scaled);
    return sinew__affine_multiply(unpost, &moved);
}

static void fill_lane(const sinew_model *model, const sinew__binds *binds, int32_t index, sinew__rig_group *group)
{
    const int lane = index % SINEW__COMPACT_LANES;
    const sinew_joint *item = &model->joints[index];
    const sinew__rig_joint joint = sinew__rig_joint_of(model, index);
    const sinew_affine exchange = exchanged(&joint), exchange_back = transposed(&exchange);
    const sinew_affine pre = sinew__affine_from_quat(joint.pre),
                       unpost_own = sinew__affine_from_quat(sinew__quat_conjugate(joint.post));
    const sinew_affine bind_above = item->parent == SINEW_NONE ? sinew__affine_identity() : binds->of[item->parent];
    const sinew_affine shift = shifted(joint.shift);
    const sinew_affine above = sinew__affine_multiply(&bind_above, &shift);
    const sinew_affine rotated = sinew__affine_multiply(&bind_above, &pre);
    const sinew_affine before = sinew__affine_multiply(&rotated, &exchange_back),
                       unpost = sinew__affine_multiply(&exchange, &unpost_own);
    const double unpivot[3] = {-joint.scale_pivot[0], -joint.scale_pivot[1], -joint.scale_pivot[2]},
                 scale[3] = {item->rest.s.x, item->rest.s.y, item->rest.s.z};
    const sinew_affine pivot = shifted(unpivot), back = sinew__affine_multiply(&pivot, &binds->back[index]);
    const sinew_affine after = after_scale(&unpost, &joint, scale, &back);
    double t[3];
    sinew__rig_translation(&joint, &item->rest, t);
    const sinew_vec3 point = sinew__affine_point(&above, (sinew_vec3){t[0], t[1], t[2]});
    const double position[3] = {point.x, point.y, point.z};
    put(group->before, lane, &before, 3);
    put(group->after, lane, &after, 4);
    put(group->above, lane, &above, 4);
    put(group->unpost, lane, &unpost, 3);
    put(group->back, lane, &back, 4);
    put_vector(group->position, lane, position);
    put_vector(group->inside, lane, joint.inside);
    put_vector(group->rest_t, lane, t);
    put_vector(group->rest_s, lane, scale);
    put_vector(group->shift, lane, joint.shift);
    put_vector(group->scale_pivot, lane, joint.scale_pivot);
    put_rotation(group, lane, &joint);
    if (!put_skin(group, lane, &joint, &bind_above, &binds->of[index], &item->rest.s, &after, position))
        group->sheared_mask |= 1u << lane;
    for (int i = 0; i < 3; ++i)
        if (joint.shift[i] != 0 || joint.inside[i] != 0 || joint.scale_pivot[i] != 0) group->has_pivots = 1;
}

void sinew__rig_fill(const sinew_model *model, const sinew__binds *binds, sinew__rig_group *groups)
{
    for (int32_t i = 0; i < model->joint_count; ++i) fill_lane(model, binds, i, &groups[i / SINEW__COMPACT_LANES]);
    for (int32_t i = model->joint_count; i % SINEW__COMPACT_LANES != 0; ++i) { // lanes beyond the last joint rest
        sinew__rig_group *group = &groups[i / SINEW__COMPACT_LANES];
        for (int k = 0; k < 3; ++k) group->rest_s[k][i % SINEW__COMPACT_LANES] = 1;
        for (int k = 0; k < 4; ++k) group->rotation[5 * k][i % SINEW__COMPACT_LANES] = 1;
    }
}
