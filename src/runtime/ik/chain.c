/// FABRIK: finds positions by passes from the end and from the root in turn, then the rotations that give these
/// positions.
#include "core/base/error.h"

#include <math.h>

#include "runtime/blend/blender.h"
#include "runtime/ik/rotate_joint.h"
#include "runtime/model/look_up.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/ik.h"

enum { MAX_JOINTS = SINEW_IK_CHAIN_JOINTS_MAX, DEFAULT_ITERATIONS = 32 };

/// Positions of the joints and lengths of the bones between them.
typedef struct chain_shape {
    sinew_vec3 points[MAX_JOINTS];
    double lengths[MAX_JOINTS - 1];
    double length; ///< sum of `lengths`
    int32_t count; ///< number of points
} chain_shape;

sinew_result sinew_ik_chain_check(const sinew_model *model, const sinew_ik_chain *chain, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, chain)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (chain->joint_count < 2 || chain->joint_count > MAX_JOINTS)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d joints in the chain, expected 2 to %d",
                           (int)chain->joint_count, MAX_JOINTS);
    if (SINEW__LACKS_ARGUMENT(out_error, chain->joints)) return SINEW_ERROR_INVALID_ARGUMENT;
    for (int32_t i = 0; i < chain->joint_count; ++i) {
        const int32_t joint = chain->joints[i];
        if (sinew__lacks_item(out_error, "joint", joint, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
        if (i > 0 && (joint == chain->joints[i - 1] || !sinew__is_below(model, joint, chain->joints[i - 1])))
            return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "joint '%.60s' is not below joint '%.60s'",
                               sinew_text(model, model->joints[joint].name),
                               sinew_text(model, model->joints[chain->joints[i - 1]].name));
    }
    if (!sinew__vec3_is_finite(chain->target))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "target is not finite");
    if (!(chain->tolerance >= 0 && isfinite(chain->tolerance)))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "tolerance %g is out of range", chain->tolerance);
    if (chain->iterations < 0 || chain->iterations > SINEW_IK_ITERATIONS_MAX)
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "%d iterations are out of range [0, %d]",
                           (int)chain->iterations, SINEW_IK_ITERATIONS_MAX);
    if (!(chain->weight >= 0 && chain->weight <= 1))
        return sinew__fail(out_error, SINEW_ERROR_INVALID_ARGUMENT, "weight %g is out of range [0, 1]",
                           (double)chain->weight);
    return SINEW_OK;
}

// ---- positions ----------------------------------------------------------------------------------------------------

static void measure(const sinew_blender *blender, const sinew_ik_chain *chain, chain_shape *out)
{
    *out = (chain_shape){.count = chain->joint_count};
    for (int32_t i = 0; i < chain->joint_count; ++i) {
        const sinew_affine global = sinew_blend_joint_global(blender, chain->joints[i]);
        out->points[i] = sinew__position_of(&global);
        if (i == 0) continue;
        out->lengths[i - 1] = sinew__vec3_length(sinew__vec3_subtract(out->points[i], out->points[i - 1]));
        out->length += out->lengths[i - 1];
    }
}

/// Returns the point at `distance` from `from` towards `to`, or along x if the two are equal.
static sinew_vec3 towards(sinew_vec3 from, sinew_vec3 to, double distance)
{
    sinew_vec3 direction = sinew__vec3_normalize(sinew__vec3_subtract(to, from), 0);
    if (!(sinew__vec3_dot(direction, direction) > 0.5)) direction = (sinew_vec3){1, 0, 0};
    return sinew__vec3_add(from, sinew__vec3_scale(direction, distance));
}

static double missed_by(const chain_shape *shape, sinew_vec3 target)
{
    return sinew__vec3_length(sinew__vec3_subtract(target, shape->points[shape->count - 1]));
}

