#include "runtime/ik/rotate_joint.h"

typedef struct vector {
    float x, y, z;
} vector;

static inline float dot(vector a, vector b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

/// Returns a column of the linear part of a joint's global.
static inline vector global_column(const sinew_blender *blender, const float *joint_matrix, int index)
{
    const vector column = {joint_matrix[index], joint_matrix[4 + index], joint_matrix[8 + index]};
    if (!blender->has_root) return column;
    const sinew_vec3 in_model = sinew__affine_direction(
        &blender->model->info->root, (sinew_vec3){(double)column.x, (double)column.y, (double)column.z});
    return (vector){(float)in_model.x, (float)in_model.y, (float)in_model.z};
}

/// Returns 1 / √square, 0 if `square` is not positive. Near 1, as for most scales and all unit quaternions, two terms
/// of the series replace root and division: the next term is below the rounding.
static inline float inverse_root(float square)
{
    const float beyond = square - 1;
    if (fabsf(beyond) < 1e-3f) return 1 - beyond * (0.5f - 0.375f * beyond);
    return square > 0 ? 1 / sqrtf(square) : 0;
}

/// Returns 1 / length of a column, given its squared length. If the first column has the same length, as with uniform
/// scale, returns `first`, its 1 / length.
static inline float inverse_length(float square, float first_square, float first)
{
    static const float tolerance = 1e-6f; // rounding of single precision
    return fabsf(square - first_square) <= tolerance * first_square ? first : inverse_root(square);
}

/// Converts a rotation axis from model space to the space of a joint, with the transposed rotation of its global. Axes
/// are pseudovectors, so that a mirrored space reverses them.
static vector axis_within(const sinew_blender *blender, int32_t joint, vector axis)
{
    const float *joint_matrix = blender->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1);
    const vector x = global_column(blender, joint_matrix, 0), y = global_column(blender, joint_matrix, 1),
                 z = global_column(blender, joint_matrix, 2);
    const vector normal = {x.y * y.z - x.z * y.y, x.z * y.x - x.x * y.z, x.x * y.y - x.y * y.x};
    const float xx = dot(x, x), first = inverse_root(xx), sign = dot(normal, z) < 0 ? -1.0f : 1.0f;
    return (vector){sign * first * dot(x, axis), sign * inverse_length(dot(y, y), xx, first) * dot(y, axis),
                    sign * inverse_length(dot(z, z), xx, first) * dot(z, axis)};
}

void sinew__rotate_joint(const sinew_blender *blender, sinew_local_pose *pose, int32_t joint,
                         const sinew_quat *rotation)
{
    const int32_t parent = blender->model->joints[joint].parent;
    sinew_local_group *group = &pose->groups[joint / SINEW_LOCAL_LANES];
    const int lane = joint % SINEW_LOCAL_LANES;
    vector a = {(float)rotation->x, (float)rotation->y, (float)rotation->z};
    if (parent != SINEW_NONE) a = axis_within(blender, parent, a);
    const float w = (float)rotation->w;
    const vector b = {group->qx[lane], group->qy[lane], group->qz[lane]};
    const float b_w = group->qw[lane];
    const float x = w * b.x + a.x * b_w + a.y * b.z - a.z * b.y, y = w * b.y + a.y * b_w + a.z * b.x - a.x * b.z,
                z = w * b.z + a.z * b_w + a.x * b.y - a.y * b.x, real = w * b_w - dot(a, b);
    const float square = x * x + y * y + z * z + real * real, scale = inverse_root(square);
    group->qx[lane] = x * scale;
    group->qy[lane] = y * scale;
    group->qz[lane] = z * scale;
    group->qw[lane] = square > 0 ? real * scale : 1;
    pose->animated[joint] = 1;
}
