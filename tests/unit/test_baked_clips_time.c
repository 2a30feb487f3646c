/// Baked frames in time: steps, changes and repetitions keep their times, and a clip continues outside its range.

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/cmocka_close.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/random_number.h"
#include "support/scenes.h"
#include "support/wave_chain.h"

static const double bound = 1e-4;

/// A step from 0 to 5 in 1/3 s, among keys that move at other times.
static void steps_stay_steps(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    const sinew_curve_key step[] = {{.ticks = 0, .interpolation = SINEW_STEP},
                                    {.ticks = second / 3, .value = 5, .interpolation = SINEW_STEP}};
    const sinew_raw_curve curve = {.keys = step, .key_count = 2};
    made->channels[0] = (sinew_raw_channel){
        .joint = 0, .morph = SINEW_NONE, .property = SINEW_CHANNEL_TRANSLATION, .curve = {&curve}, .value = {0, 1, 0}};
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_pose *pose = make_pose(model);
    const double tick = 1 / (double)second, at = (double)(second / 3) * tick;
    const double times[] = {0, 0.2, at - 1.5e-10, at - tick, at, at + tick, 0.7, 1},
                 places[] = {0, 0, 0, 0, 5, 5, 5, 5};
    for (int i = 0; i < 8; ++i) {
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, times[i], pose);
        assert_close(pose->global[0].row[0][3], places[i], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Keys of a frame rate that does not divide the ticks of a second are at the nearest ticks, up to half a tick before
/// or behind their frames. A held value holds from its key's own tick on, not from the next.
static void steps_of_uneven_frames_begin_at_their_keys(void **state)
{
    (void)state;
    static const struct {
        int64_t ticks_per_second;
        double fps;
    } rates[] = {{INT64_C(46186158000), 30000 / 1001.0},
                 {INT64_C(46186158000), 24000 / 1001.0},
                 {INT64_C(46186158000), 29.97},
                 {705600000, 60000 / 1001.0}};
    for (size_t r = 0; r < sizeof rates / sizeof *rates; ++r) {
        chain *made = make_chain(2);
        made->raw.ticks_per_second = rates[r].ticks_per_second;
        for (int i = 0; i < 2; ++i)
            for (int k = 0; k < KEYS; ++k)
                made->keys[i][k] =
                    (sinew_curve_key){.ticks = llround(k / rates[r].fps * (double)rates[r].ticks_per_second),
                                      .value = k % 2 ? 20 + 2 * k : 0,
                                      .interpolation = SINEW_STEP};
        made->clip.duration = (KEYS - 1) / rates[r].fps;
        sinew_model *model = make_baked(make_model(&made->raw), NULL);
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        assert_true(sinew_clip_baked_info(model, 0).frame_count > 0);
        for (int k = 0; k < KEYS; ++k) {
            const double time = (double)made->keys[0][k].ticks / (double)rates[r].ticks_per_second;
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
            assert_true(farthest_element(model, exact, fast) <= 1e-3); // a step turns by 20 degrees or more
        }
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

/// Visibility crosses 0 between two keys, at 0.75 of a second: 3 − 4 t.
static void visibility_changes_where_the_curve_crosses_zero(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    const sinew_curve_key line[] = {{.ticks = 0, .value = 3, .interpolation = SINEW_LINEAR},
                                    {.ticks = second, .value = -1}};
    const sinew_raw_curve curve = {.keys = line, .key_count = 2};
    made->channels[1] =
        (sinew_raw_channel){.joint = 1, .morph = SINEW_NONE, .property = SINEW_CHANNEL_VISIBILITY, .curve = {&curve}};
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    sinew_pose *pose = make_pose(model);
    for (double time = 0; time <= 1; time += 0.01) {
        sinew_pose_evaluate_palette(model, 0, time, pose);
        assert_int_equal(pose->visible[0], 1);
        if (fabs(time - 0.75) > 1e-9) assert_int_equal(pose->visible[1], time < 0.75);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Linear from 0 to 1 in half a second and back.
static void morph_weights_are_mixed(void **state)
{
    (void)state;
    sinew_model *model = make_baked(scene_tube(3), NULL);
    sinew_pose *pose = make_pose(model);
    const double times[] = {0, 0.1, 0.25, 0.5, 0.8}, weights[] = {0, 0.2, 0.5, 1, 0.4};
    for (int i = 0; i < 5; ++i) {
        sinew_pose_evaluate_palette(model, 0, times[i], pose);
        assert_close(pose->morph_weights[0], weights[i], 1e-4);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Beyond its span a clip that holds does, and one whose curve goes on goes on as in the exact engine.
static void times_outside_the_clip_extrapolate(void **state)
{
    (void)state;
    for (int slope = 0; slope < 2; ++slope) {
        chain *made = make_chain(2);
        made->curves[1].before = made->curves[1].after = slope ? SINEW_EXTRAPOLATE_SLOPE : SINEW_EXTRAPOLATE_HOLD;
        sinew_model *model = make_baked(make_model(&made->raw), NULL);
        sinew_pose *exact = make_pose(model), *fast = make_pose(model);
        const double times[] = {-1e9, -0.5, 1.5, 7, 1e9};
        for (int i = 0; i < 5; ++i) {
            sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, times[i], exact);
            sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, times[i], fast);
            assert_close(farthest_joint(model, fast, exact), 0, bound);
            assert_close(farthest_element(model, fast, exact), 0, 50 * bound); // over a box of 5 % of the size
        }
        sinew_pose_destroy(exact);
        sinew_pose_destroy(fast);
        sinew_model_destroy(model);
    }
}

/// A curve of 0.1 s that repeats for 1 s jumps back at every turn.
static void repeating_curves_jump_back_in_time(void **state)
{
    (void)state;
    chain *made = make_chain(2);
    const sinew_curve_key ramp[] = {{.ticks = 0, .interpolation = SINEW_LINEAR}, {.ticks = second / 10, .value = 90}};
    made->curves[1] =
        (sinew_raw_curve){.keys = ramp, .key_count = 2, .after = SINEW_EXTRAPOLATE_REPEAT, .after_count = -1};
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_true(sinew_clip_baked_info(model, 0).frame_count < 1000);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    for (double time = 0; time <= 1; time += 0.0037) {
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, time, exact);
        sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, time, fast);
        assert_close(farthest_element(model, fast, exact), 0, 50 * bound);
    }
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

static void a_clip_of_no_length_is_one_frame_or_cell(void **state)
{
    (void)state;
    chain *made = make_chain(9);
    made->clip.duration = 0;
    sinew_model *model = make_baked(make_model(&made->raw), NULL);
    assert_int_equal(sinew_clip_baked_info(model, 0).frame_count, 2);
    sinew_pose *exact = make_pose(model), *fast = make_pose(model);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 0, exact);
    sinew_pose_evaluate(model, SINEW_ENGINE_FAST, 0, 0, fast);
    assert_close(farthest_element(model, fast, exact), 0, bound);
    sinew_pose_destroy(exact);
    sinew_pose_destroy(fast);
    sinew_model_destroy(model);
}

/// The way to a time leaves no trace: forward, backward or at once, the same bits.
static void seeking_gives_the_bits_of_playing(void **state)
{
    (void)state;
    sinew_model *model = make_baked(scene_tube(16), NULL);
    sinew_pose *played = make_pose(model), *sought = make_pose(model);
    for (int i = 0; i <= 60; ++i) sinew_pose_evaluate_palette(model, 0, i / 60.0, played);
    for (int i = 60; i >= 0; --i) {
        sinew_pose_evaluate_palette(model, 0, i * 7 % 61 / 60.0, played);
        memset(sought->palette, 0xde, sizeof *sought->palette * (size_t)model->skin_joint_count);
        sinew_pose_evaluate_palette(model, 0, i * 7 % 61 / 60.0, sought);
        assert_memory_equal(played->palette, sought->palette,
                            sizeof *sought->palette * (size_t)model->skin_joint_count);
    }
    sinew_pose_destroy(played);
    sinew_pose_destroy(sought);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_stay_steps),
        cmocka_unit_test(steps_of_uneven_frames_begin_at_their_keys),
        cmocka_unit_test(visibility_changes_where_the_curve_crosses_zero),
        cmocka_unit_test(morph_weights_are_mixed),
        cmocka_unit_test(times_outside_the_clip_extrapolate),
        cmocka_unit_test(repeating_curves_jump_back_in_time),
        cmocka_unit_test(a_clip_of_no_length_is_one_frame_or_cell),
        cmocka_unit_test(seeking_gives_the_bits_of_playing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
