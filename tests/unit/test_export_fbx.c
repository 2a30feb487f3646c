// Models written as FBX and imported again: skeletons, layers and curves are the author's.
#include "author/export/export_writers.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/affine.h"
#include "sinew/export.h"
#include "sinew/memory.h"
#include "sinew/pose.h"
#include "sinew/raw_model.h"

#define MODEL(id, name, kind, properties)                                                                              \
    "Model: " id ", \"Model::" name "\", \"" kind "\" {\nVersion: 232\nProperties70: {\n" properties "}\n}\n"
#define VECTOR(name, values) "P: \"" name "\", \"Vector3D\", \"Vector\", \"\"," values "\n"
#define NUMBER(name, value) "P: \"" name "\", \"Number\", \"\", \"A\"," value "\n"
#define OBJECT(class, id, name, properties)                                                                            \
    class ": " id ", \"" name "\", \"\" {\nProperties70: {\n" properties "}\n}\n"
/// Three keys at 0, 1 and 3 s, of values 1, 3 and −2; `flags` and `data` belong to the keys, `ends` follows them.
#define CURVE(id, flags, data, ends)                                                                                   \
    "AnimationCurve: " id ", \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4009\nKeyTime: *3 {\na: "                    \
    "0,46186158000,138558474000\n}\nKeyValueFloat: *3 {\na: 1,3,-2\n}\nKeyAttrFlags: *3 {\na: " flags                  \
    "\n}\nKeyAttrDataFloat: *12 {\na: " data "\n}\nKeyAttrRefCount: *3 {\na: 1,1,1\n}\n" ends "}\n"
#define OO(from, to) "C: \"OO\"," from "," to "\n"
#define OP(from, to, property) "C: \"OP\"," from "," to ", \"" property "\"\n"

// Slopes as bits of floats: 2 is 1073741824, 0.5 is 1056964608, −3 is −1069547520; weights of a third are 218434821, of
// 2000 and 5000 of 9999 they are 5000 · 65536 + 2000 = 327682000.
#define USER_KEYS "1032,3080,1032"
#define USER_DATA "1073741824,1056964608,218434821,0,-1069547520,0,218434821,0,0,0,218434821,0"
#define WEIGHTED_KEYS "50332680,1032,1032"
#define WEIGHTED_DATA "1073741824,1056964608,327682000,0,1056964608,0,218434821,0,0,0,218434821,0"
#define STEPPED_KEYS "2,258,4"
#define NO_DATA "0,0,218434821,0,0,0,218434821,0,0,0,218434821,0"
#define AUTO_KEYS "264,520,264" // automatic, then tension, continuity and bias, then automatic
#define REPEATED "Pre-Extrapolation: {\nType: M\nRepetition: 2\n}\nPost-Extrapolation: {\nType: A\nRepetition: -1\n}\n"

