// Which joints are the character's, which of them moves it, and how far apart two transforms are.
#include "runtime/motion/motion.h"

#include <math.h>

#include "core/base/vec3.h"

// The distance and the angle between two transforms, without their scales.

static const double degrees_per_radian = 57.29577951308232;

double sinew__rotation_degrees(sinew_quat a, sinew_quat b)
{
    const sinew_quat q = sinew__quat_multiply(sinew__quat_conjugate(a), b);
    return 2 * atan2(sqrt(q.x * q.x + q.y * q.y + q.z * q.z), fabs(q.w)) * degrees_per_radian;
}

sinew__rigid_difference sinew__rigid_difference_of(const sinew_affine *a, const sinew_affine *b)
{
    sinew_transform left, right;
    sinew__transform_nearest(a, &left);
    sinew__transform_nearest(b, &right);
    const double x = left.t.x - right.t.x, y = left.t.y - right.t.y, z = left.t.z - right.t.z;
    return (sinew__rigid_difference){sqrt(x * x + y * y + z * z), sinew__rotation_degrees(left.r, right.r)};
}

// ---- of a model -----------------------------------------------------------------------------------------------------

int32_t sinew__mark_character(const sinew_model *model, uint8_t *out_marks)
{
    int has_bones = 0;
    int32_t count = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) has_bones |= model->joints[i].kind == SINEW_JOINT_BONE;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_joint *joint = &model->joints[i];
        const int belongs = has_bones ? joint->kind == SINEW_JOINT_BONE
                                      : joint->kind == SINEW_JOINT_NULL || joint->kind == SINEW_JOINT_MESH;
        out_marks[i] = belongs && !(joint->flags & SINEW_JOINT_HELPER);
        count += out_marks[i];
    }
    return count;
}

/// Children of a joint lie side by side, in the order of their parents.
static int32_t first_branching_bone(const sinew_model *model)
{
    for (int32_t i = 0; i + 1 < model->joint_count; ++i) {
        const int32_t parent = model->joints[i].parent;
        if (parent != SINEW_NONE && parent == model->joints[i + 1].parent &&
            model->joints[parent].kind == SINEW_JOINT_BONE)
            return parent;
    }
    return SINEW_NONE;
}

int32_t sinew_model_find_motion_joint(const sinew_model *model)
{
    int32_t first = model->joint_count;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        const int is_skinned = (mesh->flags & SINEW_MESH_SKINNED) != 0;
        for (int32_t k = 0; k < mesh->skin_joint_count && is_skinned; ++k) {
            const int32_t joint = model->skin_joints[mesh->first_skin_joint + k].joint;
            const int moves_it = (model->joints[joint].flags & SINEW_JOINT_DEFORMS) != 0;
            if (moves_it && joint != mesh->joint && joint < first) first = joint;
        }
    }
    return first < model->joint_count ? first : first_branching_bone(model);
}

// ---- of a clip ------------------------------------------------------------------------------------------------------

/// Whether a joint is where it was, within a ten-thousandth of the character and a tenth of a degree.
static int stands_still(const sinew_model *model, int32_t clip, int32_t joint, const sinew__span *span,
                        sinew_pose *scratch)
{
    static const int samples = 16;
    const double start = span->start;
    const sinew_transform first = sinew__motion_joint_at(model, clip, joint, start, scratch);
    for (int i = 1; i <= samples; ++i) {
        const sinew_transform now =
            sinew__motion_joint_at(model, clip, joint, start + span->duration * i / samples, scratch);
        if (sinew__vec3_length(sinew__vec3_subtract(now.t, first.t)) > 1e-4 * model->info->size ||
            sinew__rotation_degrees(first.r, now.r) > 0.1)
            return 0;
    }
    return 1;
}

/// The child of a joint below which most of the feet are; SINEW_NONE if no child has more than half.
static int32_t child_with_feet(const sinew_model *model, int32_t joint, const sinew_foot *feet, int32_t foot_count)
{
    int32_t child_of[SINEW_MAX_FEET];
    for (int32_t i = 0; i < foot_count; ++i) {
        int32_t at = feet[i].ankle, child = SINEW_NONE;
        for (; at > joint; at = model->joints[at].parent) child = at;
        child_of[i] = at == joint ? child : SINEW_NONE;
    }
    for (int32_t i = 0; i < foot_count; ++i) {
        int32_t count = 0;
        for (int32_t k = 0; k < foot_count; ++k) count += child_of[k] == child_of[i];
        if (child_of[i] != SINEW_NONE && count > 1 && 2 * count > foot_count) return child_of[i];
    }
    return SINEW_NONE;
}

int32_t sinew__motion_joint_of_clip(const sinew_model *model, int32_t clip, const sinew__span *span,
                                    const sinew_foot *feet, int32_t foot_count, sinew_pose *scratch)
{
    const int32_t found = sinew_model_find_motion_joint(model);
    int32_t joint = found;
    while (joint != SINEW_NONE && stands_still(model, clip, joint, span, scratch))
        joint = child_with_feet(model, joint, feet, foot_count);
    return joint == SINEW_NONE ? found : joint;
}
