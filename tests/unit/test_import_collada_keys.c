// Keys of Collada: interpolations, tangents, transforms in any order, animation clips. Expected values are arithmetic
// on paper with the formulas of the COLLADA 1.4.1 specification, chapter 4, "Curve interpolation".
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "sinew/pose.h"

// ---- documents ----------------------------------------------------------------------------------------------------

typedef struct document {
    char animations[8192], clips[1024];
    size_t length;
} document;

static void append(document *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->animations + to->length, sizeof to->animations - to->length, format, arguments);
    va_end(arguments);
    assert_true(length >= 0 && to->length + (size_t)length < sizeof to->animations);
    to->length += (size_t)length;
}

static void append_source(document *to, const char *id, const char *array, int stride, const char *words)
{
    int count = 1;
    for (const char *c = words; *c; ++c) count += *c == ' ';
    append(to,
           "<source id='%s'><%s id='%s-a' count='%d'>%s</%s><technique_common><accessor source='#%s-a' count='%d' "
           "stride='%d'/></technique_common></source>",
           id, array, id, count, words, array, id, count / stride, stride);
}

/// The keys of a channel. NULL: no such input.
typedef struct keys {
    const char *id, *target, *times, *values;
    int stride;
    const char *kinds;
    const char *in, *out;
    int tangent_stride;
} keys;

static void append_animation(document *to, keys k)
{
    char id[5][32];
    static const char *const ends[] = {"i", "o", "l", "in", "out"};
    for (int i = 0; i < 5; ++i) snprintf(id[i], sizeof id[i], "%s-%s", k.id, ends[i]);
    append(to, "<animation id='%s'>", k.id);
    append_source(to, id[0], "float_array", 1, k.times);
    append_source(to, id[1], "float_array", k.stride, k.values);
    if (k.kinds) append_source(to, id[2], "Name_array", 1, k.kinds);
    if (k.in) append_source(to, id[3], "float_array", k.tangent_stride, k.in);
    if (k.out) append_source(to, id[4], "float_array", k.tangent_stride, k.out);
    append(to, "<sampler id='s'><input semantic='INPUT' source='#%s'/><input semantic='OUTPUT' source='#%s'/>", id[0],
           id[1]);
    if (k.kinds) append(to, "<input semantic='INTERPOLATION' source='#%s'/>", id[2]);
    if (k.in) append(to, "<input semantic='IN_TANGENT' source='#%s'/>", id[3]);
    if (k.out) append(to, "<input semantic='OUT_TANGENT' source='#%s'/>", id[4]);
    append(to, "</sampler><channel source='#s' target='%s'/></animation>", k.target);
}

/// The document's only node is "n" with these transforms; its child "tip" is one along x.
static sinew_model *import_document(const document *from, const char *transforms)
{
    char text[16384];
    const int length = snprintf(
        text, sizeof text,
        "<?xml version='1.0'?><COLLADA version='1.4.1'><asset><unit meter='1'/></asset>"
        "<library_animations>%s</library_animations>%s<library_visual_scenes><visual_scene id='v'>"
        "<node id='n' name='a &lt;node&#62;'>%s<node id='tip' name='tip'><translate>1 0 0</translate></node></node>"
        "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#v'/></scene></COLLADA>",
        from->animations, from->clips, transforms);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return import_text_file("keys.dae", text);
}

static sinew_model *import_keys(keys k, const char *transforms)
{
    document made = {.length = 0};
    k.id = "a";
    if (!k.stride) k.stride = 1;
    append_animation(&made, k);
    return import_document(&made, transforms);
}

/// Position of a joint in a clip at seconds from its start.
static sinew_vec3 position_at(const sinew_model *model, int32_t clip, const char *joint, double time)
{
    sinew_pose *pose;
    sinew_error error;
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, clip, time, pose);
    const sinew_affine *global = &pose->global[joint_index(model, joint)];
    const sinew_vec3 position = {global->row[0][3], global->row[1][3], global->row[2][3]};
    sinew_pose_destroy(pose);
    return position;
}

static double x_at(const sinew_model *model, double time)
{
    return position_at(model, 0, "a <node>", time).x;
}

static void assert_tip(const sinew_model *model, double time, double x, double y, double z)
{
    const sinew_vec3 tip = position_at(model, 0, "tip", time);
    assert_close(tip.x, x, 1e-6);
    assert_close(tip.y, y, 1e-6);
    assert_close(tip.z, z, 1e-6);
}