static const char objects[] = MODEL("100", "Root", "Null",
                                    VECTOR("Lcl Translation", "5,6,7") "P: \"InheritType\", \"enum\", \"\", \"\",1\n"
                                                                       "P: \"Show\", \"bool\", \"\", \"\",0\n")
    MODEL(
        "101", "Arm", "LimbNode",
        VECTOR("Lcl Translation", "0,10,0") VECTOR("Lcl Rotation", "10,20,30") VECTOR("Lcl Scaling", "1,2,1") VECTOR(
            "PreRotation", "0,90,15") VECTOR("PostRotation", "5,0,0") VECTOR("RotationPivot", "1,2,3")
            VECTOR("RotationOffset", "0.5,0,0") VECTOR("ScalingPivot", "0,1,0") VECTOR(
                "ScalingOffset",
                "0,0,2") "P: \"RotationOrder\", \"enum\", \"\", \"\",4\nP: \"RotationActive\", \"bool\", \"\", \"\",1\n"
                         "P: \"InheritType\", \"enum\", \"\", \"\",2\n")
        MODEL("102", "Hand \xc3\xa9 &quot;x&quot;", "LimbNode",
              VECTOR("Lcl Translation", "0,8,0") "P: \"Visibility\", \"Visibility\", \"\", \"A\",0\n")
            OBJECT("AnimationStack", "300", "AnimStack::Wave",
                   "P: \"LocalStart\", \"KTime\", \"Time\", \"\",0\nP: \"LocalStop\", \"KTime\", \"Time\", "
                   "\"\",138558474000\n") OBJECT("AnimationLayer", "301", "AnimLayer::Base", "")
                OBJECT("AnimationLayer", "302", "AnimLayer::Over",
                       NUMBER("Weight", "40") "P: \"BlendMode\", \"enum\", \"\", \"\",2\n"
                                              "P: \"RotationAccumulationMode\", \"enum\", \"\", \"\",1\n")
                    OBJECT("AnimationCurveNode", "310", "AnimCurveNode::R", NUMBER("d|X", "10") NUMBER("d|Z", "30"))
                        OBJECT("AnimationCurveNode", "311", "AnimCurveNode::T", NUMBER("d|Y", "10"))
                            OBJECT("AnimationCurveNode", "312", "AnimCurveNode::R", "")
                                OBJECT("AnimationCurveNode", "313", "AnimCurveNode::Weight", "")
                                    CURVE("320", USER_KEYS, USER_DATA, REPEATED)
                                        CURVE("321", WEIGHTED_KEYS, WEIGHTED_DATA, "")
                                            CURVE("322", STEPPED_KEYS, NO_DATA, "") CURVE("323", AUTO_KEYS, NO_DATA, "")
                                                CURVE("324", "4,4,4", NO_DATA, "") CURVE("325", AUTO_KEYS, NO_DATA, "");

static const char connections[] =
    OO("100", "0") OO("101", "100") OO("102", "101") OO("301", "300") OO("302", "300") OO("310", "301") OO("311", "301")
        OO("312", "302") OP("310", "101", "Lcl Rotation") OP("311", "100", "Lcl Translation")
            OP("312", "101", "Lcl Rotation") OP("320", "310", "d|X") OP("321", "310", "d|Y") OP("322", "311", "d|X")
                OP("323", "311", "d|Z") OP("324", "312", "d|Z") OP("313", "302", "Weight") OP("325", "313", "d|Weight");

typedef sinew_result write(const sinew_model *, const sinew_export_options *, char **, size_t *, sinew_error *);

static sinew_model *import_source(void)
{
    return import_document_text("FBXHeaderVersion: 1003\n", objects, connections);
}

/// Returns a model after it was written and read; the caller destroys it.
static sinew_model *again(const sinew_model *model, write *as, const sinew_export_options *options)
{
    char *text;
    size_t size;
    sinew_error error;
    if (as(model, options, &text, &size, &error) != SINEW_OK) fail_msg("%s", error.message);
    sinew_model *out = import_bytes("out.fbx", text, size);
    sinew_free(text);
    return out;
}

// ---- comparing ------------------------------------------------------------------------------------------------------

/// Flags too: one joint is hidden by Visibility, which its children inherit in all programs, and one by Show.
static void assert_same_joints(const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->joint_count, b->joint_count);
    for (int32_t i = 0; i < a->joint_count; ++i) {
        assert_string_equal(sinew_text(a, a->joints[i].name), sinew_text(b, b->joints[i].name));
        assert_int_equal(a->joints[i].kind, b->joints[i].kind);
        assert_int_equal(a->joints[i].flags, b->joints[i].flags);
        assert_int_equal(a->joints[i].parent, b->joints[i].parent);
    }
    assert_int_equal(a->stack_count, b->stack_count);
    assert_memory_equal(a->stacks, b->stacks, (size_t)a->stack_count * sizeof *a->stacks);
}

/// Times are equal in ticks, values as floats, handles within a millionth of the range of values, 5, or the length, 2
/// s.
static void assert_same_keys(const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->curve_count, b->curve_count);
    assert_int_equal(a->curve_key_count, b->curve_key_count);
    for (int32_t i = 0; i < a->curve_count; ++i) {
        assert_int_equal(a->curves[i].key_count, b->curves[i].key_count);
        assert_int_equal(a->curves[i].before, b->curves[i].before);
        assert_int_equal(a->curves[i].after, b->curves[i].after);
        assert_int_equal(a->curves[i].before_count, b->curves[i].before_count);
        assert_int_equal(a->curves[i].after_count, b->curves[i].after_count);
    }
    for (int32_t i = 0; i < a->curve_key_count; ++i) {
        const sinew_curve_key *x = &a->curve_keys[i], *y = &b->curve_keys[i];
        assert_int_equal(x->ticks, y->ticks);
        assert_true((float)x->value == (float)y->value);
        assert_int_equal(x->interpolation, y->interpolation);
        assert_close(x->in_time, y->in_time, 2e-6);
        assert_close(x->in_value, y->in_value, 5e-6);
        assert_close(x->out_time, y->out_time, 2e-6);
        assert_close(x->out_value, y->out_value, 5e-6);
    }
}

