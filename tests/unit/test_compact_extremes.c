/// Curves at their limits: a clip is within the bound of them, or plays from them with a note.
#include "support/cmocka_close.h"

#include <fenv.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "runtime/kernels/kernels.h"
#include "runtime/pose/engine.h"
#include "sinew/bake.h"
#include "support/each_kernel.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/wave_chain.h"

static const double bound = 1e-4;

static int has_note(const sinew_model *model, const char *code)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), code) == 0) return 1;
    return 0;
}

/// Bakes a chain and compares it with its curves, at even times and beside them. Returns whether it was baked.
static int check(chain *made, double from, double to)
{
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    const sinew_baked_info info = sinew_clip_baked_info(model, 0);
    const int is_baked = info.frame_count > 0;
    if (is_baked) {
        assert_true(info.frame_count > 0);
        assert_true(info.error <= bound);
    } else {
        assert_true(has_note(model, "I53") || has_note(model, "I54"));
    }
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (int i = 0; i < 1000; ++i) {
        const double time = from + (to - from) * (i + 0.4142 * (i % 3)) / 1000;
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_close(farthest_joint(model, fast, exact), 0, bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
    return is_baked;
}

/// A chain of four whose second joint has these keys, linear.
static chain *chain_with_keys(sinew_curve_key *keys, int32_t count)
{
    chain *made = make_chain(4);
    for (int32_t i = 0; i < count; ++i) keys[i].interpolation = SINEW_LINEAR;
    made->curves[1].keys = keys;
    made->curves[1].key_count = count;
    return made;
}

static void one_key_is_a_constant(void **state)
{
    (void)state;
    sinew_curve_key key = {.ticks = second / 2, .value = 30};
    assert_true(check(chain_with_keys(&key, 1), 0, 1));
}

/// Importers drop such keys; in a raw model they are refused.
static void keys_at_one_time_and_keys_without_number_are_refused(void **state)
{
    (void)state;
    sinew_curve_key same[3] = {{.value = 1}, {.ticks = second / 2, .value = 9}, {.ticks = second / 2}};
    sinew_curve_key none[3] = {{.value = 1}, {.ticks = second / 2, .value = (double)NAN}, {.ticks = second}};
    sinew_curve_key *keys[2] = {same, none};
    for (int i = 0; i < 2; ++i) {
        sinew_model *model = NULL;
        sinew_error error = {0};
        assert_int_equal(sinew_model_from_raw(&chain_with_keys(keys[i], 3)->raw, &model, &error),
                         SINEW_ERROR_INVALID_ARGUMENT);
        assert_non_null(strstr(error.message, "clip 'wave'"));
        assert_null(model);
    }
}

static void a_million_keys_in_a_millisecond_end_in_time(void **state)
{
    (void)state;
    enum { COUNT = 1000000 };
    sinew_curve_key *keys = calloc(COUNT, sizeof *keys);
    uint32_t seed = 5;
    assert_non_null(keys);
    for (int32_t i = 0; i < COUNT; ++i) {
        keys[i].ticks = second / 1000 * i / COUNT;
        keys[i].value = random_number(&seed, -90, 90);
    }
    (void)check(chain_with_keys(keys, COUNT), 0, 0.002);
    free(keys);
}

/// 10⁹ degrees are 2.8 million turns: whole ones come out of a curve; as many turns in a second are as they may be.
static void a_billion_degrees_are_reduced_by_whole_turns(void **state)
{
    (void)state;
    sinew_curve_key still[3] = {
        {.value = 1e9}, {.ticks = second / 2, .value = 1e9 + 50}, {.ticks = second, .value = 1e9}};
    assert_true(check(chain_with_keys(still, 3), 0, 1));
    sinew_curve_key spin[2] = {{.value = 0}, {.ticks = second, .value = 1e9}};
    (void)check(chain_with_keys(spin, 2), 0, 1);
}

/// One joint, cubic keys that all are 0 with slopes of thousands: the curve swings by 150 units between them, and the
/// bound is a millionth of that.
static void a_steep_cubic_of_one_joint_is_baked(void **state)
{
    (void)state;
    static const float slopes[5][2] = {{0, 2000}, {-2000, -4000}, {4000, 0}, {-2000, 2000}, {0, 0}};
    const float third = 1.0f / 12;
    sinew_curve_key keys[5];
    for (int i = 0; i < 5; ++i)
        keys[i] = (sinew_curve_key){.ticks = second / 4 * i,
                                    .in_time = -third,
                                    .in_value = -third * slopes[i][0],
                                    .out_time = third,
                                    .out_value = third * slopes[i][1],
                                    .interpolation = SINEW_CUBIC};
    chain *made = make_chain(1);
    made->curves[0] = (sinew_raw_curve){.keys = keys, .key_count = 5};
    made->channels[0].property = SINEW_CHANNEL_TRANSLATION;
    made->channels[0].curve[2] = NULL;
    made->channels[0].curve[0] = &made->curves[0];
    made->clip.duration = 5;
    assert_true(check(made, 0, 5));
}

static void keys_outside_the_clip_bend_what_is_inside(void **state)
{
    (void)state;
    sinew_curve_key keys[4] = {{.ticks = -3 * second, .value = -200},
                               {.ticks = second / 3, .value = 40},
                               {.ticks = 2 * second, .value = -70},
                               {.ticks = 9 * second, .value = 500}};
    assert_true(check(chain_with_keys(keys, 4), 0, 1));
}

/// 10 000 cm, by a chain of 180 cm.
static void a_hundred_metres_of_travel_stay_within_the_bound(void **state)
{
    (void)state;
    chain *made = make_chain(4);
    for (int i = 0; i < 4; ++i) made->stacks[i].translation[1] = 60;
    for (int32_t k = 0; k < KEYS; ++k) made->keys[0][k].value = 10000.0 * k / (KEYS - 1) + sin(k);
    made->channels[0] = (sinew_raw_channel){.joint = 0,
                                            .morph = SINEW_NONE,
                                            .property = SINEW_CHANNEL_TRANSLATION,
                                            .curve = {&made->curves[0]},
                                            .value = {0, 1, 0}};
    assert_true(check(made, 0, 1));
}

/// Ten minutes without motion between two keys far apart: no key rate, and few bytes.
static void keys_far_apart_take_few_bytes(void **state)
{
    (void)state;
    sinew_curve_key keys[3] = {
        {.value = 5}, {.ticks = 599 * second, .value = 5}, {.ticks = 36000 * second, .value = 90}};
    chain *made = chain_with_keys(keys, 3);
    for (int i = 0; i < 4; ++i)
        if (i != 1) made->curves[i].key_count = 1;
    made->clip.duration = 36000;
    assert_true(check(made, 0, 36000));
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_true(sinew_clip_baked_info(model, 0).byte_count < 10000);
    sinew_model_destroy(model);
}

/// Ten frames of motion within ten days: a float that counts seconds from the first key has steps of 31 ms there.
static void a_short_motion_in_a_long_clip_stays_within_the_bound(void **state)
{
    (void)state;
    enum { COUNT = 13 };
    const double begin = 500000;
    sinew_curve_key keys[COUNT] = {{.value = 5}};
    for (int i = 1; i < COUNT - 1; ++i) {
        keys[i].ticks = (int64_t)begin * second + second * i / 30;
        keys[i].value = i % 2 ? 5 : 60;
    }
    keys[COUNT - 1] = (sinew_curve_key){.ticks = 864000 * second, .value = 5};
    chain *made = chain_with_keys(keys, COUNT);
    for (int i = 0; i < 4; ++i)
        if (i != 1) made->curves[i].key_count = 1;
    made->clip.duration = 864000;
    (void)check(made, begin, begin + 0.5);
}

/// 40 bytes per joint and frame at 30 Hz: noise at 3000 Hz takes more, and a wave does not.
static void a_clip_above_a_raw_track_has_a_note(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    static sinew_curve_key keys[COUNT];
    uint32_t seed = 7;
    for (int32_t i = 0; i < COUNT; ++i)
        keys[i] = (sinew_curve_key){.ticks = second * i / COUNT, .value = random_number(&seed, -90, 90)};
    sinew_model *noise = make_baked(make_model(&chain_with_keys(keys, COUNT)->raw), NULL);
    assert_true(sinew_clip_baked_info(noise, 0).frame_count > 0);
    assert_true(has_note(noise, "I57"));
    sinew_model_destroy(noise);
    sinew_model *wave = make_baked(make_model(&make_chain(100)->raw), NULL);
    assert_false(has_note(wave, "I57"));
    sinew_model_destroy(wave);
}

/// A tree in which only the root moves. The others are rotated by `rotation` degrees about all axes, and so are their
/// pre-rotations.
static sinew_model *make_resting_tree(double rotation)
{
    static sinew_raw_curve turned[MOST_JOINTS];
    static sinew_curve_key keys[MOST_JOINTS];
    chain *made = make_tree();
    for (int32_t i = 1; i < made->raw.joint_count; ++i) {
        keys[i] = (sinew_curve_key){.value = rotation * (1 + 0.1 * i), .interpolation = SINEW_LINEAR};
        turned[i] = (sinew_raw_curve){.keys = &keys[i], .key_count = 1};
        for (int k = 0; k < 3; ++k) {
            made->channels[i].curve[k] = &turned[i];
            made->stacks[i].pre_rotation[k] = rotation * (k - 1.5);
        }
    }
    return make_baked(make_model(&made->raw), NULL);
}

/// What programs write for no rotation is often 1e-15 degrees. Processors take many times as long for products of such
/// numbers, which are denormal.
static void rotations_near_none_are_played_without_denormal_numbers(void **state)
{
    (void)state;
    for (int power = -6; power >= -40; --power) {
        sinew_model *model = make_resting_tree(pow(10, power));
        sinew_pose *pose = make_pose(model);
        for (int kernels = -1; force_next_kernels(&kernels);) {
            for (int i = 0; i < 7; ++i) {
                feclearexcept(FE_UNDERFLOW);
                assert_true(sinew__fast_palette(model, 0, 0.03 + 0.14 * i, pose));
                assert_false(fetestexcept(FE_UNDERFLOW));
            }
        }
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_key_is_a_constant),
        cmocka_unit_test(keys_at_one_time_and_keys_without_number_are_refused),
        cmocka_unit_test(a_million_keys_in_a_millisecond_end_in_time),
        cmocka_unit_test(a_billion_degrees_are_reduced_by_whole_turns),
        cmocka_unit_test(a_steep_cubic_of_one_joint_is_baked),
        cmocka_unit_test(keys_outside_the_clip_bend_what_is_inside),
        cmocka_unit_test(a_hundred_metres_of_travel_stay_within_the_bound),
        cmocka_unit_test(keys_far_apart_take_few_bytes),
        cmocka_unit_test(a_short_motion_in_a_long_clip_stays_within_the_bound),
        cmocka_unit_test(a_clip_above_a_raw_track_has_a_note),
        cmocka_unit_test(rotations_near_none_are_played_without_denormal_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
