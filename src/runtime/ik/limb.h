/// Two bones and a target, without a model: the rotations that take the end there.
#ifndef SINEW_RUNTIME_IK_LIMB_H
#define SINEW_RUNTIME_IK_LIMB_H

#include "sinew/ik.h"

/// Solves for the positions of the upper joint, the middle joint and the end, in model space. Of `limb` the target, the
/// pole, softening and twist are used. `out_upper` rotates the upper joint; `out_lower` rotates the middle joint before
/// the upper one rotates, both in model space. Returns what `sinew_ik_solve_two_bone` does. Targets must be finite.
double sinew__limb_solve(const sinew_vec3 joints[3], const sinew_ik_two_bone *limb, sinew_quat *out_upper,
                         sinew_quat *out_lower);

#endif
