// A motion capture file: a skeleton and nothing else.
#include "support/cmocka_close.h"
#include "support/import_text.h"

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

static void a_skeleton_without_meshes_is_bones(void **state)
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

/// The format has no other references than names, as the importer reads it.
static void a_name_that_means_several_nodes_is_told_once(void **state)
{
    (void)state;
    sinew_model *model = import_text_file("arms.bvh", namesakes);
    assert_int_equal(warnings_of(model, "I20"), 1);
    assert_int_equal(warnings_about(model, "I20", "Arm"), 1);
    sinew_model_destroy(model);
    model = import_text_file("walk.bvh", walk);
    assert_int_equal(warnings_of(model, "I20"), 0);
    sinew_model_destroy(model);
}

static void a_cut_file_is_damaged_and_leaves_nothing(void **state)
{
    (void)state;
    void *block = &block;
    size_t size = 1;
    sinew_error error = {0};
    assert_int_equal(sinew_import_block("walk.bvh", walk, 60, NULL, &block, &size, &error), SINEW_ERROR_DAMAGED);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_skeleton_without_meshes_is_bones),
        cmocka_unit_test(frame_time_gives_rate_and_key_times),
        cmocka_unit_test(without_a_frame_time_it_is_read_at_30),
        cmocka_unit_test(a_clip_without_a_name_gets_one),
        cmocka_unit_test(a_name_that_means_several_nodes_is_told_once),
        cmocka_unit_test(a_cut_file_is_damaged_and_leaves_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
