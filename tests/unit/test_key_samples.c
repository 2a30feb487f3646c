/// Sampling for keys: its budgets of time and memory, on a function that no keys fit.
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "author/export/glb/key_samples.h"
#include "core/platform/clock.h"

enum { NODES = 1 << 17 };

static const sinew__key_cost cost = {.time = 4, .linear = 4, .cubic = 12};

/// Another value in 0 … 1 for every time.
static void evaluate_noise(void *user, double time, double *out)
{
    uint64_t bits;
    memcpy(&bits, &time, sizeof bits);
    bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9u;
    bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebu;
    bits ^= bits >> 31;
    for (int i = 0; i < *(const int *)user; ++i) out[i] = (double)((bits * (uint64_t)(2 * i + 1)) >> 11) * 0x1p-53;
}

static void evaluate_line(void *user, double time, double *out)
{
    (void)user;
    *out = time;
}

/// Nodes a second apart.
static sinew_result sample(sinew__key_samples *samples, int width, int32_t nodes, double deadline, int64_t *budget)
{
    static float times[NODES];
    static int given_width;
    static sinew__key_path path = {.tolerance = 1e-3, .by_component = 1};
    for (int32_t i = 0; i < nodes; ++i) times[i] = (float)i;
    given_width = path.count = width;
    const sinew__key_function function = {evaluate_noise, NULL, &given_width, width, deadline};
    return sinew__key_samples_init(samples, &function, &path, 1, times, nodes, budget);
}

static void sampling_ends_at_its_deadline(void **state)
{
    (void)state;
    sinew__key_samples samples;
    int64_t budget = INT64_MAX;
    const double start = sinew__now();
    assert_int_equal(sample(&samples, 10, NODES, start + 0.02, &budget), SINEW_ERROR_TIMED_OUT);
    sinew__key_samples_free(&samples);
    assert_true(sinew__now() - start < 5); // without a deadline it divides for longer
}

/// 2¹⁷ nodes double in each round, as long as their components are at most 2²³.
static void sampling_ends_where_its_memory_does(void **state)
{
    (void)state;
    sinew__key_samples samples;
    int64_t budget = INT64_MAX;
    assert_int_equal(sample(&samples, 10, NODES, 0, &budget), SINEW_OK);
    assert_int_equal(samples.node_count, (NODES - 1) * 4 + 1);
    assert_true(samples.is_coarse);
    sinew__key_samples_free(&samples);
    assert_int_equal(sample(&samples, 10, 100, 0, &budget), SINEW_OK); // at most 99 · 2⁶ intervals
    assert_int_equal(samples.node_count, 99 * 64 + 1);
    sinew__key_samples_free(&samples);
}

/// 50 intervals of ten components are divided once with 500 of the 1000 that are left; the next 100 need 1000.
static void sampling_ends_where_the_budget_of_the_file_does(void **state)
{
    (void)state;
    sinew__key_samples samples;
    int64_t budget = 1000;
    assert_int_equal(sample(&samples, 10, 51, 0, &budget), SINEW_OK);
    assert_int_equal(samples.node_count, 101);
    assert_int_equal(budget, 500);
    assert_true(samples.is_coarse);
    sinew__key_samples_free(&samples);
}

/// At rest until 16.5 s, then fast and faster: a line fits only the first half, a cubic the other half. The nearest
/// float to the time of the bend is after it.
static const double bend = 16.5 - 0.9e-6;

static void evaluate_bend(void *user, double time, double *out)
{
    (void)user;
    const double after = time - bend;
    *out = after < 0 ? 0 : 2000 * after + 30000 * after * after;
}

static void keys_are_within_the_tolerance_on_both_sides_of_a_bend(void **state)
{
    (void)state;
    static const float times[] = {16.46f, 16.5f, 16.54f};
    static const sinew__key_path path = {.count = 1, .tolerance = 0.01};
    const sinew__key_function function = {evaluate_bend, NULL, NULL, 1, 0};
    sinew__key_samples samples;
    sinew__arena memory = {0};
    sinew__fitted_keys keys;
    int64_t budget = INT64_MAX;
    assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 3, &budget), SINEW_OK);
    assert_true(sinew__fit_keys(&samples, &path, &cost, &memory, &keys));
    assert_true(keys.is_cubic);
    for (int32_t i = 0; i + 1 < keys.count; ++i)
        assert_true(sinew__key_segment_fits(&samples, &path, 1, keys.nodes[i], keys.nodes[i + 1]));
    sinew__arena_free(&memory);
    sinew__key_samples_free(&samples);
}

/// An angle that turns by 350° around 0.06 s, as −180° … 180°: 56° at 0.05 s and 323°, which is −37°, at 0.075 s, so
/// that the first samples lead back to −10°.
static void evaluate_turn(void *user, double time, double *out)
{
    (void)user;
    const double angle = 350 / (1 + exp((0.06 - time) / 0.006));
    *out = angle > 180 ? angle - 360 : angle;
}

