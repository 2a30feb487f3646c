// A motion capture file: a skeleton and nothing else.
#include "import/import_block.h"
#include "runtime/model/make_model.h"
#include "support/cmocka_close.h"
#include "support/import_text.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const char walk[] = "HIERARCHY\n"
                           "ROOT Hips\n"
                           "{\n"
                           "  OFFSET 0 10 0\n"
                           "  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
                           "  JOINT Spine\n"
                           "  {\n"
                           "    OFFSET 0 5 0\n"
                           "    CHANNELS 3 Zrotation Xrotation Yrotation\n"
                           "    End Site\n"
                           "    {\n"
                           "      OFFSET 0 3 0\n"
                           "    }\n"
                           "  }\n"
                           "}\n"
                           "MOTION\n"
                           "Frames: 3\n"
                           "Frame Time: 0.05\n"
                           "0 10 0 0 0 0 0 0 0\n"
                           "1 10 0 0 0 0 90 0 0\n"
                           "2 10 0 0 0 0 90 0 0\n";

static void a_skeleton_only_motion_is_bones(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("walk.bvh", walk);
    assert_int_equal(model->mesh_count, 0);
    assert_int_equal(joint_called(model, "Hips")->kind, SINEW_JOINT_BONE);
    const sinew_joint *spine = joint_called(model, "Spine");
    assert_string_equal(sinew_text(model, model->joints[spine->parent].name), "Hips");
    assert_close(spine->rest.t.y, 5, 1e-6);
    sinew_model_destroy(model);
}

static void frame_time_gives_rate_and_key_times(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("walk.bvh", walk);
    assert_close(model->info->fps, 20, 1e-4);
    assert_int_equal(model->clip_count, 1);
    const sinew_track *track = joint_track(model, &model->clips[0], joint_called(model, "Spine"), SINEW_TRACK_ROTATION);
    assert_non_null(track);
    assert_int_equal(track->key_count, 3);
    const sinew_track_key *keys = &model->track_keys[track->first_key];
    assert_close(keys[1].time, 0.05, 1e-6);
    assert_close(keys[1].value[2], 0.70710678, 1e-5); // 90 degrees about z
    assert_close(keys[1].value[3], 0.70710678, 1e-5);
    sinew_model_destroy(model);
}

static void a_clip_without_a_name_gets_one(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("walk.bvh", walk);
    assert_true(strlen(sinew_text(model, model->clips[0].name)) > 0);
    sinew_model_destroy(model);
}

/// Two arms of one name, each with a hand, and a leg.
static const char namesakes[] =
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 10 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
    "JOINT Arm\n{\nOFFSET 1 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 1 0 0\n}\n}\n"
    "JOINT Arm\n{\nOFFSET -1 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET -1 0 0\n}\n}\n}\n"
    "MOTION\nFrames: 2\nFrame Time: 0.05\n0 0 0 0 0 0 0 0 0\n0 0 0 90 0 0 45 0 0\n";

/// Channels belong to joints by their order: at 0.05 s the first arm has rotated by 90 degrees about z, the other
/// by 45.
static void joints_of_one_name_have_their_own_keys(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("arms.bvh", namesakes);
    assert_int_equal(model->warning_count, 0);
    double sines[2];
    int found = 0;
    for (int32_t i = 0; i < model->joint_count; ++i) {
        if (strcmp(sinew_text(model, model->joints[i].name), "Arm") != 0) continue;
        const sinew_track *track = joint_track(model, &model->clips[0], &model->joints[i], SINEW_TRACK_ROTATION);
        assert_non_null(track);
        assert_in_range(found, 0, 1);
        sines[found++] = model->track_keys[track->first_key + 1].value[2];
    }
    assert_int_equal(found, 2);
    assert_close(sines[0], sin(acos(-1) / 4), 1e-5);
    assert_close(sines[1], sin(acos(-1) / 8), 1e-5);
    sinew_model_destroy(model);
}

