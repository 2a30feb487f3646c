/// Local transforms of 16 joints at a time, as a structure of arrays: the input for mixing, layering and aiming clips.
///
/// Joint j is lane j % 16 of group j / 16, in the model's own breadth-first order, for every clip. A group fits one
/// vector register, or a few, so that a loop over lanes takes a few instructions. Lanes after the last joint are at
/// rest.
///
/// Locals are T, R and S of the joint relative to its parent, as authored, with the FBX transform stack (pre- and
/// post-rotation, pivots) resolved. FBX inherit types are not resolved: `sinew_pose_local_to_global` applies them,
/// given the scales of a pose.
///
/// Translations are in units of the file, relative to the parent joint; rotations are x, y, z, w.
///
///     sinew_local_group *groups = malloc((size_t)sinew_local_group_count(model) * sizeof *groups);
///     if (!groups) return 1;
///     if (!sinew_clip_sample_locals(model, clip, time, groups, NULL)) { // the clip is not baked
///         sinew_pose_sample(model, clip, time, pose);
///         sinew_locals_from_pose(model, pose, groups);
///     }
///     printf("x = %.2f\n", (double)groups[joint / SINEW_LOCAL_LANES].tx[joint % SINEW_LOCAL_LANES]);
///     free(groups);
#ifndef SINEW_LOCALS_H
#define SINEW_LOCALS_H

#include "sinew/pose.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SINEW_LOCAL_LANES = 16 };

/// The locals of 16 joints. Rotations are unit quaternions. q and −q are the same rotation, and the sign may differ
/// between two times and two clips.
typedef struct sinew_local_group {
    float tx[SINEW_LOCAL_LANES], ty[SINEW_LOCAL_LANES], tz[SINEW_LOCAL_LANES];
    float qx[SINEW_LOCAL_LANES], qy[SINEW_LOCAL_LANES], qz[SINEW_LOCAL_LANES], qw[SINEW_LOCAL_LANES];
    float sx[SINEW_LOCAL_LANES], sy[SINEW_LOCAL_LANES], sz[SINEW_LOCAL_LANES];
} sinew_local_group;

/// Returns the number of groups of a model: joint_count / 16, rounded up.
SINEW_API int32_t sinew_local_group_count(const sinew_model *model);

/// Samples a clip at a time, in seconds from its start. out_groups is [sinew_local_group_count(model)],
/// out_morph_weights [morph_count] or NULL. Allocates nothing, keeps no state, and gives the same bits on every
/// processor. Returns 1; returns 0 and writes nothing if the clip is not baked, or if the time is outside the clip and
/// its curves continue there. Then use `sinew_pose_sample` and `sinew_locals_from_pose`.
SINEW_API int sinew_clip_sample_locals(const sinew_model *model, int32_t clip, double time,
                                       sinew_local_group *out_groups, float *out_morph_weights);

/// Converts the locals of a pose to groups, rounded to floats.
SINEW_API void sinew_locals_from_pose(const sinew_model *model, const sinew_pose *pose, sinew_local_group *out_groups);

/// Writes groups to the locals of a pose, for sinew_pose_local_to_global; every joint then counts as animated.
SINEW_API void sinew_locals_to_pose(const sinew_model *model, const sinew_local_group *groups, sinew_pose *pose);

#ifdef __cplusplus
}
#endif

#endif