static void follow_turn(void *user, const double *like, double *values)
{
    (void)user;
    if (like) *values += 360 * round((*like - *values) / 360);
}

static void fast_turns_are_followed_by_nearer_samples(void **state)
{
    (void)state;
    static const float times[] = {0, 0.1f, 0.2f, 0.3f};
    static const sinew__key_path path = {.count = 1, .tolerance = 0.01};
    const sinew__key_function function = {evaluate_turn, follow_turn, NULL, 1, 0};
    sinew__key_samples samples;
    sinew__arena memory = {0};
    sinew__fitted_keys keys;
    int64_t budget = INT64_MAX;
    assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 4, &budget), SINEW_OK);
    assert_false(samples.is_coarse);
    const int32_t last = (samples.node_count - 1) * SINEW__CHECKS;
    for (int32_t i = 0; i <= last; ++i)
        assert_close(*sinew__key_sample(&samples, i), 350 / (1 + exp((0.06 - (double)samples.times[i]) / 0.006)), 1e-9);
    assert_true(sinew__fit_keys(&samples, &path, &cost, &memory, &keys));
    for (int32_t i = 0; i + 1 < keys.count; ++i)
        assert_true(sinew__key_segment_fits(&samples, &path, keys.is_cubic, keys.nodes[i], keys.nodes[i + 1]));
    sinew__arena_free(&memory);
    sinew__key_samples_free(&samples);
}

static void evaluate_quartic(void *user, double time, double *out)
{
    (void)user;
    *out = time * time * time * time;
}

/// The cubic with the slopes of t^4 at 0 and 1 is off by t^2 (1 - t)^2, at most 1/16; the nearest one by u (3/14 - u)
/// with u = t (1 - t), at most 0.0115. So one segment is within 0.02 where slopes may break, and none is where not.
static void slopes_that_break_reach_farther(void **state)
{
    (void)state;
    static const float times[] = {0, 0.25f, 0.5f, 0.75f, 1};
    static const double places[] = {0.0707, 0.1732, 0.3183, 0.5772, 0.6931, 0.8314, 0.9487};
    for (int breaks = 0; breaks < 2; ++breaks) {
        const sinew__key_path path = {.count = 1, .tolerance = 0.02, .breaks = breaks};
        const sinew__key_function function = {.evaluate = evaluate_quartic, .width = 1};
        sinew__key_samples samples;
        sinew__arena memory = {0};
        sinew__fitted_keys keys;
        int64_t budget = INT64_MAX;
        assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 5, &budget), SINEW_OK);
        assert_int_equal(sinew__key_segment_fits(&samples, &path, 1, 0, 4), breaks);
        assert_true(sinew__fit_keys(&samples, &path, &(sinew__key_cost){.linear = 9, .cubic = 9}, &memory, &keys));
        if (breaks) assert_int_equal(keys.count, 2);
        for (int i = 0; i < 7 && breaks; ++i) {
            const double t = places[i], t2 = t * t, t3 = t2 * t, leave = samples.slopes[1], arrive = samples.slopes[8];
            const double value = 3 * t2 - 2 * t3 + (t3 - 2 * t2 + t) * leave + (t3 - t2) * arrive;
            assert_close(value, t2 * t2, 0.02);
        }
        sinew__arena_free(&memory);
        sinew__key_samples_free(&samples);
    }
}

static void evaluate_square(void *user, double time, double *out)
{
    (void)user;
    *out = time * time;
}

/// Lines between whole numbers are off by 1/4 from t^2, between halves by 1/16, and by half as much if they pass it on
/// both sides.
static void intervals_are_halved_where_lines_then_fit(void **state)
{
    (void)state;
    static const float times[] = {0, 1, 2, 3};
    static const double tolerances[] = {0.07, 0.032, 0.031};
    static const int32_t counts[] = {7, 7, 4};
    for (int i = 0; i < 3; ++i) {
        const sinew__key_path path = {.count = 1, .tolerance = tolerances[i]};
        const sinew__key_function function = {.evaluate = evaluate_square, .width = 1};
        sinew__key_samples samples;
        int64_t budget = INT64_MAX, none = 2;
        assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 4, &budget), SINEW_OK);
        assert_int_equal(sinew__key_samples_halve(&samples, &path, &none), SINEW_OK);
        assert_int_equal(samples.node_count, 4);
        assert_int_equal(sinew__key_samples_halve(&samples, &path, &budget), SINEW_OK);
        assert_int_equal(samples.node_count, counts[i]);
        sinew__key_samples_free(&samples);
    }
}

