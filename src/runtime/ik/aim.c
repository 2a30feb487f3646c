// Aims a joint at a point. Joints above it, such as spine and neck below a head, may each take a share of the rotation.
#include "core/base/error.h"
#include "runtime/blend/blender.h"
#include "runtime/ik/rotate_joint.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/ik.h"

static const double degree = 3.14159265358979323846 / 180;

// ---- checking -----------------------------------------------------------------------------------------------------

static sinew_result check_joints(const sinew_model *model, const sinew_ik_aim *aim, sinew_error *error)
{
    for (int32_t i = 0; i < aim->joint_count; ++i) {
        const sinew_ik_aim_joint *item = &aim->joints[i];
        if (sinew__lacks_item(error, "joint", item->joint, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
        if (i > 0 && (item->joint == item[-1].joint || !sinew__is_below(model, item->joint, item[-1].joint)))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%s' is not below joint '%s'",
                               sinew_text(model, model->joints[item->joint].name),
                               sinew_text(model, model->joints[item[-1].joint].name));
        if (!(item->share >= 0 && item->share <= 1))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "share %g is out of range [0, 1]",
                               (double)item->share);
        if (!(item->max_degrees >= 0 && item->max_degrees <= 180))
            return sinew__fail(error, SINEW_ERROR_INVALID_ARGUMENT, "limit of %g degrees is out of range [0, 180]",
                               item->max_degrees);
    }
    return SINEW_OK;
}

sinew_result sinew_ik_aim_check(const sinew_model *model, const sinew_ik_aim *aim, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, aim)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (aim->joint_count < 1 || aim->joint_count > SINEW_IK_AIM_JOINTS_MAX)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d joints aim, expected 1 to %d",
                           (int)aim->joint_count, SINEW_IK_AIM_JOINTS_MAX);
    if (SINEW__LACKS_ARGUMENT(out_error, aim->joints)) return SINEW_ERROR_INVALID_ARGUMENT;
    const sinew_result result = check_joints(model, aim, out_error);
    if (result != SINEW_OK) return result;
    if (!sinew__vec3_is_finite(aim->target) || !sinew__vec3_is_finite(aim->forward) ||
        !sinew__vec3_is_finite(aim->up) || !sinew__vec3_is_finite(aim->pole))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "target, forward, up or pole is not finite");
    if (!(sinew__vec3_length(aim->forward) > 0))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "the forward direction has no length");
    if (!(aim->weight >= 0 && aim->weight <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "weight %g is out of range [0, 1]",
                           (double)aim->weight);
    return SINEW_OK;
}

// ---- aiming -------------------------------------------------------------------------------------------------------

/// The position and axes of the last joint after the rotations so far.
typedef struct aim_state {
    sinew_vec3 position, forward, up;
    sinew_quat rotation; ///< product of the rotations so far, at full weight
} aim_state;

static sinew_vec3 direction_of(const sinew_affine *global, sinew_vec3 within)
{
    return sinew__vec3_normalize(sinew__affine_direction(global, sinew__vec3_moderate(within)), 0);
}

/// Returns a weight or share limited to 0 … 1; 0 for NaN.
static double part_of(float weight)
{
    return weight > 0 ? fmin((double)weight, 1) : 0;
}

/// Limits a rotation to `limit` degrees; 180 and more do not limit it.
static sinew_quat limited(sinew_quat q, double limit)
{
    if (!(limit > 0 && limit < 180)) return q;
    const double most = cos(limit * degree / 2), sign = q.w < 0 ? -1 : 1;
    if (q.w * sign >= most) return q;
    const double length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z), s = sign * sin(limit * degree / 2) / length;
    return (sinew_quat){q.x * s, q.y * s, q.z * s, most};
}

