/// VRM 0, VRM 1 and VRM animations made in code: the parts of a body, expressions, and an animation on another body.
/// The nodes have names that say nothing. Members follow the specifications VRM 0.0, VRMC_vrm 1.0 and
/// VRMC_vrm_animation 1.0.
#include "author/retarget/retarget_clips.h"
#include "import/import_block.h"
#include "runtime/model/combine/with_clips.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sinew/pose.h"
#include "sinew/retarget.h"

typedef enum vrm_kind { VRM_0, VRM_1, VRM_ANIMATION } vrm_kind;

/// A node: its bone in VRM 1, the node above it, and its position relative to that, in metres, for a body that faces
/// +Z.
typedef struct vrm_node {
    const char *bone;
    int parent;
    double x, y, z;
    int32_t part; ///< sinew_body_part
} vrm_node;

#define SIDE(name, s, first, side)                                                                                     \
    {name "Shoulder", 2, s * 0.05, 0.15, 0, side + SINEW_SIDE_CLAVICLE},                                               \
        {name "UpperArm", first, s * 0.1, 0, 0, side + SINEW_SIDE_UPPER_ARM},                                          \
        {name "LowerArm", first + 1, s * 0.25, 0, 0, side + SINEW_SIDE_FOREARM},                                       \
        {name "Hand", first + 2, s * 0.25, 0, 0, side + SINEW_SIDE_HAND},                                              \
        {name "UpperLeg", 0, s * 0.1, 0, 0, side + SINEW_SIDE_THIGH},                                                  \
        {name "LowerLeg", first + 4, 0, -0.45, 0, side + SINEW_SIDE_SHIN},                                             \
        {name "Foot", first + 5, 0, -0.45, 0, side + SINEW_SIDE_FOOT},                                                 \
        {name "Toes", first + 6, 0, -0.05, 0.12, side + SINEW_SIDE_TOES},                                              \
        {name "ThumbMetacarpal", first + 3, s * 0.02, -0.01, 0.03, side + SINEW_SIDE_THUMB},                           \
        {name "ThumbProximal", first + 8, s * 0.03, 0, 0.01, side + SINEW_SIDE_THUMB + 1},                             \
    {                                                                                                                  \
        name "LittleProximal", first + 3, s * 0.08, 0, -0.03, side + SINEW_SIDE_PINKY                                  \
    }

enum { HIPS, SPINE, CHEST, NECK, HEAD, LEFT, RIGHT = LEFT + 11, NODES = RIGHT + 11, UPPER_ARM = 1, LOWER_ARM };

static const vrm_node nodes[NODES] = {
    {"hips", -1, 0, 1, 0, SINEW_BODY_HIPS},        {"spine", 0, 0, 0.1, 0, SINEW_BODY_SPINE},
    {"chest", 1, 0, 0.2, 0, SINEW_BODY_SPINE + 1}, {"neck", 2, 0, 0.2, 0, SINEW_BODY_NECK},
    {"head", 3, 0, 0.1, 0, SINEW_BODY_HEAD},       SIDE("left", 1, 5, SINEW_BODY_LEFT),
    SIDE("right", -1, 16, SINEW_BODY_RIGHT),
};

/// The name of a bone in VRM 0, which names the bones of a thumb like the bones of a finger.
static const char *bone_name(vrm_kind kind, int node, char name[64])
{
    const char *bone = nodes[node].bone, *thumb = strstr(bone, "Thumb");
    snprintf(name, 64, "%s", bone);
    if (kind == VRM_0 && thumb)
        snprintf(name + (thumb - bone), 32, "%s",
                 strcmp(thumb, "ThumbMetacarpal") == 0 ? "ThumbProximal" : "ThumbIntermediate");
    return name;
}

/// Half a second at rest, and at 1 s the left upper arm rotated by −90° about z, the hips 0.2 m higher.
static const struct vrm_buffer {
    float positions[9], smile[9], wink[9];
    float times[2], rotations[8], translations[6];
} buffer = {.positions = {0, 0, 0, 1, 0, 0, 0, 1, 0},
            .smile = {0, 0, 1},
            .wink = {0, 0, 2},
            .times = {0.5f, 1},
            .rotations = {0, 0, 0, 1, 0, 0, -0.70710678f, 0.70710678f},
            .translations = {0, 1, 0, 0, 1.2f, 0}};

static sinew_result give_buffer(void *user, const char *name, void **out_bytes, size_t *out_size)
{
    (void)user;
    if (strcmp(name, "vrm.bin") != 0) return SINEW_ERROR_NOT_FOUND;
    *out_bytes = malloc(sizeof buffer);
    assert_non_null(*out_bytes);
    memcpy(*out_bytes, &buffer, sizeof buffer);
    *out_size = sizeof buffer;
    return SINEW_OK;
}

