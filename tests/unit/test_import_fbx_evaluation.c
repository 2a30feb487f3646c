// Layers, joints and time in FBX documents written by hand, imported and posed: the author's view of them, worked out
// on paper.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <string.h>

#include "support/evaluated_curves.h"
#include "support/fbx_text.h"

static double radians(double degrees)
{
    return degrees * 3.14159265358979323846 / 180;
}

// ---- layers ------------------------------------------------------------------------------------------------------

/// A joint with one property in two layers: x, y, z of each are the values of curve nodes.
#define TWO_LAYERS(joint, upper, base_values, upper_values)                                                            \
    MODEL("1", "A", joint)                                                                                             \
    OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))                                                    \
    OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))                                                    \
    OBJECT("AnimationLayer", "12", "AnimLayer::Upper", "", WITH(upper))                                                \
    OBJECT("AnimationCurveNode", "13", "AnimCurveNode::1", "", WITH(base_values))                                      \
    OBJECT("AnimationCurveNode", "14", "AnimCurveNode::2", "", WITH(upper_values))
#define TWO_LAYERS_LINKS(property)                                                                                     \
    OO("1", "0")                                                                                                       \
    OO("11", "10") OO("12", "10") OO("13", "11") OO("14", "12") OP("13", "1", property) OP("14", "1", property)
#define XYZ(x, y, z) PROPERTY("d|X", x) PROPERTY("d|Y", y) PROPERTY("d|Z", z)
#define ADDITIVE PROPERTY("BlendMode", "0")
#define OVERRIDE PROPERTY("BlendMode", "1")
#define PASSTHROUGH PROPERTY("BlendMode", "2")
#define BY_CHANNEL PROPERTY("RotationAccumulationMode", "1")
#define WEIGHT(per_cent) PROPERTY("Weight", per_cent)

typedef struct layer_case {
    const char *objects;
    double x, y; ///< the property's values, or the angles about x and y of the same rotation
} layer_case;

