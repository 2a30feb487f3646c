/// Clips and joints by the names that people write.
#include "support/cmocka_close.h"

#include <stdio.h>
#include <string.h>

#include "runtime/model/look_up.h"
#include "sinew/raw_model.h"

static const char *const clip_names[] = {"Armature|Walk", "run", "roll", "Run", "none of it", "7", "take|7"};

enum { CLIP_COUNT = sizeof clip_names / sizeof *clip_names };

/// Hips > Spine > Head, Hips > Tail > Head; a second root Prop > Prop; a joint with a slash in its name. Clip `roll` is
/// the file's current one; clips from `run` on move the hips.
static sinew_model *make_model(int32_t clip_count)
{
    static const sinew_raw_joint joints[] = {
        {.name = "Hips", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "Spine", .parent = 0, .node = SINEW_NONE},
        {.name = "helper", .parent = 1, .flags = SINEW_JOINT_HELPER, .node = SINEW_NONE},
        {.name = "Head", .parent = 2, .node = SINEW_NONE},
        {.name = "Tail", .parent = 0, .node = SINEW_NONE},
        {.name = "Head", .parent = 4, .node = SINEW_NONE},
        {.name = "Prop", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "Prop", .parent = 6, .node = SINEW_NONE},
        {.name = "a/b", .parent = 6, .node = SINEW_NONE},
    };
    static const sinew_curve_key key = {.ticks = 0};
    static const sinew_raw_curve curve = {.keys = &key, .key_count = 1};
    const sinew_raw_channel channel = {.mesh = SINEW_NONE, .morph = SINEW_NONE, .curve = {&curve}};
    sinew_raw_clip clips[CLIP_COUNT] = {0};
    for (int i = 0; i < CLIP_COUNT; ++i) {
        clips[i] = (sinew_raw_clip){
            .name = clip_names[i], .duration = 1, .is_default = i == 2, .channels = &channel, .channel_count = i > 0};
    }
    const sinew_raw_model raw = {.joints = joints, .joint_count = 9, .clips = clips, .clip_count = clip_count};
    sinew_model *model;
    sinew_error error;
    if (sinew_model_from_raw(&raw, &model, &error) != SINEW_OK) fail_msg("%s", error.message);
    return model;
}

