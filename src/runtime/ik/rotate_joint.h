/// Rotates joints of a local pose by rotations in model space, and solves limbs of two bones.
#ifndef SINEW_RUNTIME_IK_ROTATE_JOINT_H
#define SINEW_RUNTIME_IK_ROTATE_JOINT_H

#include "core/base/vec3.h"
#include "runtime/blend/blender.h"
#include "sinew/ik.h"

/// Returns the translation of a global.
static inline sinew_vec3 sinew__position_of(const sinew_affine *global)
{
    return (sinew_vec3){global->row[0][3], global->row[1][3], global->row[2][3]};
}

/// Returns the position of a joint in model space, from the blender's globals.
static inline sinew_vec3 sinew__joint_position(const sinew_blender *blender, int32_t joint)
{
    const float *joint_matrix = blender->joint_matrices + SINEW__JOINT_MATRIX_FLOATS * (size_t)(joint + 1);
    const sinew_vec3 position = {(double)joint_matrix[3], (double)joint_matrix[7], (double)joint_matrix[11]};
    return blender->has_root ? sinew__affine_point(&blender->model->info->root, position) : position;
}

/// Multiplies the local rotation of a joint so that its global is rotated by `rotation`, given the parent's global in
/// the blender. The blender's globals do not change.
void sinew__rotate_joint(const sinew_blender *blender, sinew_local_pose *pose, int32_t joint,
                         const sinew_quat *rotation);

/// Converts a local rotation of a joint, without its pre- and post-rotation, to the values of its rotation channels:
/// Euler angles in degrees, each less than a full turn, in the joint's rotation order.
void sinew__joint_authored_rotation(const sinew_model *model, int32_t joint, sinew_quat local, double out_degrees[3]);

/// Solves a limb, given the model-space positions of its upper joint, middle joint and end. It uses the target, pole,
/// softening and twist of `limb`. Both results are rotations in model space: `out_upper` of the upper joint,
/// `out_lower` of the middle joint, which is applied first. Returns what sinew_ik_solve_two_bone does. Targets must be
/// finite.
double sinew__limb_solve(const sinew_vec3 joints[3], const sinew_ik_two_bone *limb, sinew_quat *out_upper,
                         sinew_quat *out_lower);

#endif