static void check_local(const layer_case *cases, size_t count, const char *links,
                        void (*check)(const sinew_transform *local, const layer_case *expected))
{
    for (size_t i = 0; i < count; ++i) {
        sinew_model *model = import_objects(cases[i].objects, links);
        sinew_pose *pose = pose_at(model, 0);
        check(&pose->local[0], &cases[i]);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

static void check_translation(const sinew_transform *local, const layer_case *expected)
{
    assert_close(local->t.x, expected->x, 1e-9);
    assert_close(local->t.y, expected->y, 1e-9);
}

/// As Autodesk's FBX SDK 2019.2 plays them: what overrides counts by its weight, and the layers below not at all.
static void layers_add_override_or_let_through(void **state)
{
    (void)state;
    static const layer_case CASES[] = {
        {TWO_LAYERS("", ADDITIVE WEIGHT("25"), XYZ("10", "2", "0"), XYZ("4", "8", "0")), 11, 4},
        {TWO_LAYERS("", OVERRIDE WEIGHT("25"), XYZ("10", "2", "0"), XYZ("4", "8", "0")), 1, 2},
        {TWO_LAYERS("", PASSTHROUGH WEIGHT("25"), XYZ("10", "2", "0"), XYZ("4", "8", "0")), 8.5, 3.5},
        {TWO_LAYERS("", PASSTHROUGH WEIGHT("0"), XYZ("10", "2", "0"), XYZ("4", "8", "0")), 10, 2},
        {TWO_LAYERS("", ADDITIVE PROPERTY("Mute", "1"), XYZ("10", "2", "0"), XYZ("4", "8", "0")), 10, 2},
        {TWO_LAYERS("", ADDITIVE PROPERTY("Lock", "1"), XYZ("10", "2", "0"), XYZ("4", "8", "0")), 14, 10},
        // The lowest layer that plays holds the property, whatever its mode and weight.
        {TWO_LAYERS(PROPERTY("Lcl Translation", "1,1,1"), ADDITIVE WEIGHT("50") PROPERTY("Solo", "1"),
                    XYZ("10", "2", "0"), XYZ("4", "8", "0")),
         4, 8},
    };
    check_local(CASES, sizeof CASES / sizeof *CASES, TWO_LAYERS_LINKS("Lcl Translation"), check_translation);
}

static void check_scale(const sinew_transform *local, const layer_case *expected)
{
    assert_close(local->s.x, expected->x, 1e-9);
    assert_close(local->s.y, expected->y, 1e-9);
}

/// As factors, half of a scale of 16 is 4, and half way from 2 to 8 is 4; a mirrored scale stays mirrored while any of
/// it counts.
static void scales_multiply_or_add_by_the_layers_mode(void **state)
{
    (void)state;
    static const layer_case CASES[] = {
        {TWO_LAYERS("", ADDITIVE WEIGHT("50"), XYZ("3", "1", "1"), XYZ("16", "-4", "1")), 12, -2},
        {TWO_LAYERS("", ADDITIVE WEIGHT("0"), XYZ("3", "1", "1"), XYZ("16", "-4", "1")), 3, 1},
        {TWO_LAYERS("", ADDITIVE WEIGHT("50") PROPERTY("ScaleAccumulationMode", "1"), XYZ("3", "1", "1"),
                    XYZ("16", "-4", "1")),
         11, -1},
        {TWO_LAYERS("", PASSTHROUGH WEIGHT("50"), XYZ("2", "1", "1"), XYZ("8", "4", "1")), 4, 2},
        {TWO_LAYERS("", PASSTHROUGH WEIGHT("50") PROPERTY("ScaleAccumulationMode", "1"), XYZ("2", "1", "1"),
                    XYZ("8", "4", "1")),
         5, 2.5},
        {TWO_LAYERS("", OVERRIDE WEIGHT("50"), XYZ("3", "1", "1"), XYZ("16", "-4", "1")), 4, -2},
        {TWO_LAYERS("", OVERRIDE WEIGHT("50") PROPERTY("ScaleAccumulationMode", "1"), XYZ("3", "1", "1"),
                    XYZ("16", "-4", "1")),
         8, -2},
    };
    check_local(CASES, sizeof CASES / sizeof *CASES, TWO_LAYERS_LINKS("Lcl Scaling"), check_scale);
}

/// The rotation is `x` degrees about x, then `y` about y.
static void check_turn(const sinew_transform *local, const layer_case *expected)
{
    const double a = radians(expected->x) / 2, b = radians(expected->y) / 2;
    const double numbers[4] = {cos(b) * sin(a), sin(b) * cos(a), -sin(b) * sin(a), cos(b) * cos(a)};
    const double dot =
        numbers[0] * local->r.x + numbers[1] * local->r.y + numbers[2] * local->r.z + numbers[3] * local->r.w;
    assert_close(fabs(dot), 1, 1e-9);
}

/// By layer, the upper turn comes first: 90° about x under 60° about y is Ry · Rx in the order XYZ already, while of
/// 60° about y under 90° about x the x of the joint has become −z. By channel the angles add up, whatever their order.
static void rotations_add_by_layer_or_by_channel(void **state)
{
    (void)state;
    static const layer_case CASES[] = {
        {TWO_LAYERS("", ADDITIVE, XYZ("0", "60", "0"), XYZ("90", "0", "0")), 90, 60},
        {TWO_LAYERS("", ADDITIVE WEIGHT("50"), XYZ("0", "60", "0"), XYZ("90", "0", "0")), 45, 60},
        // Part of a rotation is the long way up to 240° about a positive axis: Autodesk's FBX SDK 2019.2.
        {TWO_LAYERS("", ADDITIVE WEIGHT("50"), XYZ("0", "0", "0"), XYZ("190", "0", "0")), 95, 0},
        {TWO_LAYERS("", ADDITIVE WEIGHT("25"), XYZ("0", "0", "0"), XYZ("-200", "0", "0")), 40, 0},
        {TWO_LAYERS("", ADDITIVE WEIGHT("75"), XYZ("0", "0", "0"), XYZ("0", "270", "0")), 0, -67.5},
        {TWO_LAYERS("", ADDITIVE BY_CHANNEL, XYZ("90", "0", "0"), XYZ("0", "60", "0")), 90, 60},
        {TWO_LAYERS("", ADDITIVE BY_CHANNEL WEIGHT("50"), XYZ("90", "10", "0"), XYZ("20", "60", "0")), 100, 40},
        {TWO_LAYERS("", PASSTHROUGH WEIGHT("50"), XYZ("20", "0", "0"), XYZ("80", "0", "0")), 50, 0},
        {TWO_LAYERS("", PASSTHROUGH BY_CHANNEL WEIGHT("25"), XYZ("20", "40", "0"), XYZ("80", "0", "0")), 35, 30},
        {TWO_LAYERS("", OVERRIDE, XYZ("20", "40", "0"), XYZ("80", "10", "0")), 80, 10},
        {TWO_LAYERS("", OVERRIDE WEIGHT("50"), XYZ("20", "40", "0"), XYZ("80", "10", "0")), 80, 10},
        {TWO_LAYERS("", OVERRIDE BY_CHANNEL WEIGHT("50"), XYZ("20", "40", "0"), XYZ("80", "10", "0")), 40, 5},
    };
    check_local(CASES, sizeof CASES / sizeof *CASES, TWO_LAYERS_LINKS("Lcl Rotation"), check_turn);
}

/// A rotation that only the upper layer has. As Autodesk's FBX SDK 2019.2 plays it, the layer's part counts from no
/// rotation, and not from the model's own, if the lower layer holds any curve node, whatever that moves; and all of
/// it if the lower layer is empty or muted, so that the upper one is the base.
static void upper_layers_start_from_nothing_over_the_base(void **state)
{
    (void)state;
#define UPPER_LINKS OO("1", "0") OO("11", "10") OO("12", "10") OO("14", "12") OP("14", "1", "Lcl Rotation")
    static const struct {
        const char *links;
        double x;
    } CASES[] = {{UPPER_LINKS OO("13", "11") OP("13", "1", "Lcl Translation"), 20},
                 {UPPER_LINKS OO("13", "11") OP("13", "1", "Visibility"), 20},
                 {UPPER_LINKS OO("13", "11") OO("2", "0") OP("13", "2", "Lcl Translation"), 20},
                 {UPPER_LINKS OO("13", "11"), 20},
                 {UPPER_LINKS, 40}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        const layer_case expected = {MODEL("2", "B", "")
                                         TWO_LAYERS(PROPERTY("Lcl Rotation", "10,20,30"), ADDITIVE WEIGHT("50"),
                                                    XYZ("5", "5", "5"), XYZ("40", "0", "0")),
                                     CASES[i].x, 0};
        check_local(&expected, 1, CASES[i].links, check_turn);
    }
}

/// In the order ZYX, x = 90° and y = 60° mean Rx · Ry. Added by layer to 60° about y, 90° about x gives Ry · Rx.
static void layers_mix_in_the_joints_rotation_order(void **state)
{
    (void)state;
    static const layer_case CASES[] = {
        {TWO_LAYERS(PROPERTY("RotationActive", "1") PROPERTY("RotationOrder", "5"), ADDITIVE, XYZ("0", "60", "0"),
                    XYZ("90", "0", "0")),
         90, 60},
    };
    check_local(CASES, 1, TWO_LAYERS_LINKS("Lcl Rotation"), check_turn);
}

/// The weight rises from 0 to 200 % within a second; more than all of it is all.
static void a_layers_weight_follows_its_curve(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        TWO_LAYERS("", ADDITIVE, XYZ("10", "0", "0"), XYZ("4", "0", "0"))
            OBJECT("AnimationCurveNode", "15", "AnimCurveNode::Weight", "", WITH(PROPERTY("d|Weight", "100")))
                CURVE("16", "2", "0," SECOND, "0,200"),
        TWO_LAYERS_LINKS("Lcl Translation") OO("15", "12") OP("15", "12", "Weight") OP("16", "15", "d|Weight"));
    static const double TIMES[] = {0, 0.25, 0.5, 1}, EXPECTED[] = {10, 12, 14, 14};
    for (int i = 0; i < 4; ++i) {
        sinew_pose *pose = pose_at(model, TIMES[i]);
        assert_close(pose->local[0].t.x, EXPECTED[i], 1e-9);
        sinew_pose_destroy(pose);
    }
    sinew_model_destroy(model);
}

// ---- joints ------------------------------------------------------------------------------------------------------

/// Rotation 90° about x and 60° about y in the order ZYX, turned by 45° more before: without RotationActive it is the
/// order XYZ without the rest.
static void an_inactive_rotation_has_no_order_and_no_space(void **state)
{
    (void)state;
#define TURNED(more)                                                                                                   \
    MODEL("1", "A",                                                                                                    \
          PROPERTY("Lcl Rotation", "90,60,0") PROPERTY("RotationOrder", "5") PROPERTY("PreRotation", "0,0,45")         \
              PROPERTY("PostRotation", "0,45,0") more)
    static const layer_case CASES[] = {
        {TURNED(""), 90, 60},
        {TURNED(PROPERTY("RotationActive", "0")), 90, 60},
        {TURNED(PROPERTY("RotationActive", "1") PROPERTY("RotationSpaceForLimitOnly", "1")), 90, 60},
    };
    check_local(CASES, sizeof CASES / sizeof *CASES, OO("1", "0"), check_turn);
}

/// Group: visible until its curve ends; inside it one joint that follows, one of its own mind, and one that is off with
/// a joint below it. The FBX SDK's FbxNode documents that children inherit Visibility; Show is the node's own.
static void hidden_joints_hide_what_hangs_on_them(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        MODEL("1", "Group", PROPERTY("Visibility", "0")) MODEL("2", "Child", "")
            MODEL("3", "Alone", PROPERTY("Visibility Inheritance", "0")) MODEL("4", "Off", PROPERTY("Show", "0"))
                MODEL("5", "Below", "") OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))
                    OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))
                        OBJECT("AnimationCurveNode", "13", "AnimCurveNode::V", "", WITH(""))
                            CURVE("14", "2", "0," SECOND, "1,0"),
        OO("1", "0") OO("2", "1") OO("3", "1") OO("4", "1") OO("5", "4") OO("11", "10") OO("13", "11")
            OP("13", "1", "Visibility") OP("14", "13", "d|Visibility"));
    static const char *const NAMES[] = {"Group", "Child", "Alone", "Off", "Below"};
    static const uint8_t EXPECTED[2][5] = {{1, 1, 1, 1, 1}, {0, 0, 1, 0, 0}};
    static const uint32_t FLAGS[] = {SINEW_JOINT_HIDDEN, 0, SINEW_JOINT_SHOWN_ALONE, SINEW_JOINT_HIDDEN_ALONE, 0};
    for (int i = 0; i < 5; ++i) assert_int_equal(model->joints[joint_index(model, NAMES[i])].flags, FLAGS[i]);
    for (int time = 0; time < 2; ++time) {
        sinew_pose *pose = pose_at(model, time);
        for (int i = 0; i < 5; ++i) assert_int_equal(pose->visible[joint_index(model, NAMES[i])], EXPECTED[time][i]);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, pose);
        assert_int_equal(pose->visible[joint_index(model, "Child")], 0); // the rest pose knows no curve
        sinew_pose_destroy(pose);
    }
    sinew_model_destroy(model);
}

