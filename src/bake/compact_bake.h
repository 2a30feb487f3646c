/// One clip on its way into a compact clip (model/compact_clip.h):
///
///   compact_rig.c      what the skeleton adds
///   compact_cells.c    how time is cut into cells
///   compact_source.c   values of one joint's components over the clip, from the exact sampler
///   compact_fit.c      how few keys each curve needs, and pieces where it has keys off the grid
///   compact_joints.c   joint after joint: angles or quaternions, and which curves move
///   compact_write.c    curves into bytes
///   compact_measure.c  the bytes, played, against the exact engine
///   compact_bake.c     all of them, closer until the bound holds
#ifndef SINEW_BAKE_COMPACT_BAKE_H
#define SINEW_BAKE_COMPACT_BAKE_H

#include "bake/bake_clip.h"
#include "bake/compact_rig.h"

/// How time is cut.
typedef struct sinew__cells {
    int64_t origin, first, last; ///< ticks
    double ticks;                ///< of a cell
    int32_t count;
} sinew__cells;

/// One curve, fitted.
typedef struct sinew__fitted_curve {
    int32_t group;
    uint8_t component, lane;
    int32_t per_cell, taps;
    int32_t key_count;
    double *keys;  ///< [key_count], as stored: with the keys before and after the clip where there are 4 taps
    double coarse; ///< displacement, in the model's units, that one unit of the value makes
    struct sinew__curve_pieces *pieces;
} sinew__fitted_curve;

/// A piece of a curve within a cell.
typedef struct sinew__curve_pieces {
    struct sinew__curve_pieces *next;
    int32_t cell;
    sinew__curve_piece piece;
} sinew__curve_pieces;

typedef struct sinew__compact_bake {
    sinew__bake *bake;
    const double *levers; ///< [joint_count] how far what a joint moves lies from it, at most, in the model's units
    sinew__cells cells;
    const int64_t *ticks; ///< [tick_count] rising: all key times
    size_t tick_count;
    double share;                                                     ///< of the bound, for one curve
    double coarse_share;                                              ///< the same for rounding to int16
    double needed_share;                                              ///< the same, below which rounding need not go
    int inherits;                                                     ///< joints are composed by their inherit types
    int32_t group_count;                                              ///< of joints
    uint32_t *flags, *quaternion_masks;                               ///< [group_count]
    float (*constants)[SINEW__COMPONENT_COUNT][SINEW__COMPACT_LANES]; ///< [groups of joints and morphs]
    sinew__fitted_curve *curves;
    size_t curve_count, curve_capacity;
} sinew__compact_bake;

/// Distances from joints to what they and their children move, [joint_count].
double *sinew__compact_levers(const sinew_model *model, const sinew__binds *binds, const sinew__influence_bounds *reach,
                              sinew__arena *memory);

/// Cuts time as the author has: into cells of the clip's own key rate, or else of its frame rate. `rate` 1 and more: of
/// as many times the frame rate where keys are farther apart. SINEW__BAKE_TOO_LARGE for too many cells.
sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const int64_t *ticks, size_t count, int rate,
                                         sinew__arena *memory, sinew__cells *out);

/// Fits all joints and morphs. SINEW__BAKE_OUT_OF_REACH where some curve cannot be fitted.
sinew__bake_outcome sinew__compact_fit_clip(sinew__compact_bake *compact);

/// Appends the clip to the section.
sinew__bake_outcome sinew__compact_write(sinew__compact_bake *compact, sinew__buffer *section,
                                         sinew__baked_clip *out_baked);

/// Plays the bytes at two times of every cell, at least: the largest displacement, in the model's units.
sinew__bake_outcome sinew__compact_measure(sinew__compact_bake *compact, const sinew__buffer *section,
                                           const sinew__baked_clip *baked, double *out_error);

/// Bakes one clip.
sinew__bake_outcome sinew__compact_bake_clip(sinew__bake *bake, const double *levers, sinew__buffer *section,
                                             sinew__baked_clip *out_baked);

// ---- values over the clip -----------------------------------------------------------------------------------------

/// Values of one joint or morph at a tick.
typedef struct sinew__source_values {
    double of[SINEW__COMPONENT_COUNT];
} sinew__source_values;

/// One joint or morph of the clip.
typedef struct sinew__source {
    const sinew__compact_bake *compact;
    int32_t joint, morph; ///< one of them, or SINEW_NONE
    sinew__joint_motion motion;
    sinew__rig_joint rig;
    int has_angles; ///< its rotation is one of angles
} sinew__source;

/// Values at a tick; quaternions lie on the side of `near`, if that is not NULL.
sinew__bake_outcome sinew__source_at(const sinew__source *source, int64_t tick, const sinew__source_values *near,
                                     sinew__source_values *out);

/// The source of a joint or morph whose motion begins where `motion` says.
sinew__source sinew__source_of(const sinew__compact_bake *compact, int32_t joint, int32_t morph,
                               const sinew__joint_motion *motion);

/// Values at `per_cell` even times of every cell and at the end of the last.
typedef struct sinew__sampled {
    sinew__source_values *at; ///< [count × per_cell + 1]
    int32_t per_cell;
} sinew__sampled;

sinew__bake_outcome sinew__source_sample(const sinew__source *source, int32_t per_cell, sinew__arena *memory,
                                         sinew__sampled *out);

/// The tick of a part of a cell.
static inline int64_t sinew__cell_tick(const sinew__cells *cells, double cell)
{
    const double tick = cell * cells->ticks;
    return cells->origin + (int64_t)(tick + (tick < 0 ? -0.5 : 0.5));
}

// ---- fitting ------------------------------------------------------------------------------------------------------

/// What is wanted of components that are fitted together: one curve, or a quaternion's four.
typedef struct sinew__fit_task {
    const sinew__source *source;
    const sinew__sampled *sampled;
    int component, count;
    double tolerance; ///< of a value; of a quaternion its distance to the wanted one of the same length
} sinew__fit_task;

/// Fits components with as few bytes as possible. Returns the bytes; infinity where no grid is near enough. The keys
/// and pieces of component i go to out[i].
sinew__bake_outcome sinew__fit(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                               double *out_bytes);

#endif
