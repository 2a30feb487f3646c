#include "base/arguments.h"
#include "base/error.h"
#include "blend/blender.h"
#include "ik/limb.h"
#include "ik/rotate_joint.h"
#include "sinew/ik.h"

// ---- checking -----------------------------------------------------------------------------------------------------

static sinew_result fail_joints(const sinew_model *model, int32_t joint, int32_t above, sinew_error *error)
{
    return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s' is not below joint '%s'",
                       sinew_text(model, model->joints[joint].name), sinew_text(model, model->joints[above].name));
}

sinew_result sinew_ik_two_bone_check(const sinew_model *model, const sinew_ik_two_bone *limb, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, limb)) return SINEW_ERROR_INVALID_ARGUMENT;
    const int32_t joints[3] = {limb->upper, limb->middle, limb->end};
    for (int i = 0; i < 3; ++i)
        if (sinew__lacks_item(out_error, "joint", joints[i], model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int i = 1; i < 3; ++i)
        if (joints[i] == joints[i - 1] || !sinew__is_below(model, joints[i], joints[i - 1]))
            return fail_joints(model, joints[i], joints[i - 1], out_error);
    if (!sinew__vec3_is_finite(limb->target) || !sinew__vec3_is_finite(limb->pole) || !isfinite(limb->twist))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "target, pole or twist is not finite");
    if (!(limb->softening >= 0 && limb->softening <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "softening %g is out of range [0, 1]",
                           limb->softening);
    if (!(limb->weight >= 0 && limb->weight <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "weight %g is out of range [0, 1]", limb->weight);
    return SINEW_OK;
}

// ---- the triangle -------------------------------------------------------------------------------------------------

/// Positions of the joints, lengths of the bones, and what is wanted.
typedef struct limb_shape {
    sinew_vec3 upper, middle, end;
    double upper_length, lower_length;
    double least; ///< lengths below this are rounding
} limb_shape;

/// The limb as it is to be: the direction to the end, its distance, and the direction in which the middle joint bends.
typedef struct limb_goal {
    sinew_vec3 forward, bend;
    double distance;
} limb_goal;

static limb_shape measure(const sinew_vec3 joints[3])
{
    limb_shape shape = {joints[0], joints[1], joints[2], 0, 0, 0};
    shape.upper_length = sinew__vec3_length(sinew__vec3_subtract(shape.middle, shape.upper));
    shape.lower_length = sinew__vec3_length(sinew__vec3_subtract(shape.end, shape.middle));
    shape.least = 1e-9 * (shape.upper_length + shape.lower_length);
    return shape;
}

/// The distance at which the end is placed, for a target at `wanted`: within reach, and softened near the full length.
static double reachable(const limb_shape *shape, double softening, double wanted)
{
    const double full = shape->upper_length + shape->lower_length, begin = full * (1 - softening);
    const double nearest = fabs(shape->upper_length - shape->lower_length);
    if (wanted > begin && softening > 0) {
        const double beyond = (wanted - begin) / (full - begin); // slope 1 at `begin`, never at the full length
        wanted = begin + (full - begin) * beyond / (1 + beyond);
    }
    return wanted > full ? full : wanted < nearest ? nearest : wanted;
}

/// The first vector that is not 0 0 0.
static sinew_vec3 first_direction(sinew_vec3 a, sinew_vec3 b)
{
    return sinew__vec3_dot(a, a) > 0 ? a : b;
}

/// The bend that the limb has now, as it turns to its goal; where it is straight, any.
static sinew_vec3 present_bend(const limb_shape *shape, sinew_vec3 resting, sinew_vec3 forward)
{
    const sinew_quat swing = sinew__quat_between(resting, forward, (sinew_vec3){0, 0, 0});
    const sinew_vec3 bone = sinew__quat_rotate(swing, sinew__vec3_subtract(shape->middle, shape->upper));
    return first_direction(sinew__vec3_across(bone, forward), sinew__vec3_perpendicular(forward));
}

/// The direction of the limb now; of its upper bone where the end is at the upper joint.
static sinew_vec3 present_direction(const limb_shape *shape)
{
    const sinew_vec3 bone = sinew__vec3_subtract(shape->middle, shape->upper),
                     now = sinew__vec3_normalize(sinew__vec3_subtract(shape->end, shape->upper), shape->least);
    return first_direction(first_direction(now, sinew__vec3_normalize(bone, shape->least)), (sinew_vec3){1, 0, 0});
}

static sinew_vec3 twisted(sinew_vec3 bend, sinew_vec3 axis, double degrees)
{
    const double half = degrees * acos(-1) / 360, s = sin(half);
    return sinew__quat_rotate((sinew_quat){axis.x * s, axis.y * s, axis.z * s, cos(half)}, bend);
}

static limb_goal aim_limb(const limb_shape *shape, const sinew_ik_two_bone *limb)
{
    const sinew_vec3 to_target = sinew__vec3_subtract(limb->target, shape->upper);
    const double wanted = sinew__vec3_length(to_target);
    limb_goal goal = {.distance = reachable(shape, limb->softening, wanted)};
    goal.forward = wanted > shape->least ? sinew__vec3_scale(to_target, 1 / wanted) : present_direction(shape);
    goal.bend = sinew__vec3_across(limb->pole, goal.forward);
    if (!(sinew__vec3_dot(goal.bend, goal.bend) > 0))
        goal.bend = present_bend(shape, present_direction(shape), goal.forward);
    if (limb->twist != 0) goal.bend = twisted(goal.bend, goal.forward, limb->twist);
    return goal;
}

/// From the upper joint to where the middle joint is to be, by the law of cosines.
static sinew_vec3 middle_offset(const limb_shape *shape, const limb_goal *goal)
{
    const double a = shape->upper_length, b = shape->lower_length, d = goal->distance;
    if (!(a > shape->least) || !(d > shape->least)) return sinew__vec3_scale(goal->bend, a);
    double cosine = (a * a + d * d - b * b) / (2 * a * d);
    cosine = cosine > 1 ? 1 : cosine < -1 ? -1 : cosine;
    return sinew__vec3_add(sinew__vec3_scale(goal->forward, a * cosine),
                           sinew__vec3_scale(goal->bend, a * sqrt(1 - cosine * cosine)));
}

/// The rotation of the upper bone: its direction, then the plane of the limb about it.
static sinew_quat rotation_of_upper(const limb_shape *shape, const limb_goal *goal, sinew_vec3 offset)
{
    if (!(shape->upper_length > shape->least)) return sinew__quat_identity();
    const double unit = 1 / shape->upper_length;
    const sinew_vec3 from = sinew__vec3_scale(sinew__vec3_subtract(shape->middle, shape->upper), unit),
                     to = sinew__vec3_scale(offset, unit);
    const sinew_quat swing = sinew__quat_between(from, to, (sinew_vec3){0, 0, 0});
    const sinew_vec3 lower = sinew__vec3_subtract(shape->end, shape->middle);
    const sinew_vec3 side = sinew__vec3_across(sinew__quat_rotate(swing, lower), to);
    const sinew_vec3 normal = sinew__vec3_cross(goal->bend, goal->forward);
    const sinew_vec3 wanted = sinew__vec3_cross(normal, to); // of unit length: the normal is at a right angle to both
    if (!(sinew__vec3_dot(side, side) > 0)) return swing;
    return sinew__quat_multiply(sinew__quat_between(side, wanted, to), swing);
}

/// The rotation of the lower bone before the upper one rotates.
static sinew_quat rotation_of_lower(const limb_shape *shape, const limb_goal *goal, sinew_vec3 offset, sinew_quat upper)
{
    if (!(shape->lower_length > shape->least)) return sinew__quat_identity();
    const double unit = 1 / shape->lower_length;
    const sinew_vec3 lower = sinew__quat_rotate(upper, sinew__vec3_subtract(shape->end, shape->middle));
    const sinew_vec3 wanted = sinew__vec3_subtract(sinew__vec3_scale(goal->forward, goal->distance), offset);
    const sinew_vec3 normal = sinew__vec3_cross(goal->bend, goal->forward);
    const sinew_quat after =
        sinew__quat_between(sinew__vec3_scale(lower, unit), sinew__vec3_scale(wanted, unit), normal);
    return sinew__quat_multiply(sinew__quat_conjugate(upper), sinew__quat_multiply(after, upper));
}

double sinew__limb_solve(const sinew_vec3 joints[3], const sinew_ik_two_bone *limb, sinew_quat *out_upper,
                         sinew_quat *out_lower)
{
    const limb_shape shape = measure(joints);
    const limb_goal goal = aim_limb(&shape, limb);
    const sinew_vec3 offset = middle_offset(&shape, &goal);
    const sinew_vec3 end = sinew__vec3_add(shape.upper, sinew__vec3_scale(goal.forward, goal.distance));
    *out_upper = rotation_of_upper(&shape, &goal, offset);
    *out_lower = rotation_of_lower(&shape, &goal, offset, *out_upper);
    return sinew__vec3_length(sinew__vec3_subtract(limb->target, end));
}

double sinew_ik_solve_two_bone(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_two_bone *limb)
{
    if (!sinew__vec3_is_finite(limb->target) || !sinew__vec3_is_finite(limb->pole)) return (double)INFINITY;
    const sinew_affine upper_joint = sinew_blend_joint_global(blender, limb->upper),
                       middle_joint = sinew_blend_joint_global(blender, limb->middle),
                       end_joint = sinew_blend_joint_global(blender, limb->end);
    const sinew_vec3 joints[3] = {sinew__position_of(&upper_joint), sinew__position_of(&middle_joint),
                                  sinew__position_of(&end_joint)};
    sinew_quat upper, lower;
    const double missed = sinew__limb_solve(joints, limb, &upper, &lower);
    if (!(limb->weight > 0)) return missed;
    const double weight = limb->weight < 1 ? limb->weight : 1;
    sinew__rotate_joint(blender, pose, limb->upper, sinew__quat_part(upper, weight));
    sinew__rotate_joint(blender, pose, limb->middle, sinew__quat_part(lower, weight));
    sinew_blend_globals_below(blender, pose, limb->upper);
    return missed;
}
