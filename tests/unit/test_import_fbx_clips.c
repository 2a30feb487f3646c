// Joints and clips of FBX documents written by hand: the hierarchy, transform stacks, layers, channels, spans.
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <string.h>

#include "sinew/pose.h"

#define MODEL(id, name, kind, properties)                                                                              \
    "Model: " id ", \"Model::" name "\", \"" kind "\" {\nVersion: 232\nProperties70: {\n" properties "}\n}\n"
#define VECTOR(name, values) "P: \"" name "\", \"Vector3D\", \"Vector\", \"\"," values "\n"
#define NUMBER(name, value) "P: \"" name "\", \"Number\", \"\", \"A\"," value "\n"
#define OBJECT(class, id, name, properties)                                                                            \
    class ": " id ", \"" name "\", \"\" {\nProperties70: {\n" properties "}\n}\n"
#define CURVE(id, times, values, count)                                                                                \
    "AnimationCurve: " id ", \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4009\nKeyTime: *" count " {\na: " times      \
    "\n}\nKeyValueFloat: *" count " {\na: " values "\n}\nKeyAttrFlags: *1 {\na: 4\n}\nKeyAttrDataFloat: *4 {\n"        \
    "a: 0,0,0,0\n}\nKeyAttrRefCount: *1 {\na: " count "\n}\n}\n"
#define OO(from, to) "C: \"OO\"," from "," to "\n"
#define OP(from, to, property) "C: \"OP\"," from "," to ", \"" property "\"\n"
#define SECOND "46186158000"

/// A bone that a curve moves along x from 1 to 3 within a second, in the first layer of two.
#define MOVING_BONE                                                                                                    \
    MODEL("100", "Bone", "LimbNode", VECTOR("Lcl Translation", "5,6,7"))                                               \
    OBJECT("AnimationLayer", "301", "AnimLayer::Base", "")                                                             \
    OBJECT("AnimationCurveNode", "302", "AnimCurveNode::T", NUMBER("d|X", "9") NUMBER("d|Y", "8"))                     \
    CURVE("303", "0," SECOND, "1,3", "2")
#define MOVING_LINKS                                                                                                   \
    OO("100", "0") OO("301", "300") OO("302", "301") OP("302", "100", "Lcl Translation") OP("303", "302", "d|X")
#define STACK(properties) OBJECT("AnimationStack", "300", "AnimStack::Walk", properties)

static sinew_model *import(const char *objects, const char *connections)
{
    return import_document_text("FBXHeaderVersion: 1003\n", objects, connections);
}

static const char *name_of(const sinew_model *model, const sinew_joint *joint)
{
    return sinew_text(model, joint->name);
}

static const sinew_joint *parent_of(const sinew_model *model, const char *name)
{
    const int32_t parent = joint_called(model, name)->parent;
    return parent == SINEW_NONE ? NULL : &model->joints[parent];
}

// ---- wrong input -------------------------------------------------------------------------------------------------

static void a_circle_of_models_is_broken_with_a_warning(void **state)
{
    (void)state;
    sinew_model *model = import(MODEL("1", "A", "Null", "") MODEL("2", "B", "Null", "") MODEL("3", "C", "Null", ""),
                                OO("1", "2") OO("2", "3") OO("3", "1"));
    assert_int_equal(model->joint_count, 3);
    int roots = 0;
    for (int32_t i = 0; i < 3; ++i) roots += model->joints[i].parent == SINEW_NONE;
    assert_int_equal(roots, 1);
    assert_int_equal(warnings_of(model, "I12"), 1);
    sinew_model_destroy(model);
}

static void a_model_that_is_its_own_parent_is_a_root(void **state)
{
    (void)state;
    sinew_model *model = import(MODEL("1", "A", "Null", "") MODEL("2", "B", "Null", ""), OO("1", "1") OO("2", "1"));
    assert_null(parent_of(model, "A"));
    assert_string_equal(name_of(model, parent_of(model, "B")), "A");
    assert_int_equal(warnings_of(model, "I12"), 1);
    sinew_model_destroy(model);
}

static void the_first_of_two_parents_counts(void **state)
{
    (void)state;
    sinew_model *model = import(MODEL("1", "A", "Null", "") MODEL("2", "B", "Null", "") MODEL("3", "C", "Null", ""),
                                OO("1", "0") OO("2", "0") OO("3", "2") OO("3", "1"));
    assert_string_equal(name_of(model, parent_of(model, "C")), "B");
    assert_int_equal(warnings_of(model, "I12"), 1);
    sinew_model_destroy(model);
}

