#include "viewer/joint_values.h"

#include "base/affine.h"

static joint_values values_of(const sinew_transform *transform)
{
    joint_values values = {{transform->t.x, transform->t.y, transform->t.z},
                           {0.0, 0.0, 0.0},
                           {transform->s.x, transform->s.y, transform->s.z}};
    sinew__quat_to_least_euler(transform->r, SINEW_ROTATE_XYZ, values.r);
    return values;
}

void joint_values_find(const sinew_model *model, int32_t clip, double seconds, int32_t joint, sinew_pose *pose,
                       joint_values *out_local, joint_values *out_global)
{
    sinew_transform global;
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, seconds, pose);
    sinew__transform_from_affine(&pose->global[joint], &global);
    *out_local = values_of(&pose->local[joint]);
    *out_global = values_of(&global);
}