/// `walk` with texts replaced, each once: variants of programs that the importer would otherwise refuse.
static void other_spellings_are_the_same_file(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to;
    } cases[] = {
        {"HIERARCHY", "hierarchy"},
        {"HIERARCHY", "\xef\xbb\xbfHIERARCHY"},
        {"ROOT Hips\n{", "Root\tHips{"},
        {"JOINT", "joint"},
        {"OFFSET 0 5 0", "Offset 0, 5, 0"},
        {"CHANNELS 3 Zrotation Xrotation", "Channels 3 ZROTATION xrotation"},
        {"End Site", "END SITE"},
        {"End Site", "End Site Head"},
        {"MOTION", "Motion"},
        {"Frames: 3", "FRAMES:3"},
        {"Frames: 3", "Frames : 3"},
        {"Frame Time: 0.05", "Frame Time:0.05"},
        {"Frame Time: 0.05", "frame time :\t0.05"},
        {"1 10 0", "1, 10, 0"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[sizeof walk + 64];
        const char *at = strstr(walk, cases[i].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - walk), walk, cases[i].to, at + strlen(cases[i].from));
        sinew_model *model = import_text_file("walk.bvh", text);
        assert_int_equal(model->warning_count, 0);
        assert_close(model->info->fps, 20, 1e-4);
        assert_int_equal(model->joint_count, 3);
        const sinew_joint *spine = joint_called(model, "Spine");
        assert_close(spine->rest.t.y, 5, 1e-6);
        const sinew_track *turn = joint_track(model, &model->clips[0], spine, SINEW_TRACK_ROTATION);
        const sinew_track *move =
            joint_track(model, &model->clips[0], joint_called(model, "Hips"), SINEW_TRACK_TRANSLATION);
        assert_int_equal(turn->key_count, 3);
        assert_close(model->track_keys[turn->first_key + 1].value[2], 0.70710678, 1e-5);
        assert_close(model->track_keys[move->first_key + 1].value[0], 1, 1e-6);
        assert_close(model->track_keys[move->first_key + 1].value[1], 10, 1e-6);
        sinew_model_destroy(model);
    }
}

/// Numbers that have commas and no points.
static void a_comma_may_be_the_decimal_point(void **state)
{
    (void)state;
    char text[sizeof walk];
    memcpy(text, walk, sizeof walk);
    *strchr(text, '.') = ','; // of the frame time, which is the only one
    assert_null(strchr(text, '.'));
    sinew_model *model = import_text_file("walk.bvh", text);
    assert_close(model->info->fps, 20, 1e-4);
    assert_int_equal(model->warning_count, 0);
    sinew_model_destroy(model);
}

static void names_may_have_several_words(void **state)
{
    (void)state;
    char text[sizeof walk + 64];
    const char *at = strstr(walk, "Spine");
    snprintf(text, sizeof text, "%.*sBip01 L  Thigh \t%s", (int)(at - walk), walk, at + strlen("Spine"));
    sinew_model *model = import_text_file("walk.bvh", text);
    const sinew_joint *thigh = joint_called(model, "Bip01 L  Thigh");
    assert_non_null(joint_track(model, &model->clips[0], thigh, SINEW_TRACK_ROTATION));
    sinew_model_destroy(model);
}

static void a_cut_file_is_damaged_and_leaves_nothing(void **state)
{
    (void)state;
    void *block = &block;
    size_t size = 1;
    sinew_error error = {0};
    assert_int_equal(sinew__import_block("walk.bvh", walk, 60, NULL, &block, &size, &error), SINEW_ERROR_DAMAGED);
    assert_null(block);
    assert_true(strlen(error.message) > 0);
    assert_null(strchr(error.message, '\n'));
}

/// The file with another line in place of its frame time.
static sinew_model *import_with_frame_time(const char *line)
{
    char text[sizeof walk + 64];
    const char *at = strstr(walk, "Frame Time: 0.05\n");
    snprintf(text, sizeof text, "%.*s%s%s", (int)(at - walk), walk, line, at + strlen("Frame Time: 0.05\n"));
    return import_text_file("walk.bvh", text);
}

static void without_a_frame_time_it_is_read_at_30(void **state)
{
    (void)state;
    static const char *const lines[] = {"", "Frame Time:\n", "Frame Time: 0\n", "Frame Time: -1\n",
                                        "Frame Time: fast\n"};
    for (size_t i = 0; i < sizeof lines / sizeof *lines; ++i) {
        sinew_model *model = import_with_frame_time(lines[i]);
        assert_close(model->info->fps, 30, 1e-4);
        assert_int_equal(model->clips[0].key_time_count, 3);
        assert_close(model->clips[0].duration, 2 / 30.0, 1e-5);
        assert_int_equal(warnings_of(model, "I17"), 1);
        sinew_model_destroy(model);
    }
    sinew_model *model = import_with_frame_time("Frame  Time:\t2.5e-2\r\n");
    assert_close(model->info->fps, 40, 1e-4);
    assert_int_equal(warnings_of(model, "I17"), 0);
    sinew_model_destroy(model);
}

