#include "author/bake/compact_curves.h"

#include <math.h>
#include <stdlib.h>

// How compact clips cut time.

/// Seconds. In a longer cell a float, in which a piece counts its time, is too coarse for a frame.
static const double shortest_cell = 1.0 / 480, longest_cell = 64;

static const int64_t same_time = 2; ///< ticks

/// A clip with more cells than that has keys too far apart for a grid: it gets few cells, and pieces in them.
static const double most_cells_per_key = 64, fewest_sparse_cells = 4096, cells_per_sparse_key = 4;

/// Whether a tick lies on the lines of cells, to within what exporters round.
static int is_on_line(int64_t tick, int64_t origin, double cell)
{
    const double cells = (double)(tick - origin) / cell;
    return fabs(cells - round(cells)) * cell <= 2;
}

static size_t count_on_lines(const sinew__bake_tick *ticks, size_t count, int64_t origin, double cell)
{
    size_t on = 0;
    for (size_t i = 0; i < count; ++i) on += (size_t)is_on_line(ticks[i].tick, origin, cell);
    return on;
}

static int compare_lengths(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
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
    qsort(lengths, used, sizeof *lengths, compare_lengths);
    for (size_t i = 0, end; i < used; i = end) {
        for (end = i + 1; end < used && lengths[end] - lengths[i] <= (double)same_time; ++end) continue;
        if (end - i > most) {
            most = end - i;
            best = (lengths[i] + lengths[end - 1]) / 2;
        }
    }
    return best;
}

/// The length of a cell over which rounded times do not drift: of a whole number of cells between two far keys.
static double without_drift(const sinew__bake_tick *ticks, size_t count, double cell)
{
    for (size_t i = count; i-- > 1;) {
        const double length = (double)(ticks[i].tick - ticks[0].tick), cells = round(length / cell),
                     exact = length / cells;
        if (cells >= 1 && fabs(exact - cell) <= (double)same_time) return exact;
    }
    return cell;
}

sinew__bake_outcome sinew__compact_cells(const sinew_model *model, const sinew__bake_tick *ticks, size_t count,
                                         int rate, sinew__arena *memory, sinew__cells *out)
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
    if (rate && usual > 1.5 * frame) usual = 0;
    if (usual > 0) {
        usual = without_drift(ticks, count, usual);
        if (count_on_lines(ticks, count, out->origin, usual) * 2 > count) out->ticks = usual;
    }
    double cells = ceil((double)(out->last - out->first - 2) / out->ticks);
    if (cells > most_cells_per_key * (double)count + fewest_sparse_cells) { // pieces cost less than empty cells
        const double seconds = (double)(out->last - out->first) / per_second;
        cells = fmax(cells_per_sparse_key * (double)count, ceil(seconds / longest_cell));
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
