// Shear in Collada and glTF: kept at rest, reported if a clip replaces it.
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <string.h>

#include "sinew/pose.h"

#define UNSHEARED "1 0 0 4 0 1 0 0 0 0 1 0 0 0 0 1"
#define SHEARED "1 0.5 0 4 0 1 0 0 0 0 1 0 0 0 0 1"
// 30 degrees about z times 100, written with six digits.
#define ROTATED "86.6025 -50 0 0 50 86.6025 0 0 0 0 100 0 0 0 0 1"

#define SOURCE(id, array, count, items, stride, type)                                                                  \
    "<source id='" id "'><" array " id='" id "-a' count='" count "'>" items "</" array                                 \
    "><technique_common><accessor source='#" id "-a' count='2' stride='" stride "'><param type='" type                 \
    "'/></accessor></technique_common></source>"
#define ANIMATION(id, target, count, values, stride, type)                                                             \
    "<animation>" SOURCE(id "i", "float_array", "2", "0 1", "1", "float")                                              \
        SOURCE(id "o", "float_array", count, values, stride, type)                                                     \
            SOURCE(id "l", "Name_array", "2", "LINEAR LINEAR", "1",                                                    \
                   "name") "<sampler id='" id "s'><input semantic='INPUT' source='#" id                                \
                           "i'/><input semantic='OUTPUT' source='#" id "o'/><input semantic='INTERPOLATION' "          \
                           "source='#" id "l'/></sampler><channel source='#" id "s' target='" target "'/></animation>"
#define MATRICES(id, target, first, second) ANIMATION(id, target, "32", first " " second, "16", "float4x4")

static sinew_model *import_collada(const char *animations, const char *nodes)
{
    char text[8192];
    const int length =
        snprintf(text, sizeof text,
                 "<?xml version='1.0'?><COLLADA version='1.4.1'><asset><unit meter='1'/></asset>"
                 "<library_animations>%s</library_animations><library_visual_scenes><visual_scene id='v'>%s"
                 "</visual_scene></library_visual_scenes><scene><instance_visual_scene url='#v'/></scene></COLLADA>",
                 animations, nodes);
    assert_true(length > 0 && (size_t)length < sizeof text);
    return import_text_file("shear.dae", text);
}

/// (0, 2, 0) in a parent that adds half of y to x and is at (4, 0, 0) is (4 + 1, 2, 0).
static void assert_child_is_sheared(sinew_model *model)
{
    sinew_pose *pose;
    sinew_error error;
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
    const sinew_affine *child = &pose->global[joint_index(model, "child")];
    assert_close(child->row[0][3], 5, 1e-6);
    assert_close(child->row[1][3], 2, 1e-6);
    assert_int_equal(warnings_of(model, "I17"), 0);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static void shear_at_rest_is_exact(void **state)
{
    (void)state;
    assert_child_is_sheared(import_collada("", "<node id='p' name='parent'><matrix>" SHEARED
                                               "</matrix><node id='c' name='child'><translate>0 2 0</translate>"
                                               "</node></node>"));
    assert_child_is_sheared(
        import_text_file("shear.gltf", "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0]}],"
                                       "\"nodes\":[{\"name\":\"parent\",\"matrix\":[1,0,0,0,0.5,1,0,0,0,0,1,0,4,0,0,1],"
                                       "\"children\":[1]},{\"name\":\"child\",\"translation\":[0,2,0]}]}"));
}

static void matrices_that_rotate_and_scale_play_in_silence(void **state)
{
    (void)state;
    // Keys replace the sheared rest transform of the second node.
    sinew_model *model =
        import_collada(MATRICES("a", "a/m", UNSHEARED, ROTATED) MATRICES("b", "b/m", ROTATED, ROTATED),
                       "<node id='a' name='one'><matrix sid='m'>" UNSHEARED
                       "</matrix></node><node id='b' name='two'><matrix sid='m'>" SHEARED "</matrix></node>");
    assert_int_equal(model->clip_count, 1);
    assert_int_equal(warnings_of(model, "I17"), 0);
    sinew_pose *pose;
    sinew_error error;
    assert_int_equal(sinew_pose_create(model, &pose, &error), SINEW_OK);
    sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, 0, 1.0, pose);
    assert_close(pose->global[joint_index(model, "one")].row[1][0], 50, 1e-3);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

static const sinew_warning *find_warning(const sinew_model *model, const char *code)
{
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), code) == 0) return &model->warnings[i];
    fail();
    return NULL;
}

static void matrices_that_shear_are_one_line_with_a_count(void **state)
{
    (void)state;
    sinew_model *model =
        import_collada(MATRICES("a", "a/m", UNSHEARED, SHEARED) MATRICES("b", "b/m", UNSHEARED, UNSHEARED)
                           MATRICES("c", "c/m", SHEARED, UNSHEARED),
                       "<node id='a' name='one'><matrix sid='m'>" UNSHEARED
                       "</matrix></node><node id='b' name='two'><matrix sid='m'>" UNSHEARED
                       "</matrix></node><node id='c' name='three'><matrix sid='m'>" UNSHEARED "</matrix></node>");
    assert_int_equal(warnings_of(model, "I17"), 1);
    const sinew_warning *warning = find_warning(model, "I17");
    assert_string_equal(sinew_text(model, warning->object), "one");
    assert_string_equal(sinew_text(model, warning->text),
                        "its animated matrix is sheared; clips play it without the shear (and 1 more: 'three')");
    sinew_model_destroy(model);
}

/// The translation is animated beside a matrix that stays.
static void a_clip_that_replaces_a_sheared_rest_is_told(void **state)
{
    (void)state;
    sinew_model *model = import_collada(ANIMATION("a", "a/t.X", "2", "1 5", "1", "float"),
                                        "<node id='a' name='one'><translate sid='t'>1 0 0</translate><matrix>" SHEARED
                                        "</matrix></node>");
    assert_int_equal(warnings_about(model, "I17", "one"), 1);
    sinew_model_destroy(model);
}

static void a_skew_is_told(void **state)
{
    (void)state;
    sinew_model *model = import_collada("", "<node id='a' name='one'><skew>45 0 1 0 1 0 0</skew><node id='b'/></node>");
    assert_int_equal(warnings_about(model, "I17", "one"), 1);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shear_at_rest_is_exact),
        cmocka_unit_test(matrices_that_rotate_and_scale_play_in_silence),
        cmocka_unit_test(matrices_that_shear_are_one_line_with_a_count),
        cmocka_unit_test(a_clip_that_replaces_a_sheared_rest_is_told),
        cmocka_unit_test(a_skew_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
