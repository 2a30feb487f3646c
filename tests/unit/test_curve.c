/// Curves and their extrapolation, by paper arithmetic.
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <math.h>
#include <string.h>

#include "runtime/sampler/curve.h"
#include "runtime/sampler/sample_clip.h"
#include "support/full_block.h"
#include "support/make_model.h"
#include "support/random_number.h"

enum { SECOND = 1000 }; // ticks

/// A curve on its own.
static sinew_model *make_model_of_curve(const sinew_raw_curve *raw, int64_t ticks_per_second)
{
    const sinew_raw_joint joint = {.name = "a", .parent = SINEW_NONE};
    const sinew_raw_channel channel = {.joint = 0, .property = SINEW_CHANNEL_TRANSLATION, .curve = {raw}};
    const sinew_raw_clip clip = {.name = "c", .channels = &channel, .channel_count = 1};
    return make_model(&(sinew_raw_model){
        .joints = &joint, .joint_count = 1, .clips = &clip, .clip_count = 1, .ticks_per_second = ticks_per_second});
}

/// Its value at `seconds`.
static double evaluate(const sinew_raw_curve *raw, double seconds)
{
    sinew_model *model = make_model_of_curve(raw, SECOND);
    const double value = sinew__curve_evaluate(model, model->curves, sinew__ticks(model, seconds));
    sinew_model_destroy(model);
    return value;
}