/// Autodesk's FBX SDK 2019.2 plays Euler angles whatever the model's QuaternionInterpolate; a warning says that they
/// were not asked for. Two curves turn by 90° about x and y together in a second; after half of it the rotation is 45°
/// about x, then 45° about y.
static void rotations_between_keys_are_euler_angles(void **state)
{
    (void)state;
#define TURNING(mode)                                                                                                  \
    MODEL("1", "A", PROPERTY("QuaternionInterpolate", mode))                                                           \
    OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))                                                    \
    OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))                                                    \
    OBJECT("AnimationCurveNode", "13", "AnimCurveNode::R", "", WITH(""))                                               \
    CURVE("14", "2", "0," SECOND, "0,90") CURVE("15", "2", "0," SECOND, "0,90")
    static const char *const OBJECTS[] = {TURNING("0"), TURNING("1"), TURNING("2"), TURNING("3"), TURNING("4")};
    const double s = sin(radians(22.5)), c = cos(radians(22.5)), expected[4] = {s * c, s * c, -s * s, c * c};
    for (int mode = 0; mode < 5; ++mode) {
        sinew_model *model =
            import_objects(OBJECTS[mode], OO("1", "0") OO("11", "10") OO("13", "11") OP("13", "1", "Lcl Rotation")
                                              OP("14", "13", "d|X") OP("15", "13", "d|Y"));
        assert_int_equal(model->warning_count, 0); // it plays as the author saw it
        sinew_pose *pose = pose_at(model, 0.5);
        const double *actual = &pose->local[0].r.x;
        for (int k = 0; k < 4; ++k) assert_close(actual[k], expected[k], 1e-9);
        sinew_pose_destroy(pose);
        sinew_model_destroy(model);
    }
}