static void assert_same_layers(const sinew_model *a, const sinew_model *b)
{
    assert_int_equal(a->layer_count, b->layer_count);
    for (int32_t i = 0; i < a->layer_count; ++i) {
        const sinew_fbx_layer *x = &a->layers[i], *y = &b->layers[i];
        assert_string_equal(sinew_text(a, x->name), sinew_text(b, y->name));
        assert_int_equal(x->mode, y->mode);
        assert_close(x->weight, y->weight, 1e-12);
        assert_int_equal(x->weight_curve, y->weight_curve);
        assert_int_equal(x->rotation_by_layer, y->rotation_by_layer);
        assert_int_equal(x->scale_multiply, y->scale_multiply);
        assert_int_equal(x->is_base, y->is_base);
    }
    assert_int_equal(a->channel_count, b->channel_count);
    assert_memory_equal(a->channels, b->channels, (size_t)a->channel_count * sizeof *a->channels);
}

/// Largest distance between the joints of two models at some times of their first clips, as a fraction of the size.
/// `turn` takes the first one's axes to the second one's, `length` its unit.
static double distance(const sinew_model *a, const sinew_model *b, const sinew_affine *turn, double length)
{
    sinew_pose *x, *y;
    double largest = 0;
    assert_int_equal(sinew_pose_create(a, &x, NULL), SINEW_OK);
    assert_int_equal(sinew_pose_create(b, &y, NULL), SINEW_OK);
    for (int t = 0; t <= 90; ++t) {
        sinew_pose_evaluate(a, SINEW_ENGINE_EXACT, 0, t / 30.0, x);
        sinew_pose_evaluate(b, SINEW_ENGINE_EXACT, 0, t / 30.0, y);
        for (int32_t i = 0; i < a->joint_count; ++i) {
            const sinew_affine global = sinew__affine_multiply(turn, &x->global[i]);
            for (int c = 0; c < 3; ++c)
                largest = fmax(largest, fabs(global.row[c][3] * length - y->global[i].row[c][3]));
        }
    }
    sinew_pose_destroy(x);
    sinew_pose_destroy(y);
    return largest / (a->info->size * length);
}

static double distance_as_it_is(const sinew_model *a, const sinew_model *b)
{
    const sinew_affine identity = sinew__affine_identity();
    return distance(a, b, &identity, 1);
}

// ---- tests ----------------------------------------------------------------------------------------------------------

