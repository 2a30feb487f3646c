/// Declarations of the steps that bake a compact clip (runtime/model/compact_clip.h): sampling the exact engine,
/// fitting keys, writing curves and measuring playback.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_CURVES_H
#define SINEW_AUTHOR_BAKE_COMPACT_CURVES_H

#include "author/bake/bake_clip.h"
#include "core/base/arena.h"
#include "runtime/model/compact_clip.h"

// ---- curves --------------------------------------------------------------------------------------------------------
// Data that the steps share: the cells of the clip, and the fitted curves.

/// The cells of a compact clip.
typedef struct sinew__cells {
    int64_t origin, first, last; ///< origin of the cells; first and last tick of the clip
    double ticks;                ///< length of a cell, ticks
    int32_t count;
} sinew__cells;

/// Chooses cells as long as the most frequent distance of keys, or else as long as a frame. If `rate` is not 0, a frame
/// is divided into `rate` cells, and these cells are also chosen if the most frequent distance of keys exceeds 1.5 of
/// them. If `at_frames` is set, they are chosen in any case. SINEW__BAKE_TOO_LARGE if there are too many cells.
sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                         int rate, int at_frames, sinew__arena *memory, sinew__cells *out);

/// Divides time into frames of a rate, from the first tick on. SINEW__BAKE_TOO_LARGE if there are too many.
sinew__bake_outcome sinew__compact_frames(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                          double rate, sinew__cells *out);

/// Returns the tick of a position counted in cells.
static inline int64_t sinew__cell_tick(const sinew__cells *cells, double cell)
{
    const double tick = cell * cells->ticks;
    return cells->origin + (int64_t)(tick + (tick < 0 ? -0.5 : 0.5));
}

/// A fitted curve of one component of a joint or morph.
typedef struct sinew__fitted_curve {
    int32_t group;
    uint8_t component, lane;
    int32_t per_cell, taps;
    int32_t key_count;
    double *keys;   ///< [key_count] values; with 4 taps, the first key is before and the last after the clip
    int16_t *times; ///< [key_count] offset of each key of an uneven grid from its line, in 1/SINEW__UNEVEN_UNITS of the
                    ///< distance of lines; NULL for other grids
    int may_be_cubic; ///< a curve of lines without pieces, for which a cubic through the same keys and `ends` is also
                      ///< close enough
    double ends[2];   ///< the cubic's keys before and after the clip
    double coarse;    ///< displacement, in the model's units, by an error of 1 in the value
    struct sinew__curve_pieces *pieces;
} sinew__fitted_curve;

/// A piece of a curve within a cell, its keys not rounded yet.
typedef struct sinew__curve_pieces {
    struct sinew__curve_pieces *next;
    int32_t cell;
    uint32_t begin; ///< start in the cell, in 1/SINEW__PLACE_END of it
    double keys[4];
} sinew__curve_pieces;

typedef struct sinew__compact_bake {
    sinew__bake *bake;
    const double
        *reach; ///< [joint_count] distance from a joint to the farthest vertex that it moves, in the model's units
    sinew__cells cells;
    const sinew__bake_tick *ticks; ///< [tick_count] all key times, rising
    size_t tick_count;
    struct sinew__kept_samples *kept;                                 ///< samples at the times of `cells`
    double share;                                                     ///< fraction of the error bound for the fit of
                                                                      ///< one curve
    double piece_weight;                                              ///< factor of a piece's bytes when grids are
                                                                      ///< compared
    double coarse_share;                                              ///< largest fraction of the error bound for
                                                                      ///< rounding keys to 16 bits
    double needed_share;                                              ///< rounding finer than this fraction of the
                                                                      ///< error bound is not needed
    int inherits;                                                     ///< whether joints are composed by their inherit
                                                                      ///< types
    int32_t group_count;                                              ///< groups of joints
    uint32_t *flags;                                                  ///< [group_count]
    uint16_t *quaternion_masks, *scale_masks;                         ///< [group_count]
    float (*constants)[SINEW__COMPONENT_COUNT][SINEW__COMPACT_LANES]; ///< [groups of joints and morphs]
    sinew__fitted_curve *curves;
    size_t curve_count, curve_capacity;
} sinew__compact_bake;

// ---- samples -------------------------------------------------------------------------------------------------------
// Samples of the exact engine at the times that fitting and measuring use. Attempts with the same cells use the same
// times, so samples are kept between attempts.

/// The values of one joint or morph at a tick.
typedef struct sinew__source_values {
    double values[SINEW__COMPONENT_COUNT];
} sinew__source_values;

/// A joint or morph of the clip, as a source of values.
typedef struct sinew__source {
    const sinew__compact_bake *compact;
    int32_t joint, morph; ///< one of them is SINEW_NONE
    sinew__joint_motion motion;
    sinew__stack_constants joint_constants;
    int has_angles; ///< whether the joint's rotation is animated as Euler angles
    int is_plain;   ///< whether, in addition, only translation, rotation and scale are animated
} sinew__source;

/// Returns the values at a tick. If `near` is not NULL, quaternions get the sign that is nearer to `near`. Outside the
/// clip, where cells may reach, values are extrapolated linearly.
sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out);

/// Returns the source of a joint or morph, with the channels and tracks of `motion`.
sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion);

/// Samples per cell.
enum { SINEW__MIN_SAMPLES = 4, SINEW__MAX_SAMPLES = SINEW__MIN_SAMPLES * SINEW__COMPACT_KEYS_PER_CELL };

