// Divides a cell that fits no grid into pieces: cubics, cut at the curve's keys and jumps, and halved until they fit.
#include "author/bake/compact_curves.h"

#include <math.h>

#include "core/base/lower_bound.h"

enum {
    MOST_TOGETHER = SINEW__FITTED_TOGETHER,
    MOST_PIECES = 64, ///< largest number of pieces of a curve in a cell
    LOOKS = 16,       ///< samples of the range of one piece; its cubic goes through four of them
};

/// The state while a cell is divided.
typedef struct cutting {
    const sinew__fit_task *task;
    sinew__arena *memory;
    const sinew__cells *cells;
    int32_t cell;
    const sinew__source_values *near;
    sinew__fitted_curve *out; ///< [task->count] the curves that get the pieces
    int count;                ///< number of pieces so far
} cutting;

/// Returns the position of a tick in the cell, in 1/SINEW__PLACE_END of it.
static double place_of_tick(const cutting *cut, int64_t tick)
{
    const double cells = (double)(tick - cut->cells->origin) / cut->cells->ticks;
    return (cells - cut->cell) * SINEW__PLACE_END;
}

/// Returns the start of a piece that contains a tick: never after the position that playback computes for the tick.
static uint32_t begin_at_tick(const cutting *cut, int64_t tick)
{
    static const double rounding = 0.125, latest = SINEW__PLACE_END - 1;
    return (uint32_t)fmax(fmin(place_of_tick(cut, tick) - rounding, latest), 0);
}

/// Computes the coefficients of the cubic through the values v[i] at t[i].
static void cubic_through(const double t[4], const double v[4], double c[4])
{
    double d[4] = {v[0], v[1], v[2], v[3]};
    for (int k = 1; k < 4; ++k)
        for (int i = 3; i >= k; --i) d[i] = (d[i] - d[i - 1]) / (t[i] - t[i - k]);
    c[0] = d[0] - t[0] * (d[1] - t[1] * (d[2] - t[2] * d[3]));
    c[1] = d[1] - d[2] * (t[0] + t[1]) + d[3] * (t[0] * t[1] + t[0] * t[2] + t[1] * t[2]);
    c[2] = d[2] - d[3] * (t[0] + t[1] + t[2]);
    c[3] = d[3];
}

static double cubic_at(const double c[4], double t)
{
    return ((c[3] * t + c[2]) * t + c[1]) * t + c[0];
}

/// Adds a piece. `c` has its cubics, with time counted in thirds of the piece.
static sinew__bake_outcome add_piece(cutting *cut, uint32_t begin, const double (*c)[4])
{
    const sinew__fit_task *task = cut->task;
    if (++cut->count > MOST_PIECES) return SINEW__BAKE_OUT_OF_REACH;
    for (int i = 0; i < task->count; ++i) {
        sinew__curve_pieces *piece = SINEW__ARENA_ARRAY(cut->memory, sinew__curve_pieces, 1);
        if (!piece) return SINEW__BAKE_NO_MEMORY;
        *piece = (sinew__curve_pieces){.next = cut->out[i].pieces, .cell = cut->cell, .begin = begin};
        for (int k = 0; k < 4; ++k) piece->keys[k] = cubic_at(c[i], k);
        cut->out[i].pieces = piece;
    }
    return SINEW__BAKE_OK;
}

/// Covers the ticks `from` … `to` − 1, at the positions `begin` … `end`, with cubics: one cubic if it fits, else halves
/// the range, at most `depth` times.
static sinew__bake_outcome cut_range(cutting *cut, int64_t from, int64_t to, uint32_t begin, uint32_t end, int depth)
{
    enum { SHORTEST = 4 }; // fewest ticks that determine a cubic
    const sinew__fit_task *task = cut->task;
    const int64_t last = to - 1 > from ? to - 1 : from;
    const double length = (double)(last - from), third = (double)(end - begin) / 3;
    sinew__source_values values[LOOKS];
    double t[LOOKS], c[MOST_TOGETHER][4] = {{0}};
    if (begin >= end) return SINEW__BAKE_OK;
    for (int i = 0; i < LOOKS; ++i) {
        const int64_t tick = from + (int64_t)(length * i / (LOOKS - 1));
        t[i] = (place_of_tick(cut, tick) - begin) / third;
        const sinew__bake_outcome outcome = sinew__source_at(task->source, tick, cut->near, &values[i]);
        if (outcome != SINEW__BAKE_OK) return outcome;
    }
    int fits = 1;
    for (int k = 0; k < task->count; ++k) {
        const int at = task->component + k, step = (LOOKS - 1) / 3;
        const double v[4] = {values[0].values[at], values[step].values[at], values[2 * step].values[at],
                             values[3 * step].values[at]};
        c[k][0] = v[0];
        if (end - begin < SHORTEST) continue;
        cubic_through((double[4]){t[0], t[step], t[2 * step], t[3 * step]}, v, c[k]);
        for (int i = 1; i < LOOKS; ++i) fits &= fabs(cubic_at(c[k], t[i]) - values[i].values[at]) <= task->tolerance;
    }
    if (fits) return add_piece(cut, begin, (const double(*)[4])c);
    if (depth == 0) return SINEW__BAKE_OUT_OF_REACH;
    const int64_t middle = from + (to - from) / 2;
    const uint32_t place = begin_at_tick(cut, middle);
    const sinew__bake_outcome outcome = cut_range(cut, from, middle, begin, place, depth - 1);
    return outcome == SINEW__BAKE_OK ? cut_range(cut, middle, to, place > begin ? place : begin, end, depth - 1)
                                     : outcome;
}