/// Every property of the transform stack can have a curve node: its values count like the model's.
static void all_of_the_stack_can_be_animated(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"Lcl Translation", "Lcl Rotation",  "Lcl Scaling",
                                        "RotationOffset",  "RotationPivot", "PreRotation",
                                        "PostRotation",    "ScalingOffset", "ScalingPivot"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; ++i) {
        char held[2048], moved[2048], links[512];
        static const char OTHERS[] = PROPERTY("RotationActive", "1") PROPERTY("RotationOrder", "4");
        // The others are set before the one that is tested, which therefore counts.
        static const char STACK[] =
            PROPERTY("Lcl Translation", "1,2,3") PROPERTY("Lcl Rotation", "10,20,30") PROPERTY("Lcl Scaling", "2,1,0.5")
                PROPERTY("RotationPivot", "4,0,1") PROPERTY("PreRotation", "40,0,0") PROPERTY("ScalingPivot", "0,3,0");
        snprintf(held, sizeof held,
                 "Model: 1, \"Model::A\", \"Null\" {\nProperties70: {\nP: \"%s\", \"\", \"\", \"A\",5,6,7\n%s%s}\n}\n",
                 NAMES[i], OTHERS, STACK);
        snprintf(moved, sizeof moved, "Model: 1, \"Model::A\", \"Null\" {\nProperties70: {\n%s%s}\n}\n%s", OTHERS,
                 STACK,
                 OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))
                     OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))
                         OBJECT("AnimationCurveNode", "13", "AnimCurveNode::P", "", WITH(XYZ("5", "6", "0")))
                             CURVE("14", "2", "0," SECOND, "6,8"));
        snprintf(links, sizeof links,
                 OO("1", "0") OO("11", "10") OO("13", "11") OP("14", "13", "d|Z") "C: \"OP\",13,1, \"%s\"\n", NAMES[i]);
        sinew_model *expected_model = import_objects(held, OO("1", "0")), *model = import_objects(moved, links);
        sinew_pose *expected = pose_at(expected_model, 0), *rest = pose_at(model, 0),
                   *pose = pose_at(model, 0.5); // z comes to 7
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, rest);
        double changed = 0;
        for (int k = 0; k < 12; ++k) {
            assert_close(pose->global[0].row[k / 4][k % 4], expected->global[0].row[k / 4][k % 4], 1e-9);
            changed = fmax(changed, fabs(pose->global[0].row[k / 4][k % 4] - rest->global[0].row[k / 4][k % 4]));
        }
        if (changed < 0.01) fail_msg("%s moves nothing", NAMES[i]);
        sinew_pose_destroy(expected);
        sinew_pose_destroy(rest);
        sinew_pose_destroy(pose);
        sinew_model_destroy(expected_model);
        sinew_model_destroy(model);
    }
}

