/// What the exact sampler says of a clip at the times that fitting and measuring look at. Attempts that cut time into
/// the same cells look at the same times, so samples are kept from one attempt to the next.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_SAMPLES_H
#define SINEW_AUTHOR_BAKE_COMPACT_SAMPLES_H

#include "author/bake/compact_curves.h"
#include "author/bake/joint_constants.h"

/// Values of one joint or morph at a tick.
typedef struct sinew__source_values {
    double values[SINEW__COMPONENT_COUNT];
} sinew__source_values;

/// One joint or morph of the clip.
typedef struct sinew__source {
    const sinew__compact_bake *compact;
    int32_t joint, morph; ///< one of them, or SINEW_NONE
    sinew__joint_motion motion;
    sinew__stack_constants joint_constants;
    int has_angles; ///< its rotation is one of angles
    int is_plain;   ///< and nothing of the stack moves but translation, rotation and scale
} sinew__source;

/// Values at a tick; quaternions lie on the side of `near`, if that is not NULL.
sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out);

/// The source of a joint or morph whose motion begins where `motion` says.
sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion);

/// Of a cell.
enum { SINEW__MIN_SAMPLES = 4, SINEW__MAX_SAMPLES = SINEW__MIN_SAMPLES * SINEW__COMPACT_KEYS_PER_CELL };

/// A key time that no sampled time is near to.
typedef struct sinew__odd_time {
    int64_t tick;
    double cell;         ///< from the first cell's begin
    uint32_t components; ///< bits of those that the key may change
    sinew__source_values values;
} sinew__odd_time;

/// Values of one joint or morph.
typedef struct sinew__samples {
    sinew__source_values *at; ///< [cells × per_cell + 1] at even times and at the end of the last cell; NULL: none yet
    int32_t per_cell;         ///< SINEW__MIN_SAMPLES times a power of two
    int has_odd;              ///< `odd` is complete
    sinew__odd_time *odd;     ///< [odd_count] rising, off the times of SINEW__MIN_SAMPLES
    size_t odd_count;
} sinew__samples;

typedef struct sinew__kept_samples {
    sinew__arena memory; ///< with a limit, beyond which samples are not kept
    sinew__cells cells;
    sinew__samples *items;  ///< [joint_count + morph_count] of joints, then of morphs
    int32_t poses_per_cell; ///< of `wanted`
    int32_t pose_count;     ///< known so far
    sinew_affine *wanted;   ///< [times][joint_count] of sinew__bake_pose; NULL: not kept
    float *weights;         ///< [times][morph_count]
    sinew_affine *scratch;  ///< [joint_count] of poses that are not kept
} sinew__kept_samples;

/// Begins to keep samples at the times of cells; those of other cells are forgotten.
sinew__bake_outcome sinew__samples_begin(const sinew__bake *bake, const sinew__cells *cells, sinew__kept_samples *kept);
void sinew__samples_free(sinew__kept_samples *kept);

/// Samples so many times of every cell, those that are not known yet.
sinew__bake_outcome sinew__samples_refine(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                          sinew__samples *samples);

/// Samples the key times that are off the others.
sinew__bake_outcome sinew__samples_find_odd(const sinew__source *source, sinew__arena *memory, sinew__samples *samples);

/// Poses `bake->pose` and `bake->wanted` at time `index` of `count`, `per_cell` of a cell. Of a kept pose only morph
/// weights are restored. Indices rise from 0; SINEW_NONE is of another time, whose pose is not kept.
sinew__bake_outcome sinew__samples_pose(sinew__bake *bake, sinew__kept_samples *kept, int32_t per_cell, int32_t index,
                                        int64_t tick);

#endif