/// Whether it is connected to the scene before or after.
static void a_parent_counts_more_than_the_scene(void **state)
{
    (void)state;
    static const char *const LINKS[] = {OO("1", "0") OO("2", "0") OO("2", "1"), OO("1", "0") OO("2", "1") OO("2", "0")};
    for (int i = 0; i < 2; ++i) {
        sinew_model *model = import(MODEL("1", "A", "Null", "") MODEL("2", "B", "Null", ""), LINKS[i]);
        assert_int_equal(joint_called(model, "B")->parent, joint_called(model, "A") - model->joints);
        assert_int_equal(warnings_of(model, "I12"), 0);
        sinew_model_destroy(model);
    }
}

static void a_curve_that_contradicts_itself_is_left_out(void **state)
{
    (void)state;
    sinew_model *model =
        import(MODEL("100", "Bone", "LimbNode", "") OBJECT("AnimationLayer", "301", "AnimLayer::Base", "")
                   OBJECT("AnimationCurveNode", "302", "AnimCurveNode::T",
                          NUMBER("d|X", "9")) "AnimationCurve: 303, \"AnimCurve::\", \"\" {\nKeyTime: *2 {\na: 0,1\n}\n"
                                              "KeyValueFloat: *1 {\na: 0\n}\n}\n" STACK(""),
               MOVING_LINKS);
    assert_int_equal(warnings_of(model, "I12"), 1);
    assert_int_equal(model->curve_count, 0);
    assert_close(model->channels[0].value[0], 9, 0);
    sinew_model_destroy(model);
}

/// As a writer of motion capture does it: a flag for each key, and numbers for one of them.
static void keys_without_numbers_of_their_own_are_kept(void **state)
{
    (void)state;
    sinew_model *model =
        import(MODEL("100", "Bone", "LimbNode", "") OBJECT("AnimationLayer", "301", "AnimLayer::Base", "")
                   OBJECT("AnimationCurveNode", "302", "AnimCurveNode::T",
                          "") "AnimationCurve: 303, \"AnimCurve::\", \"\" {\nKeyTime: *3 {\na: 0,1,2\n}\n"
                              "KeyValueFloat: *3 {\na: 4,5,6\n}\nKeyAttrFlags: *3 {\na: 2,4,4\n}\n"
                              "KeyAttrDataFloat: *4 {\na: 0,0,0,0\n}\n}\n" STACK(""),
               MOVING_LINKS);
    assert_int_equal(warnings_of(model, "I12"), 0);
    assert_int_equal(model->curve_count, 1);
    assert_int_equal(model->curves[0].key_count, 3);
    assert_int_equal(model->curve_keys[0].interpolation, SINEW_STEP);
    assert_int_equal(model->curve_keys[1].interpolation, SINEW_LINEAR);
    assert_close(model->curve_keys[2].value, 6, 0);
    sinew_model_destroy(model);
}

static void constraints_are_named_unless_they_are_switched_off(void **state)
{
    (void)state;
    sinew_model *model =
        import(MODEL("1", "A", "Null", "") "Constraint: 5, \"Constraint::Aim at door\", \"Aim\" {\nType: \"Aim\"\n}\n"
                                           "Constraint: 6, \"Constraint::Off\", \"Aim\" {\nProperties70: {\n" NUMBER(
                                               "Active", "0") "}\n}\n",
               OO("1", "0"));
    assert_int_equal(warnings_of(model, "I16"), 1);
    for (int32_t i = 0; i < model->warning_count; ++i)
        if (strcmp(sinew_text(model, model->warnings[i].code), "I16") == 0)
            assert_string_equal(sinew_text(model, model->warnings[i].object), "Aim at door");
    sinew_model_destroy(model);
}

static void constraints_without_weight_are_not_named(void **state)
{
    (void)state;
    sinew_model *model =
        import(MODEL("1", "A", "Null", "") OBJECT("Constraint", "5", "Constraint::Idle", NUMBER("Weight", "0"))
                   OBJECT("Constraint", "6", "Constraint::Fades in", NUMBER("Weight", "0"))
                       OBJECT("AnimationCurveNode", "7", "AnimCurveNode::Weight", NUMBER("d|Weight", "0")),
               OO("1", "0") "C: \"OP\",7,6, \"Weight\"\n");
    assert_int_equal(warnings_of(model, "I16"), 1);
    assert_int_equal(warnings_about(model, "I16", "Fades in"), 1);
    sinew_model_destroy(model);
}

// ---- joints ------------------------------------------------------------------------------------------------------

