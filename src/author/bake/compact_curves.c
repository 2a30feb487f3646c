#include "author/bake/compact_curves.h"
#include "core/base/number.h"

#include <math.h>
#include <stdlib.h>

// How compact clips cut time.

/// Seconds. Pieces store their time within a cell as float, which in a longer cell is too coarse for a frame.
static const double shortest_cell = 1.0 / 480, longest_cell = 64;

static const int64_t same_time = 2; ///< ticks

/// What exporters round times by, ticks or a part of a cell: some count seconds in floats.
static double rounding_of(double cell)
{
    static const double part = 1e-4;
    return fmax((double)same_time, part * cell);
}

/// A clip with more cells than that has keys too far apart for a grid: it gets few cells, and pieces in them.
static const double most_cells_per_key = 64, fewest_sparse_cells = 4096, cells_per_sparse_key = 4;

/// Whether a tick lies on the lines of cells.
static int is_on_line(int64_t tick, int64_t origin, double cell)
{
    const double cells = (double)(tick - origin) / cell;
    return fabs(cells - round(cells)) * cell <= rounding_of(cell);
}

/// The distance between keys that is most frequent, of those that are not shorter than a cell may be. `lengths` is
/// [count] of memory.
static double usual_distance(const sinew__bake_tick *ticks, size_t count, double least, double *lengths)
{
    double best = 0;
    size_t used = 0, most = 0;
    int64_t before = ticks[0].tick;
    for (size_t i = 1; i < count; ++i) {
        if (i + 1 < count && ticks[i + 1].tick - ticks[i].tick <= same_time)
            continue; // a step has a tick on both sides
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

/// Returns a cell length over which rounded times do not drift: a whole number of cells between two distant keys. Each
/// key on a line makes it more exact, so that it is known which line the next one is on.
static double without_drift(const sinew__bake_tick *ticks, size_t count, double cell)
{
    for (size_t i = 1; i < count; ++i) {
        const double length = (double)(ticks[i].tick - ticks[0].tick), cells = round(length / cell);
        if (cells >= 1 && fabs(length - cells * cell) <= rounding_of(cell)) cell = length / cells;
    }
    return cell;
}

/// Puts lines of cells through one of the clip's first two ticks, because a clip may begin between two keys: the one
/// that puts more ticks on lines; the second only for at least a quarter of the ticks. Returns their number.
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
    if (out->last <= out->first) { // nothing moves in no time
        out->count = 1;
        return SINEW__BAKE_OK;
    }
    double *lengths = SINEW__ARENA_ARRAY(memory, double, count);
    if (!lengths) return SINEW__BAKE_NO_MEMORY;
    double usual = usual_distance(ticks, count, shortest_cell * per_second, lengths);
    if ((rate && usual > 1.5 * frame) || at_frames) usual = 0;
    // Lines at the usual distance of keys if most keys are then on them, else at the distance of frames.
    const double from_two[2] = {usual > 0 ? without_drift(ticks, count, usual) : 0,
                                usual > 0 ? without_drift(ticks + 1, count - 1, usual) : 0};
    if (!(usual > 0 && put_lines(ticks, count, from_two, out) * 2 > count))
        (void)put_lines(ticks, count, (const double[2]){frame, frame}, out);
    double cells = ceil((double)(out->last - out->origin - same_time) / out->ticks);
    if (cells > most_cells_per_key * (double)count + fewest_sparse_cells) { // pieces cost less than empty cells
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
