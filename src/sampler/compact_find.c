#include "sampler/compact_find.h"

#include "sampler/curve.h"

/// A weight that is not negative, in SINEW__KEY_WEIGHT_SUM.
static int32_t rounded(float weight)
{
    return (int32_t)(weight * SINEW__KEY_WEIGHT_SUM + 0.5f);
}

/// Catmull-Rom weights of the keys around a position between two of them. They are whole numbers of constant sum, so
/// that a curve that rests between keys does so exactly; the nearest key takes what rounding the others leaves.
static void set_cubic_weights(float u, int32_t out[4])
{
    const float uu = u * u, uuu = uu * u;
    out[0] = -rounded(0.5f * (u - 2.0f * uu + uuu));
    out[3] = -rounded(0.5f * (uu - uuu));
    if (u < 0.5f) {
        out[2] = rounded(0.5f * (4.0f * uu - 3.0f * uuu + u));
        out[1] = SINEW__KEY_WEIGHT_SUM - out[0] - out[2] - out[3];
    } else {
        out[1] = rounded(0.5f * (3.0f * uuu - 5.0f * uu + 2.0f));
        out[2] = SINEW__KEY_WEIGHT_SUM - out[0] - out[1] - out[3];
    }
}

static int32_t pair_of(int32_t even, int32_t odd)
{
    return (int32_t)((uint32_t)even & 0xffffu) | (int32_t)((uint32_t)odd << 16);
}

/// Weights of four keys, of which the first is an even or odd one.
static void pair_weights(const int32_t w[4], int32_t odd, int32_t out[SINEW__KEY_ROWS])
{
    out[0] = odd ? pair_of(0, w[0]) : pair_of(w[0], w[1]);
    out[1] = odd ? pair_of(w[1], w[2]) : pair_of(w[2], w[3]);
    out[2] = odd ? pair_of(w[3], 0) : 0;
}

/// A grid's last key is that at the end of the last cell; only a held value begins there.
static void position_on_grid(const sinew__key_grid *grid, int32_t cell_count, double cells, sinew__grid_position *out)
{
    const double keys = cells * grid->per_cell;
    const int32_t last = cell_count * grid->per_cell - (grid->taps > 1);
    const int32_t key = keys < last ? (int32_t)keys : last, odd = key & 1, row = key / 2;
    const float u = (float)(keys - key);
    int32_t weights[4] = {SINEW__KEY_WEIGHT_SUM, 0, 0, 0};
    if (grid->taps == 4)
        set_cubic_weights(u, weights);
    else if (grid->taps == 2) {
        weights[1] = rounded(u);
        weights[0] -= weights[1];
    }
    pair_weights(weights, odd, out->weights);
    out->row_count = grid->taps == 4 ? SINEW__KEY_ROWS : grid->taps;
    out->rows[0] = row;
    out->rows[1] = row + (odd + grid->taps > 2); // a row without weight may lie beyond the last
    out->rows[2] = row + (odd + grid->taps > 4 ? 2 : 1);
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
    double cells = ((double)(tick - clip->origin) + same_tick) * clip->cells_per_tick;
    cells = cells < 0 ? 0 : cells > clip->cell_count ? clip->cell_count : cells;
    out_position->tick = tick;
    out_position->cell = cells < clip->cell_count - 1 ? (int32_t)cells : clip->cell_count - 1;
    out_position->part = (float)(cells - out_position->cell);
    for (int32_t i = 0; i < clip->grid_count; ++i)
        position_on_grid(&clip->grids[i], clip->cell_count, cells, &out_position->grids[i]);
    return 1;
}

const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__compact_clip *clip, int64_t tick)
{
    const int64_t *ticks = (const int64_t *)(const void *)(model->baked + clip->visible_ticks);
    int32_t low = 0, high = clip->visible_count; // changes before the tick: low … high
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (ticks[middle] <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return model->baked + clip->visible + (size_t)low * (size_t)model->joint_count;
}