static void joints_keep_the_authors_order(void **state)
{
    (void)state;
    sinew_model *model = import(MODEL("1", "A", "Null", "") MODEL("2", "B", "LimbNode", "") MODEL("3", "C", "Mesh", "")
                                    MODEL("4", "D", "Camera", "") MODEL("5", "Alone", "Null", ""),
                                OO("3", "0") OO("1", "0") OO("4", "1") OO("2", "3"));
    static const char *const EXPECTED[] = {"C", "B", "A", "D", "Alone"};
    static const uint32_t KINDS[] = {SINEW_JOINT_MESH, SINEW_JOINT_BONE, SINEW_JOINT_NULL, SINEW_JOINT_CAMERA,
                                     SINEW_JOINT_NULL};
    assert_int_equal(model->joint_count, 5);
    for (int32_t i = 0; i < 5; ++i) {
        const sinew_joint *joint = &model->joints[model->authored_order[i]];
        assert_string_equal(name_of(model, joint), EXPECTED[i]);
        assert_int_equal(joint->kind, KINDS[i]);
    }
    sinew_model_destroy(model);
}

static void the_whole_transform_stack_is_read(void **state)
{
    (void)state;
    sinew_model *model = import(
        MODEL("1", "A", "Null",
              VECTOR("Lcl Translation", "1,2,3") VECTOR("Lcl Rotation", "4,5,6") VECTOR("Lcl Scaling", "7,8,9")
                  VECTOR("RotationOffset", "1,0,0") VECTOR("RotationPivot", "0,1,0") VECTOR("PreRotation", "0,0,90")
                      VECTOR("PostRotation", "0,90,0") VECTOR("ScalingOffset", "0,0,2") VECTOR("ScalingPivot", "0,0,3")
                          NUMBER("RotationOrder", "4") NUMBER("InheritType", "2") NUMBER("RotationActive", "1")),
        OO("1", "0"));
    const sinew_transform_stack *stack = &model->stacks[joint_called(model, "A")->stack];
    assert_close(stack->translation[2], 3, 0);
    assert_close(stack->rotation[1], 5, 0);
    assert_close(stack->scaling[0], 7, 0);
    assert_close(stack->rotation_offset[0], 1, 0);
    assert_close(stack->rotation_pivot[1], 1, 0);
    assert_close(stack->pre_rotation[2], 90, 0);
    assert_close(stack->post_rotation[1], 90, 0);
    assert_close(stack->scaling_offset[2], 2, 0);
    assert_close(stack->scaling_pivot[2], 3, 0);
    assert_int_equal(stack->rotation_order, SINEW_ROTATE_ZXY);
    assert_int_equal(stack->inherit_type, SINEW_INHERIT_Rrs);
    assert_true(stack->rotation_active);
    sinew_model_destroy(model);
}

static void rotation_space_for_limits_alone_switches_the_stack_off(void **state)
{
    (void)state;
    sinew_model *model = import(
        MODEL("1", "A", "Null", NUMBER("RotationActive", "1") NUMBER("RotationSpaceForLimitOnly", "1")), OO("1", "0"));
    assert_false(model->stacks[joint_called(model, "A")->stack].rotation_active);
    sinew_model_destroy(model);
}

// ---- clips -------------------------------------------------------------------------------------------------------

static void components_without_a_curve_take_the_curve_nodes_value_else_the_joints(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK(""), MOVING_LINKS);
    assert_int_equal(model->channel_count, 1);
    const sinew_channel *channel = &model->channels[0];
    assert_int_equal(channel->property, SINEW_CHANNEL_TRANSLATION);
    assert_int_not_equal(channel->curve[0], SINEW_NONE);
    assert_int_equal(channel->curve[1], SINEW_NONE);
    assert_close(channel->value[1], 8, 0);
    assert_close(channel->value[2], 7, 0);
    sinew_model_destroy(model);
}

static void a_stack_without_times_spans_its_keys(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK(""), MOVING_LINKS);
    const sinew_clip *clip = clip_called(model, "Walk");
    assert_close(clip->start, 0, 0);
    assert_close(clip->duration, 1, 1e-12);
    sinew_model_destroy(model);
}

static void a_stack_says_where_its_clip_lies(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK("P: \"LocalStart\", \"KTime\", \"Time\", \"\"," SECOND "\n"
                                                  "P: \"LocalStop\", \"KTime\", \"Time\", \"\",138558474000\n"),
                                MOVING_LINKS);
    const sinew_clip *clip = clip_called(model, "Walk");
    assert_close(clip->start, 1, 1e-12);
    assert_close(clip->duration, 2, 1e-12);
    sinew_model_destroy(model);
}

