// Moves the end of a limb to a target by rotating its two bones, in closed form.
#include "core/base/error.h"
#include "runtime/ik/rotate_joint.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/ik.h"

// ---- checking -----------------------------------------------------------------------------------------------------

sinew_result sinew_ik_two_bone_check(const sinew_model *model, const sinew_ik_two_bone *limb, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, limb)) return SINEW_ERROR_INVALID_ARGUMENT;
    const int32_t joints[3] = {limb->upper, limb->middle, limb->end};
    for (int i = 0; i < 3; ++i)
        if (sinew__lacks_item(out_error, "joint", joints[i], model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int i = 1; i < 3; ++i)
        if (joints[i] == joints[i - 1] || !sinew__is_below(model, joints[i], joints[i - 1]))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s' is not below joint '%s'",
                               sinew_text(model, model->joints[joints[i]].name),
                               sinew_text(model, model->joints[joints[i - 1]].name));
    if (!sinew__vec3_is_finite(limb->target) || !sinew__vec3_is_finite(limb->pole) || !isfinite(limb->twist))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "target, pole or twist is not finite");
    if (!(limb->softening >= 0 && limb->softening <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "softening %g is out of range [0, 1]",
                           limb->softening);
    if (!(limb->weight >= 0 && limb->weight <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "weight %g is out of range [0, 1]",
                           (double)limb->weight);
    return SINEW_OK;
}

// ---- the triangle -------------------------------------------------------------------------------------------------

/// The current shape of the limb. `from`, `side` and `normal` are an orthonormal basis: along the upper bone, towards
/// the side of the lower bone, and perpendicular to both.
typedef struct limb_shape {
    sinew_vec3 upper, upper_bone, lower_bone;
    double upper_length, lower_length;
    double least; ///< lengths below this count as 0
    sinew_vec3 from, side, normal;
    int is_straight; ///< the bones are parallel; `side` and `normal` are undefined
} limb_shape;

/// The goal of the limb: the direction and distance of the end, the direction in which the middle joint bends out, and
/// the angle at the upper joint between `forward` and the upper bone.
typedef struct limb_goal {
    sinew_vec3 forward, bend;
    double distance, cosine, sine;
} limb_goal;

static void measure(const sinew_vec3 joints[3], limb_shape *out)
{
    out->upper = joints[0];
    out->upper_bone = sinew__vec3_subtract(joints[1], joints[0]);
    out->lower_bone = sinew__vec3_subtract(joints[2], joints[1]);
    const double upper = sinew__vec3_dot(out->upper_bone, out->upper_bone),
                 lower = sinew__vec3_dot(out->lower_bone, out->lower_bone);
    out->upper_length = sqrt(upper);
    out->lower_length = sqrt(lower);
    out->least = 1e-9 * (out->upper_length + out->lower_length);
    out->from = (sinew_vec3){0, 0, 0};
    if (out->upper_length > out->least) out->from = sinew__vec3_scale(out->upper_bone, 1 / out->upper_length);
    // computed early, because it does not depend on the square roots
    out->normal = sinew__vec3_cross(out->upper_bone, out->lower_bone);
    const double square = sinew__vec3_dot(out->normal, out->normal);
    out->is_straight = !(square > 1e-12 * upper * lower);
    if (!out->is_straight) out->normal = sinew__vec3_scale(out->normal, 1 / sqrt(square));
    out->side = sinew__vec3_cross(out->normal, out->from);
}

/// Returns the distance of the end from the upper joint for a target at distance `wanted`: limited to what the limb
/// reaches, and softened near its full length.
static double reachable(const limb_shape *shape, double softening, double wanted)
{
    const double full = shape->upper_length + shape->lower_length;
    const double begin = softening > 0 ? full * (1 - fmin(softening, 1)) : full;
    const double nearest = fabs(shape->upper_length - shape->lower_length);
    const double beyond = (wanted - begin) / (full - begin); // infinite if rounding removes the softening
    if (wanted > begin && begin < full && beyond < 1e100)
        // slope 1 at `begin`; approaches the full length without reaching it
        wanted = begin + (full - begin) * beyond / (1 + beyond);
    return wanted > full ? full : wanted < nearest ? nearest : wanted;
}

/// Returns `a`, or `b` if `a` is 0 0 0.
static sinew_vec3 first_direction(sinew_vec3 a, sinew_vec3 b)
{
    return sinew__vec3_dot(a, a) > 0 ? a : b;
}

/// Returns the current direction from the upper joint to the end; the upper bone's if the end is at the upper joint.
static sinew_vec3 present_direction(const limb_shape *shape)
{
    const sinew_vec3 to_end = sinew__vec3_add(shape->upper_bone, shape->lower_bone),
                     now = sinew__vec3_normalize(to_end, shape->least);
    return first_direction(first_direction(now, shape->from), (sinew_vec3){1, 0, 0});
}

static void aim_limb(const limb_shape *shape, const sinew_ik_two_bone *limb, limb_goal *out)
{
    const sinew_vec3 to_target = sinew__vec3_subtract(limb->target, shape->upper);
    const double wanted = sinew__vec3_length(to_target);
    out->distance = reachable(shape, limb->softening, wanted);
    // The law of cosines gives the angle at the upper joint.
    const double a = shape->upper_length, b = shape->lower_length, d = out->distance;
    out->cosine = 0;
    if (a > shape->least && d > shape->least) out->cosine = (a * a + d * d - b * b) / (2 * a * d);
    out->cosine = out->cosine > 1 ? 1 : out->cosine < -1 ? -1 : out->cosine;
    out->sine = sqrt(1 - out->cosine * out->cosine);
    out->forward = wanted > shape->least ? sinew__vec3_normalize(to_target, 0) : present_direction(shape);
    out->bend = sinew__vec3_across(limb->pole, out->forward);
    if (!(sinew__vec3_dot(out->bend, out->bend) > 0)) {
        // Without a pole, the limb keeps its current bend as it swings to the goal; a straight limb bends in any
        // direction.
        const sinew_quat swing = sinew__quat_between(present_direction(shape), out->forward, (sinew_vec3){0, 0, 0});
        const sinew_vec3 bone = sinew__quat_rotate(swing, shape->upper_bone);
        out->bend = first_direction(sinew__vec3_across(bone, out->forward), sinew__vec3_perpendicular(out->forward));
    }
    if (limb->twist == 0) return;
    const double half = fmod(limb->twist, 720) * acos(-1) / 360, s = sin(half);
    const sinew_vec3 axis = out->forward;
    out->bend = sinew__quat_rotate((sinew_quat){axis.x * s, axis.y * s, axis.z * s, cos(half)}, out->bend);
}

// ---- the rotations ------------------------------------------------------------------------------------------------

/// Returns the rotation from one orthonormal basis to another.
static sinew_quat basis_rotation(const sinew_vec3 from[3], const sinew_vec3 to[3])
{
    static const double least_w = 1e-3; // for smaller values the products cancel out
    const double w =
        1 + sinew__vec3_dot(from[0], to[0]) + sinew__vec3_dot(from[1], to[1]) + sinew__vec3_dot(from[2], to[2]);
    if (w < least_w) {
        const sinew_quat swing = sinew__quat_between(from[0], to[0], from[2]);
        return sinew__quat_multiply(sinew__quat_between(sinew__quat_rotate(swing, from[1]), to[1], to[0]), swing);
    }
    const sinew_vec3 a = sinew__vec3_cross(from[0], to[0]), b = sinew__vec3_cross(from[1], to[1]),
                     c = sinew__vec3_cross(from[2], to[2]);
    const double scale = 0.5 / sqrt(w); // the quaternion's length is 2 · √w
    return (sinew_quat){(a.x + b.x + c.x) * scale, (a.y + b.y + c.y) * scale, (a.z + b.z + c.z) * scale, w * scale};
}

/// Returns the rotation about `normal` that takes the lower bone from its direction in the limb's basis to its
/// direction in the goal's basis.
static sinew_quat rotation_of_lower(const limb_shape *shape, const limb_goal *goal, sinew_vec3 normal)
{
    const double x = sinew__vec3_dot(shape->lower_bone, shape->from),
                 y = shape->is_straight ? 0 : sinew__vec3_dot(shape->lower_bone, shape->side);
    const double goal_x = goal->distance * goal->cosine - shape->upper_length, goal_y = goal->distance * goal->sine;
    // cosine and sine of the angle, times the squared length of the lower bone: needs no division
    const double square = shape->lower_length * shape->lower_length, cosine = x * goal_x + y * goal_y,
                 sine = x * goal_y - y * goal_x;
    // half of the angle, from the one of two formulas that does not cancel
    const double w = cosine < 0 ? sine : square + cosine, s = cosine < 0 ? square - cosine : sine;
    const double scale = 1 / sqrt(w * w + s * s);
    return (sinew_quat){normal.x * s * scale, normal.y * s * scale, normal.z * s * scale, w * scale};
}

static void find_rotations(const limb_shape *shape, const limb_goal *goal, sinew_quat *out_upper, sinew_quat *out_lower)
{
    *out_upper = *out_lower = sinew__quat_identity();
    if (!(shape->upper_length > shape->least)) { // without an upper bone only the lower one rotates
        if (shape->lower_length > shape->least)
            *out_lower = sinew__quat_between(sinew__vec3_scale(shape->lower_bone, 1 / shape->lower_length),
                                             goal->forward, sinew__vec3_cross(goal->bend, goal->forward));
        return;
    }
    sinew_vec3 basis[3], normal = shape->normal;
    // The goal's basis in the form of limb_shape: `to` is the direction of the upper bone.
    const sinew_vec3 f = goal->forward, b = goal->bend;
    basis[0] = sinew__vec3_add(sinew__vec3_scale(f, goal->cosine), sinew__vec3_scale(b, goal->sine));
    basis[1] = sinew__vec3_subtract(sinew__vec3_scale(f, goal->sine), sinew__vec3_scale(b, goal->cosine));
    basis[2] = sinew__vec3_cross(b, f);
    if (shape->is_straight) {
        *out_upper = sinew__quat_between(shape->from, basis[0], (sinew_vec3){0, 0, 0});
        normal = sinew__quat_rotate(sinew__quat_conjugate(*out_upper), basis[2]);
    } else {
        *out_upper = basis_rotation((const sinew_vec3[3]){shape->from, shape->side, shape->normal}, basis);
    }
    if (shape->lower_length > shape->least) *out_lower = rotation_of_lower(shape, goal, normal);
}

double sinew__limb_solve(const sinew_vec3 joints[3], const sinew_ik_two_bone *limb, sinew_quat *out_upper,
                         sinew_quat *out_lower)
{
    limb_shape shape;
    limb_goal goal;
    measure(joints, &shape);
    aim_limb(&shape, limb, &goal);
    const sinew_vec3 end = sinew__vec3_add(shape.upper, sinew__vec3_scale(goal.forward, goal.distance));
    find_rotations(&shape, &goal, out_upper, out_lower);
    return sinew__vec3_length(sinew__vec3_subtract(limb->target, end));
}

double sinew_ik_solve_two_bone(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_two_bone *limb)
{
    const int32_t count = blender->model->joint_count;
    if (!sinew__is_item(limb->upper, count) || !sinew__is_item(limb->middle, count) ||
        !sinew__is_item(limb->end, count))
        return (double)INFINITY;
    if (!sinew__vec3_is_finite(limb->target) || !sinew__vec3_is_finite(limb->pole) || !isfinite(limb->twist) ||
        !sinew__local_pose_fits(blender->model, pose))
        return (double)INFINITY;
    const sinew_vec3 joints[3] = {sinew__joint_position(blender, limb->upper),
                                  sinew__joint_position(blender, limb->middle),
                                  sinew__joint_position(blender, limb->end)};
    sinew_quat upper, lower;
    const double missed = sinew__limb_solve(joints, limb, &upper, &lower);
    if (!(limb->weight > 0)) return missed;
    if (limb->weight < 1) {
        upper = sinew__quat_part(upper, (double)limb->weight);
        lower = sinew__quat_part(lower, (double)limb->weight);
    }
    sinew__rotate_joint(blender, pose, limb->upper, &upper);
    sinew__rotate_joint(blender, pose, limb->middle, &lower);
    sinew_blend_globals_below(blender, pose, limb->upper);
    return missed;
}
