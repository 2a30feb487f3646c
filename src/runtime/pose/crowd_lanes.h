/// Characters that play one compact clip, several at once: a character to a lane of the vectors.
#ifndef SINEW_RUNTIME_POSE_CROWD_LANES_H
#define SINEW_RUNTIME_POSE_CROWD_LANES_H

#include "core/base/arena.h"
#include "runtime/kernels/kernels.h"

typedef struct sinew__crowd_lanes {
    const sinew__crowd_kernel *kernel;
    int32_t *matrix_of;          ///< [joint_count + 1] of the root and each joint, as pose_many takes it
    int32_t matrix_count;        ///< of these; 0: no clip is baked
    int32_t matrix_room;         ///< joint matrices that there is memory for
    sinew__lane_memory *workers; ///< [worker_count]
} sinew__crowd_lanes;

/// Allocates a crowd's memory if any clip of its model is baked. Sets the arena's `failed` when out of memory.
void sinew__crowd_lanes_create(const sinew_model *model, const sinew__crowd_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out);

/// Poses kernel->lanes characters that play one compact clip without inherited scales. `model` and `matrix_of` belong
/// to a level of detail, or to all joints. `weights` may be NULL. Returns 0, and writes nothing, if the clip does
/// not define the pose at one of their times.
int sinew__crowd_lanes_pose(const sinew__crowd_lanes *lanes, int32_t worker, const sinew_model *model,
                            const int32_t *matrix_of, const sinew__baked_clip *baked, const double *times,
                            const sinew__lane_output *output, float *const *weights);

/// Whole numbers of memory that assigning takes for a joint, and for the root.
enum { SINEW__ASSIGN_MEMORY = 3 };

/// Assigns joint matrices to the joints of a model, [joint_count + 1], so that `kept` joints have theirs after a walk.
/// `memory` is [SINEW__ASSIGN_MEMORY × (joint_count + 1)]. Returns how many, or 0 if no clip is baked.
int32_t sinew__assign_model_matrices(const sinew_model *model, const int32_t *kept, int32_t kept_count, int32_t *memory,
                                     int32_t *out_matrix_of);

/// The use of a joint's matrices besides its children's matrices.
typedef enum sinew__matrix_use {
    SINEW__MATRIX_UNUSED = 0,
    SINEW__MATRIX_READ = 1, ///< palette entries, at once
    SINEW__MATRIX_KEPT = 2, ///< what follows all joints
} sinew__matrix_use;

/// Assigns joint matrices to the root and to the joints that others depend on. `out_matrix_of` and `uses`, of
/// sinew__matrix_use, are [joint_count + 1]; they and `parents` count joints from 1. Joint matrices are reused, so that
/// those in use stay in the nearest cache: a parent's is free after its last child, unless it is kept. Joints have
/// SINEW_NONE if no child's matrices are to be made from theirs; those that are not read either are left out. `memory`
/// is [2 × (joint_count + 1)]. Returns the number of joint matrices.
int32_t sinew__assign_lane_matrices(const int32_t *parents, int32_t joint_count, const uint8_t *uses, int32_t *memory,
                                    int32_t *out_matrix_of);

#endif
