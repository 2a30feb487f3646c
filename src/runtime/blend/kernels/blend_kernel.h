/// Blending of locals, sixteen joints to a group: written once and compiled for several instruction sets. Every product
/// and sum is rounded by itself, and square roots and quotients are the exact ones, so that every kernel gives the same
/// bits.
#ifndef SINEW_RUNTIME_BLEND_KERNELS_BLEND_KERNEL_H
#define SINEW_RUNTIME_BLEND_KERNELS_BLEND_KERNEL_H

#include "runtime/pose/kernels/pose_kernel.h"
#include "sinew/locals.h"

/// A weighted sum of locals, and the sum of the weights.
typedef struct sinew__local_sum {
    sinew_local_group values;
    float weight[SINEW_LOCAL_LANES];
} sinew__local_sum;

/// Locals with a weight: `weight`, times that of the mask per joint.
typedef struct sinew__weighted_locals {
    const sinew_local_group *groups;
    const float *mask; ///< [16 × count] or NULL
    float weight;
} sinew__weighted_locals;

/// A cross-fade of two compact clips in several characters, a character to a lane.
typedef struct sinew__lane_fade {
    const sinew__compact_sample *samples[2]; ///< [lanes] of each clip
    const float *weights[2];                 ///< [lanes] of the heavier clip, and of the other
    const int32_t *exchanged;                ///< [lanes] −1 where the second clip is the heavier one, else 0
    int has_exchanged;                       ///< some are −1
    const sinew_local_group *rest;           ///< whose rotations stand for averages of no length
} sinew__lane_fade;

/// `count` is that of groups.
typedef struct sinew__blend_kernel {
    /// Begins a sum with its first layer.
    void (*begin)(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *out_sums);

    /// Adds a layer, rotations in the hemisphere of the sum.
    void (*add)(const sinew__weighted_locals *layer, int32_t count, sinew__local_sum *sums);

    /// Adds the last layer, unless it is NULL, and divides by the weights. `rest` takes what is missing up to
    /// SINEW_BLEND_THRESHOLD.
    void (*finish)(const sinew__weighted_locals *last, const sinew__local_sum *sums, const sinew_local_group *rest,
                   int32_t count, sinew_local_group *out);

    /// All of this for two layers without masks whose weights sum to SINEW_BLEND_THRESHOLD or more. Gives the same
    /// values.
    void (*average_two)(const sinew__weighted_locals *first, const sinew__weighted_locals *second,
                        const sinew_local_group *rest, int32_t count, sinew_local_group *out);

    /// Interpolates from `base` to a layer; weights above 1 count as 1.
    void (*over)(const sinew__weighted_locals *layer, int32_t count, sinew_local_group *base);

    /// Adds to `base` the difference between a layer and its reference.
    void (*add_difference)(const sinew__weighted_locals *layer, const sinew_local_group *reference, int32_t count,
                           sinew_local_group *base);

    /// Compact clips → average → joint matrices and palettes of `lanes` characters, as average_two and
    /// pose_many_from_locals of the pose kernel for the same instructions compute them. memory->curves holds the curves
    /// of both clips.
    void (*fade_lanes)(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade, const int32_t *matrix_of,
                       const sinew__lane_memory *memory, float *const *palettes);
} sinew__blend_kernel;

/// sinew__blend_kernel.fade_lanes of each kernel.
void sinew__fade_lanes_portable(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                                const int32_t *matrix_of, const sinew__lane_memory *memory, float *const *palettes);
void sinew__fade_lanes_avx2(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                            const int32_t *matrix_of, const sinew__lane_memory *memory, float *const *palettes);
void sinew__fade_lanes_avx512(const sinew__skeleton_tables *tables, const sinew__lane_fade *fade,
                              const int32_t *matrix_of, const sinew__lane_memory *memory, float *const *palettes);

/// The one in use, see core/base/cpu.h.
const sinew__blend_kernel *sinew__blend_kernel_best(void);

#endif