// ---- time --------------------------------------------------------------------------------------------------------

#define MOVED(curve, stack)                                                                                            \
    MODEL("1", "A", "")                                                                                                \
    OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(stack))                                                 \
    OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))                                                    \
    OBJECT("AnimationCurveNode", "13", "AnimCurveNode::T", "", WITH("")) curve
#define MOVED_LINKS OO("1", "0") OO("11", "10") OO("13", "11") OP("13", "1", "Lcl Translation") OP("14", "13", "d|X")

static double x_at(const sinew_model *model, double time)
{
    sinew_pose *pose = pose_at(model, time);
    const double x = pose->local[0].t.x;
    sinew_pose_destroy(pose);
    return x;
}

/// A header of version 1004 may count 141 120 000 ticks to the second.
static void a_second_is_what_the_header_says(void **state)
{
    (void)state;
    static const char HEADER[] = "FBXHeaderVersion: 1004\nOtherFlags: {\nTCDefinition: 128\n}\n";
    sinew_model *model = import_document_text(HEADER, MOVED(CURVE("14", "2", "0,141120000", "0,10"), ""), MOVED_LINKS);
    assert_close(model->clips[0].duration, 1, 1e-12);
    assert_close(x_at(model, 0.25), 2.5, 1e-9);
    sinew_model_destroy(model);
}