/// Returns the rotation that turns `forward` to the target and, for the last joint, `up` towards the pole.
static sinew_quat full_rotation(const sinew_ik_aim *aim, const aim_state *state, int is_last)
{
    const sinew_vec3 to = sinew__vec3_normalize(sinew__vec3_subtract(aim->target, state->position), 1e-12);
    if (!(sinew__vec3_dot(to, to) > 0)) return sinew__quat_identity();
    const sinew_quat swing = sinew__quat_between(state->forward, to, (sinew_vec3){0, 0, 0});
    if (!is_last) return swing;
    const sinew_vec3 up = sinew__vec3_across(sinew__quat_rotate(swing, state->up), to),
                     wanted = sinew__vec3_across(aim->pole, to);
    if (!(sinew__vec3_dot(up, up) > 0) || !(sinew__vec3_dot(wanted, wanted) > 0)) return swing;
    return sinew__quat_multiply(sinew__quat_between(up, wanted, to), swing);
}

double sinew_ik_solve_aim(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_aim *aim)
{
    if (aim->joint_count < 1 || aim->joint_count > SINEW_IK_AIM_JOINTS_MAX) return 180;
    for (int32_t i = 0; i < aim->joint_count; ++i)
        if (!sinew__is_item(aim->joints[i].joint, blender->model->joint_count)) return 180;
    if (!sinew__local_pose_fits(blender->model, pose)) return 180;
    const int32_t last = aim->joint_count - 1;
    const sinew_affine global = sinew_blend_joint_global(blender, aim->joints[last].joint);
    aim_state state = {sinew__position_of(&global), direction_of(&global, aim->forward), direction_of(&global, aim->up),
                       sinew__quat_identity()};
    const double distance = sinew__vec3_length(sinew__vec3_subtract(aim->target, state.position));
    if (!(distance > 1e-12) || !sinew__vec3_is_finite(aim->target)) return 180;
    if (!(sinew__vec3_dot(state.forward, state.forward) > 0)) return 180;
    sinew_quat rotations[SINEW_IK_AIM_JOINTS_MAX];
    sinew_vec3 pivots[SINEW_IK_AIM_JOINTS_MAX];
    const double weight = part_of(aim->weight);
    for (int32_t i = 0; i <= last; ++i) {
        const sinew_quat before = state.rotation, full = full_rotation(aim, &state, i == last);
        const sinew_affine own = sinew_blend_joint_global(blender, aim->joints[i].joint);
        pivots[i] = sinew__position_of(&own);
        for (int32_t k = 0; k < i; ++k) // rotates by the joints above
            pivots[i] = sinew__vec3_add(pivots[k],
                                        sinew__quat_rotate(rotations[k], sinew__vec3_subtract(pivots[i], pivots[k])));
        rotations[i] = limited(sinew__quat_part(full, part_of(aim->joints[i].share)), aim->joints[i].max_degrees);
        // the last joint is moved by the rotations of the joints above it
        const sinew_vec3 arm = sinew__quat_rotate(rotations[i], sinew__vec3_subtract(state.position, pivots[i]));
        state.position = sinew__vec3_add(pivots[i], arm);
        state.forward = sinew__quat_rotate(rotations[i], state.forward);
        state.up = sinew__quat_rotate(rotations[i], state.up);
        state.rotation = sinew__quat_multiply(rotations[i], state.rotation);
        // as a rotation of the blender's global, which lacks the rotations of the joints above
        const sinew_quat within =
            sinew__quat_multiply(sinew__quat_conjugate(before), sinew__quat_multiply(rotations[i], before));
        const sinew_quat applied = sinew__quat_part(within, weight);
        if (weight > 0) sinew__rotate_joint(blender, pose, aim->joints[i].joint, &applied);
    }
    if (weight > 0) sinew_blend_globals_below(blender, pose, aim->joints[0].joint);
    const sinew_vec3 to = sinew__vec3_normalize(sinew__vec3_subtract(aim->target, state.position), 1e-12);
    const double sine = sinew__vec3_length(sinew__vec3_cross(state.forward, to));
    return atan2(sine, sinew__vec3_dot(state.forward, to)) / degree; // degrees that remain to the target
}
