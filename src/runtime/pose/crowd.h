/// Characters that play one compact clip, several at once: a character to a lane of the vectors.
#ifndef SINEW_RUNTIME_POSE_CROWD_H
#define SINEW_RUNTIME_POSE_CROWD_H

#include "core/base/arena.h"
#include "runtime/pose/kernels/pose_kernel.h"

typedef struct sinew__crowd_lanes {
    const sinew_model *model;
    const sinew__pose_kernel *kernel;
    int32_t *slot_of;            ///< [joint_count + 1] of the root and each joint, as walk_lanes takes it
    sinew__lane_memory *workers; ///< [worker_count]
} sinew__crowd_lanes;

/// Allocates what a crowd needs if any clip of its model is baked. Memory that is missing is the arena's `failed`.
void sinew__crowd_lanes_create(const sinew_model *model, const sinew__pose_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out);

/// Poses kernel->lanes characters that play one compact clip without inherited scales. `weights` may be NULL. Returns
/// 0, and writes nothing, if the clip does not define the pose at one of their times.
int sinew__crowd_lanes_pose(const sinew__crowd_lanes *lanes, int32_t worker, const sinew__baked_clip *baked,
                            const double *times, float *const *palettes, float *const *weights);

#endif