/// Keys from −1 s to 1 s; the clip runs from −0.5 s to 3 s: it shows a part of them, and holds the last one.
static void a_clip_may_begin_before_zero_and_end_behind_its_keys(void **state)
{
    (void)state;
    sinew_model *model =
        import_objects(MOVED(CURVE("14", "2", "-" SECOND "," SECOND, "0,20"),
                             PROPERTY("LocalStart", "-23093079000") PROPERTY("LocalStop", "138558474000")),
                       MOVED_LINKS);
    const sinew_clip *clip = &model->clips[0];
    assert_close(clip->start, -0.5, 1e-12);
    assert_close(clip->duration, 3.5, 1e-12);
    assert_close(clip->last_key, 1.5, 1e-12);
    assert_int_equal(clip->key_time_count, 2);
    assert_close(x_at(model, 0), 5, 1e-9);
    assert_close(x_at(model, 0.5), 10, 1e-9);
    assert_close(x_at(model, 3.5), 20, 1e-9);
    assert_close(x_at(model, -0.25), 2.5, 1e-9); // outside the clip the curve goes on
    assert_close(x_at(model, -9), 0, 1e-9);
    sinew_model_destroy(model);
}

/// Eleven keys, 0.25 s apart, each with automatic slopes, a bias, weights and velocities on both sides;
/// the values in between come from MotionBuilder. It shows them without the velocities.
static void velocities_of_tangents_do_not_count(void **state)
{
    (void)state;
    static const char OBJECTS[] = MOVED(
        OBJECT("AnimationCurve", "14", "AnimCurve::", "",
               ARRAY("KeyTime", "11",
                     "0,11546539500,23093079000,34639618500,46186158000,57732697500,69279237000,80825776500,"
                     "92372316000,103918855500,"
                     "115465395000") ARRAY("KeyValueFloat", "11", "0,10,0,-10,0,10,-10,10,0,10,0")
                   ARRAY("KeyAttrFlags", "11",
                         "855640328,855638280,855638280,855638280,856162568,855638280,855638280,855638280,855638280,"
                         "855638280,264") ARRAY("KeyAttrDataFloat", "44",
                                                "-1005671044,0,327618463,109184975,0,-1005544363,425923463,262080130,"
                                                "1141939285,0,294852963,76418975,0,1142119510,"
                                                "327618963,262079630,-1005364138,1090868564,174723975,43650975,-"
                                                "1056615084,0,576653930,358220442,0,0,131015263,5466,"
                                                "-2147483648,0,327616463,109182976,0,0,131011463,1666,0,-1005538230,"
                                                "576653263,358219776,0,0,218434821,0")
                       ARRAY("KeyAttrRefCount", "11", "1,1,1,1,1,1,1,1,1,1,1")),
        "");
    const evaluated_curve *expected = evaluated_curve_called("motionbuilder_tangent_velocity");
    sinew_model *model = import_objects(OBJECTS, MOVED_LINKS);
    for (size_t i = 0; i < expected->count; ++i)
        assert_close(x_at(model, (double)i / 24), expected->values[i], expected->tolerance);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

// ---- features that are not evaluated -----------------------------------------------------------------------------

static void constraints_and_driven_properties_are_named(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        MODEL("1", "Foot", "") MODEL("2", "Goal", "")
            OBJECT("Constraint", "5", "Constraint::Leg", "Single Chain IK", "Type: \"Single Chain IK\"\n")
                OBJECT("Constraint", "6", "Constraint::Look", "Aim", ""),
        OO("1", "0") OO("2", "0") "C: \"PP\",2, \"Lcl Translation\",1, \"Lcl Rotation\"\n");
    assert_int_equal(warnings_of(model, "I16"), 3);
    assert_int_equal(warnings_about(model, "I16", "Leg"), 1);
    assert_int_equal(warnings_about(model, "I16", "Look"), 1);
    assert_int_equal(warnings_about(model, "I16", "Foot"), 1);
    for (int32_t i = 0; i < model->warning_count; ++i) {
        const char *text = sinew_text(model, model->warnings[i].text);
        const char *object = sinew_text(model, model->warnings[i].object);
        if (strcmp(object, "Leg") == 0) assert_non_null(strstr(text, "Single Chain IK"));
        if (strcmp(object, "Look") == 0) assert_non_null(strstr(text, "Aim"));
        if (strcmp(object, "Foot") == 0)
            assert_non_null(strstr(text, "'Lcl Rotation' follows 'Lcl Translation' of 'Goal'"));
    }
    sinew_model_destroy(model);
}

