// Fits the fewest keys to the samples of a curve within a tolerance: chooses the grid, and the cells that become
// pieces.
#include "author/bake/compact_curves.h"

#include <math.h>

enum {
    MOST_TOGETHER = SINEW__FITTED_TOGETHER,
    CHECKS = 4, ///< smallest number of samples per key
};

/// Grids as {keys per cell, taps}. The grid with the fewest bytes wins; of equal ones, the first. Lines (2 taps) are
/// before held values (1 tap), which take as many bytes and have a larger error. A fixed order also lets more curves
/// share a grid, which takes fewer records.
static const sinew__key_grid grids[] = {
    {1, 2}, {1, 1}, {1, 4}, {2, 2}, {2, 4}, {1, SINEW__UNEVEN}, {4, 2}, {4, 4}, {2, SINEW__UNEVEN}, {8, 2}, {8, 4}};
enum { GRIDS = sizeof grids / sizeof *grids };

typedef struct fitting {
    const sinew__fit_task *task;
    sinew__arena *memory;
    const sinew__cells *cells;
    size_t stride; ///< distance of the samples that are used
    uint8_t *bad;  ///< [cells] whether the grid misses a sample of the cell
} fitting;

static const double *value_at(const fitting *fit, size_t index)
{
    return fit->task->samples->at[index * fit->stride].values + fit->task->component;
}

// ---- one grid -----------------------------------------------------------------------------------------------------

static void weights_at(int32_t taps, double u, double w[4])
{
    const double uu = u * u, uuu = uu * u;
    w[0] = taps == 4 ? 0.5 * (2 * uu - uuu - u) : 0;
    w[1] = taps == 4 ? 0.5 * (3 * uuu - 5 * uu + 2) : taps == 2 ? 1 - u : 1;
    w[2] = taps == 4 ? 0.5 * (4 * uu - 3 * uuu + u) : taps == 2 ? u : 0;
    w[3] = taps == 4 ? 0.5 * (uuu - uu) : 0;
}

/// A key of an uneven grid, on its line or up to half a line distance beside it.
typedef struct uneven_key {
    double units;         ///< offset from its line, in 1/SINEW__UNEVEN_UNITS of the distance of lines
    const double *values; ///< values of the fitted components
} uneven_key;

/// The keys of a grid for all fitted components: samples, and one key before and one after them.
typedef struct grid_keys {
    sinew__key_grid grid;
    size_t last, step; ///< key k of 0 … last is sample k · step; not in an uneven grid
    double before[MOST_TOGETHER], after[MOST_TOGETHER];
    const uneven_key *uneven; ///< [last + 1] for an uneven grid, else NULL
} grid_keys;

static double key_of(const fitting *fit, const grid_keys *keys, int64_t key, int component)
{
    if (key < 0) return keys->before[component];
    if (key > (int64_t)keys->last) return keys->after[component];
    if (keys->uneven) return keys->uneven[key].values[component];
    return value_at(fit, (size_t)key * keys->step)[component];
}

/// Returns the position of a key of an uneven grid, counted in lines.
static double position_of(const grid_keys *keys, int64_t key)
{
    const int is_outside = key < 0 || key > (int64_t)keys->last;
    return (double)key + (is_outside ? 0 : keys->uneven[key].units / SINEW__UNEVEN_UNITS);
}

/// Returns the value between a key and the next one, from the weights of the four surrounding keys.
static double value_behind(const fitting *fit, const grid_keys *keys, int64_t key, const double w[4], int component)
{
    double sum = w[1] * key_of(fit, keys, key, component) + w[2] * key_of(fit, keys, key + 1, component);
    if (keys->grid.taps == 4)
        sum += w[0] * key_of(fit, keys, key - 1, component) + w[3] * key_of(fit, keys, key + 2, component);
    return sum;
}

/// Returns the key before the first or after the last one that makes the cubic fit the samples of the first or last
/// segment best (least squares).
static double key_beyond(const fitting *fit, const grid_keys *keys, int at_end, int component)
{
    const int64_t key = at_end ? (int64_t)keys->last - 1 : 0;
    double own = 0, wanted = 0;
    for (size_t i = 1; i < keys->step; ++i) {
        double w[4];
        weights_at(4, (double)i / (double)keys->step, w);
        double rest = value_at(fit, (size_t)key * keys->step + i)[component];
        rest -= w[1] * key_of(fit, keys, key, component) + w[2] * key_of(fit, keys, key + 1, component);
        if (keys->last > 1)
            rest -=
                at_end ? w[0] * key_of(fit, keys, key - 1, component) : w[3] * key_of(fit, keys, key + 2, component);
        const double share = at_end ? w[3] : w[0];
        own += share * share;
        wanted += share * rest;
    }
    return wanted / own;
}

