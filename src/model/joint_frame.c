#include "model/joint_frame.h"

#include "base/affine.h"

sinew_inherit_type sinew__inherit_type(const sinew_model *model, int32_t joint)
{
    const int32_t stack = model->joints[joint].stack;
    return stack == SINEW_NONE ? SINEW_INHERIT_RSrs : (sinew_inherit_type)model->stacks[stack].inherit_type;
}

/// 1 / s, and 0 for 0: a parent scaled to nothing has no size to give back.
static double inverse_or_zero(double s)
{
    return s != 0 ? 1 / s : 0;
}

static void set_translation(sinew_affine *map, sinew_vec3 to)
{
    map->row[0][3] = to.x;
    map->row[1][3] = to.y;
    map->row[2][3] = to.z;
}

/// R · r · S · s at G · T. Source: the FBX SDK's documentation, "Computing transformation matrices" (eInheritRrSs).
static sinew_affine inherit_apart(const sinew__joint_frame *parent, const sinew_transform *local)
{
    const sinew_affine unrotate = sinew__affine_from_quat(sinew__quat_conjugate(parent->rotation));
    sinew_affine scale = sinew__affine_multiply(&unrotate, &parent->global); // S of the parent, shear included
    set_translation(&scale, (sinew_vec3){0, 0, 0});
    const sinew_affine own = sinew__affine_scale((double[3]){local->s.x, local->s.y, local->s.z});
    const sinew_affine scaled = sinew__affine_multiply(&scale, &own);
    const sinew_affine rotation = sinew__affine_from_quat(sinew__quat_multiply(parent->rotation, local->r));
    sinew_affine global = sinew__affine_multiply(&rotation, &scaled);
    set_translation(&global, sinew__affine_point(&parent->global, local->t));
    return global;
}

/// G · T · S_p⁻¹ · r · s. Source: Maya's documentation of a joint's matrix, S · RO · R · JO · IS · T for row vectors,
/// where IS is the inverse of the parent's own scale. (The FBX SDK's sample takes the scale of all joints above apart,
/// which is the same while only the parent is scaled.)
static sinew_affine inherit_compensated(const sinew__joint_frame *parent, const sinew_transform *local)
{
    const sinew_vec3 s = parent->scale;
    const sinew_affine unscale =
        sinew__affine_scale((double[3]){inverse_or_zero(s.x), inverse_or_zero(s.y), inverse_or_zero(s.z)});
    const sinew_affine own = sinew__affine_from_transform(local);
    sinew_affine compensated = sinew__affine_multiply(&unscale, &own);
    set_translation(&compensated, local->t);
    return sinew__affine_multiply(&parent->global, &compensated);
}

sinew_affine sinew__inherit(const sinew__joint_frame *parent, sinew_inherit_type type, const sinew_transform *local)
{
    switch (type) {
    case SINEW_INHERIT_RrSs: return inherit_apart(parent, local);
    case SINEW_INHERIT_Rrs: return inherit_compensated(parent, local);
    case SINEW_INHERIT_RSrs: break;
    }
    const sinew_affine own = sinew__affine_from_transform(local);
    return sinew__affine_multiply(&parent->global, &own);
}

sinew__joint_frame sinew__joint_frame_below(const sinew__joint_frame *parent, sinew_inherit_type type,
                                            const sinew_transform *local, const sinew_affine *matrix)
{
    sinew__joint_frame frame = {*matrix, local->r, local->s};
    if (!parent) return frame;
    frame.rotation = sinew__quat_multiply(parent->rotation, local->r);
    frame.global = type == SINEW_INHERIT_RSrs ? sinew__affine_multiply(&parent->global, matrix)
                                              : sinew__inherit(parent, type, local);
    return frame;
}
