// Two-bone IK on a sinew_pose: the limb is solved in a blender, and its two rotations are copied back.
#include "base/arguments.h"
#include "base/error.h"
#include "ik/rotate_joint.h"
#include "sinew/pose_edit.h"

// ---- the limb -----------------------------------------------------------------------------------------------------

/// The nearest joint above another that is not at the same position, or SINEW_NONE.
static int32_t bone_above(const sinew_model *model, const sinew_pose *pose, int32_t joint)
{
    const double tolerance = 1e-6; // of the distance from the origin: rounding in files
    const sinew_vec3 end = sinew__position_of(&pose->global[joint]);
    int32_t above = model->joints[joint].parent;
    for (; above != SINEW_NONE; above = model->joints[above].parent) {
        const sinew_vec3 begin = sinew__position_of(&pose->global[above]);
        const double length = sinew__vec3_length(sinew__vec3_subtract(end, begin));
        if (length > tolerance * (sinew__vec3_length(end) + sinew__vec3_length(begin))) break;
    }
    return above;
}

sinew_result sinew_pose_find_limb(const sinew_model *model, const sinew_pose *pose, int32_t end,
                                  sinew_ik_two_bone *out_limb, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, pose, out_limb)) return SINEW_ERROR_INVALID_ARGUMENT;
    if (sinew__lacks_item(out_error, "joint", end, model->joint_count)) return SINEW_ERROR_INVALID_ARGUMENT;
    const int32_t middle = bone_above(model, pose, end),
                  upper = middle == SINEW_NONE ? SINEW_NONE : bone_above(model, pose, middle);
    if (upper == SINEW_NONE)
        return sinew__fail(out_error, SINEW_ERROR_NO_JOINT, "no two bones end at joint '%s'",
                           sinew_text(model, model->joints[end].name));
    *out_limb = (sinew_ik_two_bone){
        .upper = upper, .middle = middle, .end = end, .target = sinew__position_of(&pose->global[end]), .weight = 1};
    return SINEW_OK;
}

// ---- reaching -----------------------------------------------------------------------------------------------------

static void copy_rotation(const sinew_local_pose *from, int32_t joint, sinew_pose *to)
{
    const sinew_local_group *group = &from->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    to->local[joint].r = sinew__quat_normalize((sinew_quat){(double)group->qx[lane], (double)group->qy[lane],
                                                            (double)group->qz[lane], (double)group->qw[lane]});
    to->animated[joint] = 1;
}

static double solve(const sinew_model *model, const sinew_ik_two_bone *limb, sinew_blender *blender,
                    sinew_local_pose *scratch, sinew_pose *pose)
{
    sinew_pose_compute_locals(model, pose);
    sinew_locals_from_pose(model, pose, scratch->groups);
    for (int32_t i = 0; i < model->joint_count; ++i) scratch->animated[i] = pose->animated[i];
    sinew_blend_globals(blender, scratch);
    const double distance = sinew_ik_solve_two_bone(blender, scratch, limb);
    copy_rotation(scratch, limb->upper, pose);
    copy_rotation(scratch, limb->middle, pose);
    sinew_pose_local_to_global(model, pose);
    return distance;
}

sinew_result sinew_pose_reach(const sinew_model *model, const sinew_ik_two_bone *limb, sinew_pose *pose,
                              double *out_distance, sinew_error *out_error)
{
    if (SINEW__LACKS_ARGUMENT(out_error, model, limb, pose, out_distance)) return SINEW_ERROR_INVALID_ARGUMENT;
    sinew_result result = sinew_ik_two_bone_check(model, limb, out_error);
    sinew_blender *blender = NULL;
    sinew_local_pose *scratch = NULL;
    if (result == SINEW_OK) result = sinew_blender_create(model, &blender, out_error);
    if (result == SINEW_OK) result = sinew_local_pose_create(model, &scratch, out_error);
    if (result == SINEW_OK) *out_distance = solve(model, limb, blender, scratch, pose);
    sinew_local_pose_destroy(scratch);
    sinew_blender_destroy(blender);
    return result;
}