/// Moves a chain that is on one line with its target to a slight arc: FABRIK would not bend it.
static void bend_slightly(chain_shape *shape, sinew_vec3 target)
{
    const sinew_vec3 root = shape->points[0], axis = sinew__vec3_normalize(sinew__vec3_subtract(target, root), 0);
    for (int32_t i = 1; i < shape->count; ++i) {
        const sinew_vec3 out = sinew__vec3_across(sinew__vec3_subtract(shape->points[i], root), axis);
        if (sinew__vec3_dot(out, out) > 0) return;
    }
    if (!(sinew__vec3_dot(axis, axis) > 0.5)) return;
    const sinew_vec3 side = sinew__vec3_perpendicular(axis);
    for (int32_t i = 1; i + 1 < shape->count; ++i)
        shape->points[i] = sinew__vec3_add(shape->points[i], sinew__vec3_scale(side, 0.01 * shape->length));
}

static void solve_positions(chain_shape *shape, const sinew_ik_chain *chain)
{
    const sinew_vec3 root = shape->points[0];
    const double tolerance = chain->tolerance > 0 ? chain->tolerance : 1e-4 * shape->length;
    const int32_t wanted = chain->iterations > 0 ? chain->iterations : DEFAULT_ITERATIONS,
                  iterations = wanted < SINEW_IK_ITERATIONS_MAX ? wanted : SINEW_IK_ITERATIONS_MAX;
    if (sinew__vec3_length(sinew__vec3_subtract(chain->target, root)) >= shape->length) {
        for (int32_t i = 1; i < shape->count; ++i)
            shape->points[i] = towards(shape->points[i - 1], chain->target, shape->lengths[i - 1]);
        return;
    }
    if (missed_by(shape, chain->target) > tolerance) bend_slightly(shape, chain->target);
    for (int32_t i = 0; i < iterations && missed_by(shape, chain->target) > tolerance; ++i) {
        // Moves the end to the target and works backward to the root, then fixes the root and works forward.
        shape->points[shape->count - 1] = chain->target;
        for (int32_t k = shape->count - 2; k >= 0; --k)
            shape->points[k] = towards(shape->points[k + 1], shape->points[k], shape->lengths[k]);
        shape->points[0] = root;
        for (int32_t k = 1; k < shape->count; ++k)
            shape->points[k] = towards(shape->points[k - 1], shape->points[k], shape->lengths[k - 1]);
    }
}

// ---- rotations ----------------------------------------------------------------------------------------------------

double sinew_ik_solve_chain(sinew_blender *blender, sinew_local_pose *pose, const sinew_ik_chain *chain)
{
    if (chain->joint_count < 2 || chain->joint_count > MAX_JOINTS) return (double)INFINITY;
    for (int32_t i = 0; i < chain->joint_count; ++i)
        if (!sinew__is_item(chain->joints[i], blender->model->joint_count)) return (double)INFINITY;
    if (!sinew__vec3_is_finite(chain->target) || !sinew__local_pose_fits(blender->model, pose)) return (double)INFINITY;
    chain_shape before, after;
    measure(blender, chain, &before);
    after = before;
    solve_positions(&after, chain);
    const double missed = missed_by(&after, chain->target);
    if (!(chain->weight > 0)) return missed;
    sinew_quat above = sinew__quat_identity(); // product of the rotations of the joints above, as if the weight were 1
    for (int32_t i = 0; i + 1 < chain->joint_count; ++i) {
        const sinew_vec3 from = sinew__vec3_normalize(sinew__vec3_subtract(before.points[i + 1], before.points[i]), 0),
                         to = sinew__vec3_normalize(sinew__vec3_subtract(after.points[i + 1], after.points[i]), 0);
        if (!(before.lengths[i] > 0)) continue;
        const sinew_quat own = sinew__quat_between(sinew__quat_rotate(above, from), to, (sinew_vec3){0, 0, 0});
        // as a rotation of the blender's global, which lacks the rotations of the joints above
        const sinew_quat within = sinew__quat_multiply(sinew__quat_conjugate(above), sinew__quat_multiply(own, above));
        const sinew_quat applied = sinew__quat_part(within, chain->weight < 1 ? (double)chain->weight : 1);
        sinew__rotate_joint(blender, pose, chain->joints[i], &applied);
        above = sinew__quat_multiply(own, above);
    }
    sinew_blend_globals_below(blender, pose, chain->joints[0]);
    return missed;
}