/// Finds the keys of an uneven grid: for each line the key time nearest to it, or the sample on the line if no key time
/// is near. A key time in the middle between two lines belongs to the earlier line if that line has no key yet.
/// keys->uneven stays NULL when out of memory, or if all key times are samples.
static void find_uneven_keys(const fitting *fit, grid_keys *keys)
{
    static const double half = SINEW__UNEVEN_UNITS / 2;
    const sinew__samples *samples = fit->task->samples;
    uneven_key *uneven = samples->odd_count > 0 ? SINEW__ARENA_ARRAY(fit->memory, uneven_key, keys->last + 1) : NULL;
    if (!uneven) return;
    for (size_t k = 0; k <= keys->last; ++k) uneven[k] = (uneven_key){0, value_at(fit, k * keys->step)};
    double last_line = -1, last_units = -1; // line and offset of the previous key time
    for (size_t i = 0; i < samples->odd_count; ++i) {
        const sinew__odd_time *time = &samples->odd[i];
        if (!sinew__concerns(fit->task, time)) continue;
        const double units = rint(time->cell * keys->grid.per_cell * SINEW__UNEVEN_UNITS),
                     nearest = floor((units + half) / SINEW__UNEVEN_UNITS),
                     before = ceil((units - half) / SINEW__UNEVEN_UNITS), // differs at the middle
            line = units == last_units  ? last_line
                   : before > last_line ? before
                                        : nearest;
        if (line > (double)keys->last) break;
        uneven[(size_t)line] =
            (uneven_key){units - line * SINEW__UNEVEN_UNITS, time->values.values + fit->task->component};
        last_line = line;
        last_units = units;
    }
    keys->uneven = uneven;
    for (int i = 0; i < fit->task->count; ++i) { // extend the first and last lines
        const int64_t last = (int64_t)keys->last;
        const double first = uneven[0].values[i], end = uneven[last].values[i],
                     rise = (uneven[1].values[i] - first) / (position_of(keys, 1) - position_of(keys, 0)),
                     fall =
                         (end - uneven[last - 1].values[i]) / (position_of(keys, last) - position_of(keys, last - 1));
        keys->before[i] = first - rise * (1 + position_of(keys, 0));
        keys->after[i] = end + fall * ((double)last + 1 - position_of(keys, last));
    }
}

static grid_keys keys_of_grid(const fitting *fit, sinew__key_grid grid)
{
    grid_keys keys = {.grid = grid,
                      .last = (size_t)fit->cells->count * (size_t)grid.per_cell,
                      .step = (size_t)(fit->task->per_cell / grid.per_cell)};
    for (int i = 0; i < fit->task->count && grid.taps == 4; ++i) {
        keys.after[i] = 2 * key_of(fit, &keys, (int64_t)keys.last, i) - key_of(fit, &keys, (int64_t)keys.last - 1, i);
        keys.before[i] = 2 * key_of(fit, &keys, 0, i) - key_of(fit, &keys, 1, i);
        if (keys.step == 1) continue; // there are no samples between keys
        keys.before[i] = key_beyond(fit, &keys, 0, i);
        keys.after[i] = key_beyond(fit, &keys, 1, i);
    }
    if (grid.taps == SINEW__UNEVEN) find_uneven_keys(fit, &keys);
    return keys;
}

/// Returns the expected error of a component between two keys that comes from rounding the keys' weights; their sum
/// stays exact. It is half of the largest such error: with the largest, a clip with one large curve took 1.5 times the
/// bytes.
static double rounding_behind(const fitting *fit, const grid_keys *keys, int64_t key)
{
    const double usual = 0.25 / SINEW__KEY_WEIGHT_SUM, near = key_of(fit, keys, key, 0);
    if (keys->grid.taps == 1 || keys->uneven) return 0;
    double sum = fabs(key_of(fit, keys, key + 1, 0) - near);
    if (keys->grid.taps == 4)
        sum += fabs(key_of(fit, keys, key - 1, 0) - near) + fabs(key_of(fit, keys, key + 2, 0) - near);
    return usual * sum;
}

