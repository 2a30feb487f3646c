#include "runtime/sampler/compact_find.h"

#include "core/base/lower_bound.h"
#include "runtime/sampler/curve.h"

/// Positions among keys are fixed-point numbers, which split into a key and the way to the next without a branch: all
/// that is played waits for them.
enum { FRACTION_BITS = 32 };

static const int64_t one = INT64_C(1) << FRACTION_BITS;

/// A weight that is not negative, in SINEW__KEY_WEIGHT_SUM.
static int32_t rounded(float weight)
{
    return (int32_t)(weight * SINEW__KEY_WEIGHT_SUM + 0.5f);
}

/// The weights of four keys side by side, the first lowest.
static uint64_t packed(int32_t w0, int32_t w1, int32_t w2, int32_t w3)
{
    return (uint64_t)(uint16_t)w0 | (uint64_t)(uint16_t)w1 << 16 | (uint64_t)(uint16_t)w2 << 32 |
           (uint64_t)(uint16_t)w3 << 48;
}

/// Catmull-Rom weights of the keys around a position between two of them. They are whole numbers of constant sum, so
/// that a curve that rests between keys does so exactly; the nearest key takes what rounding the others leaves.
static uint64_t cubic_weights(float u)
{
    const float uu = u * u, uuu = uu * u;
    const int32_t w0 = -rounded(0.5f * (u - 2.0f * uu + uuu)), w3 = -rounded(0.5f * (uu - uuu));
    const int32_t w1 = rounded(0.5f * (3.0f * uuu - 5.0f * uu + 2.0f)),
                  w2 = rounded(0.5f * (4.0f * uu - 3.0f * uuu + u)), inner = SINEW__KEY_WEIGHT_SUM - w0 - w3;
    return u < 0.5f ? packed(w0, inner - w2, w2, w3) : packed(w0, w1, inner - w1, w3);
}

/// The weights of the keys around a position, from which the next key is `u` of `one` away.
static uint64_t key_weights(int32_t taps, int64_t u)
{
    if (taps == 4) return cubic_weights((float)u * 0x1p-32f);
    const int32_t second = taps == 2 ? (int32_t)((u * SINEW__KEY_WEIGHT_SUM + one / 2) >> FRACTION_BITS) : 0;
    return packed(SINEW__KEY_WEIGHT_SUM - second, second, 0, 0);
}

static int64_t clamped(int64_t value, int64_t least, int64_t most)
{
    return value < least ? least : value > most ? most : value;
}

/// A grid's last key is that at the end of the last cell; only a held value begins there.
static void position_on_grid(const sinew__key_grid *grid, int32_t cell_count, double cells, sinew__grid_position *out)
{
    const int64_t key_count = (int64_t)cell_count * grid->per_cell, last = key_count - (grid->taps > 1);
    const int64_t keys = clamped((int64_t)(cells * ((double)grid->per_cell * (double)one)), 0, key_count * one);
    const int64_t whole = keys >> FRACTION_BITS, key = whole < last ? whole : last;
    const int32_t odd = (int32_t)key & 1, row = (int32_t)(key >> 1);
    const uint64_t weights = key_weights(grid->taps, keys - key * one), first_two = weights << 16 * odd;
    out->weights[0] = (int32_t)(uint32_t)first_two;
    out->weights[1] = (int32_t)(uint32_t)(first_two >> 32);
    out->weights[2] = odd ? (int32_t)(weights >> 48) : 0;
    out->row_count = grid->taps == 4 ? SINEW__KEY_ROWS : grid->taps;
    out->rows[0] = row;
    out->rows[1] = row + (odd + grid->taps > 2); // a row without weight may lie beyond the last
    out->rows[2] = row + (odd + grid->taps > 4 ? 2 : 1);
}

/// Ticks by which held values are read later than others. Where lines fall between ticks, a key lies up to a tick
/// before its line, and its value holds from the key on. Not in cells of few ticks, where a tick is a noticeable part.
static double held_delay(const sinew__compact_clip *clip)
{
    static const double most_ticks = 0.74, long_cell = 10000;
    return clip->cells_per_tick * long_cell < 1 ? most_ticks : 0;
}

int sinew__compact_find(const sinew_model *model, const sinew__baked_clip *baked, double time,
                        sinew__compact_position *out_position)
{
    static const double same_tick = 0.25; // a tick on a grid's line is not to fall before it
    const sinew__compact_clip *clip = sinew__compact_of(model, baked);
    int64_t tick = sinew__ticks(model, time);
    if (tick < clip->first_tick) {
        if (!(baked->flags & SINEW__BAKED_HOLDS_BEFORE)) return 0;
        tick = clip->first_tick;
    } else if (tick > clip->last_tick) {
        if (!(baked->flags & SINEW__BAKED_HOLDS_AFTER)) return 0;
        tick = clip->last_tick;
    }
    const double cells = ((double)(tick - clip->origin) + same_tick) * clip->cells_per_tick;
    const double held = cells + held_delay(clip) * clip->cells_per_tick;
    const double inside = cells < 0 ? 0 : cells > clip->cell_count ? clip->cell_count : cells;
    out_position->tick = tick;
    out_position->cell = (int32_t)clamped((int64_t)cells, 0, clip->cell_count - 1);
    out_position->part = (float)(inside - out_position->cell);
    for (int32_t i = 0; i < clip->grid_count; ++i)
        position_on_grid(&clip->grids[i], clip->cell_count, clip->grids[i].taps == 1 ? held : cells,
                         &out_position->grids[i]);
    return 1;
}

const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__compact_clip *clip, int64_t tick)
{
    const int64_t *ticks = (const int64_t *)(const void *)(model->baked + clip->visible_ticks);
    size_t changes = 0; // before the tick
    SINEW__LOWER_BOUND(changes, clip->visible_count, ticks[changes] <= tick);
    return model->baked + clip->visible + changes * (size_t)model->joint_count;
}