static void wrong_arguments_are_errors(void **state)
{
    (void)state;
    sinew_model *model = import_source();
    const sinew_export_options wrong_up = {.up = 'X'}, wrong_clip = {.clips = (const int32_t[]){1}, .clip_count = 1};
    char *text;
    size_t size;
    sinew_error error;
    assert_int_equal(sinew__export_fbx(NULL, &wrong_up, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__export_fbx(model, &wrong_up, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_int_equal(sinew__export_fbx_ascii(model, &wrong_clip, &text, &size, &error), SINEW_ERROR_INVALID_ARGUMENT);
    assert_null(text);
    sinew_model_destroy(model);
    const sinew_raw_model nothing = {0};
    assert_int_equal(sinew_model_from_raw(&nothing, &model, &error), SINEW_OK);
    assert_int_equal(sinew__export_fbx(model, &(sinew_export_options){0}, &text, &size, &error), SINEW_ERROR_NO_JOINT);
    sinew_model_destroy(model);
}

static void faithful_files_have_the_authors_curves(void **state)
{
    (void)state;
    write *const as[] = {sinew__export_fbx, sinew__export_fbx_ascii};
    const sinew_export_options options = {0};
    for (int i = 0; i < 2; ++i) {
        sinew_model *model = import_source(), *read = again(model, as[i], &options);
        assert_same_joints(model, read);
        assert_same_layers(model, read);
        assert_same_keys(model, read);
        assert_int_equal(read->clip_count, 1);
        assert_string_equal(sinew_text(read, read->clips[0].name), "Wave");
        assert_close(read->clips[0].duration, 3, 0);
        assert_true(distance_as_it_is(model, read) < 1e-6);
        sinew_model_destroy(read);
        sinew_model_destroy(model);
    }
}

static void portable_files_have_plain_transforms_and_linear_keys(void **state)
{
    (void)state;
    const sinew_export_options options = {.curves = SINEW_CURVES_PORTABLE};
    sinew_model *model = import_source(), *read = again(model, sinew__export_fbx, &options);
    assert_int_equal(read->layer_count, 1);
    for (int32_t i = 0; i < read->stack_count; ++i) {
        const double *pre = read->stacks[i].pre_rotation, *post = read->stacks[i].post_rotation;
        assert_true(pre[0] == 0 && pre[1] == 0 && pre[2] == 0 && post[0] == 0 && post[1] == 0 && post[2] == 0);
        assert_int_equal(read->stacks[i].rotation_order, SINEW_ROTATE_XYZ);
    }
    for (int32_t i = 0; i < read->curve_key_count; ++i)
        assert_int_equal(read->curve_keys[i].interpolation, SINEW_LINEAR);
    for (int32_t i = 0; i < read->channel_count; ++i) {
        const int32_t *curve = read->channels[i].curve;
        assert_int_equal(read->curves[curve[0]].key_count, read->curves[curve[1]].key_count);
        assert_int_equal(read->curves[curve[0]].key_count, read->curves[curve[2]].key_count);
    }
    assert_true(distance_as_it_is(model, read) < 1e-5); // at frames
    // The step at 1 s is a line that ends there, a sixty-fourth of a frame long.
    const int64_t second = INT64_C(46186158000), line = (int64_t)((double)second / read->info->fps / 64);
    int32_t steps = 0;
    for (int32_t i = 0; i + 1 < read->curve_key_count; ++i)
        steps += read->curve_keys[i].ticks == second - line && read->curve_keys[i + 1].ticks == second &&
                 read->curve_keys[i + 1].value - read->curve_keys[i].value == 2;
    assert_int_equal(steps, 1);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

static void a_second_export_has_the_same_bytes(void **state)
{
    (void)state;
    const sinew_export_options options[] = {{0}, {.curves = SINEW_CURVES_PORTABLE}};
    for (int i = 0; i < 2; ++i) {
        sinew_model *model = import_source(), *read = again(model, sinew__export_fbx, &options[i]);
        sinew_model *third = again(read, sinew__export_fbx, &options[i]);
        char *first, *second;
        size_t first_size, second_size;
        assert_int_equal(sinew__export_fbx(read, &options[i], &first, &first_size, NULL), SINEW_OK);
        assert_int_equal(sinew__export_fbx(third, &options[i], &second, &second_size, NULL), SINEW_OK);
        assert_int_equal(first_size, second_size);
        assert_memory_equal(first, second, first_size);
        sinew_free(first);
        sinew_free(second);
        sinew_model_destroy(third);
        sinew_model_destroy(read);
        sinew_model_destroy(model);
    }
}

static int has_bytes(const char *text, size_t size, const char *bytes, size_t count)
{
    for (size_t i = 0; i + count <= size; ++i)
        if (memcmp(text + i, bytes, count) == 0) return 1;
    return 0;
}

/// A second export would have other bytes if a reader computes 0 from −0.
static void written_zeros_have_no_sign(void **state)
{
    (void)state;
    static const char zeros[] = MODEL("100", "Root", "LimbNode", VECTOR("Lcl Translation", "-0.0,-0.0,-0.0")) OBJECT(
        "AnimationStack", "300", "AnimStack::Wave", "") OBJECT("AnimationLayer", "301", "AnimLayer::Base", "")
        OBJECT("AnimationCurveNode", "310", "AnimCurveNode::T",
               NUMBER("d|X", "-0.0") NUMBER(
                   "d|Y",
                   "-0.0")) "AnimationCurve: 320, \"AnimCurve::\", \"\" {\nDefault: 0\nKeyVer: 4009\nKeyTime: *2 {\na: "
                            "0,46186158000\n}\nKeyValueFloat: *2 {\na: -0.0,1\n}\nKeyAttrFlags: *1 {\na: 4\n}\n"
                            "KeyAttrDataFloat: *4 {\na: 0,0,218434821,0\n}\nKeyAttrRefCount: *1 {\na: 2\n}\n}\n";
    static const char links[] =
        OO("100", "0") OO("301", "300") OO("310", "301") OP("310", "100", "Lcl Translation") OP("320", "310", "d|X");
    sinew_model *model = import_document_text("FBXHeaderVersion: 1003\n", zeros, links);
    for (int i = 0; i < 2; ++i) {
        char *text;
        size_t size;
        const sinew_export_options options = {.curves = i ? SINEW_CURVES_PORTABLE : SINEW_CURVES_FAITHFUL};
        assert_int_equal(sinew__export_fbx(model, &options, &text, &size, NULL), SINEW_OK);
        assert_true(has_bytes(text, size, "AD\0\0\0\0\0\0\0\0", 10)); // the flags of a property, and its number
        assert_false(has_bytes(text, size, "AD\0\0\0\0\0\0\0\x80", 10));
        assert_false(has_bytes(text, size, "\0\0\0\x80\0\0\x80\x3f", 8)); // the values of the keys
        sinew_free(text);
    }
    sinew_model_destroy(model);
}

/// (x, y, z) becomes (x, −z, y) where Z is up, in hundredths where metres count; curves stay the author's.
static void units_and_axes_are_converted(void **state)
{
    (void)state;
    const sinew_affine z_up = {{{1, 0, 0, 0}, {0, 0, -1, 0}, {0, 1, 0, 0}}};
    for (int portable = 0; portable < 2; ++portable) {
        const sinew_export_options options = {.curves = (uint32_t)portable, .unit_cm = 100, .up = 'Z'};
        sinew_model *model = import_source(), *read = again(model, sinew__export_fbx, &options);
        assert_string_equal(sinew_text(read, read->info->up), "+Z");
        assert_string_equal(sinew_text(read, read->info->front), "-Y");
        assert_close(read->info->unit_cm, 100, 0);
        assert_true(distance(model, read, &z_up, 0.01) < 1e-5);
        if (!portable) assert_int_equal(read->curve_key_count, model->curve_key_count);
        sinew_model_destroy(read);
        sinew_model_destroy(model);
    }
}

/// Only the in-between shows at 0.5, so at a weight of 0.25 by half; at 0.75 both show by half.
static void portable_in_betweens_are_channels(void **state)
{
    (void)state;
    static const float square[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}, middle[] = {0, 3, 0}, full[] = {1, 0, 0};
    static const uint32_t one_quad[] = {4};
    static const int32_t vertex = 2;
    static const double expected[][3] = {{0, 0, 0}, {0.25, 0.5, 0}, {0.5, 1, 0}, {0.75, 0.5, 0.5}, {1, 0, 1}};
    const sinew_raw_shape shapes[] = {{.full_weight = 0.5f, .vertices = &vertex, .positions = middle, .count = 1},
                                      {.full_weight = 1, .vertices = &vertex, .positions = full, .count = 1}};
    const sinew_raw_morph morph = {.name = "Smile", .shapes = shapes, .shape_count = 2};
    const sinew_raw_mesh mesh = {.name = "Face",
                                 .positions = square,
                                 .vertex_count = 4,
                                 .polygon_sizes = one_quad,
                                 .polygon_count = 1,
                                 .morphs = &morph,
                                 .morph_count = 1};
    const sinew_curve_key keys[] = {{0, 0, 0, 0, 0, 0, SINEW_LINEAR, 0},
                                    {INT64_C(46186158000), 1, 0, 0, 0, 0, SINEW_LINEAR, 0}};
    const sinew_raw_curve curve = {.keys = keys, .key_count = 2};
    const sinew_raw_channel channel = {.joint = SINEW_NONE, .property = SINEW_CHANNEL_MORPH_WEIGHT, .curve = {&curve}};
    const sinew_raw_clip clip = {.name = "smile", .duration = 1, .channels = &channel, .channel_count = 1};
    const sinew_raw_joint joint = {.name = "Head", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.unit_cm = 100,
                                 .fps = 24,
                                 .joints = &joint,
                                 .joint_count = 1,
                                 .meshes = &mesh,
                                 .mesh_count = 1,
                                 .clips = &clip,
                                 .clip_count = 1};
    const sinew_export_options portable = {.curves = SINEW_CURVES_PORTABLE};
    sinew_model *model;
    sinew_pose *pose;
    assert_int_equal(sinew_model_from_raw(&raw, &model, NULL), SINEW_OK);
    sinew_model *read = again(model, sinew__export_fbx, &portable);
    assert_int_equal(read->morph_count, 2);
    assert_string_equal(sinew_text(read, read->morphs[0].name), "Smile_50");
    assert_string_equal(sinew_text(read, read->morphs[1].name), "Smile");
    assert_int_equal(sinew_pose_create(read, &pose, NULL), SINEW_OK);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; ++i) {
        sinew_pose_evaluate(read, SINEW_ENGINE_EXACT, 0, expected[i][0], pose);
        assert_close(pose->morph_weights[0], expected[i][1], 1e-6);
        assert_close(pose->morph_weights[1], expected[i][2], 1e-6);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

static int32_t joint_named(const sinew_model *model, const char *name)
{
    for (int32_t i = 0; i < model->joint_count; ++i)
        if (strcmp(sinew_text(model, model->joints[i].name), name) == 0) return i;
    fail_msg("no joint '%s'", name);
    return SINEW_NONE;
}

/// Assimp, three.js and Blender multiply matrices, whatever the inherit type; they know no clip without curves, and
/// three.js stops at a model of a mesh that has none: it gets one without polygons, which an import names.
static void portable_files_need_nothing_that_only_the_sdk_knows(void **state)
{
    (void)state;
    static const char scene[] = MODEL("100", "Root", "Null", VECTOR("Lcl Scaling", "2,2,2"))
        MODEL("101", "Arm", "LimbNode",
              VECTOR("Lcl Translation", "0,10,0") VECTOR("Lcl Scaling", "1,3,1") "P: \"InheritType\", \"enum\", \"\", "
                                                                                 "\"\",2\n")
            MODEL("102", "Bare", "Mesh", "")
                OBJECT("AnimationStack", "300", "AnimStack::Still",
                       "P: \"LocalStart\", \"KTime\", \"Time\", \"\",0\nP: \"LocalStop\", \"KTime\", \"Time\", "
                       "\"\",92372316000\n") OBJECT("AnimationLayer", "301", "AnimLayer::Base", "");
    static const char links[] = OO("100", "0") OO("101", "100") OO("102", "100") OO("301", "300");
    const sinew_export_options options = {.curves = SINEW_CURVES_PORTABLE};
    sinew_model *model = import_document_text("FBXHeaderVersion: 1003\n", scene, links);
    sinew_model *read = again(model, sinew__export_fbx, &options);
    const sinew_transform_stack *arm = &read->stacks[read->joints[joint_named(read, "Arm")].stack];
    assert_int_equal(arm->inherit_type, SINEW_INHERIT_RSrs);
    assert_close(arm->scaling[0], 0.5, 0); // the root's scale does not reach an arm of this type: 2 · ½
    assert_close(arm->scaling[1], 1.5, 0);
    assert_close(arm->translation[1], 10, 0);
    assert_int_equal(read->joints[joint_named(read, "Bare")].kind, SINEW_JOINT_MESH);
    int32_t empty = 0;
    for (int32_t i = 0; i < read->warning_count; ++i)
        empty += strstr(sinew_text(read, read->warnings[i].text), "the mesh has no polygons") != NULL &&
                 strcmp(sinew_text(read, read->warnings[i].object), "Bare") == 0;
    assert_int_equal(empty, 1);
    assert_int_equal(read->clip_count, 1);
    assert_string_equal(sinew_text(read, read->clips[0].name), "Still");
    assert_close(read->clips[0].duration, 2, 1e-9);
    assert_true(read->curve_count > 0);
    assert_int_equal(read->curves[0].key_count, 2);
    assert_true(distance_as_it_is(model, read) < 1e-9);
    sinew_model_destroy(read);
    sinew_model_destroy(model);
}

static void keep_note(void *user, const char *text)
{
    strncat(user, text, 500);
    strncat(user, "\n", 2);
}

/// Uneven scales that a joint does not inherit are not a product of matrices: such joints keep their inherit type,
/// which the SDK knows, and portable files say how many there are. The arm of type 2 leaves out the root's scale, the
/// hand of type 0 leaves its own rotation out of the scales above.
static void uneven_scales_that_are_not_inherited_are_named(void **state)
{
    (void)state;
    static const char scene[] = MODEL("100", "Root", "Null", VECTOR("Lcl Scaling", "1,2,3"))
        MODEL("101", "Arm", "LimbNode",
              VECTOR("Lcl Translation", "0,10,0") VECTOR("Lcl Rotation", "0,0,30")
                  VECTOR("Lcl Scaling", "1,1,2") "P: \"InheritType\", \"enum\", \"\", \"\",2\n")
            MODEL("102", "Hand", "LimbNode",
                  VECTOR("Lcl Translation", "5,0,1")
                      VECTOR("Lcl Rotation", "40,0,0") "P: \"InheritType\", \"enum\", \"\", \"\",0\n")
                MODEL("103", "Tip", "LimbNode",
                      VECTOR("Lcl Translation", "2,1,3") "P: \"InheritType\", \"enum\", "
                                                         "\"\", \"\",1\n");
    static const char links[] = OO("100", "0") OO("101", "100") OO("102", "101") OO("103", "102");
    sinew_model *model = import_document_text("FBXHeaderVersion: 1003\n", scene, links);
    for (int portable = 0; portable < 2; ++portable) {
        char notes[2048] = "";
        const sinew_export_options options = {.curves = (uint32_t)portable, .note = keep_note, .user = notes};
        sinew_model *read = again(model, sinew__export_fbx, &options);
        static const int32_t types[] = {SINEW_INHERIT_RrSs, SINEW_INHERIT_Rrs, SINEW_INHERIT_RrSs, SINEW_INHERIT_RSrs};
        static const char *const names[] = {"Root", "Arm", "Hand", "Tip"};
        for (int i = portable; i < 4; ++i) // the portable root multiplies matrices, as nothing is above it
            assert_int_equal(read->stacks[read->joints[joint_named(read, names[i])].stack].inherit_type, types[i]);
        assert_string_equal(notes, portable
                                       ? "2 joints compensate uneven scales above them, which programs without the "
                                         "FBX SDK do not know\n"
                                       : "");
        sinew_pose *x, *y;
        assert_int_equal(sinew_pose_create(model, &x, NULL), SINEW_OK);
        assert_int_equal(sinew_pose_create(read, &y, NULL), SINEW_OK);
        sinew_pose_evaluate(model, SINEW_ENGINE_EXACT, SINEW_NONE, 0, x);
        sinew_pose_evaluate(read, SINEW_ENGINE_EXACT, SINEW_NONE, 0, y);
        for (int i = 0; i < 4; ++i)
            for (int c = 0; c < 12; ++c)
                assert_close(y->global[joint_named(read, names[i])].row[c / 4][c % 4],
                             x->global[joint_named(model, names[i])].row[c / 4][c % 4], 1e-6);
        sinew_pose_destroy(x);
        sinew_pose_destroy(y);
        sinew_model_destroy(read);
    }
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_errors),
        cmocka_unit_test(faithful_files_have_the_authors_curves),
        cmocka_unit_test(portable_files_have_plain_transforms_and_linear_keys),
        cmocka_unit_test(a_second_export_has_the_same_bytes),
        cmocka_unit_test(written_zeros_have_no_sign),
        cmocka_unit_test(units_and_axes_are_converted),
        cmocka_unit_test(portable_in_betweens_are_channels),
        cmocka_unit_test(portable_files_need_nothing_that_only_the_sdk_knows),
        cmocka_unit_test(uneven_scales_that_are_not_inherited_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
