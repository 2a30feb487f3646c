// Finds the joints of the character and the joint that moves it, and measures the difference of two transforms.
#include "runtime/motion/motion.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/vec3.h"

// The distance and the angle between two transforms; their scales are ignored.

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

// ---- the joint of a model -------------------------------------------------------------------------------------------

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

/// What a joint moves: the vertices and joints at it and below it.
typedef struct joint_load {
    double weight; ///< sum of the weights of the vertices
    int32_t joints;
    uint8_t moves_mesh; ///< the joint moves a mesh that is attached to another joint
    uint8_t is_below;   ///< an ancestor also moves a mesh
} joint_load;

/// Adds the weights of skinned vertices to their joints. Returns the number of joints that move a mesh.
static int32_t weigh_joints(const sinew_model *model, joint_load *loads)
{
    int32_t count = 0;
    for (int32_t i = 0; i < model->mesh_count; ++i) {
        const sinew_mesh *mesh = &model->meshes[i];
        if (!(mesh->flags & SINEW_MESH_SKINNED)) continue;
        for (int32_t k = 0; k < mesh->skin_joint_count; ++k) {
            const int32_t joint = model->skin_joints[mesh->first_skin_joint + k].joint;
            if (!(model->joints[joint].flags & SINEW_JOINT_DEFORMS) || joint == mesh->joint) continue;
            count += !loads[joint].moves_mesh;
            loads[joint].moves_mesh = 1;
        }
        const uint32_t first = model->influence_start[mesh->first_vertex],
                       end = model->influence_start[mesh->first_vertex + mesh->vertex_count];
        for (uint32_t k = first; k < end; ++k) {
            const int32_t joint = model->skin_joints[model->influences[k].skin_joint].joint;
            if (joint != mesh->joint) loads[joint].weight += (double)model->influences[k].weight;
        }
    }
    return count;
}

/// Finds the joint that moves most of the mesh. Rigs also have control joints next to the hips, such as targets of
/// feet.
sinew_result sinew__find_motion_joint(const sinew_model *model, int32_t *out_joint, sinew_error *out_error)
{
    joint_load *loads = sinew__allocate_zeroed((size_t)model->joint_count + 1, sizeof *loads);
    int32_t found = *out_joint = SINEW_NONE;
    if (!loads) return sinew__fail_memory(out_error);
    const int32_t count = weigh_joints(model, loads);
    for (int32_t i = model->joint_count - 1; i >= 0 && count > 0; --i) {
        const int32_t parent = model->joints[i].parent;
        if (parent == SINEW_NONE) continue;
        loads[parent].weight += loads[i].weight;
        loads[parent].joints += loads[i].joints + 1;
    }
    for (int32_t i = 0; i < model->joint_count && count > 0; ++i) {
        const int32_t parent = model->joints[i].parent;
        loads[i].is_below = parent != SINEW_NONE && (loads[parent].moves_mesh || loads[parent].is_below);
        if (!loads[i].moves_mesh || loads[i].is_below) continue;
        if (found == SINEW_NONE || loads[i].weight > loads[found].weight ||
            (loads[i].weight == loads[found].weight && loads[i].joints > loads[found].joints))
            found = i;
    }
    sinew_free(loads);
    // Without skinned meshes it is the first bone with two children; these are consecutive.
    for (int32_t i = 0; i + 1 < model->joint_count && found == SINEW_NONE; ++i) {
        const int32_t parent = model->joints[i].parent;
        if (parent != SINEW_NONE && parent == model->joints[i + 1].parent &&
            model->joints[parent].kind == SINEW_JOINT_BONE)
            found = parent;
    }
    *out_joint = found;
    return SINEW_OK;
}

int32_t sinew_model_find_motion_joint(const sinew_model *model)
{
    int32_t joint;
    return sinew__find_motion_joint(model, &joint, NULL) == SINEW_OK ? joint : SINEW_NONE;
}

// ---- the joint of a clip --------------------------------------------------------------------------------------------

/// Whether a joint keeps its transform during a span, within 1e-4 of the character's size and 0.1 degrees.
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

/// Returns the child of a joint with more than half of the feet below it, or SINEW_NONE.
static int32_t child_with_feet(const sinew_model *model, int32_t joint, const sinew_foot *feet, int32_t foot_count)
{
    int32_t child_of[SINEW_FEET_MAX];
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

/// Whether, at time `start` of the clip, no bone is lower than this joint by more than 5 % of the character's size.
static int is_on_ground(const sinew_model *model, int32_t clip, int32_t joint, double start, sinew_pose *scratch)
{
    const sinew_vec3 up = sinew__up_axis(model);
    double lowest = (double)INFINITY, own = 0;
    sinew_pose_sample(model, clip, start, scratch);
    sinew_pose_local_to_global(model, scratch);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        const sinew_affine *at = &scratch->global[i];
        const double height = at->row[0][3] * up.x + at->row[1][3] * up.y + at->row[2][3] * up.z;
        if (i == joint) own = height;
        if (model->joints[i].kind == SINEW_JOINT_BONE) lowest = fmin(lowest, height);
    }
    return own - lowest <= 0.05 * model->info->size;
}

/// Sets *out_child to the child with more than half of the joints below `joint`, or to SINEW_NONE. Returns 0 when out
/// of memory.
static int child_with_body(const sinew_model *model, int32_t joint, int32_t *out_child)
{
    int32_t *below = sinew__allocate_zeroed((size_t)model->joint_count + 1, sizeof *below);
    *out_child = SINEW_NONE;
    if (!below) return 0;
    for (int32_t i = model->joint_count - 1; i > joint; --i)
        if (model->joints[i].parent != SINEW_NONE) below[model->joints[i].parent] += below[i] + 1;
    for (int32_t i = joint + 1; i < model->joint_count; ++i)
        if (model->joints[i].parent == joint && 2 * (below[i] + 1) > below[joint]) *out_child = i;
    sinew_free(below);
    return 1;
}

int sinew__motion_joint_of_clip(const sinew_model *model, int32_t clip, const sinew__span *span, const sinew_foot *feet,
                                int32_t foot_count, sinew_pose *scratch, int32_t *out_joint)
{
    int32_t found;
    if (sinew__find_motion_joint(model, &found, NULL) != SINEW_OK) return 0;
    int32_t joint = found;
    while (joint != SINEW_NONE && stands_still(model, clip, joint, span, scratch)) {
        const int32_t with_feet = child_with_feet(model, joint, feet, foot_count);
        if (with_feet != SINEW_NONE || !is_on_ground(model, clip, joint, span->start, scratch))
            joint = with_feet;
        else if (!child_with_body(model, joint, &joint))
            return 0;
    }
    *out_joint = joint == SINEW_NONE ? found : joint;
    return 1;
}