/// Chords of t^2 between whole numbers are above it by 1/4. Lines 1/8 below them are as far above it as below.
static void keys_move_where_lines_pass_on_both_sides(void **state)
{
    (void)state;
    static const float times[] = {0, 1, 2, 3, 4};
    static const double tolerances[] = {0.126, 0.124};
    for (int i = 0; i < 4; ++i) {
        const sinew__key_path path = {.count = 1, .tolerance = tolerances[i % 2]};
        const sinew__key_function function = {.evaluate = evaluate_square, .width = 1};
        const sinew__key_cost how = {.time = 1, .linear = 4, .cubic = 1000, .shares_times = 1, .moves_keys = i < 2};
        sinew__key_samples samples;
        sinew__arena memory = {0};
        sinew__fitted_keys keys;
        int64_t budget = INT64_MAX;
        assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 5, &budget), SINEW_OK);
        assert_true(sinew__fit_keys(&samples, &path, &how, &memory, &keys));
        assert_int_equal(keys.is_cubic, i > 0);
        assert_int_equal(keys.count, i > 0 ? 2 : 5);
        for (int k = 0; k < 5 && i == 0; ++k) assert_close(keys.values[k], k * k - 0.125, 1e-12);
        if (i > 0) assert_null(keys.values);
        sinew__arena_free(&memory);
        sinew__key_samples_free(&samples);
    }
}

/// A point that turns by 0.2 a second: a chord's middle is inside by 1 - cos 0.1 = 0.005, so lines at seconds, moved
/// out, are within half of that.
static void evaluate_circle(void *user, double time, double *out)
{
    (void)user;
    out[0] = cos(0.2 * time);
    out[1] = sin(0.2 * time);
}

static void moved_keys_are_within_the_tolerance_everywhere(void **state)
{
    (void)state;
    static const double places[] = {0.0707, 0.1732, 0.3183, 0.5772, 0.6931, 0.8314, 0.9487};
    static const sinew__key_path path = {.count = 2, .tolerance = 0.0026};
    const sinew__key_function function = {.evaluate = evaluate_circle, .width = 2};
    const sinew__key_cost how = {.linear = 1, .cubic = 1000, .moves_keys = 1};
    sinew__key_samples samples;
    sinew__arena memory = {0};
    sinew__fitted_keys keys;
    float times[32];
    int64_t budget = INT64_MAX;
    for (int i = 0; i < 32; ++i) times[i] = (float)i;
    assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 32, &budget), SINEW_OK);
    assert_true(sinew__fit_keys(&samples, &path, &how, &memory, &keys));
    assert_non_null(keys.values);
    for (int32_t i = 0; i + 1 < keys.count; ++i) {
        const double from = keys.nodes[i], to = keys.nodes[i + 1];
        for (int p = 0; p < 7; ++p) {
            double at[2];
            evaluate_circle(NULL, from + places[p] * (to - from), at);
            for (int c = 0; c < 2; ++c)
                at[c] -= (1 - places[p]) * keys.values[2 * i + c] + places[p] * keys.values[2 * i + 2 + c];
            assert_true(hypot(at[0], at[1]) <= 0.0026 * 1.01);
        }
    }
    sinew__arena_free(&memory);
    sinew__key_samples_free(&samples);
}

static void fitting_ends_at_its_deadline(void **state)
{
    (void)state;
    static const float times[] = {0, 1, 2};
    static const sinew__key_path path = {.count = 1, .tolerance = 1e-3};
    sinew__key_samples samples;
    sinew__arena memory = {0};
    sinew__fitted_keys keys;
    const sinew__key_function function = {.evaluate = evaluate_line, .width = 1};
    int64_t budget = INT64_MAX;
    assert_int_equal(sinew__key_samples_init(&samples, &function, &path, 1, times, 3, &budget), SINEW_OK);
    assert_false(samples.is_coarse);
    assert_true(sinew__fit_keys(&samples, &path, &cost, &memory, &keys));
    assert_int_equal(keys.count, 2);
    samples.function.deadline = sinew__now() - 1;
    assert_false(sinew__fit_keys(&samples, &path, &cost, &memory, &keys));
    sinew__arena_free(&memory);
    sinew__key_samples_free(&samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sampling_ends_at_its_deadline),
        cmocka_unit_test(sampling_ends_where_its_memory_does),
        cmocka_unit_test(sampling_ends_where_the_budget_of_the_file_does),
        cmocka_unit_test(keys_are_within_the_tolerance_on_both_sides_of_a_bend),
        cmocka_unit_test(fast_turns_are_followed_by_nearer_samples),
        cmocka_unit_test(slopes_that_break_reach_farther),
        cmocka_unit_test(intervals_are_halved_where_lines_then_fit),
        cmocka_unit_test(keys_move_where_lines_pass_on_both_sides),
        cmocka_unit_test(moved_keys_are_within_the_tolerance_everywhere),
        cmocka_unit_test(fitting_ends_at_its_deadline),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