/// The properties of an IK rig: the three that move joints are one line; those that only the rig reads, and one with
/// keys, are none.
static void driven_properties_are_one_line_and_only_if_they_play(void **state)
{
    (void)state;
    sinew_model *model = import_objects(
        MODEL("1", "Foot", PROPERTY("IK Blend", "1")) MODEL("2", "Knee", "") MODEL("3", "Hip", "")
            MODEL("4", "Goal", "") MODEL("5", "Baked", "")
                OBJECT("AnimationStack", "10", "AnimStack::Clip", "", WITH(""))
                    OBJECT("AnimationLayer", "11", "AnimLayer::Base", "", WITH(""))
                        OBJECT("AnimationCurveNode", "13", "AnimCurveNode::T", "", WITH(""))
                            CURVE("14", "2", "0," SECOND, "0,10"),
        OO("1", "0") OO("2", "0") OO("3", "0") OO("4", "0") OO("5", "0") OO("11", "10") OO("13", "11")
            OP("13", "5", "Lcl Translation") OP("14", "13", "d|X") PP("4", "Lcl Translation", "5", "Lcl Translation")
                PP("4", "IK Blend", "1", "IK Blend") PP("4", "IK Pull", "2", "IK Pull")
                    PP("4", "Lcl Translation", "1", "Lcl Translation") PP("4", "Lcl Rotation", "2", "Lcl Rotation")
                        PP("4", "Lcl Rotation", "3", "Lcl Rotation"));
    assert_int_equal(warnings_of(model, "I16"), 1);
    assert_int_equal(model->warning_count, 1);
    assert_string_equal(sinew_text(model, model->warnings[0].object), "Foot");
    assert_string_equal(
        sinew_text(model, model->warnings[0].text),
        "its 'Lcl Translation' follows 'Lcl Translation' of 'Goal'; that is not evaluated, only keys are "
        "played (and 2 more: 'Knee', 'Hip')");
    assert_close(x_at(model, 1), 0, 0); // of Foot, which stays
    sinew_model_destroy(model);
}