/// 99 clips, 'take 01' to 'take 98', and 'scene|jump' at the end.
static void many_clips_are_not_all_listed(void **state)
{
    (void)state;
    sinew_raw_clip clips[99];
    char names[99][8];
    memset(clips, 0, sizeof clips);
    for (int i = 0; i < 98; ++i) {
        snprintf(names[i], sizeof names[i], "take %02d", i + 1);
        clips[i].name = names[i];
    }
    clips[98].name = "scene|jump";
    const sinew_raw_joint joint = {.name = "root", .parent = SINEW_NONE, .node = SINEW_NONE};
    const sinew_raw_model raw = {.joints = &joint, .joint_count = 1, .clips = clips, .clip_count = 99};
    sinew_model *model;
    sinew_error error;
    int32_t clip;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    assert_int_equal(sinew_model_find_clip(model, "t*", &clip, &error), SINEW_ERROR_MANY_CLIPS);
    // "1 'take 01', " is 13 letters, from 10 on 14; 228 of 256 are left: 9 · 13 + 7 · 14 = 215, one more would be 229.
    assert_non_null(strstr(error.hint, "clips: 1 'take 01', 2 'take 02', "));
    assert_string_equal(strstr(error.hint, ", 16 "), ", 16 'take 16', and 82 more");
    assert_int_equal(sinew_model_find_clip(model, "nothing", &clip, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(strstr(error.hint, ", 16 "), ", 16 'take 16', and 83 more");
    assert_int_equal(sinew_model_find_clip(model, "jmup", &clip, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.hint, "did you mean 'scene|jump'?");
    sinew_model_destroy(model);
}

static void clips_that_are_not_there_or_not_one_are_errors(void **state)
{
    (void)state;
    sinew_model *model = make_model(CLIP_COUNT);
    int32_t clip = 77;
    sinew_error error;
    assert_int_equal(sinew_model_find_clip(model, "rnu", &clip, &error), SINEW_ERROR_NO_CLIP);
    assert_int_equal(clip, SINEW_NONE);
    assert_string_equal(error.message, "no clip 'rnu'");
    assert_string_equal(error.hint,
                        "clips: 1 'Armature|Walk', 2 'run', 3 'roll', 4 'Run', 5 'none of it', 6 '7', 7 'take|7'");
    assert_int_equal(sinew_model_find_clip(model, "r*", &clip, &error), SINEW_ERROR_MANY_CLIPS);
    assert_string_equal(error.message, "'r*' fits 2 clips");
    assert_string_equal(error.hint, "clips: 2 'run', 3 'roll'");
    assert_int_equal(sinew_model_find_clip(model, "RUN", &clip, &error), SINEW_ERROR_MANY_CLIPS);
    assert_int_equal(sinew_model_find_clip(model, "#0", &clip, &error), SINEW_ERROR_NO_CLIP);
    assert_int_equal(sinew_model_find_clip(model, "#8", &clip, &error), SINEW_ERROR_NO_CLIP);
    assert_int_equal(sinew_model_find_clip(model, "99999999999999999999", &clip, NULL), SINEW_ERROR_NO_CLIP);
    sinew_model_destroy(model);
    model = make_model(0);
    assert_int_equal(sinew_model_find_clip(model, "run", &clip, &error), SINEW_ERROR_NO_CLIP);
    assert_string_equal(error.hint, "the file has no clips");
    sinew_model_destroy(model);
}

static void clips_are_found_by_name_then_looser(void **state)
{
    (void)state;
    sinew_model *model = make_model(CLIP_COUNT);
    static const struct {
        const char *pattern;
        int32_t clip;
    } rows[] = {
        {"run", 1},  {"Run", 3}, {"ROLL", 2}, {"armature|walk", 0}, {"Walk", 0},
        {"walk", 0}, {"ro*", 2}, {"W?lk", 0}, {"[R]*", 3},          {"#2", 1},
        {"2", 1},    {"7", 5},   {"#7", 6},   {"none of*", 4},      {"none", SINEW_NONE},
        {NULL, 2},   {"", 2},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int32_t clip = 77;
        sinew_error error;
        if (sinew_model_find_clip(model, rows[i].pattern, &clip, &error) != SINEW_OK)
            fail_msg("%s: %s", rows[i].pattern, error.message);
        if (clip != rows[i].clip) fail_msg("'%s' gave clip %d", rows[i].pattern, clip);
        if (clip != SINEW_NONE) assert_true(sinew__clip_matches(model, clip, rows[i].pattern));
    }
    assert_true(sinew__clip_matches(model, 1, "r*"));
    assert_true(sinew__clip_matches(model, 2, "r*"));
    assert_false(sinew__clip_matches(model, 3, "r*"));
    assert_false(sinew__clip_matches(model, 0, "none"));
    sinew_model_destroy(model);
}

static void the_default_clip_moves_something(void **state)
{
    (void)state;
    int32_t clip = 77;
    sinew_model *model = make_model(2); // the current one is not among them; the first moves nothing
    assert_int_equal(sinew_model_find_clip(model, NULL, &clip, NULL), SINEW_OK);
    assert_int_equal(clip, 1);
    sinew_model_destroy(model);
    model = make_model(1);
    assert_int_equal(sinew_model_find_clip(model, NULL, &clip, NULL), SINEW_OK);
    assert_int_equal(clip, 0);
    sinew_model_destroy(model);
    model = make_model(0);
    assert_int_equal(sinew_model_find_clip(model, NULL, &clip, NULL), SINEW_OK);
    assert_int_equal(clip, SINEW_NONE);
    sinew_model_destroy(model);
}

static void joints_that_are_not_there_or_not_one_are_errors(void **state)
{
    (void)state;
    sinew_model *model = make_model(0);
    int32_t joint = 77;
    sinew_error error;
    assert_int_equal(sinew_model_find_joint(model, "Spnie", &joint, &error), SINEW_ERROR_NO_JOINT);
    assert_int_equal(joint, SINEW_NONE);
    assert_string_equal(error.message, "no joint 'Spnie'");
    assert_string_equal(error.hint, "did you mean 'Spine'?");
    static const char *const meant[] = {"SPINE", "rig:Spnie", "mixamorig:spine", "Hips/Spien", "mixamorig1_SPNIE"};
    for (size_t i = 0; i < sizeof meant / sizeof *meant; ++i) {
        assert_int_equal(sinew_model_find_joint(model, meant[i], &joint, &error), SINEW_ERROR_NO_JOINT);
        assert_string_equal(error.hint, "did you mean 'Spine'?");
    }
    assert_int_equal(sinew_model_find_joint(model, "something else", &joint, &error), SINEW_ERROR_NO_JOINT);
    assert_string_equal(error.hint, "");
    assert_int_equal(sinew_model_find_joint(model, "Head", &joint, &error), SINEW_ERROR_NO_JOINT);
    assert_string_equal(error.message, "2 joints are called 'Head'");
    assert_int_equal(sinew_model_find_joint(model, "helper", &joint, NULL), SINEW_ERROR_NO_JOINT);
    assert_int_equal(sinew_model_find_joint(model, "ine/Head", &joint, NULL), SINEW_ERROR_NO_JOINT);
    assert_int_equal(sinew_model_find_joint(model, "Hips/Head", &joint, NULL), SINEW_ERROR_NO_JOINT);
    assert_int_equal(sinew_model_find_joint(model, "/Hips", &joint, NULL), SINEW_ERROR_NO_JOINT);
    assert_int_equal(sinew_model_find_joint(model, "", &joint, NULL), SINEW_ERROR_NO_JOINT);
    sinew_model_destroy(model);
}

static void joints_are_found_by_name_or_path(void **state)
{
    (void)state;
    sinew_model *model = make_model(0);
    static const struct {
        const char *text, *name, *parent;
    } rows[] = {
        {"Spine", "Spine", "Hips"},    {"Hips/Spine/Head", "Head", "helper"}, {"Spine/Head", "Head", "helper"},
        {"Tail/Head", "Head", "Tail"}, {"Hips/Tail/Head", "Head", "Tail"},    {"Hips", "Hips", NULL},
        {"Prop", "Prop", NULL},        {"Prop/Prop", "Prop", "Prop"},         {"a/b", "a/b", "Prop"},
        {"Prop/a/b", "a/b", "Prop"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        int32_t found;
        sinew_error error;
        if (sinew_model_find_joint(model, rows[i].text, &found, &error) != SINEW_OK)
            fail_msg("%s: %s", rows[i].text, error.message);
        const sinew_joint *joint = &model->joints[found];
        assert_string_equal(sinew_text(model, joint->name), rows[i].name);
        if (rows[i].parent)
            assert_string_equal(sinew_text(model, model->joints[joint->parent].name), rows[i].parent);
        else
            assert_int_equal(joint->parent, SINEW_NONE);
    }
    sinew_model_destroy(model);
}

/// a:Hips > a:Foot, a:Arm; b:Hips > b:Foot; mixamorig1_Tail; and one whose name is a namespace and nothing more.
static void namespaces_may_be_left_out(void **state)
{
    (void)state;
    static const sinew_raw_joint joints[] = {
        {.name = "a:Hips", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "a:Foot", .parent = 0, .node = SINEW_NONE},
        {.name = "a:Arm", .parent = 0, .node = SINEW_NONE},
        {.name = "b:Hips", .parent = SINEW_NONE, .node = SINEW_NONE},
        {.name = "b:Foot", .parent = 3, .node = SINEW_NONE},
        {.name = "mixamorig1_Tail", .parent = 3, .node = SINEW_NONE},
        {.name = "c:", .parent = SINEW_NONE, .node = SINEW_NONE},
    };
    const sinew_raw_model raw = {.joints = joints, .joint_count = 7};
    sinew_model *model;
    sinew_error error;
    int32_t joint;
    assert_int_equal(sinew_model_from_raw(&raw, &model, &error), SINEW_OK);
    static const char *const rows[][2] = {
        {"Arm", "a:Arm"},     {"Hips/Arm", "a:Arm"},       {"Tail", "mixamorig1_Tail"},     {"a:Hips", "a:Hips"},
        {"b:Foot", "b:Foot"}, {"b:Hips/b:Foot", "b:Foot"}, {"Hips/Tail", "mixamorig1_Tail"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; ++i) {
        if (sinew_model_find_joint(model, rows[i][0], &joint, &error) != SINEW_OK)
            fail_msg("%s: %s", rows[i][0], error.message);
        assert_string_equal(sinew_text(model, model->joints[joint].name), rows[i][1]);
    }
    assert_int_equal(sinew_model_find_joint(model, "Foot", &joint, &error), SINEW_ERROR_NO_JOINT);
    assert_string_equal(error.message, "2 joints are called 'Foot' in their namespaces");
    assert_string_equal(error.hint, "write the whole name, as in 'a:Foot'");
    assert_int_equal(sinew_model_find_joint(model, "oot", &joint, &error), SINEW_ERROR_NO_JOINT);
    assert_int_equal(sinew_model_find_joint(model, "", &joint, &error), SINEW_ERROR_NO_JOINT);
    sinew_model_destroy(model);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clips_that_are_not_there_or_not_one_are_errors),
        cmocka_unit_test(many_clips_are_not_all_listed),
        cmocka_unit_test(clips_are_found_by_name_then_looser),
        cmocka_unit_test(the_default_clip_moves_something),
        cmocka_unit_test(joints_that_are_not_there_or_not_one_are_errors),
        cmocka_unit_test(joints_are_found_by_name_or_path),
        cmocka_unit_test(namespaces_may_be_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
