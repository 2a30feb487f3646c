/// Baking a compact clip (runtime/model/compact_clip.h), step by step: its curves, samples of the exact engine, keys
/// fitted to them, the curves of all joints, writing them, and measuring playback.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_CURVES_H
#define SINEW_AUTHOR_BAKE_COMPACT_CURVES_H

#include "author/bake/bake_clip.h"
#include "core/base/arena.h"
#include "runtime/model/compact_clip.h"

// ---- curves --------------------------------------------------------------------------------------------------------
// Data that the steps of baking a compact clip share: its cells, and the curves that are fitted to them.

/// How time is cut.
typedef struct sinew__cells {
    int64_t origin, first, last; ///< ticks
    double ticks;                ///< of a cell
    int32_t count;
} sinew__cells;

/// Cuts time as the author has: into cells of the clip's own key rate, or else of its frame rate. `rate` 1 and more: of
/// as many times the frame rate where keys are farther apart; with `at_frames` wherever they are.
/// SINEW__BAKE_TOO_LARGE for too many cells.
sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                         int rate, int at_frames, sinew__arena *memory, sinew__cells *out);

/// Cuts time into frames of a rate, from the first tick on. SINEW__BAKE_TOO_LARGE for too many.
sinew__bake_outcome sinew__compact_frames(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                          double rate, sinew__cells *out);

/// The tick of a part of a cell.
static inline int64_t sinew__cell_tick(const sinew__cells *cells, double cell)
{
    const double tick = cell * cells->ticks;
    return cells->origin + (int64_t)(tick + (tick < 0 ? -0.5 : 0.5));
}

/// One curve, fitted.
typedef struct sinew__fitted_curve {
    int32_t group;
    uint8_t component, lane;
    int32_t per_cell, taps;
    int32_t key_count;
    double *keys;     ///< [key_count], as stored: with the keys before and after the clip if there are 3 or 4 taps
    int16_t *times;   ///< [key_count] of an uneven grid's keys, in its units from their lines; else NULL
    int may_be_cubic; ///< lines, without pieces, to which a cubic through the same keys and `ends` is also near enough
    double ends[2];   ///< keys before and after the clip of that cubic
    double coarse;    ///< displacement, in the model's units, that one unit of the value makes
    struct sinew__curve_pieces *pieces;
} sinew__fitted_curve;

/// A piece of a curve within a cell, before its keys are rounded.
typedef struct sinew__curve_pieces {
    struct sinew__curve_pieces *next;
    int32_t cell;
    uint32_t begin; ///< in the cell, of SINEW__PLACE_END
    double keys[4];
} sinew__curve_pieces;

typedef struct sinew__compact_bake {
    sinew__bake *bake;
    const double
        *reach; ///< [joint_count] largest distance of a joint to the vertices that it moves, in the model's units
    sinew__cells cells;
    const sinew__bake_tick *ticks; ///< [tick_count] rising: all key times
    size_t tick_count;
    struct sinew__kept_samples *kept;                                 ///< of `cells`
    double share;                                                     ///< of the bound, for one curve
    double piece_weight;                                              ///< of bytes of pieces where grids are compared
    double coarse_share;                                              ///< the share of rounding to int16
    double needed_share;                                              ///< the share below which rounding need not go
    int inherits;                                                     ///< joints are composed by their inherit types
    int32_t group_count;                                              ///< of joints
    uint32_t *flags;                                                  ///< [group_count]
    uint16_t *quaternion_masks, *scale_masks;                         ///< [group_count]
    float (*constants)[SINEW__COMPONENT_COUNT][SINEW__COMPACT_LANES]; ///< [groups of joints and morphs]
    sinew__fitted_curve *curves;
    size_t curve_count, curve_capacity;
} sinew__compact_bake;

// ---- samples -------------------------------------------------------------------------------------------------------
// Values of the exact sampler at the times that fitting and measuring use. Attempts that cut time into
// the same cells look at the same times, so samples are kept from one attempt to the next.

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

/// Values at a tick; quaternions are on the side of `near`, if that is not NULL. Cells may begin before the clip and
/// end after it: values extrapolate linearly there.
sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out);

/// The source of a joint or morph whose motion begins where `motion` says.
sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion);