#define TRANSLATE "<translate sid='t'>0 0 0</translate>"

// ---- interpolations -----------------------------------------------------------------------------------------------

static void each_key_has_its_own_interpolation(void **state)
{
    (void)state;
    sinew_model *model = import_keys((keys){.target = "n/t.X",
                                            .times = "0 1 2 3",
                                            .values = "0 1 2 3",
                                            .kinds = "STEP LINEAR BEZIER LINEAR",
                                            .in = "0 0 0 0 0 0 2.6666667 3",
                                            .out = "0 0 0 0 2.3333333 2 0 0",
                                            .tangent_stride = 2},
                                     TRANSLATE);
    assert_close(x_at(model, 0.75), 0, 1e-9);
    assert_close(x_at(model, 1), 1, 1e-9);
    assert_close(x_at(model, 1.75), 1.75, 1e-9);
    assert_close(x_at(model, 2.25), 2 + 0.15625, 1e-6); // 3t² − 2t³ at 1/4
    assert_int_equal(model->warning_count, 0);
    assert_int_equal(model->clips[0].key_time_count, 4);
    sinew_model_destroy(model);
}

/// Control points (0.5, 0) and (0.5, 1): at u = 1/4 the time is 1.5 · (0.140625 + 0.046875) + 0.015625 and the value
/// 3 · u² · (1 − u) + u³.
static void bezier_tangents_are_points_in_time_and_value(void **state)
{
    (void)state;
    sinew_model *model = import_keys((keys){.target = "n/t.X",
                                            .times = "0 1",
                                            .values = "0 1",
                                            .kinds = "BEZIER BEZIER",
                                            .in = "-0.5 0 0.5 1",
                                            .out = "0.5 0 1.5 1",
                                            .tangent_stride = 2},
                                     TRANSLATE);
    assert_close(x_at(model, 0.296875), 0.15625, 1e-6);
    assert_close(x_at(model, 0.5), 0.5, 1e-6);
    assert_close(x_at(model, 1 - 0.296875), 1 - 0.15625, 1e-6);
    sinew_model_destroy(model);
}

/// A third of a tangent leads to its control point: (1/3, 1) and (2/3, 1), so 3/8 + 3/8 + 1/8 in the middle.
static void hermite_tangents_are_three_times_the_way(void **state)
{
    (void)state;
    sinew_model *model = import_keys((keys){.target = "n/t.X",
                                            .times = "0 1",
                                            .values = "0 1",
                                            .kinds = "HERMITE HERMITE",
                                            .in = "1 0 1 0",
                                            .out = "1 3 1 0",
                                            .tangent_stride = 2},
                                     TRANSLATE);
    assert_close(x_at(model, 0.5), 0.875, 1e-6);
    sinew_model_destroy(model);
}

/// Tangents without times are at 1/3 and 2/3.
static void tangents_of_one_number_are_values(void **state)
{
    (void)state;
    const keys bezier = {.target = "n/t.X",
                         .times = "1 3",
                         .values = "0 1",
                         .kinds = "BEZIER BEZIER",
                         .in = "0 1",
                         .out = "0 1",
                         .tangent_stride = 1};
    keys hermite = bezier;
    hermite.kinds = "HERMITE HERMITE";
    hermite.in = "0 0";
    hermite.out = "3 0";
    sinew_model *model = import_keys(bezier, TRANSLATE);
    assert_close(x_at(model, 1.5), 0.15625, 1e-6);
    sinew_model_destroy(model);
    model = import_keys(hermite, TRANSLATE);
    assert_close(x_at(model, 2), 0.875, 1e-6);
    sinew_model_destroy(model);
}

/// Three components with a pair for each, as FCollada writes them: z rises from 0 to 3 like 3t² − 2t³, x in a line.
static void vectors_have_a_tangent_for_each_component(void **state)
{
    (void)state;
    sinew_model *model = import_keys((keys){.target = "n/t",
                                            .times = "0 1",
                                            .values = "0 5 0 1 5 3",
                                            .stride = 3,
                                            .kinds = "BEZIER BEZIER",
                                            .in = "0 0 0 0 0 0 0.6666667 0.6666667 0.6666667 5 0.6666667 3",
                                            .out = "0.3333333 0.3333333 0.3333333 5 0.3333333 0 0 0 0 0 0 0",
                                            .tangent_stride = 6},
                                     TRANSLATE);
    const sinew_vec3 at = position_at(model, 0, "a <node>", 0.25);
    assert_close(at.x, 0.25, 1e-6);
    assert_close(at.y, 5, 1e-6);
    assert_close(at.z, 3 * 0.15625, 1e-6);
    sinew_model_destroy(model);
}