/// A key time of one joint or morph.
typedef struct sinew__odd_time {
    int64_t tick;
    double cell;         ///< position, counted in cells from the origin
    uint32_t components; ///< bits of the components that may change at the key
    sinew__source_values values;
} sinew__odd_time;

/// The samples of one joint or morph.
typedef struct sinew__samples {
    sinew__source_values *at; ///< [cells × per_cell + 1] evenly spaced values, the last at the end of the last cell;
                              ///< NULL: not sampled
    int32_t per_cell;         ///< SINEW__MIN_SAMPLES times a power of two
    int has_odd;              ///< whether `odd` is filled
    sinew__odd_time *odd;     ///< [odd_count] all key times inside the cells, rising; empty if each of them is at a
                              ///< multiple of 1/SINEW__MIN_SAMPLES of a cell
    size_t odd_count;
} sinew__samples;

typedef struct sinew__kept_samples {
    sinew__arena memory; ///< has a limit; samples beyond it are not kept
    sinew__cells cells;
    sinew__samples *items;  ///< [joint_count + morph_count] joints, then morphs
    int32_t poses_per_cell; ///< times of `wanted` per cell
    int32_t pose_count;     ///< poses stored so far
    sinew_affine *wanted;   ///< [times][joint_count] of sinew__bake_pose; NULL: not kept
    float *weights;         ///< [times][morph_count]
    sinew_affine *scratch;  ///< [joint_count] for poses that are not kept
} sinew__kept_samples;

/// Prepares `kept` for the times of `cells`. Samples that it has are kept if they were taken in equal cells, else
/// freed.
sinew__bake_outcome sinew__samples_begin(const sinew__bake *bake, const sinew__cells *cells, sinew__kept_samples *kept);
void sinew__samples_free(sinew__kept_samples *kept);

/// Adds samples until every cell has `per_cell` of them.
sinew__bake_outcome sinew__samples_refine(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                          sinew__samples *samples);

/// Samples the key times if one of them is not at an even time.
sinew__bake_outcome sinew__samples_find_odd(const sinew__source *source, sinew__arena *memory, sinew__samples *samples);

/// Computes `bake->pose` and `bake->wanted` at time number `index`, `per_cell` per cell. For a kept pose, restores only
/// `wanted` and the morph weights. Call it with rising indices from 0. If `index` is SINEW_NONE, `tick` is another
/// time, whose pose is not kept.
sinew__bake_outcome sinew__samples_pose(sinew__bake *bake, sinew__kept_samples *kept, int32_t per_cell, int32_t index,
                                        int64_t tick);

// ---- fitted keys ---------------------------------------------------------------------------------------------------
// Fits keys on a grid to samples.

/// Largest number of components fitted together.
enum { SINEW__FITTED_TOGETHER = 4 };

/// A task: components that are fitted together, one curve or the four of a quaternion.
typedef struct sinew__fit_task {
    const sinew__source *source;
    const sinew__samples *samples; ///< including the key times
    int32_t per_cell;              ///< samples per cell that are used: all, or all divided by a power of two
    int component, count;
    double tolerance; ///< largest error of the value; for a quaternion, largest distance from the wanted one when both
                      ///< have the same length
} sinew__fit_task;

/// Fits the components with as few bytes as possible; *out_bytes is their number, or infinity if no grid is close
/// enough. The keys and pieces of component i go to out[i].
sinew__bake_outcome sinew__fit(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                               double *out_bytes);

/// Uses the samples, one per cell, as keys of cubics without pieces. *out_bytes is their size.
sinew__bake_outcome sinew__fit_frames(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                                      double *out_bytes);

/// Whether the key may change one of the fitted components.
static inline int sinew__concerns(const sinew__fit_task *task, const sinew__odd_time *time)
{
    return (time->components >> task->component & 1) != 0;
}

/// Replaces a cell of the components by pieces, which are added to out[i]. SINEW__BAKE_OUT_OF_REACH if the cell needs
/// too many pieces.
sinew__bake_outcome sinew__cut_cell(const sinew__fit_task *task, sinew__arena *memory, int32_t cell,
                                    sinew__fitted_curve *out);

// ---- joints --------------------------------------------------------------------------------------------------------
// Fits the joints and morphs of a clip, one after the other.

/// Fits all joints and morphs. SINEW__BAKE_OUT_OF_REACH if a curve cannot be fitted.
sinew__bake_outcome sinew__compact_fit_clip(sinew__compact_bake *compact);

// ---- writing -------------------------------------------------------------------------------------------------------
// Writes fitted curves to the section.

/// Appends the clip to the section.
sinew__bake_outcome sinew__compact_write(sinew__compact_bake *compact, sinew__buffer *section,
                                         sinew__baked_clip *out_baked);

// ---- a compact clip ------------------------------------------------------------------------------------------------
// The steps from a clip to a compact clip (runtime/model/compact_clip.h):
//
//   compact_curves.c   chooses cells
//   joint_constants.c  computes the constants of the skeleton
//   influence_bounds.c measures the distances from joints to the vertices that they move
//   compact_samples.c  samples one joint's components with the exact engine
//   compact_fit.c      finds the fewest keys for a curve, and the cells that need pieces
//   compact_pieces.c   divides a cell into pieces
//   compact_joints.c   fits joint by joint: angles or quaternions, moving or constant
//   compact_write.c    writes the curves
//   compact_bake.c     repeats these steps until playback keeps the error bound

/// Bakes one clip.
sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *reach, sinew__buffer *section,
                                             sinew__baked_clip *out_baked);

#endif