/// Returns the distance of a grid's value after a key from the wanted value.
static double distance_behind(const fitting *fit, const grid_keys *keys, int64_t key, const double w[4],
                              const double *wanted)
{
    const int count = fit->task->count;
    double own[MOST_TOGETHER], length = 0, square = 0;
    if (count == 1) return fabs(value_behind(fit, keys, key, w, 0) - wanted[0]) + rounding_behind(fit, keys, key);
    for (int i = 0; i < count; ++i) {
        own[i] = value_behind(fit, keys, key, w, i);
        length += own[i] * own[i];
    }
    length = sqrt(length);
    for (int i = 0; i < count; ++i) square += (own[i] / length - wanted[i]) * (own[i] / length - wanted[i]);
    return sqrt(square);
}

/// Returns the distance of the grid's value from `wanted` at a position counted in keys.
static double distance_at(const fitting *fit, const grid_keys *keys, double position, const double *wanted)
{
    if (keys->uneven) {
        int64_t before = (int64_t)floor(position + 0.5);
        before -= position < position_of(keys, before);
        const double begin = position_of(keys, before),
                     part = (position - begin) / (position_of(keys, before + 1) - begin);
        return distance_behind(fit, keys, before, (const double[4]){0, 1 - part, part, 0}, wanted);
    }
    const int64_t key = position < (double)keys->last ? (int64_t)position : (int64_t)keys->last - (keys->grid.taps > 1);
    double w[4];
    weights_at(keys->grid.taps, position - (double)key, w);
    return distance_behind(fit, keys, key, w, wanted);
}

/// Whether a grid misses a sample between a key and the next one.
static int misses_behind(const fitting *fit, const grid_keys *keys, size_t key, const double (*weights)[4])
{
    for (size_t i = 0; keys->uneven && i <= keys->step; ++i) { // both ends are also tested, because keys may be beside
                                                               // their lines
        const size_t at = key * keys->step + i;
        if (!(distance_at(fit, keys, (double)at / (double)keys->step, value_at(fit, at)) <= fit->task->tolerance))
            return 1;
    }
    for (size_t i = 1; !keys->uneven && i < keys->step; ++i)
        if (!(distance_behind(fit, keys, (int64_t)key, weights[i], value_at(fit, key * keys->step + i)) <=
              fit->task->tolerance))
            return 1;
    return 0;
}

/// Marks the cells in which a grid misses samples, and returns their number.
static size_t find_bad_cells(const fitting *fit, const grid_keys *keys)
{
    const size_t per_cell = (size_t)keys->grid.per_cell, cells = (size_t)fit->cells->count;
    double weights[SINEW__MAX_SAMPLES][4];
    size_t bad = 0;
    for (size_t i = 1; i < keys->step; ++i) weights_at(keys->grid.taps, (double)i / (double)keys->step, weights[i]);
    for (size_t c = 0; c < cells; ++c) {
        fit->bad[c] = 0;
        for (size_t k = c * per_cell; k < (c + 1) * per_cell && !fit->bad[c]; ++k)
            fit->bad[c] = (uint8_t)misses_behind(fit, keys, k, (const double(*)[4])weights);
    }
    for (size_t i = 0; i < fit->task->samples->odd_count; ++i) {
        const sinew__odd_time *time = &fit->task->samples->odd[i];
        if (!sinew__concerns(fit->task, time) || fit->bad[(size_t)time->cell]) continue;
        if (!(distance_at(fit, keys, time->cell * keys->grid.per_cell, time->values.values + fit->task->component) <=
              fit->task->tolerance))
            fit->bad[(size_t)time->cell] = 1;
    }
    for (size_t c = 0; c < cells; ++c) bad += fit->bad[c];
    return bad;
}

static double bytes_of(const fitting *fit, const grid_keys *keys, size_t bad)
{
    const double of_keys = (double)(keys->last + 3) * sizeof(int16_t) * (keys->uneven ? 2 : 1),
                 of_bad = 2 * sizeof(sinew__curve_piece) * fit->task->source->compact->piece_weight;
    return (of_keys + (double)bad * of_bad) * fit->task->count;
}

// ---- the best grid ------------------------------------------------------------------------------------------------

