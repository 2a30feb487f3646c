#include "sampler/compact_find.h"

#include "sampler/curve.h"

/// Weights of the keys around a position between two keys.
static void set_weights(int32_t taps, float u, float weight[4])
{
    if (taps == 4) {
        const float uu = u * u, uuu = uu * u;
        weight[0] = 0.5f * (2.0f * uu - uuu - u);
        weight[1] = 0.5f * (3.0f * uuu - 5.0f * uu + 2.0f);
        weight[2] = 0.5f * (4.0f * uu - 3.0f * uuu + u);
        weight[3] = 0.5f * (uuu - uu);
        return;
    }
    weight[0] = taps == 2 ? 1.0f - u : 1.0f;
    weight[1] = taps == 2 ? u : 0.0f;
    weight[2] = weight[3] = 0.0f;
}

/// A grid's last key is that at the end of the last cell; only a held value begins there.
static void place_on_grid(const sinew__key_grid *grid, int32_t cell_count, double cells, sinew__grid_position *out)
{
    const double keys = cells * grid->per_cell;
    const int32_t last = cell_count * grid->per_cell - (grid->taps > 1);
    const int32_t key = keys < last ? (int32_t)keys : last;
    out->key = key;
    set_weights(grid->taps, (float)(keys - key), out->weight);
}

int sinew__compact_find(const sinew_model *model, const sinew__baked_clip *baked, double time,
                        sinew__compact_position *out_place)
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
    out_place->tick = tick;
    out_place->cell = cells < clip->cell_count - 1 ? (int32_t)cells : clip->cell_count - 1;
    out_place->part = (float)(cells - out_place->cell);
    for (int32_t i = 0; i < clip->grid_count; ++i)
        place_on_grid(&clip->grids[i], clip->cell_count, cells, &out_place->grids[i]);
    return 1;
}

const uint8_t *sinew__compact_visible(const sinew_model *model, const sinew__compact_clip *clip, int64_t tick)
{
    const int64_t *ticks = (const int64_t *)(const void *)(model->rows + clip->visible_ticks);
    int32_t low = 0, high = clip->visible_count; // changes before the tick: low … high
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (ticks[middle] <= tick)
            low = middle + 1;
        else
            high = middle;
    }
    return model->rows + clip->visible + (size_t)low * (size_t)model->joint_count;
}
