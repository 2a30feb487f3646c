// The curves, values, facts and times that the window shows for a joint and its model.
#include "author/bake/bake_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"

#include <string.h>

#include "program/viewer/panels/model_facts.h"
#include "runtime/view/joint_curves.h"
#include "sinew/bake.h"
#include "support/make_model.h"
#include "support/make_pose.h"
#include "support/scenes.h"

enum { SECOND = 1000 }; // ticks

/// A clip of two seconds that starts at second 1: x rises from 0 at second 1 to 10 at second 2 and to 40 at second 4,
/// after the clip's end; a rotation about y steps from 5 to 90 degrees at second 2.
static sinew_model *make_animated_joint(void)
{
    static const sinew_curve_key x_keys[] = {
        {.ticks = 1 * SECOND, .value = 0.0, .interpolation = SINEW_LINEAR},
        {.ticks = 2 * SECOND, .value = 10.0, .interpolation = SINEW_LINEAR},
        {.ticks = 4 * SECOND, .value = 40.0, .interpolation = SINEW_LINEAR},
    };
    static const sinew_curve_key y_keys[] = {
        {.ticks = 1 * SECOND, .value = 5.0, .interpolation = SINEW_STEP},
        {.ticks = 2 * SECOND, .value = 90.0, .interpolation = SINEW_STEP},
    };
    static const sinew_raw_curve x = {.keys = x_keys, .key_count = 3}, y = {.keys = y_keys, .key_count = 2};
    static const sinew_transform_stack stack = {.scaling = {1.0, 1.0, 1.0}, .rotation_active = 1};
    static const sinew_raw_joint joints[] = {
        {.name = "still", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "moved", .parent = 0, .node = SINEW_NONE, .stack = &stack},
    };
    const sinew_raw_channel channels[] = {
        {.joint = 1,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_TRANSLATION,
         .curve = {&x, NULL, NULL}},
        {.joint = 1,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_ROTATION,
         .curve = {NULL, &y, NULL}},
    };
    const sinew_raw_clip clip = {.name = "go", .start = 1.0, .duration = 2.0, .channels = channels, .channel_count = 2};
    const sinew_raw_model raw = {.joints = joints,
                                 .joint_count = 2,
                                 .clips = &clip,
                                 .clip_count = 1,
                                 .ticks_per_second = SECOND,
                                 .fps = 24.0,
                                 .format = "FBX",
                                 .generator = "a\x1b[2Jb"};
    return make_model(&raw);
}

static void curves_are_sampled_over_the_clip(void **state)
{
    (void)state;
    sinew_model *model = make_animated_joint();
    joint_curves curves = {0};
    sinew__joint_curves_update(&curves, model, 0, 1, 0.0, 2.0, 5);
    assert_int_equal(curves.count, 2);
    const joint_curve *x = &curves.curves[0], *y = &curves.curves[1];
    assert_true(x->kind == JOINT_CURVE_TRANSLATION && x->component == 0);
    assert_true(y->kind == JOINT_CURVE_ROTATION && y->component == 1);
    static const double expected_x[] = {0.0, 5.0, 10.0, 17.5, 25.0}, expected_y[] = {5.0, 5.0, 90.0, 90.0, 90.0};
    for (int i = 0; i < 5; ++i) {
        assert_close(x->points[i].seconds, 0.5 * i, 1e-12);
        assert_close(x->points[i].value, expected_x[i], 1e-9);
        assert_close(y->points[i].value, expected_y[i], 1e-9);
    }
    assert_close(sinew__joint_curve_value(&curves, x, 0.25), 2.5, 1e-9);
    sinew__joint_curves_free(&curves);
    sinew_model_destroy(model);
}