static void layers_keep_their_mode_and_weight(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK("") OBJECT("AnimationLayer", "310", "AnimLayer::Over",
                                                             NUMBER("BlendMode", "1") NUMBER("Weight", "25")
                                                                 NUMBER("RotationAccumulationMode", "1")
                                                                     NUMBER("ScaleAccumulationMode", "1")),
                                MOVING_LINKS OO("310", "300"));
    assert_int_equal(model->layer_count, 2);
    assert_int_equal(model->layers[0].mode, SINEW_LAYER_ADDITIVE);
    assert_close(model->layers[0].weight, 1, 0);
    assert_true(model->layers[0].rotation_by_layer && model->layers[0].scale_multiply);
    assert_int_equal(model->layers[1].mode, SINEW_LAYER_OVERRIDE);
    assert_close(model->layers[1].weight, 0.25, 1e-12);
    assert_false(model->layers[1].rotation_by_layer || model->layers[1].scale_multiply);
    sinew_model_destroy(model);
}

static void a_solo_layer_mutes_the_others(void **state)
{
    (void)state;
    sinew_model *model =
        import(MOVING_BONE STACK("") OBJECT("AnimationLayer", "310", "AnimLayer::A", NUMBER("Solo", "1"))
                   OBJECT("AnimationLayer", "311", "AnimLayer::B", NUMBER("Mute", "1")),
               MOVING_LINKS OO("310", "300") OO("311", "300"));
    assert_true(model->layers[0].muted);
    assert_false(model->layers[1].muted);
    assert_true(model->layers[2].muted);
    sinew_model_destroy(model);
}

static void a_curve_can_move_a_layers_weight(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK("") OBJECT("AnimationCurveNode", "320", "AnimCurveNode::Weight", "")
                                    CURVE("321", "0," SECOND, "0,100", "2"),
                                MOVING_LINKS OO("320", "301") OP("320", "301", "Weight") OP("321", "320", "d|Weight"));
    assert_int_not_equal(model->layers[0].weight_curve, SINEW_NONE);
    const sinew_curve *curve = &model->curves[model->layers[0].weight_curve];
    assert_close(model->curve_keys[curve->first_key + 1].value, 100, 0);
    assert_int_equal(model->channel_count, 1);
    sinew_model_destroy(model);
}

static void properties_that_move_nothing_drawn_are_kept_as_other(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK(""), OO("100", "0") OO("301", "300") OO("302", "301")
                                                           OP("302", "100", "Glow") OP("303", "302", "d|X"));
    assert_int_equal(model->channels[0].property, SINEW_CHANNEL_OTHER);
    sinew_model_destroy(model);
}

static void the_curve_moves_the_joint(void **state)
{
    (void)state;
    sinew_model *model = import(MOVING_BONE STACK(""), MOVING_LINKS);
    sinew_pose *pose = NULL;
    assert_int_equal(sinew_pose_create(model, &pose, NULL), SINEW_OK);
    sinew_pose_sample(model, 0, 0.25, pose);
    assert_close(pose->local[0].t.x, 1.5, 1e-9);
    assert_close(pose->local[0].t.y, 8, 1e-9);
    assert_close(pose->local[0].t.z, 7, 1e-9);
    sinew_pose_destroy(pose);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_circle_of_models_is_broken_with_a_warning),
        cmocka_unit_test(a_model_that_is_its_own_parent_is_a_root),
        cmocka_unit_test(the_first_of_two_parents_counts),
        cmocka_unit_test(a_parent_counts_more_than_the_scene),
        cmocka_unit_test(a_curve_that_contradicts_itself_is_left_out),
        cmocka_unit_test(keys_without_numbers_of_their_own_are_kept),
        cmocka_unit_test(constraints_are_named_unless_they_are_switched_off),
        cmocka_unit_test(constraints_without_weight_are_not_named),
        cmocka_unit_test(joints_keep_the_authors_order),
        cmocka_unit_test(the_whole_transform_stack_is_read),
        cmocka_unit_test(rotation_space_for_limits_alone_switches_the_stack_off),
        cmocka_unit_test(components_without_a_curve_take_the_curve_nodes_value_else_the_joints),
        cmocka_unit_test(a_stack_without_times_spans_its_keys),
        cmocka_unit_test(a_stack_says_where_its_clip_lies),
        cmocka_unit_test(layers_keep_their_mode_and_weight),
        cmocka_unit_test(a_solo_layer_mutes_the_others),
        cmocka_unit_test(a_curve_can_move_a_layers_weight),
        cmocka_unit_test(properties_that_move_nothing_drawn_are_kept_as_other),
        cmocka_unit_test(the_curve_moves_the_joint),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