/// Right, up and front of programs and the resulting axes. The first are the axes of Maya and 3ds Max. Right × up is
/// front if they are right-handed.
static void left_handed_axes_are_told_and_leave_the_numbers_alone(void **state)
{
    (void)state;
    static const struct {
        int right, right_sign, up, up_sign, front, front_sign, is_left;
    } CASES[] = {{0, 1, 1, 1, 2, 1, 0},   {0, 1, 2, 1, 1, -1, 0}, {0, -1, 1, 1, 2, 1, 1},  {0, 1, 1, 1, 2, -1, 1},
                 {0, -1, 1, 1, 2, -1, 0}, {1, 1, 2, -1, 0, 1, 1}, {-1, 1, 1, 1, 2, -1, 0}, {1, 1, 1, 1, 2, -1, 0}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; ++i) {
        char objects[1024];
        snprintf(
            objects, sizeof objects,
            "GlobalSettings: {\n" WITH(
                PROPERTY("CoordAxis", "%d") PROPERTY("CoordAxisSign", "%d") PROPERTY("UpAxis", "%d")
                    PROPERTY("UpAxisSign", "%d") PROPERTY("FrontAxis", "%d")
                        PROPERTY("FrontAxisSign", "%d")) "}\n" MODEL("1", "Hand", PROPERTY("Lcl Translation", "1,2,3")),
            CASES[i].right, CASES[i].right_sign, CASES[i].up, CASES[i].up_sign, CASES[i].front, CASES[i].front_sign);
        sinew_model *model = import_objects(objects, OO("1", "0"));
        assert_int_equal(warnings_of(model, "I21"), CASES[i].is_left);
        assert_close(joint_called(model, "Hand")->rest_matrix.row[0][3], 1, 0);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layers_add_override_or_let_through),
        cmocka_unit_test(scales_multiply_or_add_by_the_layers_mode),
        cmocka_unit_test(rotations_add_by_layer_or_by_channel),
        cmocka_unit_test(upper_layers_start_from_nothing_over_the_base),
        cmocka_unit_test(layers_mix_in_the_joints_rotation_order),
        cmocka_unit_test(a_layers_weight_follows_its_curve),
        cmocka_unit_test(an_inactive_rotation_has_no_order_and_no_space),
        cmocka_unit_test(rotations_between_keys_are_euler_angles),
        cmocka_unit_test(all_of_the_stack_can_be_animated),
        cmocka_unit_test(hidden_joints_hide_what_hangs_on_them),
        cmocka_unit_test(a_second_is_what_the_header_says),
        cmocka_unit_test(a_clip_may_begin_before_zero_and_end_behind_its_keys),
        cmocka_unit_test(velocities_of_tangents_do_not_count),
        cmocka_unit_test(constraints_and_driven_properties_are_named),
        cmocka_unit_test(driven_properties_are_one_line_and_only_if_they_play),
        cmocka_unit_test(left_handed_axes_are_told_and_leave_the_numbers_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
