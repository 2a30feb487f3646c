/// Finding a time among the keys of a compact clip: the keys and their weights.
#include "support/cmocka_close.h"

#include <math.h>

#include "runtime/sampler/compact_sample.h"
#include "support/random_number.h"

static const double ticks_per_second = 46186158000.0;

/// A clip of nothing but times, with cells of `ticks` each.
typedef struct bare_clip {
    sinew_model_info info;
    sinew_model model;
    sinew__baked_clip baked;
    sinew__compact_clip clip;
} bare_clip;

static void make_bare(bare_clip *made, double cell_ticks, int32_t cell_count, sinew__key_grid grid)
{
    *made = (bare_clip){.info.ticks_per_second = (int64_t)ticks_per_second,
                        .baked = {.flags = SINEW__BAKED_HOLDS_BEFORE | SINEW__BAKED_HOLDS_AFTER},
                        .clip = {.cells_per_tick = 1 / cell_ticks,
                                 .last_tick = llround(cell_count * cell_ticks),
                                 .cell_count = cell_count,
                                 .grid_count = 1,
                                 .grids = {grid}}};
    made->model.info = &made->info;
    made->model.baked = (const uint8_t *)made;
    made->baked.compact = (uint64_t)((const uint8_t *)&made->clip - made->model.baked);
}

/// The first key that has weight, and the weights of it and the next ones.
static int64_t find_keys(const bare_clip *made, double time, int32_t weights[4])
{
    sinew__compact_position position;
    assert_true(sinew__compact_find(&made->model, &made->baked, time, &position));
    const sinew__grid_position *found = &position.grids[0];
    int64_t first = -1;
    for (int k = 0; k < 4; ++k) weights[k] = 0;
    for (int i = 0; i < 2 * found->row_count; ++i) {
        const int32_t pair = found->weights[i / 2], weight = i % 2 ? pair >> 16 : (int16_t)(pair & 0xffff);
        const int64_t key = 2 * (int64_t)found->rows[i / 2] + i % 2;
        if (weight == 0 && first < 0) continue;
        if (first < 0) first = key;
        if (weight != 0) weights[key - first] = weight;
    }
    return first;
}

/// Also where cells are long, fall between ticks or begin at thirds: a value held from a key holds from its tick on.
static void a_key_is_found_at_its_own_tick(void **state)
{
    (void)state;
    static const double rates[] = {24, 25, 29.97, 30, 60, 120, 1, 0.1};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; ++i) {
        for (int32_t per_cell = 1; per_cell <= SINEW__COMPACT_KEYS_PER_CELL; ++per_cell) {
            const double cell = round(ticks_per_second / rates[i]);
            bare_clip made;
            make_bare(&made, cell, 1000, (sinew__key_grid){(uint8_t)per_cell, 1});
            for (int32_t key = 0; key <= 1000 * per_cell; ++key) {
                const double tick = ceil(key * cell / per_cell);
                int32_t weights[4];
                assert_int_equal(find_keys(&made, tick / ticks_per_second, weights), key);
                assert_int_equal(weights[0], SINEW__KEY_WEIGHT_SUM);
                if (key > 0) assert_int_equal(find_keys(&made, (tick - 2) / ticks_per_second, weights), key - 1);
            }
        }
    }
}

/// The cubic of Catmull and Rom, in double, with the first weight for key 0 of four.
static void set_catmull_rom(double u, double out[4])
{
    out[0] = (-u * u * u + 2 * u * u - u) / 2;
    out[1] = (3 * u * u * u - 5 * u * u + 2) / 2;
    out[2] = (-3 * u * u * u + 4 * u * u + u) / 2;
    out[3] = (u * u * u - u * u) / 2;
}

/// Weights are whole numbers of constant sum, within two of the exact values.
static void weights_are_those_of_the_curve(void **state)
{
    (void)state;
    enum { CELLS = 50 };
    uint32_t seed = 1;
    for (int i = 0; i < 20000; ++i) {
        const int32_t per_cell = 1 + i % 5, taps = i % 2 ? 4 : 2;
        const double cell = ticks_per_second / 30, time = random_number(&seed, 0, CELLS / 30.0);
        const double keys = time * 30 * per_cell, u = keys - floor(keys);
        bare_clip made;
        make_bare(&made, cell, CELLS, (sinew__key_grid){(uint8_t)per_cell, (uint8_t)taps});
        if (u < 0.01 || u > 0.99) continue; // a weight may be 0
        int32_t weights[4];
        double expected[4] = {1 - u, u, 0, 0};
        if (taps == 4) set_catmull_rom(u, expected);
        assert_int_equal(find_keys(&made, time, weights), (int64_t)floor(keys));
        for (int k = 0; k < 4; ++k) assert_close(weights[k], expected[k] * SINEW__KEY_WEIGHT_SUM, 2);
        assert_int_equal(weights[0] + weights[1] + weights[2] + weights[3], SINEW__KEY_WEIGHT_SUM);
    }
}

static void times_outside_hold_the_ends(void **state)
{
    (void)state;
    static const double before[] = {-1, -1e9, -1e300}, after[] = {11, 1e9, 1e300};
    for (int32_t taps = 1; taps <= 2; ++taps) {
        bare_clip made;
        make_bare(&made, ticks_per_second, 10, (sinew__key_grid){3, (uint8_t)taps});
        for (int i = 0; i < 3; ++i) {
            int32_t weights[4];
            assert_int_equal(find_keys(&made, before[i], weights), 0);
            assert_int_equal(weights[0], SINEW__KEY_WEIGHT_SUM);
            assert_int_equal(find_keys(&made, after[i], weights), 30);
            assert_int_equal(weights[0], SINEW__KEY_WEIGHT_SUM);
        }
        made.baked.flags = 0;
        sinew__compact_position position;
        assert_false(sinew__compact_find(&made.model, &made.baked, -1, &position));
        assert_false(sinew__compact_find(&made.model, &made.baked, 11, &position));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_key_is_found_at_its_own_tick),
        cmocka_unit_test(weights_are_those_of_the_curve),
        cmocka_unit_test(times_outside_hold_the_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