static void segments_follow_their_interpolation(void **state)
{
    (void)state;
    sinew_curve_key keys[2] = {{.ticks = 0, .value = 10, .interpolation = SINEW_LINEAR},
                               {.ticks = 2 * SECOND, .value = 20}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    assert_close(evaluate(&curve, 0.5), 12.5, 1e-12);
    keys[0].interpolation = SINEW_STEP;
    assert_close(evaluate(&curve, 1.999), 10, 0);
    assert_close(evaluate(&curve, 2), 20, 0);
    keys[0].interpolation = SINEW_STEP_NEXT;
    assert_close(evaluate(&curve, 0), 10, 0);
    assert_close(evaluate(&curve, 0.001), 20, 0);
}

/// Flat handles at the thirds: 3u² − 2u³, so 5/32 of the way at a quarter of the time.
static void flat_cubic_eases(void **state)
{
    (void)state;
    const sinew_curve_key keys[2] = {{.ticks = 0, .out_time = 1.0f / 3, .interpolation = SINEW_CUBIC},
                                     {.ticks = SECOND, .value = 32, .in_time = -1.0f / 3}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    assert_close(evaluate(&curve, 0.25), 5, 1e-5);
    assert_close(evaluate(&curve, 0.5), 16, 1e-5);
}

/// Handles of 3/4 of the time without slope, by the Bernstein form: at u = 1/4 the time is
/// 3·(9/16)·(1/4)·(3/4) + 3·(3/4)·(1/16)·(1/4) + 1/64 = 94/256, the value (3·(3/4)·(1/16) + 1/64)·64 = 10.
static void weighted_cubic_solves_for_time(void **state)
{
    (void)state;
    const sinew_curve_key keys[2] = {{.ticks = 0, .out_time = 0.75f, .interpolation = SINEW_CUBIC},
                                     {.ticks = 1000000, .value = 64, .in_time = -0.75f}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    sinew_model *model = make_model_of_curve(&curve, 1000000);
    assert_close(sinew__curve_evaluate(model, model->curves, sinew__ticks(model, 94.0 / 256)), 10, 1e-3);
    sinew_model_destroy(model);
}

static void a_time_just_short_of_a_key_is_the_key(void **state)
{
    (void)state;
    const sinew_curve_key keys[2] = {{.ticks = 0, .value = 1, .interpolation = SINEW_STEP},
                                     {.ticks = INT64_C(46186158000) / 12, .value = 2}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    sinew_model *model = make_model_of_curve(&curve, 0);
    assert_close(sinew__curve_evaluate(model, model->curves, sinew__ticks(model, 1.0 / 12)), 2, 0);
    sinew_model_destroy(model);
}

/// Against llround of the C library, at every size of number; beyond three years, and for no number, the end.
static void times_are_rounded_to_the_nearest_tick(void **state)
{
    (void)state;
    static const double some[] = {0,   -0.0, 0.5,  -0.5, 1.5,           2.5,          -1.5,         -2.5,
                                  0.4, 0.6,  -0.4, -0.6, 0.49999999999, 4503599627.5, 1e15 + 0.375, -1e15 - 0.625};
    static const int64_t most = INT64_C(4000000000000000000);
    const sinew_curve_key key = {0};
    sinew_model *model = make_model_of_curve(&(sinew_raw_curve){.keys = &key, .key_count = 1}, 1);
    for (size_t i = 0; i < sizeof some / sizeof *some; ++i)
        assert_int_equal(sinew__ticks(model, some[i]), llround(some[i]));
    uint32_t seed = 1;
    for (int i = 0; i < 100000; ++i) {
        const double ticks = ldexp(random_number(&seed, -1, 1), i % 61);
        if (fabs(ticks) < 0x1p51)
            assert_int_equal(sinew__ticks(model, ticks), llround(ticks));
        else
            assert_true(fabs((double)sinew__ticks(model, ticks) - ticks) <= 0.5);
    }
    assert_int_equal(sinew__ticks(model, 5e18), most);
    assert_int_equal(sinew__ticks(model, -5e18), -most);
    assert_int_equal(sinew__ticks(model, HUGE_VAL), most);
    assert_int_equal(sinew__ticks(model, -HUGE_VAL), -most);
    assert_int_equal(sinew__ticks(model, nan("")), most);
    sinew_model_destroy(model);
}

/// A ramp from 0 at 1 s to 10 at 2 s, asked before and after it.
static void extrapolation_goes_on_as_the_file_says(void **state)
{
    (void)state;
    const sinew_curve_key keys[2] = {{.ticks = SECOND, .value = 0, .interpolation = SINEW_LINEAR},
                                     {.ticks = 2 * SECOND, .value = 10}};
    static const struct {
        uint32_t mode;
        int32_t count;
        double time, value;
    } cases[] = {
        {SINEW_EXTRAPOLATE_HOLD, -1, 0.5, 0},
        {SINEW_EXTRAPOLATE_HOLD, -1, 9, 10},
        {SINEW_EXTRAPOLATE_SLOPE, -1, 2.5, 15},
        {SINEW_EXTRAPOLATE_SLOPE, -1, 0.5, -5},
        {SINEW_EXTRAPOLATE_REPEAT, -1, 2.25, 2.5},
        {SINEW_EXTRAPOLATE_REPEAT, -1, 5.25, 2.5},
        {SINEW_EXTRAPOLATE_REPEAT, -1, 0.75, 7.5},
        {SINEW_EXTRAPOLATE_REPEAT, 2, 3.25, 2.5},
        {SINEW_EXTRAPOLATE_REPEAT, 2, 4.25, 10},
        {SINEW_EXTRAPOLATE_REPEAT, 0, 2.25, 10},
        {SINEW_EXTRAPOLATE_MIRROR, -1, 2.25, 7.5},
        {SINEW_EXTRAPOLATE_MIRROR, -1, 3.25, 2.5},
        {SINEW_EXTRAPOLATE_MIRROR, -1, 0.75, 2.5},
        {SINEW_EXTRAPOLATE_MIRROR, -1, -0.25, 7.5},
        {SINEW_EXTRAPOLATE_MIRROR, 1, 7, 10}, // as Autodesk's FBX SDK 2019.2 has it: the end of the keys
        {SINEW_EXTRAPOLATE_MIRROR, 1, -3, 0},
        {SINEW_EXTRAPOLATE_MIRROR, 2, 7, 10},
        {SINEW_EXTRAPOLATE_REPEAT_RELATIVE, -1, 2.25, 12.5},
        {SINEW_EXTRAPOLATE_REPEAT_RELATIVE, -1, 4.5, 35},
        {SINEW_EXTRAPOLATE_REPEAT_RELATIVE, -1, 0.75, -2.5},
        {SINEW_EXTRAPOLATE_REPEAT_RELATIVE, 1, 99, 20},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const sinew_raw_curve curve = {.keys = keys,
                                       .key_count = 2,
                                       .before = cases[i].mode,
                                       .after = cases[i].mode,
                                       .before_count = cases[i].count,
                                       .after_count = cases[i].count};
        assert_close(evaluate(&curve, cases[i].time), cases[i].value, 1e-9);
    }
}

static void far_away_times_stay_finite(void **state)
{
    (void)state;
    const sinew_curve_key keys[2] = {{.ticks = INT64_MIN / 2, .value = 0, .interpolation = SINEW_LINEAR},
                                     {.ticks = INT64_MAX / 2, .value = 10}};
    for (uint32_t mode = 0; mode <= SINEW_EXTRAPOLATE_REPEAT_RELATIVE; ++mode) {
        const sinew_raw_curve curve = {
            .keys = keys, .key_count = 2, .before = mode, .after = mode, .before_count = -1, .after_count = -1};
        assert_true(isfinite(evaluate(&curve, 1e300)));
        assert_true(isfinite(evaluate(&curve, -1e300)));
        assert_true(isfinite(evaluate(&curve, (double)NAN)));
    }
}

/// Steps of any size to and fro, beyond both ends too; the same curve read with and without the key of the time before.
static void the_key_of_another_time_changes_no_value(void **state)
{
    (void)state;
    sinew_curve_key keys[9];
    for (int i = 0; i < 9; ++i)
        keys[i] = (sinew_curve_key){.ticks = 10 * i * i, .value = i % 3, .interpolation = SINEW_LINEAR};
    const sinew_raw_curve raw = {.keys = keys, .key_count = 9, .after = SINEW_EXTRAPOLATE_MIRROR, .after_count = -1};
    sinew_model *model = make_model_of_curve(&raw, SECOND);
    int32_t key = 0;
    for (int64_t step = 1; step < 200; ++step) {
        const int64_t ticks = step * step * 37 % 900 - 100;
        assert_close(sinew__curve_evaluate_near(model, model->curves, ticks, &key),
                     sinew__curve_evaluate(model, model->curves, ticks), 0);
        assert_true(key >= 0 && key < 9);
    }
    sinew_model_destroy(model);
}

static void a_cursor_changes_no_bit_of_a_pose(void **state)
{
    (void)state;
    void *block;
    size_t size;
    sinew_model *model;
    sinew_pose *plain, *near;
    make_full_block(&block, &size);
    assert_int_equal(sinew__model_from_block(block, size, &model, NULL), SINEW_OK);
    assert_true(model->curve_count > 0 && model->curve_count <= 8 && model->track_count > 0 && model->track_count <= 8);
    assert_int_equal(sinew_pose_create(model, &plain, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(model, &near, NULL), SINEW_OK);
    int32_t curve_keys[8] = {0}, track_keys[8] = {0};
    const sinew__sample_cursor cursor = {curve_keys, track_keys};
    for (int i = 0; i < 100; ++i) {
        const double time = i * i % 31 * 0.1 - 0.5;
        sinew_pose_sample(model, 0, time, plain);
        sinew__pose_sample_near(model, 0, time, &cursor, near);
        assert_memory_equal(plain->local, near->local, (size_t)model->joint_count * sizeof *plain->local);
        assert_memory_equal(plain->morph_weights, near->morph_weights,
                            (size_t)model->morph_count * sizeof *plain->morph_weights);
    }
    sinew_pose_destroy(plain);
    sinew_pose_destroy(near);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(segments_follow_their_interpolation),
        cmocka_unit_test(flat_cubic_eases),
        cmocka_unit_test(weighted_cubic_solves_for_time),
        cmocka_unit_test(a_time_just_short_of_a_key_is_the_key),
        cmocka_unit_test(times_are_rounded_to_the_nearest_tick),
        cmocka_unit_test(extrapolation_goes_on_as_the_file_says),
        cmocka_unit_test(far_away_times_stay_finite),
        cmocka_unit_test(the_key_of_another_time_changes_no_value),
        cmocka_unit_test(a_cursor_changes_no_bit_of_a_pose),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