// ---- transforms ---------------------------------------------------------------------------------------------------

#define TURN(target_, values_)                                                                                         \
    (keys)                                                                                                             \
    {                                                                                                                  \
        .target = target_, .times = "0 1", .values = values_, .kinds = "LINEAR LINEAR"                                 \
    }

static void angles_turn_more_than_once(void **state)
{
    (void)state;
    sinew_model *model = import_keys(TURN("n/r.ANGLE", "0 720"), "<rotate sid='r'>0 0 -1 0</rotate>");
    assert_tip(model, 0.125, 0, -1, 0);
    assert_tip(model, 0.25, -1, 0, 0);
    assert_tip(model, 0.375, 0, 1, 0);
    assert_tip(model, 0.5, 1, 0, 0);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

/// 120° about (1, 1, 1) brings x to y, y to z and z to x.
static void axes_may_be_any(void **state)
{
    (void)state;
    sinew_model *model =
        import_keys(TURN("n/r.ANGLE", "0 240"), "<translate>0 0 7</translate><rotate sid='r'>2 2 2 0</rotate>");
    assert_tip(model, 0.5, 0, 1, 7);
    assert_tip(model, 1, 0, 0, 8);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

/// Whole rotations whose axis stays.
static void rotations_are_animated_with_their_axis(void **state)
{
    (void)state;
    keys k = TURN("n/r", "0 0 1 0 0 0 1 360");
    k.stride = 4;
    sinew_model *model = import_keys(k, "<rotate sid='r'>0 0 1 0</rotate>");
    assert_tip(model, 0.25, 0, 1, 0);
    assert_tip(model, 0.5, -1, 0, 0);
    assert_int_equal(model->clips[0].channel_count, 1);
    sinew_model_destroy(model);
}

/// The last transform acts first. All angles 90°: X · Y · Z brings the tip to y, y and z; Z · Y · X to x, -z and -z.
static void rotations_act_in_their_order(void **state)
{
    (void)state;
    static const struct {
        const char *axes;
        double tip[3];
    } CASES[] = {{"xyz", {0, 0, 1}}, {"zyx", {0, 0, -1}}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        document made = {.length = 0};
        char transforms[512] = "";
        size_t length = 0;
        for (const char *axis = CASES[i].axes; *axis; ++axis) {
            char target[16], id[2] = {*axis};
            snprintf(target, sizeof target, "n/r%c.ANGLE", *axis);
            append_animation(&made, (keys){id, target, "0 1", "0 90", 1, "LINEAR LINEAR", NULL, NULL, 0});
            length += (size_t)snprintf(transforms + length, sizeof transforms - length,
                                       "<rotate sid='r%c'>%d %d %d 0</rotate>", *axis, *axis == 'x', *axis == 'y',
                                       *axis == 'z');
        }
        sinew_model *model = import_document(&made, transforms);
        assert_tip(model, 1, CASES[i].tip[0], CASES[i].tip[1], CASES[i].tip[2]);
        assert_int_equal(model->warning_count, 0);
        assert_int_equal(model->clips[0].channel_count, 1);
        sinew_model_destroy(model);
    }
}

/// Joint orientation, pivot and scale as Maya writes them: translate · orient · pivot · Z · pivot⁻¹ · scale. The tip is
/// (3, 0, 0) scaled, (2, 0, 0) from the pivot, (0, 2, 0) rotated, (1, 2, 0) with the pivot, (1, 0, 2) oriented.
static void what_lies_between_is_kept(void **state)
{
    (void)state;
    sinew_model *model =
        import_keys(TURN("n/r.ANGLE", "0 90"), "<translate>0 5 0</translate><rotate sid='o'>1 0 0 90</rotate>"
                                               "<translate sid='p'>1 0 0</translate><rotate sid='r'>0 0 1 0</rotate>"
                                               "<translate sid='q'>-1 0 0</translate><scale>3 1 1</scale>");
    assert_tip(model, 1, 1, 5, 2);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

/// Scale from 1 to 3 about (0.5, 0, 0): the tip goes from 1 to 0.5 + 3 · 0.5.
static void scales_have_pivots(void **state)
{
    (void)state;
    keys k = TURN("n/s", "1 1 1 3 1 1");
    k.stride = 3;
    sinew_model *model = import_keys(k, "<rotate>0 0 1 90</rotate><translate>0.5 0 0</translate>"
                                        "<scale sid='s'>1 1 1</scale><translate>-0.5 0 0</translate>");
    assert_tip(model, 0.5, 0, 1.5, 0);
    assert_tip(model, 1, 0, 2, 0);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

/// A scale before the rotation is not a transform stack: samples that follow the curve, with a warning.
static void other_orders_are_sampled(void **state)
{
    (void)state;
    sinew_model *model =
        import_keys(TURN("n/r.ANGLE", "0 360"), "<scale>2 2 2</scale><rotate sid='r'>0 0 1 0</rotate>");
    assert_tip(model, 0.25, 0, 2, 0);
    assert_tip(model, 1 / 12.0, 2 * 0.8660254037844387, 1, 0); // 30°
    assert_int_equal(warnings_of(model, "I17"), 1);
    sinew_model_destroy(model);
}

#define MATRIX_AT(x) "1 0 0 " x " 0 1 0 0 0 0 1 0 0 0 0 1"

static void matrices_step(void **state)
{
    (void)state;
    keys k = {.target = "n/m",
              .times = "0 1 2",
              .values = MATRIX_AT("0") " " MATRIX_AT("1") " " MATRIX_AT("3"),
              .stride = 16,
              .kinds = "STEP STEP STEP"};
    sinew_model *model = import_keys(k, "<matrix sid='m'>" MATRIX_AT("9") "</matrix>");
    assert_close(x_at(model, 0.999), 0, 1e-6);
    assert_close(x_at(model, 1.5), 1, 1e-6);
    sinew_model_destroy(model);
    k.kinds = "STEP LINEAR LINEAR";
    model = import_keys(k, "<matrix sid='m'>" MATRIX_AT("9") "</matrix>");
    assert_close(x_at(model, 0.999), 0, 1e-6);
    assert_close(x_at(model, 1.5), 2, 1e-6);
    assert_int_equal(model->clips[0].key_time_count, 3);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

/// Column 3, row 0: the translation along x. Its curve is 3t² − 2t³ times 4.
static void single_numbers_of_a_matrix_are_animated(void **state)
{
    (void)state;
    sinew_model *model = import_keys((keys){.target = "n/m(3)(0)",
                                            .times = "0 1",
                                            .values = "0 4",
                                            .kinds = "HERMITE HERMITE",
                                            .in = "0 0",
                                            .out = "0 0",
                                            .tangent_stride = 1},
                                     "<matrix sid='m'>" MATRIX_AT("9") "</matrix>");
    assert_close(x_at(model, 0.25), 4 * 0.15625, 1e-4);
    sinew_model_destroy(model);
}

// ---- animation clips ----------------------------------------------------------------------------------------------

static void clips_play_their_animations_from_their_start(void **state)
{
    (void)state;
    document made = {.clips = "<library_animation_clips><animation_clip id='c' name='one' start='0.5' end='1.5'>"
                              "<instance_animation url='#outer'/></animation_clip><animation_clip id='two'>"
                              "<instance_animation url='#b'/><instance_animation url='#gone'/></animation_clip>"
                              "</library_animation_clips>"};
    append(&made, "<animation id='outer'>");
    append_animation(&made, (keys){"a", "n/t.X", "0 2", "0 2", 1, "LINEAR LINEAR", NULL, NULL, 0});
    append(&made, "</animation>");
    append_animation(&made, (keys){"b", "n/t.Y", "0 1", "0 1", 1, "LINEAR LINEAR", NULL, NULL, 0});
    append_animation(&made, (keys){"c", "n/t.Z", "0 3", "0 3", 1, "LINEAR LINEAR", NULL, NULL, 0});
    sinew_model *model = import_document(&made, TRANSLATE);
    static const struct {
        const char *name;
        double start, duration, at[3]; ///< at one second of the timeline
    } CLIPS[] = {{"one", 0.5, 1, {1, 0, 0}}, {"two", 0, 1, {0, 1, 0}}, {"animation", 0, 3, {0, 0, 1}}};
    assert_int_equal(model->clip_count, 3);
    for (int32_t i = 0; i < 3; ++i) {
        assert_string_equal(sinew_text(model, model->clips[i].name), CLIPS[i].name);
        assert_close(model->clips[i].start, CLIPS[i].start, 1e-9);
        assert_close(model->clips[i].duration, CLIPS[i].duration, 1e-9);
        const sinew_vec3 at = position_at(model, i, "a <node>", 1 - CLIPS[i].start);
        assert_close(at.x, CLIPS[i].at[0], 1e-6);
        assert_close(at.y, CLIPS[i].at[1], 1e-6);
        assert_close(at.z, CLIPS[i].at[2], 1e-6);
    }
    assert_int_equal(warnings_about(model, "I02", "two"), 1);
    sinew_model_destroy(model);
}

// ---- invalid keys -------------------------------------------------------------------------------------------------

static void faults_of_keys_are_told(void **state)
{
    (void)state;
    static const struct {
        const char *times, *values, *kinds, *out;
        const char *code; ///< of the only warning
        double middle;    ///< x at half a second
    } CASES[] = {
        {"0 1", "0 4", "BEZIER BEZIER", NULL, "I13", 2},          // no tangents
        {"0 1", "0 4", "BEZIER BEZIER", "0.3", "I13", 2},         // too few of them
        {"0 1", "0 4", "CARDINAL BSPLINE", NULL, "I13", 2},       // other splines
        {"0 1", "0 4", "LINEAR", NULL, "I13", 2},                 // too few words
        {"0 1 2", "0 4", "LINEAR LINEAR LINEAR", NULL, "I03", 2}, // too few values
        {"0 1", "0 4 9", "LINEAR LINEAR", NULL, "I03", 2},        // too few times
        {"1 0", "4 0", "LINEAR LINEAR", NULL, "I03", 2},          // in the wrong order
        {"0 0.2 1", "0 x 4", "LINEAR LINEAR LINEAR", NULL, "I03", 2},
        {"0 0.5 0.5 0.5 1", "0 1 2 3 4", NULL, NULL, "I03", 1}, // of three keys at a time the one between is dropped
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        sinew_model *model = import_keys((keys){.target = "n/t.X",
                                                .times = CASES[i].times,
                                                .values = CASES[i].values,
                                                .kinds = CASES[i].kinds,
                                                .in = CASES[i].out,
                                                .out = CASES[i].out,
                                                .tangent_stride = 2},
                                         TRANSLATE);
        assert_close(x_at(model, 0.5), CASES[i].middle, 1e-6);
        assert_int_equal(warnings_of(model, CASES[i].code), 1);
        assert_int_equal(model->warning_count, 1);
        sinew_model_destroy(model);
    }
}

/// The model without its clip, and the animated properties.
static void targets_that_are_missing_are_told(void **state)
{
    (void)state;
    static const char *const TARGETS[] = {"gone/t.X", "n/gone", "n/t.ANGLE"};
    for (size_t i = 0; i < sizeof TARGETS / sizeof *TARGETS; ++i) {
        sinew_model *model = import_keys(TURN(TARGETS[i], "0 1"), TRANSLATE);
        assert_int_equal(model->clip_count, 0);
        assert_int_equal(warnings_about(model, "I02", TARGETS[i]), 1);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_key_has_its_own_interpolation),
        cmocka_unit_test(bezier_tangents_are_points_in_time_and_value),
        cmocka_unit_test(hermite_tangents_are_three_times_the_way),
        cmocka_unit_test(tangents_of_one_number_are_values),
        cmocka_unit_test(vectors_have_a_tangent_for_each_component),
        cmocka_unit_test(angles_turn_more_than_once),
        cmocka_unit_test(axes_may_be_any),
        cmocka_unit_test(rotations_are_animated_with_their_axis),
        cmocka_unit_test(rotations_act_in_their_order),
        cmocka_unit_test(what_lies_between_is_kept),
        cmocka_unit_test(scales_have_pivots),
        cmocka_unit_test(other_orders_are_sampled),
        cmocka_unit_test(matrices_step),
        cmocka_unit_test(single_numbers_of_a_matrix_are_animated),
        cmocka_unit_test(clips_play_their_animations_from_their_start),
        cmocka_unit_test(faults_of_keys_are_told),
        cmocka_unit_test(targets_that_are_missing_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
