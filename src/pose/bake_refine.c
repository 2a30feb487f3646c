#include <stdlib.h>
#include <string.h>

#include "pose/bake_clip.h"

/// Where an interval is looked at: off its middle, so that a curve that swings to both sides is seen on both.
static const double looked_at[] = {0.3, 0.7};

enum { DEEPEST = 64 }; // halvings of an interval of 64-bit ticks

/// Whether the pose, as it was last made, shows and hides the same joints as a row.
static int looks_alike(const sinew__bake *bake, const sinew__bake_row *row)
{
    return memcmp(bake->pose->visible, row->visible, (size_t)bake->model->joint_count) == 0;
}

/// The first tick after a row at which another set of joints is visible; `tick` is one such.
static sinew__bake_outcome find_change(sinew__bake *bake, const sinew__bake_row *row, int64_t *tick)
{
    int64_t same = row->tick, other = *tick;
    while (other - same > 1) {
        const int64_t middle = same + (other - same) / 2;
        const sinew__bake_outcome outcome = sinew__bake_pose(bake, middle);
        if (outcome != SINEW__BAKE_OK) return outcome;
        if (looks_alike(bake, row)) same = middle;
        else other = middle;
    }
    *tick = other;
    return SINEW__BAKE_OK;
}

/// Finds the tick at which the interval between two rows should be cut; 0 ticks after the first row: nowhere.
static sinew__bake_outcome find_cut(sinew__bake *bake, size_t before, size_t after, int64_t *out_cut)
{
    const sinew__bake_row *a = &bake->rows[before], *b = &bake->rows[after];
    const int64_t length = b->tick - a->tick;
    *out_cut = a->tick;
    for (size_t i = 0; i < sizeof looked_at / sizeof *looked_at && length > 1; ++i) {
        int64_t tick = a->tick + (int64_t)((double)length * looked_at[i]);
        if (tick == a->tick) ++tick;
        sinew__bake_outcome outcome = sinew__bake_pose(bake, tick);
        if (outcome != SINEW__BAKE_OK) return outcome;
        if (!looks_alike(bake, a)) {
            outcome = find_change(bake, a, &tick);
            *out_cut = tick;
            return outcome;
        }
        if (!sinew__bake_is_near(bake, a, b, (double)(tick - a->tick) / (double)length, bake->share * bake->bound)) {
            *out_cut = a->tick + length / 2;
            return SINEW__BAKE_OK;
        }
    }
    return SINEW__BAKE_OK;
}

/// Cuts the interval between two neighbouring rows as often as it takes.
static sinew__bake_outcome refine_between(sinew__bake *bake, size_t before, size_t after)
{
    size_t stack[DEEPEST + 1]; // ends of intervals still to be looked at, nearest last
    int depth = 0;
    stack[depth++] = after;
    while (depth > 0) {
        int64_t cut;
        sinew__bake_outcome outcome = find_cut(bake, before, stack[depth - 1], &cut);
        if (outcome != SINEW__BAKE_OK) return outcome;
        if (cut == bake->rows[before].tick || depth > DEEPEST) {
            before = stack[--depth];
            continue;
        }
        outcome = sinew__bake_add_row(bake, cut);
        if (outcome != SINEW__BAKE_OK) return outcome;
        stack[depth++] = bake->row_count - 1;
    }
    return SINEW__BAKE_OK;
}

static int compare_rows(const void *a, const void *b)
{
    const int64_t x = ((const sinew__bake_row *)a)->tick, y = ((const sinew__bake_row *)b)->tick;
    return (x > y) - (x < y);
}

/// Turns rotations to the side of the sphere on which the row before has them, so that a plain mix goes the short way.
static void align_rotations(sinew__bake *bake)
{
    for (size_t r = 1; r < bake->row_count; ++r) {
        for (int32_t i = 0; i < bake->model->joint_count; ++i) {
            if (bake->place[i] == SINEW_NONE || bake->as_map[i]) continue;
            const size_t at = (size_t)bake->place[i] * SINEW__LOCAL_FLOATS;
            const float *a = bake->rows[r - 1].locals + at;
            float *b = bake->rows[r].locals + at;
            if (a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0f)
                for (int k = 0; k < 4; ++k) b[k] = -b[k];
        }
    }
}

sinew__bake_outcome sinew__bake_refine(sinew__bake *bake)
{
    const size_t count = bake->row_count;
    for (size_t i = 1; i < count; ++i) {
        const sinew__bake_outcome outcome = refine_between(bake, i - 1, i);
        if (outcome != SINEW__BAKE_OK) return outcome;
        if (bake->found_shear) return SINEW__BAKE_NEEDS_MAPS;
    }
    qsort(bake->rows, bake->row_count, sizeof *bake->rows, compare_rows);
    align_rotations(bake);
    return SINEW__BAKE_OK;
}