/// Of a cell.
enum { SINEW__MIN_SAMPLES = 4, SINEW__MAX_SAMPLES = SINEW__MIN_SAMPLES * SINEW__COMPACT_KEYS_PER_CELL };

/// A key time.
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
    sinew__odd_time *odd;     ///< [odd_count] rising: all key times, or none if all are times of SINEW__MIN_SAMPLES
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

/// Prepares `kept` for samples at the times of `cells`. Its samples stay if they were taken with the same division into
/// cells; otherwise they are freed.
sinew__bake_outcome sinew__samples_begin(const sinew__bake *bake, const sinew__cells *cells, sinew__kept_samples *kept);
void sinew__samples_free(sinew__kept_samples *kept);

/// Samples `per_cell` times of every cell that are not known yet.
sinew__bake_outcome sinew__samples_refine(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                          sinew__samples *samples);

/// Samples the key times that are off the others.
sinew__bake_outcome sinew__samples_find_odd(const sinew__source *source, sinew__arena *memory, sinew__samples *samples);

/// Poses `bake->pose` and `bake->wanted` at time `index` of `count`, `per_cell` of a cell. Of a kept pose only morph
/// weights are restored. Indices rise from 0; SINEW_NONE is of another time, whose pose is not kept.
sinew__bake_outcome sinew__samples_pose(sinew__bake *bake, sinew__kept_samples *kept, int32_t per_cell, int32_t index,
                                        int64_t tick);

// ---- fitted keys ---------------------------------------------------------------------------------------------------
// Fits a grid of keys to sampled values.

/// At most, of components.
enum { SINEW__FITTED_TOGETHER = 4 };

/// A task for components that are fitted together: one curve, or a quaternion's four.
typedef struct sinew__fit_task {
    const sinew__source *source;
    const sinew__samples *samples; ///< with key times
    int32_t per_cell;              ///< samples of a cell that are looked at: all, or a power of two of them
    int component, count;
    double tolerance; ///< of a value; of a quaternion its distance to the wanted one of the same length
} sinew__fit_task;

/// Fits components with as few bytes as possible. Returns the bytes; infinity if no grid is near enough. The keys
/// and pieces of component i go to out[i].
sinew__bake_outcome sinew__fit(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                               double *out_bytes);

/// Takes the samples, one a cell, for the keys of cubics through them, without pieces. Returns their bytes.
sinew__bake_outcome sinew__fit_frames(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                                      double *out_bytes);

/// Whether a key may change the fitted components.
static inline int sinew__concerns(const sinew__fit_task *task, const sinew__odd_time *time)
{
    return (time->components >> task->component & 1) != 0;
}

/// Cuts a cell of the components into pieces, which go to out[i]. SINEW__BAKE_OUT_OF_REACH if it takes too many.
sinew__bake_outcome sinew__cut_cell(const sinew__fit_task *task, sinew__arena *memory, int32_t cell,
                                    sinew__fitted_curve *out);

// ---- joints --------------------------------------------------------------------------------------------------------
// Fits the joints and morphs of a clip, one after the other.

/// Fits all joints and morphs. SINEW__BAKE_OUT_OF_REACH if some curve cannot be fitted.
sinew__bake_outcome sinew__compact_fit_clip(sinew__compact_bake *compact);

// ---- writing -------------------------------------------------------------------------------------------------------
// Fitted curves into bytes.

/// Appends the clip to the section.
sinew__bake_outcome sinew__compact_write(sinew__compact_bake *compact, sinew__buffer *section,
                                         sinew__baked_clip *out_baked);

// ---- a compact clip ------------------------------------------------------------------------------------------------
// One clip on its way into a compact clip (runtime/model/compact_clip.h):
//
//   compact_curves.c   cutting time into cells, and data that the following steps share
//   joint_constants.c  constants that the skeleton adds
//   influence_bounds.c distances from joints to the vertices that they move
//   compact_samples.c  values of one joint's components over the clip, from the exact sampler
//   compact_fit.c      how few keys each curve needs, and which of its cells become pieces
//   compact_pieces.c   a cell into pieces
//   compact_joints.c   joint after joint: angles or quaternions, and which curves move
//   compact_write.c    curves into bytes
//   compact_bake.c     all of them, closer until the bytes, played, keep the bound against the exact engine

/// Bakes one clip.
sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *reach, sinew__buffer *section,
                                             sinew__baked_clip *out_baked);

#endif
