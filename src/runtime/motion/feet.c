// Finds the joints of feet by their names, else by the shape of the skeleton.
#include "core/base/ascii.h"
#include "core/base/vec3.h"
#include "runtime/model/look_up.h"
#include "runtime/motion/motion.h"
#include "runtime/sampler/pose_fits.h"
#include "sinew/contacts.h"

/// The skeleton that is searched.
typedef struct skeleton {
    const sinew_model *model;
    const sinew_pose *rest;
    sinew_vec3 up;
    double low; ///< height below which a joint belongs to a foot
    int only_deforming, only_bones;
    int with_bone_ends; ///< bones below a deforming joint are also eligible
    uint8_t *foot_of;   ///< [joint_count] number of the foot that each joint belongs to, from 1; 0: no foot
} skeleton;

static int name_contains(const skeleton *in, int32_t joint, const char *word)
{
    for (const char *at = sinew__short_joint_name(sinew_text(in->model, in->model->joints[joint].name)); *at; ++at) {
        size_t length = 0;
        while (word[length] && sinew__ascii_lower(at[length]) == word[length]) ++length;
        if (!word[length]) return 1;
    }
    return 0;
}

static int is_named_foot(const skeleton *in, int32_t joint)
{
    return name_contains(in, joint, "foot") || name_contains(in, joint, "ankle") || name_contains(in, joint, "paw") ||
           name_contains(in, joint, "hoof");
}

static int deforms(const skeleton *in, int32_t joint)
{
    return joint != SINEW_NONE && (in->model->joints[joint].flags & SINEW_JOINT_DEFORMS) != 0;
}

static int is_eligible(const skeleton *in, int32_t joint)
{
    const sinew_joint *facts = &in->model->joints[joint];
    if (in->only_deforming)
        return deforms(in, joint) ||
               (in->with_bone_ends && facts->kind == SINEW_JOINT_BONE && deforms(in, facts->parent));
    if (in->only_bones) return facts->kind == SINEW_JOINT_BONE;
    return !(facts->flags & SINEW_JOINT_HELPER) && facts->kind != SINEW_JOINT_CAMERA &&
           facts->kind != SINEW_JOINT_LIGHT;
}

static sinew_vec3 position_of(const skeleton *in, int32_t joint)
{
    const sinew_affine *global = &in->rest->global[joint];
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

static double height_of(const skeleton *in, int32_t joint)
{
    return sinew__vec3_dot(position_of(in, joint), in->up);
}

// ---- ends of legs ---------------------------------------------------------------------------------------------------

/// Adds each joint for which `ends` says that it ends a leg, unless it belongs to a foot already.
static int32_t collect_feet(const skeleton *in, int (*ends)(const skeleton *in, int32_t joint), sinew_foot *feet)
{
    int32_t count = 0;
    for (int32_t i = 0; i < in->model->joint_count; ++i) {
        const int32_t parent = in->model->joints[i].parent;
        in->foot_of[i] = parent == SINEW_NONE ? 0 : in->foot_of[parent];
        if (in->foot_of[i] || count == SINEW_FEET_MAX || !is_eligible(in, i) || !ends(in, i)) continue;
        feet[count++] = (sinew_foot){.ankle = i, .toe = SINEW_NONE};
        in->foot_of[i] = (uint8_t)count;
    }
    return count;
}

/// Whether a joint is low, its parent is not, and it has a grandparent: the end of a leg.
static int is_lower_end(const skeleton *in, int32_t joint)
{
    const int32_t knee = in->model->joints[joint].parent;
    const int32_t hip = knee == SINEW_NONE ? SINEW_NONE : in->model->joints[knee].parent;
    return hip != SINEW_NONE && is_eligible(in, knee) && height_of(in, joint) <= in->low &&
           height_of(in, knee) > in->low;
}

// ---- legs -----------------------------------------------------------------------------------------------------------

/// Returns the joint from which this leg and another one start, or SINEW_NONE.
static int32_t find_hip(const skeleton *in, const sinew_foot *feet, int32_t count, int32_t foot)
{
    int32_t hip = SINEW_NONE;
    for (int32_t i = 0; i < count; ++i) {
        int32_t a = feet[i].ankle, b = feet[foot].ankle;
        while (a != b) { // up to the lowest common ancestor
            int32_t *deeper = a > b ? &a : &b;
            *deeper = in->model->joints[*deeper].parent;
        }
        if (i != foot && a > hip) hip = a;
    }
    return hip;
}

static double measure_leg(const skeleton *in, const sinew_foot *feet, int32_t count, int32_t foot)
{
    const int32_t hip = find_hip(in, feet, count, foot);
    const int32_t max_bones = count > 1 ? in->model->joint_count : 2;
    double length = 0;
    int32_t joint = feet[foot].ankle;
    for (int32_t bones = 0; bones < max_bones; ++bones) {
        const int32_t parent = in->model->joints[joint].parent;
        if (parent == hip || parent == SINEW_NONE) break;
        length += sinew__vec3_length(sinew__vec3_subtract(position_of(in, parent), position_of(in, joint)));
        joint = parent;
    }
    return length;
}

int32_t sinew_model_find_feet(const sinew_model *model, sinew_pose *scratch, sinew_foot out_feet[SINEW_FEET_MAX])
{
    if (!sinew__pose_fits(model, scratch)) return 0;
    skeleton in = {.model = model, .rest = scratch, .up = sinew__up_axis(model), .foot_of = scratch->visible};
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, scratch);
    for (int32_t i = 0; i < model->joint_count; ++i) {
        in.only_deforming |= deforms(&in, i);
        in.only_bones |= model->joints[i].kind == SINEW_JOINT_BONE;
    }
    int32_t count = collect_feet(&in, is_named_foot, out_feet), kept = 0;
    if (count == 0) {
        // If the last deforming bone is a shin, the foot is the joint at its end, which deforms nothing.
        in.with_bone_ends = 1;
        double lowest = (double)INFINITY, highest = -(double)INFINITY;
        for (int32_t i = 0; i < model->joint_count; ++i) {
            if (!is_eligible(&in, i)) continue;
            lowest = fmin(lowest, height_of(&in, i));
            highest = fmax(highest, height_of(&in, i));
        }
        in.low = lowest + 0.1 * (highest - lowest);
        count = collect_feet(&in, is_lower_end, out_feet);
        in.with_bone_ends = 0;
        if (count < 2) count = 0;
    }
    for (int32_t k = 0; k < in.model->joint_count; ++k) {
        sinew_foot *foot = in.foot_of[k] ? &out_feet[in.foot_of[k] - 1] : NULL;
        if (foot && foot->toe == SINEW_NONE && k != foot->ankle && is_eligible(&in, k) &&
            (name_contains(&in, k, "toe") || name_contains(&in, k, "ball")))
            foot->toe = k;
    }
    for (int32_t i = 0; i < count; ++i) out_feet[i].leg_length = measure_leg(&in, out_feet, count, i);
    for (int32_t i = 0; i < count; ++i)
        if (out_feet[i].leg_length > 0 && isfinite(out_feet[i].leg_length)) out_feet[kept++] = out_feet[i];
    return kept;
}