/// Copies the keys of a grid to *out.
static sinew__bake_outcome take_keys(const fitting *fit, const grid_keys *keys, sinew__fitted_curve *out)
{
    const size_t outside = keys->grid.taps > 2, count = keys->last + 1 + 2 * outside;
    int16_t *const times = keys->uneven ? SINEW__ARENA_ARRAY(fit->memory, int16_t, count) : NULL;
    if (keys->uneven && !times) return SINEW__BAKE_NO_MEMORY;
    for (size_t k = 0; keys->uneven && k <= keys->last; ++k) times[k + 1] = (int16_t)keys->uneven[k].units;
    for (int i = 0; i < fit->task->count; ++i) {
        out[i].per_cell = keys->grid.per_cell;
        out[i].taps = keys->grid.taps;
        out[i].key_count = (int32_t)count;
        out[i].times = times;
        out[i].pieces = NULL;
        out[i].may_be_cubic = 0;
        out[i].keys = SINEW__ARENA_ARRAY(fit->memory, double, count);
        if (!out[i].keys) return SINEW__BAKE_NO_MEMORY;
        for (size_t k = 0; k < count; ++k) out[i].keys[k] = key_of(fit, keys, (int64_t)k - (int64_t)outside, i);
    }
    return SINEW__BAKE_OK;
}

/// Sets may_be_cubic if cubics fit all cells on the grid of `lines` as well, so that the curves can join other curves
/// that are cubics.
static void find_cubics(const fitting *fit, const grid_keys *lines, sinew__fitted_curve *out)
{
    const grid_keys cubics = keys_of_grid(fit, (sinew__key_grid){.per_cell = lines->grid.per_cell, .taps = 4});
    if (out[0].pieces || find_bad_cells(fit, &cubics) > 0) return;
    for (int i = 0; i < fit->task->count; ++i) {
        out[i].may_be_cubic = 1;
        out[i].ends[0] = cubics.before[i];
        out[i].ends[1] = cubics.after[i];
    }
}

static fitting fitting_of(const sinew__fit_task *task, sinew__arena *memory)
{
    return (fitting){.task = task,
                     .memory = memory,
                     .cells = &task->source->compact->cells,
                     .stride = (size_t)(task->samples->per_cell / task->per_cell)};
}

sinew__bake_outcome sinew__fit_frames(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                                      double *out_bytes)
{
    const fitting fit = fitting_of(task, memory);
    const grid_keys keys = keys_of_grid(&fit, (sinew__key_grid){.per_cell = 1, .taps = 4});
    *out_bytes = bytes_of(&fit, &keys, 0);
    return take_keys(&fit, &keys, out);
}

sinew__bake_outcome sinew__fit(const sinew__fit_task *task, sinew__arena *memory, sinew__fitted_curve *out,
                               double *out_bytes)
{
    fitting fit = fitting_of(task, memory);
    double bytes[GRIDS];
    *out_bytes = (double)INFINITY;
    fit.bad = SINEW__ARENA_ARRAY(memory, uint8_t, fit.cells->count);
    if (!fit.bad) return SINEW__BAKE_NO_MEMORY;
    for (int i = 0; i < GRIDS; ++i) {
        bytes[i] = (double)INFINITY;
        if (grids[i].per_cell * CHECKS > task->per_cell) continue;
        const grid_keys keys = keys_of_grid(&fit, grids[i]);
        if (memory->failed) return SINEW__BAKE_NO_MEMORY;
        if (grids[i].taps == SINEW__UNEVEN && !keys.uneven) continue;
        const size_t bad = find_bad_cells(&fit, &keys);
        bytes[i] = bytes_of(&fit, &keys, bad);
        // An uneven grid without bad cells wins over the grids before it, even if it takes more bytes: trying them
        // costs time.
        if (keys.uneven && bad == 0 && task->source->compact->piece_weight > 1)
            for (int k = 0; k < i; ++k) bytes[k] = fmax(bytes[k], bytes[i] + 1);
    }
    for (;;) {
        int best = 0;
        for (int i = 1; i < GRIDS; ++i)
            if (bytes[i] < bytes[best]) best = i;
        if (!isfinite(bytes[best])) return SINEW__BAKE_OK;
        const grid_keys keys = keys_of_grid(&fit, grids[best]);
        sinew__bake_outcome outcome = take_keys(&fit, &keys, out);
        (void)find_bad_cells(&fit, &keys);
        for (int32_t c = 0; c < fit.cells->count && outcome == SINEW__BAKE_OK; ++c)
            if (fit.bad[c]) outcome = sinew__cut_cell(fit.task, fit.memory, c, out);
        *out_bytes = bytes[best];
        if (outcome == SINEW__BAKE_OK && grids[best].taps == 2) find_cubics(&fit, &keys, out);
        if (outcome != SINEW__BAKE_OUT_OF_REACH) return outcome;
        bytes[best] = *out_bytes = (double)INFINITY;
    }
}
