#include "author/bake/compact_curves.h"
#include "core/base/number.h"

#include <math.h>
#include <stdlib.h>

// Chooses the cells of a compact clip.

/// Limits of the cell length, seconds. Pieces store their time in the cell as float, which is too coarse for a frame
/// beyond the upper limit.
static const double shortest_cell = 1.0 / 480, longest_cell = 64;

static const int64_t same_time = 2; ///< ticks

/// Returns by how many ticks a key time may be off: 2, or 1/10,000 of the cell if that is more. Exporters round times
/// to ticks or to floats.
static double rounding_of(double cell)
{
    static const double part = 1e-4;
    return fmax((double)same_time, part * cell);
}

/// A clip with more cells than `most_cells_per_key` · keys + `fewest_sparse_cells` has keys too far apart for a grid.
/// It gets at least `cells_per_sparse_key` · keys cells, with pieces in them.
static const double most_cells_per_key = 64, fewest_sparse_cells = 4096, cells_per_sparse_key = 4;

/// Whether a tick is on the boundary of a cell.
static int is_on_line(int64_t tick, int64_t origin, double cell)
{
    const double cells = (double)(tick - origin) / cell;
    return fabs(cells - round(cells)) * cell <= rounding_of(cell);
}

/// Returns the most frequent distance between keys that is at least `least` ticks. `lengths` is scratch memory,
/// [count].
static double usual_distance(const sinew__bake_tick *ticks, size_t count, double least, double *lengths)
{
    double best = 0;
    size_t used = 0, most = 0;
    int64_t before = ticks[0].tick;
    for (size_t i = 1; i < count; ++i) {
        if (i + 1 < count && ticks[i + 1].tick - ticks[i].tick <= same_time)
            continue; // a jump has a key on both of its sides
        if ((double)(ticks[i].tick - before) >= least) lengths[used++] = (double)(ticks[i].tick - before);
        before = ticks[i].tick;
    }
    qsort(lengths, used, sizeof *lengths, sinew__compare_doubles);
    for (size_t i = 0, end; i < used; i = end) {
        for (end = i + 1; end < used && lengths[end] - lengths[i] <= rounding_of(lengths[i]); ++end) continue;
        if (end - i > most) {
            most = end - i;
            best = (lengths[i] + lengths[end - 1]) / 2;
        }
    }
    return best;
}

/// Returns a cell length with which the rounding of key times does not add up: the distance from the first key to the
/// last key on a boundary, divided by its number of cells. Each earlier key on a boundary also refines the length, so
/// that the number of cells to the next one is certain.
static double without_drift(const sinew__bake_tick *ticks, size_t count, double cell)
{
    for (size_t i = 1; i < count; ++i) {
        const double length = (double)(ticks[i].tick - ticks[0].tick), cells = round(length / cell);
        if (cells >= 1 && fabs(length - cells * cell) <= rounding_of(cell)) cell = length / cells;
    }
    return cell;
}

/// Sets the origin of the cells to one of the first two ticks, and returns the number of ticks on cell boundaries. The
/// second tick is tried because a clip may start between two keys. It wins if it puts more ticks on boundaries than the
/// first one, and at least a quarter of all ticks.
static size_t put_lines(const sinew__bake_tick *ticks, size_t count, const double cells[2], sinew__cells *out)
{
    size_t most = 0;
    for (size_t first = 0; first < 2; ++first) {
        const int64_t tick = ticks[first].tick;
        size_t on = 0;
        for (size_t i = 0; i < count; ++i) on += (size_t)is_on_line(ticks[i].tick, tick, cells[first]);
        if (on <= most || (first > 0 && on * 4 < count)) continue;
        most = on;
        out->ticks = cells[first];
        out->origin = tick - (int64_t)(ceil((double)(tick - ticks[0].tick) / cells[first]) * cells[first]);
    }
    return most;
}

sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                         int rate, int at_frames, sinew__arena *memory, sinew__cells *out)
{
    const double per_second = (double)model->info->ticks_per_second;
    const double fps = model->info->fps > 0 ? model->info->fps : 30, frame = per_second / fps / (rate > 1 ? rate : 1);
    *out =
        (sinew__cells){.first = ticks[0].tick, .last = ticks[count - 1].tick, .origin = ticks[0].tick, .ticks = frame};
    if (out->last <= out->first) { // a clip without duration
        out->count = 1;
        return SINEW__BAKE_OK;
    }
    double *lengths = SINEW__ARENA_ARRAY(memory, double, count);
    if (!lengths) return SINEW__BAKE_NO_MEMORY;
    double usual = usual_distance(ticks, count, shortest_cell * per_second, lengths);
    if ((rate && usual > 1.5 * frame) || at_frames) usual = 0;
    // Use the most frequent distance of keys if that puts most keys on boundaries, else the distance of frames.
    const double from_two[2] = {usual > 0 ? without_drift(ticks, count, usual) : 0,
                                usual > 0 ? without_drift(ticks + 1, count - 1, usual) : 0};
    if (!(usual > 0 && put_lines(ticks, count, from_two, out) * 2 > count))
        (void)put_lines(ticks, count, (const double[2]){frame, frame}, out);
    double cells = ceil((double)(out->last - out->origin - same_time) / out->ticks);
    if (cells > most_cells_per_key * (double)count + fewest_sparse_cells) { // pieces take less space than empty cells
        const double seconds = (double)(out->last - out->first) / per_second;
        cells = fmax(cells_per_sparse_key * (double)count, ceil(seconds / longest_cell));
        out->origin = out->first;
        out->ticks = (double)(out->last - out->first) / cells;
    }
    if (!(cells <= SINEW__COMPACT_CELLS)) return SINEW__BAKE_TOO_LARGE;
    out->count = cells < 1 ? 1 : (int32_t)cells;
    return SINEW__BAKE_OK;
}

sinew__bake_outcome sinew__compact_frames(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                          double rate, sinew__cells *out)
{
    *out = (sinew__cells){.origin = ticks[0].tick,
                          .first = ticks[0].tick,
                          .last = ticks[count - 1].tick,
                          .ticks = (double)model->info->ticks_per_second / rate};
    const double cells = ceil((double)(out->last - out->first - same_time) / out->ticks);
    if (!(cells <= SINEW__COMPACT_CELLS)) return SINEW__BAKE_TOO_LARGE;
    out->count = cells < 1 ? 1 : (int32_t)cells;
    return SINEW__BAKE_OK;
}
