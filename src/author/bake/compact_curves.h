/// What the steps of baking a compact clip share: its cells, and the curves that are fitted to them.
#ifndef SINEW_AUTHOR_BAKE_COMPACT_CURVES_H
#define SINEW_AUTHOR_BAKE_COMPACT_CURVES_H

#include "author/bake/bake_clip.h"
#include "core/base/arena.h"
#include "runtime/model/compact_clip.h"

/// How time is cut.
typedef struct sinew__cells {
    int64_t origin, first, last; ///< ticks
    double ticks;                ///< of a cell
    int32_t count;
} sinew__cells;

/// Cuts time as the author has: into cells of the clip's own key rate, or else of its frame rate. `rate` 1 and more: of
/// as many times the frame rate where keys are farther apart. SINEW__BAKE_TOO_LARGE for too many cells.
sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                         int rate, sinew__arena *memory, sinew__cells *out);

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
    const double *reach; ///< [joint_count] how far what a joint moves lies from it, at most, in the model's units
    sinew__cells cells;
    const sinew__bake_tick *ticks; ///< [tick_count] rising: all key times
    size_t tick_count;
    struct sinew__kept_samples *kept;                                 ///< of `cells`
    double share;                                                     ///< of the bound, for one curve
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

#endif