/// A file with one number replaced. Lines and columns count from 1, columns in the file as it is.
static void numbers_that_are_not_finite_are_refused_with_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } cases[] = {
        {"1 10 0 0", "1 nan 0 0", "damaged: line 20, column 3: 'nan' is not a finite number"},
        {"1 10 0 0", "1 10 -Inf 0", "damaged: line 20, column 6: '-Inf' is not a finite number"},
        {"2 10 0 0", "2 10 0 1.#IND", "damaged: line 21, column 8: '1.#IND' is not a finite number"},
        {"2 10 0 0", "2 10 0 -1e999", "damaged: line 21, column 8: '-1e999' is not a finite number"},
        {"OFFSET 0 5 0", "OFFSET 0 NaN 0", "damaged: line 8, column 14: 'NaN' is not a finite number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        char text[sizeof walk + 20];
        const char *at = strstr(walk, cases[i].from);
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - walk), walk, cases[i].to, at + strlen(cases[i].from));
        void *block;
        size_t size;
        sinew_error error;
        assert_int_equal(sinew__import_block("walk.bvh", text, strlen(text), NULL, &block, &size, &error),
                         SINEW_ERROR_DAMAGED);
        assert_string_equal(error.message, cases[i].message);
    }
    // Names are not numbers.
    char named[sizeof walk + 20];
    const char *at = strstr(walk, "Spine");
    snprintf(named, sizeof named, "%.*sInf%s", (int)(at - walk), walk, at + strlen("Spine"));
    sinew_model_destroy(import_text_file("walk.bvh", named));
}

/// Hips, head and feet; the rest pose and the rotation of the hips about x in the first frame differ.
#define PERSON(head, leg, foot, degrees)                                                                               \
    "HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"                                \
    "JOINT Head\n{\nOFFSET " head "\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n"      \
    "JOINT Leg\n{\nOFFSET " leg "\nCHANNELS 3 Zrotation Xrotation Yrotation\nJOINT Foot\n{\nOFFSET " foot              \
    "\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 0 0\n}\n}\n}\n}\n"                              \
    "MOTION\nFrames: 2\nFrame Time: 0.05\n0 " degrees " 0 0 0 0 0 0 0 0 0 0\n0 " degrees " 0 0 0 0 0 0 0 0 0 0\n"

static void a_rest_pose_along_z_has_z_up(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        char given;
        const char *up;
        int notes;
    } cases[] = {
        {PERSON("0 60 0", "10 0 0", "0 -90 0", "0"), 0, "+Y", 0},
        {PERSON("0 0 60", "10 0 0", "0 0 -90", "0"), 0, "+Z", 1},
        {PERSON("0 0 60", "10 0 0", "0 0 -90", "0"), 'Y', "+Y", 0},
        {PERSON("0 60 0", "10 0 0", "0 -90 0", "0"), 'Z', "+Z", 0},
        {PERSON("0 0 60", "0 0 10", "0 0 90", "0"), 0, "+Y", 0},    // all bones along one axis
        {PERSON("0 0 60", "10 0 0", "0 0 -90", "-90"), 0, "+Y", 0}, // it rests on its back, and is upright in the clip
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; ++i) {
        const sinew__import_options options = {.up = cases[i].given};
        void *block;
        size_t size;
        sinew_model *model;
        assert_int_equal(
            sinew__import_block("a.bvh", cases[i].text, strlen(cases[i].text), &options, &block, &size, NULL),
            SINEW_OK);
        assert_int_equal(sinew__model_from_block(block, size, &model, NULL), SINEW_OK);
        assert_string_equal(sinew_text(model, model->info->up), cases[i].up);
        assert_string_equal(sinew_text(model, model->info->front), cases[i].up[1] == 'Z' ? "-Y" : "+Z");
        assert_int_equal(warnings_of(model, "I29"), cases[i].notes);
        sinew_model_destroy(model);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skeleton_only_motion_is_bones),
        cmocka_unit_test(frame_time_gives_rate_and_key_times),
        cmocka_unit_test(without_a_frame_time_it_is_read_at_30),
        cmocka_unit_test(a_clip_without_a_name_gets_one),
        cmocka_unit_test(joints_of_one_name_have_their_own_keys),
        cmocka_unit_test(other_spellings_are_the_same_file),
        cmocka_unit_test(a_comma_may_be_the_decimal_point),
        cmocka_unit_test(names_may_have_several_words),
        cmocka_unit_test(a_cut_file_is_damaged_and_leaves_nothing),
        cmocka_unit_test(numbers_that_are_not_finite_are_refused_with_their_place),
        cmocka_unit_test(a_rest_pose_along_z_has_z_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