static sinew_model *import_vrm_text(const char *text)
{
    const sinew__import_options options = {.side_file = give_buffer};
    void *block;
    size_t size;
    sinew_error error;
    sinew_model *model;
    if (sinew__import_block("body.gltf", text, strlen(text), &options, &block, &size, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    if (sinew__model_from_block(block, size, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

enum { TEXT_SIZE = 32768 };

/// Appends to a text of TEXT_SIZE bytes.
#define APPEND(text, ...) snprintf((text) + strlen(text), TEXT_SIZE - strlen(text), __VA_ARGS__)

static const char *const animation =
    "\"animations\":[{\"name\":\"raise\",\"channels\":[{\"sampler\":0,\"target\":{\"node\":6,\"path\":\"rotation\"}},"
    "{\"sampler\":1,\"target\":{\"node\":0,\"path\":\"translation\"}}],"
    "\"samplers\":[{\"input\":3,\"output\":4},{\"input\":3,\"output\":5}]}],";

/// Writes a body of a kind. One of VRM 0 faces −Z and is 1.5 times as tall. `extras` is put into its extension.
static void write_vrm(vrm_kind kind, const char *extras, char text[TEXT_SIZE])
{
    static const char *const extensions[] = {"VRM", "VRMC_vrm", "VRMC_vrm_animation"};
    const double size = kind == VRM_0 ? 1.5 : 1, front = kind == VRM_0 ? -size : size;
    char name[64];
    *text = '\0';
    APPEND(text, "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[0,%d]}],\"nodes\":[", NODES);
    for (int i = 0; i < NODES; ++i) {
        int children = 0;
        APPEND(text, "{\"name\":\"n%d\",\"translation\":[%g,%g,%g]", i * 7 % 31, front * nodes[i].x, size * nodes[i].y,
               front * nodes[i].z);
        for (int k = i + 1; k < NODES; ++k)
            if (nodes[k].parent == i) APPEND(text, "%s%d", children++ ? "," : ",\"children\":[", k);
        APPEND(text, "%s},", children ? "]" : "");
    }
    APPEND(text, "{\"name\":\"Face\"%s}],%s", kind == VRM_ANIMATION ? "" : ",\"mesh\":0",
           kind == VRM_ANIMATION ? animation : "");
    APPEND(text, "\"meshes\":[{\"name\":\"face\",\"extras\":{\"targetNames\":[\"mouth\",\"eye\"]},\"primitives\":[{"
                 "\"attributes\":{\"POSITION\":0},\"targets\":[{\"POSITION\":1},{\"POSITION\":2}]}]}],\"accessors\":[");
    static const char *const types[] = {"VEC3", "VEC3", "VEC3", "SCALAR", "VEC4", "VEC3"};
    static const int counts[] = {3, 3, 3, 2, 2, 2}, sizes[] = {36, 36, 36, 8, 32, 24};
    for (int i = 0; i < 6; ++i)
        APPEND(text, "%s{\"bufferView\":%d,\"componentType\":5126,\"count\":%d,\"type\":\"%s\"}", i ? "," : "", i,
               counts[i], types[i]);
    APPEND(text, "],\"bufferViews\":[");
    for (int i = 0, at = 0; i < 6; at += sizes[i++])
        APPEND(text, "%s{\"buffer\":0,\"byteOffset\":%d,\"byteLength\":%d}", i ? "," : "", at, sizes[i]);
    APPEND(text, "],\"buffers\":[{\"uri\":\"vrm.bin\",\"byteLength\":%zu}],", sizeof buffer);
    APPEND(text, "\"extensions\":{\"%s\":{%s\"humanoid\":{\"humanBones\":%s", extensions[kind], extras,
           kind == VRM_0 ? "[" : "{");
    for (int i = 0; i < NODES; ++i)
        APPEND(text, kind == VRM_0 ? "%s{\"bone\":\"%s\",\"node\":%d}" : "%s\"%s\":{\"node\":%d}", i ? "," : "",
               bone_name(kind, i, name), i);
    APPEND(text, "%s}}}}", kind == VRM_0 ? "]" : "}");
    assert_true(strlen(text) < TEXT_SIZE - 1);
}

static sinew_model *import_vrm(vrm_kind kind, const char *extras)
{
    char text[TEXT_SIZE];
    write_vrm(kind, extras, text);
    return import_vrm_text(text);
}

static int32_t joint_of(const sinew_model *model, int node)
{
    char name[16];
    snprintf(name, sizeof name, "n%d", node * 7 % 31);
    return joint_index(model, name);
}

static void humanoid_bones_are_the_parts_of_the_body(void **state)
{
    (void)state;
    for (int kind = VRM_0; kind <= VRM_ANIMATION; ++kind) {
        sinew_model *model = import_vrm((vrm_kind)kind, "");
        sinew_body_map map;
        int mapped = 0;
        sinew_error error;
        if (sinew_body_map_find(model, &map, &error) != SINEW_OK) fail_msg("%s", error.message);
        for (int i = 0; i < NODES; ++i) assert_int_equal(map.joint[nodes[i].part], joint_of(model, i));
        for (int part = 0; part < SINEW_BODY_PART_COUNT; ++part) mapped += map.joint[part] != SINEW_NONE;
        assert_int_equal(mapped, NODES);
        if (sinew_body_map_check(model, &map, &error) != SINEW_OK) fail_msg("%s", error.message);
        assert_close(sinew_body_leg_length(model, &map), kind == VRM_0 ? 1.35 : 0.9, 1e-6);
        assert_int_equal(model->warning_count, 0);
        sinew_model_destroy(model);
    }
}

/// A bone keeps its first node, and a node its first bone. If a bone that every body needs is missing, the joints'
/// names decide, which say nothing here.
static void bones_of_invalid_nodes_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *warned;
        sinew_result expected;
    } cases[] = {
        {"\"rightHand\":{\"node\":19}", "\"rightHand\":{\"node\":99}", "rightHand", SINEW_OK},
        {"\"head\":{\"node\":4}", "\"head\":{\"node\":3}", "head", SINEW_OK},
        {"\"hips\":{\"node\":0}", "\"hips\":{\"node\":9}", "leftUpperLeg", SINEW_ERROR_NO_MATCH},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[TEXT_SIZE];
        sinew_body_map map;
        sinew_error error;
        write_vrm(VRM_1, "", text);
        char *at = strstr(text, cases[i].from);
        assert_non_null(at);
        memcpy(at, cases[i].to, strlen(cases[i].to));
        sinew_model *model = import_vrm_text(text);
        assert_int_equal(warnings_about(model, "I24", cases[i].warned), 1);
        assert_int_equal(model->warning_count, 1);
        assert_int_equal(sinew_body_map_find(model, &map, &error), cases[i].expected);
        sinew_model_destroy(model);
    }
}

static void check_presets(const sinew_model *model)
{
    static const struct {
        const char *name;
        int count, morphs[2];
        double weights[2];
    } expected[] = {{"happy", 2, {0, 1}, {1, 0.25}}, {"neutral", 0, {0}, {0}}, {"my face", 1, {1}, {0.5}}};
    assert_int_equal(model->preset_count, 3);
    for (int i = 0; i < 3; ++i) {
        const sinew_preset *preset = &model->presets[i];
        assert_string_equal(sinew_text(model, preset->name), expected[i].name);
        assert_int_equal(preset->weight_count, expected[i].count);
        for (int k = 0; k < preset->weight_count; ++k) {
            const sinew_preset_weight *weight = &model->preset_weights[preset->first_weight + k];
            assert_int_equal(weight->morph, expected[i].morphs[k]);
            assert_close(weight->weight, expected[i].weights[k], 1e-6);
        }
    }
    assert_string_equal(sinew_text(model, model->morphs[1].name), "eye");
}

static void expressions_are_presets(void **state)
{
    (void)state;
    static const char old[] =
        "\"blendShapeMaster\":{\"blendShapeGroups\":[{\"name\":\"Happy\",\"presetName\":\"happy\",\"binds\":["
        "{\"mesh\":0,\"index\":0,\"weight\":100},{\"mesh\":0,\"index\":1,\"weight\":25}]},"
        "{\"name\":\"Neutral\",\"presetName\":\"neutral\",\"binds\":[]},"
        "{\"name\":\"my face\",\"presetName\":\"unknown\",\"binds\":[{\"mesh\":0,\"index\":1,\"weight\":50}]}]},";
    static const char now[] =
        "\"expressions\":{\"preset\":{\"happy\":{\"morphTargetBinds\":[{\"node\":27,\"index\":0,\"weight\":1},"
        "{\"node\":27,\"index\":1,\"weight\":0.25}]},\"neutral\":{}},\"custom\":{\"my face\":{"
        "\"morphTargetBinds\":[{\"node\":27,\"index\":1,\"weight\":0.5}]}}},";
    sinew_model *model = import_vrm(VRM_0, old);
    check_presets(model);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
    model = import_vrm(VRM_1, now);
    check_presets(model);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

static void binds_of_missing_morphs_are_dropped(void **state)
{
    (void)state;
    static const char *const binds[] = {
        "{\"node\":27,\"index\":2,\"weight\":1}",    "{\"node\":27,\"index\":-1,\"weight\":1}",
        "{\"node\":28,\"index\":0,\"weight\":1}",    "{\"node\":0,\"index\":0,\"weight\":1}",
        "{\"node\":\"x\",\"index\":0,\"weight\":1}", "{\"node\":27,\"weight\":1}",
        "{\"node\":27,\"index\":0,\"weight\":1e99}", "7",
    };
    for (size_t i = 0; i < sizeof binds / sizeof *binds; ++i) {
        char extras[400];
        snprintf(extras, sizeof extras, "\"expressions\":{\"preset\":{\"aa\":{\"morphTargetBinds\":[%s]}}},", binds[i]);
        sinew_model *model = import_vrm(VRM_1, extras);
        assert_int_equal(model->preset_count, 1);
        assert_int_equal(model->preset_weight_count, 0);
        assert_int_equal(warnings_about(model, "I05", "aa"), 1);
        sinew_model_destroy(model);
    }
}

static void further_expressions_than_1024_are_left_out(void **state)
{
    (void)state;
    static char extras[TEXT_SIZE / 2];
    size_t at = (size_t)snprintf(extras, sizeof extras, "\"expressions\":{\"custom\":{\"e\":{}");
    for (int i = 1; i < 1026; ++i) at += (size_t)snprintf(extras + at, sizeof extras - at, ",\"%d\":{}", i);
    snprintf(extras + at, sizeof extras - at, "}},");
    sinew_model *model = import_vrm(VRM_1, extras);
    assert_int_equal(model->preset_count, 1024);
    assert_string_equal(sinew_text(model, model->presets[1023].name), "1023");
    assert_int_equal(warnings_of(model, "I05"), 1);
    sinew_model_destroy(model);
}

static void springs_constraints_and_animated_expressions_are_noted(void **state)
{
    (void)state;
    sinew_model *model = import_vrm(VRM_0, "\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[]}]},");
    assert_int_equal(model->warning_count, 0); // a group that moves nothing
    sinew_model_destroy(model);
    model = import_vrm(VRM_0, "\"secondaryAnimation\":{\"boneGroups\":[{\"bones\":[4]}]},");
    assert_int_equal(warnings_of(model, "I16"), 1);
    sinew_model_destroy(model);
    model = import_vrm(VRM_ANIMATION, "\"expressions\":{\"preset\":{\"happy\":{\"node\":27}}},");
    assert_int_equal(warnings_of(model, "I17"), 1);
    sinew_model_destroy(model);
}

/// On a body that faces the other way and is 1.5 times as tall, the left arm hangs down as in the animation, and the
/// hips rise by 1.5 · 0.2 m.
static void a_vrm_animation_plays_on_a_vrm(void **state)
{
    (void)state;
    sinew_model *character = import_vrm(VRM_0, ""), *clips = import_vrm(VRM_ANIMATION, ""), *retargeted, *joined;
    sinew_pose *pose;
    sinew_error error;
    if (sinew__retarget_clips(character, clips, NULL, &retargeted, &error) != SINEW_OK) fail_msg("%s", error.message);
    const sinew_model *animations[] = {retargeted};
    if (sinew__model_add_clips(character, animations, 1, NULL, &joined, &error) != SINEW_OK)
        fail_msg("%s", error.message);
    for (int i = 0; i < NODES; ++i) { // both keep the parts of the character
        assert_int_equal(retargeted->joints[joint_of(retargeted, i)].stated_part, nodes[i].part + 1);
        assert_int_equal(joined->joints[joint_of(joined, i)].stated_part, nodes[i].part + 1);
    }
    assert_int_equal(sinew_pose_create(joined, &pose, &error), SINEW_OK);
    const double length = 1.5 * 0.25, hips[2] = {1.5, 1.8}, ends[2][2] = {{-length, 0}, {0, -length}};
    for (int i = 0; i < 2; ++i) {
        sinew_pose_evaluate(joined, SINEW_ENGINE_EXACT, 0, i == 0 ? 0.5 : 1, pose);
        const sinew_affine *upper = &pose->global[joint_of(joined, LEFT + UPPER_ARM)],
                           *lower = &pose->global[joint_of(joined, LEFT + LOWER_ARM)];
        assert_close(lower->row[0][3] - upper->row[0][3], ends[i][0], 1e-3);
        assert_close(lower->row[1][3] - upper->row[1][3], ends[i][1], 1e-3);
        assert_close(pose->global[joint_of(joined, HIPS)].row[1][3], hips[i], 1e-3);
    }
    sinew_pose_destroy(pose);
    sinew_model_destroy(joined);
    sinew_model_destroy(retargeted);
    sinew_model_destroy(clips);
    sinew_model_destroy(character);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(humanoid_bones_are_the_parts_of_the_body),
        cmocka_unit_test(bones_of_invalid_nodes_are_named),
        cmocka_unit_test(expressions_are_presets),
        cmocka_unit_test(binds_of_missing_morphs_are_dropped),
        cmocka_unit_test(further_expressions_than_1024_are_left_out),
        cmocka_unit_test(springs_constraints_and_animated_expressions_are_noted),
        cmocka_unit_test(a_vrm_animation_plays_on_a_vrm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
