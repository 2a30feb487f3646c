/// Poses several characters that play one compact clip together, one character per vector lane.
#ifndef SINEW_RUNTIME_POSE_CROWD_LANES_H
#define SINEW_RUNTIME_POSE_CROWD_LANES_H

#include "core/base/arena.h"
#include "runtime/kernels/kernels.h"

typedef struct sinew__crowd_lanes {
    const sinew__crowd_kernel *kernel;
    int32_t *matrix_of;          ///< [joint_count + 1] joint matrix of the root and of each joint, for pose_many
    int32_t matrix_count;        ///< number of joint matrices in use; 0: no clip is baked
    int32_t matrix_room;         ///< number of joint matrices that memory is allocated for
    sinew__lane_memory *workers; ///< [worker_count]
} sinew__crowd_lanes;

/// Allocates a crowd's memory if any clip of its model is baked. Sets the arena's `failed` when out of memory.
void sinew__crowd_lanes_create(const sinew_model *model, const sinew__crowd_kernel *kernel, int32_t worker_count,
                               sinew__arena *memory, sinew__crowd_lanes *out);

/// Poses kernel->lanes characters that play one compact clip without inherited scales. `model` and `matrix_of` are
/// those of a level of detail, or of all joints. `weights` may be NULL. Returns 0 and writes nothing if the clip does
/// not cover one of the times.
int sinew__crowd_lanes_pose(const sinew__crowd_lanes *lanes, int32_t worker, const sinew_model *model,
                            const int32_t *matrix_of, const sinew__baked_clip *baked, const double *times,
                            const sinew__lane_output *output, float *const *weights);

/// Number of int32_t of scratch per joint (and for the root) that the assignment needs.
enum { SINEW__ASSIGN_MEMORY = 3 };

/// Assigns joint matrices to the joints of a model, `out_matrix_of` [joint_count + 1], so that the matrices of `kept`
/// joints still exist after a walk. `memory` is [SINEW__ASSIGN_MEMORY × (joint_count + 1)]. Returns the number of joint
/// matrices, or 0 if no clip is baked.
int32_t sinew__assign_model_matrices(const sinew_model *model, const int32_t *kept, int32_t kept_count, int32_t *memory,
                                     int32_t *out_matrix_of);

/// The use of a joint's matrix, besides computing its children's.
typedef enum sinew__matrix_use {
    SINEW__MATRIX_UNUSED = 0,
    SINEW__MATRIX_READ = 1, ///< read only right after it is computed, for a palette entry
    SINEW__MATRIX_KEPT = 2, ///< read after all joints
} sinew__matrix_use;

/// Assigns joint matrices to the root and the joints whose matrices are used later. `out_matrix_of` and `uses`
/// (sinew__matrix_use) are [joint_count + 1]; like `parents`, they count joints from 1. A joint matrix is reused after
/// the parent's last child, unless it is kept, so that all of them fit in the first-level cache. A joint gets
/// SINEW_NONE if no child needs its matrix. A walk skips such a joint if its matrix is not read either. `memory` is [2
/// × (joint_count + 1)]. Returns the number of joint matrices.
int32_t sinew__assign_lane_matrices(const int32_t *parents, int32_t joint_count, const uint8_t *uses, int32_t *memory,
                                    int32_t *out_matrix_of);

#endif