/// x over 20 minutes: 1 but for a spike to 80 and back within 0.02 s in minute 10, and a step to -30 for 0.005 s right
/// after minute 15; y saws between 0 and 6 every second, 6 in its middle, but has keys in the first second only.
static sinew_model *make_spiky_joint(void)
{
    enum { MINUTE = 60 * SECOND };
    static const sinew_curve_key x_keys[] = {
        {.ticks = 0, .value = 1.0, .interpolation = SINEW_LINEAR},
        {.ticks = 10 * MINUTE + 10, .value = 1.0, .interpolation = SINEW_LINEAR},
        {.ticks = 10 * MINUTE + 20, .value = 80.0, .interpolation = SINEW_LINEAR},
        {.ticks = 10 * MINUTE + 30, .value = 1.0, .interpolation = SINEW_STEP},
        {.ticks = 15 * MINUTE + 1, .value = -30.0, .interpolation = SINEW_STEP},
        {.ticks = 15 * MINUTE + 6, .value = 1.0, .interpolation = SINEW_STEP},
    };
    static const sinew_curve_key y_keys[] = {
        {.ticks = 0, .value = 0.0, .interpolation = SINEW_LINEAR},
        {.ticks = SECOND / 2, .value = 6.0, .interpolation = SINEW_LINEAR},
        {.ticks = SECOND, .value = 0.0, .interpolation = SINEW_LINEAR},
    };
    static const sinew_raw_curve x = {.keys = x_keys, .key_count = 6};
    static const sinew_raw_curve y = {
        .keys = y_keys, .key_count = 3, .after = SINEW_EXTRAPOLATE_REPEAT, .after_count = -1};
    static const sinew_raw_joint joint = {.name = "spiky", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_channel channel = {.joint = 0,
                                       .mesh = SINEW_NONE,
                                       .morph = SINEW_NONE,
                                       .property = SINEW_CHANNEL_TRANSLATION,
                                       .curve = {&x, &y, NULL}};
    const sinew_raw_clip clip = {.name = "long", .duration = 1200.0, .channels = &channel, .channel_count = 1};
    const sinew_raw_model raw = {.joints = &joint,
                                 .joint_count = 1,
                                 .clips = &clip,
                                 .clip_count = 1,
                                 .ticks_per_second = SECOND,
                                 .fps = 24.0,
                                 .format = "FBX"};
    return make_model(&raw);
}

static void ranges_contain_extremes_between_points(void **state)
{
    (void)state;
    sinew_model *model = make_spiky_joint();
    joint_curves curves = {0};
    sinew__joint_curves_update(&curves, model, 0, 0, 0.0, 1200.0,
                              401); // a point every 3 s: minute 10 is point 200, minute 15 point 300
    assert_int_equal(curves.count, 2);
    const joint_curve *x = &curves.curves[0], *y = &curves.curves[1];
    for (int i = 0; i < 400; ++i) {
        assert_close(x->points[i].value, 1.0, 1e-9); // no point is on the spike or the step
        assert_close(x->ranges[i].max, i == 200 ? 80.0 : 1.0, 1e-9);
        assert_close(x->ranges[i].min, i == 300 ? -30.0 : 1.0, 1e-9);
        // Samples at 0.75, 1.5 and 2.25 s after a point: 3, 6 and 3; the first second's own key is at 0.5 s.
        assert_close(y->points[i].value, 0.0, 1e-9);
        assert_close(y->ranges[i].min, 0.0, 1e-9);
        assert_close(y->ranges[i].max, 6.0, 1e-9);
    }
    assert_close(curves.extent[JOINT_CURVE_TRANSLATION].min, -30.0, 1e-9);
    assert_close(curves.extent[JOINT_CURVE_TRANSLATION].max, 80.0, 1e-9);
    sinew__joint_curves_free(&curves);
    sinew_model_destroy(model);
}

static void a_clip_without_duration_has_ranges(void **state)
{
    (void)state;
    sinew_model *model = make_animated_joint();
    sinew_model still = *model;
    sinew_clip clip = model->clips[0];
    clip.duration = 0.0;
    still.clips = &clip;
    joint_curves curves = {0};
    sinew__joint_curves_update(&curves, &still, 0, 1, 0.0, 0.0, 3);
    assert_int_equal(curves.count, 2);
    assert_int_equal(curves.curves[1].key_count, 1);
    assert_close(curves.curves[1].ranges[0].max, 5.0, 1e-9);
    assert_close(curves.extent[JOINT_CURVE_ROTATION].max, 5.0, 1e-9);
    sinew__joint_curves_free(&curves);
    sinew_model_destroy(model);
}

static void keys_outside_the_clip_are_ignored(void **state)
{
    (void)state;
    sinew_model *model = make_animated_joint();
    joint_curves curves = {0};
    sinew__joint_curves_update(&curves, model, 0, 1, 0.0, 2.0, 5);
    assert_int_equal(curves.curves[0].key_count, 2);
    assert_close(curves.curves[0].keys[1].seconds, 1.0, 1e-12);
    assert_close(curves.curves[0].keys[1].value, 10.0, 0.0);
    assert_close(curves.extent[JOINT_CURVE_TRANSLATION].max, 25.0, 1e-9); // not 40
    assert_close(curves.extent[JOINT_CURVE_ROTATION].min, 5.0, 1e-9);
    assert_true(curves.extent[JOINT_CURVE_SCALING].min > curves.extent[JOINT_CURVE_SCALING].max);
    sinew__joint_curves_free(&curves);
    sinew_model_destroy(model);
}

static void a_joint_without_animation_has_no_curves(void **state)
{
    (void)state;
    sinew_model *model = make_animated_joint();
    joint_curves curves = {0};
    sinew__joint_curves_update(&curves, model, 0, 1, 0.0, 2.0, 5);
    sinew__joint_curves_update(&curves, model, 0, 0, 0.0, 2.0, 5);
    assert_int_equal(curves.count, 0);
    sinew__joint_curves_update(&curves, model, 0, SINEW_NONE, 0.0, 2.0, 5);
    assert_int_equal(curves.count, 0);
    sinew__joint_curves_update(&curves, model, SINEW_NONE, 1, 0.0, 0.0, 5);
    assert_int_equal(curves.count, 0);
    sinew__joint_curves_free(&curves);
    sinew_model_destroy(model);
}

/// A model like another, its clips baked and its curves left out.
static sinew_model *strip(sinew_model *model)
{
    void *block;
    size_t size;
    sinew_error error = {0};
    sinew_model *baked = make_baked(model, NULL), *stripped = NULL;
    if (sinew__stripped_block(baked, &block, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    assert_int_equal(sinew__model_from_block(block, size, &stripped, NULL), SINEW_OK);
    sinew_model_destroy(baked);
    return stripped;
}

/// A joint of a rotation order, with pre- and post-rotation, that turns by three angles, moves along z and grows in y.
static sinew_model *make_turning_joint(int order)
{
    enum { END = 2000000 }; // ticks; at a rotation's accuracy few are within one segment
    static const sinew_curve_key keys[][3] = {
        {{.ticks = 0, .value = 10, .interpolation = SINEW_LINEAR}, {.ticks = END, .value = 70}},
        {{.ticks = 0, .value = -20, .interpolation = SINEW_LINEAR}, {.ticks = END, .value = 30}},
        {{.ticks = 0, .value = 5, .interpolation = SINEW_LINEAR}, {.ticks = END, .value = 200}},
        {{.ticks = 0, .value = 3, .interpolation = SINEW_LINEAR}, {.ticks = END, .value = -4}},
        {{.ticks = 0, .value = 1, .interpolation = SINEW_LINEAR}, {.ticks = END, .value = 2}},
    };
    sinew_raw_curve curves[5];
    for (int i = 0; i < 5; ++i) curves[i] = (sinew_raw_curve){.keys = keys[i], .key_count = 2};
    const sinew_transform_stack stack = {.scaling = {1, 1, 1},
                                         .rotation_active = 1,
                                         .rotation_order = order,
                                         .pre_rotation = {20, -30, 40},
                                         .post_rotation = {0, 10, 0}};
    static const sinew_transform_stack end = {.translation = {10, 0, 0}, .scaling = {1, 1, 1}};
    const sinew_raw_joint joints[] = {{.name = "still", .parent = SINEW_NONE, .node = SINEW_NONE},
                                      {.name = "turns", .parent = 0, .node = SINEW_NONE, .stack = &stack},
                                      {.name = "end", .parent = 1, .node = SINEW_NONE, .stack = &end}};
    const sinew_raw_channel channels[] = {
        {.joint = 1,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_ROTATION,
         .curve = {&curves[0], &curves[1], &curves[2]}},
        {.joint = 1,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_TRANSLATION,
         .curve = {NULL, NULL, &curves[3]}},
        {.joint = 1,
         .mesh = SINEW_NONE,
         .morph = SINEW_NONE,
         .property = SINEW_CHANNEL_SCALING,
         .curve = {NULL, &curves[4], NULL}},
    };
    const sinew_raw_clip clip = {.name = "turn", .duration = 2.0, .channels = channels, .channel_count = 3};
    const sinew_raw_model raw = {.joints = joints,
                                 .joint_count = 3,
                                 .clips = &clip,
                                 .clip_count = 1,
                                 .ticks_per_second = END / 2,
                                 .fps = 25.0,
                                 .format = "FBX"};
    return make_model(&raw);
}

/// Lines from key to key are paper arithmetic; baking may err by 1e-4 of the size, which is below 10 here.
static void a_stripped_model_has_the_curves_of_its_author(void **state)
{
    static const double expected[][2] = {{3, -4}, {10, 70}, {-20, 30}, {5, 200}, {1, 2}};
    static const int kinds[] = {JOINT_CURVE_TRANSLATION, JOINT_CURVE_ROTATION, JOINT_CURVE_ROTATION,
                                JOINT_CURVE_ROTATION, JOINT_CURVE_SCALING},
                     components[] = {2, 0, 1, 2, 1};
    (void)state;
    for (int order = SINEW_ROTATE_XYZ; order <= SINEW_ROTATE_ZYX; ++order) {
        sinew_model *model = strip(make_turning_joint(order));
        joint_curves curves = {0};
        sinew__joint_curves_update(&curves, model, 0, 1, 0.0, 2.0, 9);
        assert_int_equal(curves.count, 5);
        for (int i = 0; i < 5; ++i) {
            const joint_curve *curve = &curves.curves[i];
            assert_int_equal(curve->kind, kinds[i]);
            assert_int_equal(curve->component, components[i]);
            assert_int_equal(curve->key_count, 0);
            for (int k = 0; k < 9; ++k)
                assert_close(curve->points[k].value, expected[i][0] + (expected[i][1] - expected[i][0]) * k / 8, 0.05);
        }
        sinew__joint_curves_update(&curves, model, 0, 2, 0.0, 2.0, 9);
        assert_int_equal(curves.count, 0);
        sinew__joint_curves_free(&curves);
        sinew_model_destroy(model);
    }
}

static void tracks_are_used_without_authored_curves(void **state)
{
    (void)state;
    sinew_model *model = scene_bones(4); // joint 1 rotates about z by 90° and back, as a quaternion
    joint_curves curves = {0};
    sinew__joint_curves_update(&curves, model, 0, 1, 0.0, model->clips[0].duration, 3);
    assert_int_equal(curves.count, 4);
    assert_close(curves.curves[2].points[1].value, 0.70710678, 1e-6); // sin 45°
    assert_close(curves.curves[3].points[0].value, 1.0, 1e-9);
    assert_int_equal(curves.curves[2].key_count, 3);
    sinew__joint_curves_free(&curves);
    sinew_model_destroy(model);
}

static void values_are_those_of_the_pose(void **state)
{
    (void)state;
    sinew_model *model = make_animated_joint();
    sinew_pose *pose;
    joint_values local, global;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    panel_joint_values_find(model, 0, 1.0, 1, pose, &local, &global);
    assert_close(local.t[0], 10.0, 1e-9);
    assert_close(local.r[1], 90.0, 1e-6);
    assert_close(global.t[0], 10.0, 1e-9);
    assert_close(global.s[2], 1.0, 1e-9);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

/// Numbers in columns of 8 characters, or of 6.
static void values_fit_their_columns(void **state)
{
    (void)state;
    static const struct {
        double number;
        int decimals;
        size_t max;
        const char *words;
    } cases[] = {
        {-175.623, 3, 8, "-175.623"},    {-0.0004, 3, 8, "0.000"},      {0.0025, 6, 8, "0.002500"},
        {-0.0025, 6, 8, "-0.00250"},     {215831.73, 3, 8, "215831.7"}, {-1234567.8, 3, 8, "-1234568"},
        {-12345678.0, 3, 8, "-1.2e+07"}, {1e300, 3, 8, "1.0e+300"},     {45.784, 3, 6, "45.784"},
        {-45.784, 3, 6, "-45.78"},       {-1234567.0, 3, 6, "-1e+06"},  {0.0, 3, 6, "0.000"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; ++i) {
        char words[JOINT_VALUE_SIZE];
        panel_joint_value_format(cases[i].number, cases[i].decimals, cases[i].max, words);
        assert_string_equal(words, cases[i].words);
    }
    assert_int_equal(panel_joint_value_decimals(0.0125), 6);
    assert_int_equal(panel_joint_value_decimals(15.0), 4); // 0.00015 is a hundred-thousandth
    assert_int_equal(panel_joint_value_decimals(150.0), 3);
    assert_int_equal(panel_joint_value_decimals(1e6), 3);
}

static void facts_are_printable_and_omit_what_the_model_lacks(void **state)
{
    (void)state;
    sinew_model *model = make_animated_joint();
    model_fact facts[MODEL_FACTS_MAX];
    const int count = panel_model_facts_list(model, facts);
    int found = 0;
    for (int i = 0; i < count; ++i) {
        if (strcmp(facts[i].name, "generator") == 0) found += strcmp(facts[i].value, "a\\x1b[2Jb") == 0;
        if (strcmp(facts[i].name, "joints") == 0) found += strcmp(facts[i].value, "2") == 0;
        if (strcmp(facts[i].name, "frame rate") == 0) found += strcmp(facts[i].value, "24 fps") == 0;
        assert_string_not_equal(facts[i].name, "meshes");
    }
    assert_int_equal(found, 3);
    sinew_model_destroy(model);
}

static void steps_are_measured_at_intervals(void **state)
{
    (void)state;
    sinew_model *model = scene_tube(4);
    sinew_pose *pose;
    step_times times = {0};
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    panel_step_times_update(&times, model, 0, 0.5, pose);
    assert_true(times.sample > 0.0 && times.local_to_global > 0.0 && times.skin > 0.0);
    const double first = times.measured_at;
    panel_step_times_update(&times, model, 0, 0.5, pose);
    assert_close(times.measured_at, first, 0.0);
    panel_step_times_free(&times);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curves_are_sampled_over_the_clip),
        cmocka_unit_test(ranges_contain_extremes_between_points),
        cmocka_unit_test(a_clip_without_duration_has_ranges),
        cmocka_unit_test(keys_outside_the_clip_are_ignored),
        cmocka_unit_test(a_joint_without_animation_has_no_curves),
        cmocka_unit_test(tracks_are_used_without_authored_curves),
        cmocka_unit_test(a_stripped_model_has_the_curves_of_its_author),
        cmocka_unit_test(values_are_those_of_the_pose),
        cmocka_unit_test(values_fit_their_columns),
        cmocka_unit_test(facts_are_printable_and_omit_what_the_model_lacks),
        cmocka_unit_test(steps_are_measured_at_intervals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
