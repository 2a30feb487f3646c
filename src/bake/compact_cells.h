/// How compact clips cut time.
#ifndef SINEW_BAKE_COMPACT_CELLS_H
#define SINEW_BAKE_COMPACT_CELLS_H

#include "bake/bake_clip.h"
#include "base/arena.h"

/// How time is cut.
typedef struct sinew__cells {
    int64_t origin, first, last; ///< ticks
    double ticks;                ///< of a cell
    int32_t count;
} sinew__cells;

/// Cuts time as the author has: into cells of the clip's own key rate, or else of its frame rate. `rate` 1 and more: of
/// as many times the frame rate where keys are farther apart. SINEW__BAKE_TOO_LARGE for too many cells.
sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const int64_t *ticks, size_t count, int rate,
                                         sinew__arena *memory, sinew__cells *out);

/// The tick of a part of a cell.
static inline int64_t sinew__cell_tick(const sinew__cells *cells, double cell)
{
    const double tick = cell * cells->ticks;
    return cells->origin + (int64_t)(tick + (tick < 0 ? -0.5 : 0.5));
}

#endif