/// Sets constant cubics to the values at a tick. *out_jumps is whether a value differs by more than the tolerance one
/// tick later.
static sinew__bake_outcome look_for_jump(const cutting *cut, int64_t tick, double (*c)[4], int *out_jumps)
{
    const sinew__fit_task *task = cut->task;
    sinew__source_values at, behind;
    sinew__bake_outcome outcome = sinew__source_at(task->source, tick, cut->near, &at);
    if (outcome == SINEW__BAKE_OK) outcome = sinew__source_at(task->source, tick + 1, cut->near, &behind);
    *out_jumps = 0;
    for (int k = 0; k < task->count && outcome == SINEW__BAKE_OK; ++k) {
        c[k][0] = at.values[task->component + k];
        *out_jumps |= fabs(behind.values[task->component + k] - c[k][0]) > task->tolerance;
    }
    return outcome;
}

/// Adds a piece for only the first tick of a cell if a curve jumps right after it. Then *from and *begin move to the
/// start of the next piece.
static sinew__bake_outcome cut_first_tick(cutting *cut, int64_t *from, uint32_t *begin)
{
    double c[MOST_TOGETHER][4] = {{0}};
    int jumps;
    const sinew__bake_outcome outcome = look_for_jump(cut, *from, c, &jumps);
    if (outcome != SINEW__BAKE_OK || !jumps) return outcome;
    ++*from;
    *begin = 1;
    return add_piece(cut, 0, (const double(*)[4])c);
}

/// Divides the last cell from `from` on. The clip's last tick may jump to a value of its own; the rest of the cell
/// after it keeps that value.
static sinew__bake_outcome cut_last(cutting *cut, int64_t from, int64_t last, uint32_t begin, int depth)
{
    double c[MOST_TOGETHER][4] = {{0}};
    sinew__source_values at_end;
    const uint32_t end = begin_at_tick(cut, last);
    int jumps;
    sinew__bake_outcome outcome = look_for_jump(cut, last - 1, c, &jumps);
    if (outcome != SINEW__BAKE_OK) return outcome;
    if (!jumps && end + 2 >= SINEW__PLACE_END) return cut_range(cut, from, last + 1, begin, SINEW__PLACE_END, depth);
    outcome = sinew__source_at(cut->task->source, last, cut->near, &at_end);
    if (outcome != SINEW__BAKE_OK) return outcome;
    for (int k = 0; k < cut->task->count; ++k) c[k][0] = at_end.values[cut->task->component + k];
    outcome = cut_range(cut, from, last, begin, end, depth);
    return outcome == SINEW__BAKE_OK ? add_piece(cut, end > begin ? end : begin, (const double(*)[4])c) : outcome;
}

sinew__bake_outcome sinew__cut_cell(const sinew__fit_task *task, sinew__arena *memory, int32_t cell,
                                    sinew__fitted_curve *out)
{
    enum { DEEPEST = 16 }; // halvings of a range; a steep curve needs ever shorter pieces near one point
    const sinew__cells *cells = &task->source->compact->cells;
    const sinew__samples *samples = task->samples;
    cutting cut = {.task = task,
                   .memory = memory,
                   .cells = cells,
                   .cell = cell,
                   .near = &samples->at[(size_t)cell * (size_t)samples->per_cell],
                   .out = out};
    const int is_last = cell + 1 == cells->count;
    const int64_t end = is_last ? cells->last : sinew__cell_tick(cells, cell + 1);
    int64_t from = sinew__cell_tick(cells, cell);
    uint32_t begin = 0;
    sinew__bake_outcome outcome = cut_first_tick(&cut, &from, &begin);
    size_t first_odd = 0; // first key time in the cell or after it
    SINEW__LOWER_BOUND(first_odd, samples->odd_count, samples->odd[first_odd].cell < cell);
    for (size_t i = first_odd; i < samples->odd_count && outcome == SINEW__BAKE_OK; ++i) {
        const int64_t tick = samples->odd[i].tick;
        if (tick + 1 >= end) break;
        if (!sinew__concerns(task, &samples->odd[i]) || tick <= from) continue;
        const uint32_t place = begin_at_tick(&cut, tick);
        if (place > begin) outcome = cut_range(&cut, from, tick, begin, place, DEEPEST);
        begin = place > begin ? place : begin;
        from = tick;
    }
    if (outcome != SINEW__BAKE_OK) return outcome;
    return is_last ? cut_last(&cut, from, end, begin, DEEPEST)
                   : cut_range(&cut, from, end, begin, SINEW__PLACE_END, DEEPEST);
}
